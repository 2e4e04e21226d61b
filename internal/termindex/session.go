package termindex

import "strconv"

// WithSession says which session the sources of a passage or a provisional
// memory belong to: the seq of the first event of the session in its stream.
func WithSession(d Doc, first uint64) Doc {
	for i := range d.Sources {
		d.Sources[i].Session = sessionName(first)
	}
	return d
}

func sessionName(first uint64) string {
	if first == 0 {
		return ""
	}
	return strconv.FormatUint(first, 10)
}
