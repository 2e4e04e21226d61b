package chain

// ReadsFast reports whether a line takes the one-pass path.
func ReadsFast(line []byte) bool {
	_, ok := readLine(line)
	return ok
}

// FastTime reads a quoted time by the one-pass path.
func FastTime(quoted string) (int64, bool) {
	c := cursor{b: []byte(quoted), ok: true}
	c.lit(`"`)
	t := c.time()
	return int64(t), c.ok && c.i == len(c.b)
}
