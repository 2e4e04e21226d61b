package views

import (
	"bytes"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// said leaves of the payload of a verb of the graph what somebody said: the
// strings of its arguments, its reason and its initiative. All else (braces, names of
// members, the verb, ids, escapes) becomes spaces, so that the bytes that are
// left stand where they stood. The payload of any other event is left as it is.
func said(content []byte) []byte {
	if !bytes.HasPrefix(content, []byte(`{"args":`)) {
		return content
	}
	out := bytes.Repeat([]byte{' '}, len(content))
	member := "" // whose value comes next
	for at := 0; at < len(content); at++ {
		if content[at] != '"' {
			continue
		}
		end := stringEnd(content, at)
		words := content[at+1 : end]
		switch {
		case end+1 < len(content) && content[end+1] == ':':
			member = string(words)
		case member == "verb" && end+2 == len(content), isID(string(words)): // names sort: the verb is the last
		default:
			copyPlain(out[at+1:end], words)
		}
		at = end
	}
	return out
}

// stringEnd is where the quote stands that ends the string which begins at at.
func stringEnd(content []byte, at int) int {
	for at++; at < len(content) && content[at] != '"'; at++ {
		if content[at] == '\\' {
			at++
		}
	}
	return min(at, len(content))
}

// copyPlain copies what is no escape.
func copyPlain(to, from []byte) {
	for i := 0; i < len(from); i++ {
		switch {
		case from[i] != '\\':
			to[i] = from[i]
		case i+1 < len(from) && from[i+1] == 'u':
			i += 5
		default:
			i++
		}
	}
}

func isID(s string) bool { return kaibo.IsMemoryID(s) || kaibo.IsEventID(s) }
