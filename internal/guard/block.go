package guard

import (
	"strings"
)

// Private keys. What makes a block one is its label and that it has a body:
// documentation that shows the lines alone is no key.
const (
	maxLabel   = 100      // bytes between the dashes
	minKeyBody = 64       // bytes of base64: an Ed25519 key has 64
	maxKeyBody = 64 << 10 // bytes of a block; the largest RSA and PGP keys have a tenth
)

// lookPEM finds PEM, OpenSSH, SSH2 and PGP blocks of private keys (RFC 7468, RFC
// 4716, RFC 9580), also with their line ends escaped or lost, and cut off before
// their end.
func lookPEM(s *scan, at, keyword int) {
	start := at
	for start > 0 && s.text[start-1] == '-' {
		start--
	}
	label := s.text[at+keyword : min(len(s.text), at+keyword+maxLabel)]
	dash := strings.Index(label, "--")
	if dash < 0 {
		return
	}
	label = strings.ToUpper(strings.TrimSpace(label[:dash]))
	if !strings.HasSuffix(label, "PRIVATE KEY") && !strings.HasSuffix(label, "PRIVATE KEY BLOCK") {
		return
	}
	body := at + keyword + dash
	for body < len(s.text) && s.text[body] == '-' {
		body++
	}
	rest := s.text[body:min(len(s.text), body+maxKeyBody)]
	end, closed := strings.Index(rest, "---"), true
	if end < 0 {
		end, closed = keyBody(rest), false
	}
	if countBase64(rest[:end]) < minKeyBody {
		return
	}
	end += body
	if closed { // the closing line goes with it
		line := s.text[end:min(len(s.text), end+maxLabel)]
		line = strings.TrimLeft(line, "- ")
		skipped := min(len(s.text), end+maxLabel) - end - len(line)
		if closing := strings.Index(line, "--"); closing >= 0 && hasFold(line, "end ") {
			end += skipped + closing
			for end < len(s.text) && s.text[end] == '-' {
				end++
			}
		}
	}
	s.takeKey("private-key", start, end)
}

// keyBody is how much of a text that was cut off can still belong to a key:
// base64, line ends, and header lines at its beginning.
func keyBody(rest string) int {
	if i := strings.Index(rest, "\n\n"); i >= 0 && strings.Contains(rest[:i], ": ") {
		return i + 2 + keyBody(rest[i+2:])
	}
	const between = " \r\n\t\\\"'"
	for at, end := 0, 0; ; {
		at = skip(rest, at, len(rest), between)
		if at < len(rest) && at > 0 && rest[at-1] == '\\' && (rest[at] == 'n' || rest[at] == 'r') { // an escaped line end
			at++
			continue
		}
		word := at
		for at < len(rest) && isValueByte(rest[at]) {
			at++
		}
		last := at-word >= 8 && kindsOf(rest[word:at]).digit > 0
		if at-word < 32 { // prose, or the line at which the key was cut
			if last {
				end = at
			}
			return end
		}
		end = at
	}
}

// countBase64 counts bytes of base64 in words that are no prose: what is shorter
// than 16 bytes without a break may be.
func countBase64(s string) int {
	n, run := 0, 0
	for i := range len(s) + 1 {
		if i < len(s) && isValueByte(s[i]) && s[i] != '-' && s[i] != '_' {
			run++
			continue
		}
		if run >= 16 {
			n += run
		}
		run = 0
	}
	return n
}

func (s *scan) takeKey(rule string, start, end int) {
	s.done = end
	s.add(rule, PrivateKey, start, end)
}

// lookPuTTY finds the keys of PuTTY, whose private part follows a line that
// counts it.
func lookPuTTY(s *scan, at, _ int) {
	rest := s.text[at:min(len(s.text), at+maxKeyBody)]
	private := strings.Index(rest, "Private-Lines:")
	if private < 0 {
		return
	}
	end := strings.Index(rest[private:], "Private-MAC:")
	if end < 0 {
		end = len(rest) - private
	}
	end += private
	if countBase64(rest[private:end]) >= 40 {
		s.takeKey("putty-private-key", at, at+end)
	}
}

// lookJWK finds private JSON Web Keys (RFC 7517): objects with a key type and
// the private exponent or scalar d.
func lookJWK(s *scan, at, _ int) {
	open := strings.LastIndexByte(s.text[max(0, at-4096):at], '{')
	if open < 0 {
		return
	}
	open += max(0, at-4096)
	end := strings.IndexByte(s.text[at:min(len(s.text), at+8192)], '}')
	if end < 0 {
		return
	}
	end += at + 1
	object := s.text[open:end]
	d := strings.Index(object, `"d"`)
	if d < 0 {
		d = strings.Index(object, `"d\"`) // JSON inside JSON
	}
	if d < 0 {
		return
	}
	value := skip(object, d+2, 8, " :\t\n\"\\")
	n := value
	for n < len(object) && isToken(object[n]) {
		n++
	}
	if n-value >= 32 && entropy(object[value:n]) >= 3.5 {
		s.takeKey("jwk-private-key", open, end)
	}
}
