package backup

// ReadSums reads the digests of objects out of a file.
func ReadSums(path string) (map[string]string, error) { return readSums(path) }
