package rules

import (
	"encoding/json"
	"io"
	"strings"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Bounds of what is read of a JSON text: a deeper or larger one is read as
// far as they go.
const (
	maxJSONDepth  = 32
	maxJSONLeaves = 20000
	maxRowFields  = 24
	maxFieldBytes = 400
)

// node is a JSON value with its place in the text.
type node struct {
	key    string
	lo, hi int
	text   string // of a scalar
	str    bool
	kids   []*node
	array  bool
	object bool
}

// cutJSON reads a JSON text, or one JSON value a line. The sentences in its
// strings are read on their own; of the rest each object, with the objects in
// it, is one statement of named fields.
func cutJSON(content string) ([]piece, bool) {
	root, ok := readJSON(content, 0)
	if ok {
		j := &jsonCutter{content: content}
		j.object(root)
		return j.out, true
	}
	var out []piece
	for _, l := range lines(content) {
		if strings.TrimSpace(l.text) == "" {
			continue
		}
		n, ok := readJSON(l.text, l.lo)
		if !ok || !n.object {
			return nil, false
		}
		j := &jsonCutter{content: content}
		j.object(n)
		out = append(out, j.out...)
	}
	return out, len(out) > 0
}

func readJSON(text string, shift int) (*node, bool) {
	if !json.Valid([]byte(text)) {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	r := &jsonReader{d: d, text: text, shift: shift}
	n, err := r.value(0)
	return n, err == nil && n != nil
}

type jsonReader struct {
	d      *json.Decoder
	text   string
	shift  int
	leaves int
}

func (r *jsonReader) next() (json.Token, int, int, error) {
	before := int(r.d.InputOffset())
	t, err := r.d.Token()
	if err != nil {
		return nil, 0, 0, err
	}
	lo := before
	for lo < len(r.text) && (r.text[lo] == ',' || r.text[lo] == ':' || r.text[lo] == ' ' || r.text[lo] == '\n' || r.text[lo] == '\t' || r.text[lo] == '\r') {
		lo++
	}
	return t, lo + r.shift, int(r.d.InputOffset()) + r.shift, nil
}

func (r *jsonReader) value(depth int) (*node, error) {
	t, lo, hi, err := r.next()
	if err != nil {
		return nil, err
	}
	n := &node{lo: lo, hi: hi}
	switch v := t.(type) {
	case json.Delim:
		n.object, n.array = v == '{', v == '['
		err = r.children(n, depth)
		n.hi = int(r.d.InputOffset()) + r.shift
	case string:
		n.text, n.str = v, true
	case json.Number:
		n.text = v.String()
	case bool:
		n.text = map[bool]string{true: "true", false: "false"}[v]
	}
	return n, err
}

func (r *jsonReader) children(n *node, depth int) error {
	for r.d.More() {
		key := ""
		if n.object {
			t, _, _, err := r.next()
			if err != nil {
				return err
			}
			key, _ = t.(string)
		}
		kid, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		kid.key = key
		if r.leaves < maxJSONLeaves && depth < maxJSONDepth {
			n.kids = append(n.kids, kid)
		}
		r.leaves++
	}
	_, err := r.d.Token()
	if err == io.EOF {
		return nil
	}
	return err
}

type jsonCutter struct {
	content string
	out     []piece
}

// object reads one object, or a list of them, as statements.
func (j *jsonCutter) object(n *node) {
	if n.array {
		for _, k := range n.kids {
			j.object(k)
		}
		return
	}
	if !n.object {
		j.leafOrProse(n)
		return
	}
	if requestLike(n) {
		return
	}
	var row []*node
	at := len(j.out)
	j.collect(n, "", &row)
	if len(row) > maxRowFields {
		row = row[:maxRowFields]
	}
	if p, ok := j.row(n, row); ok {
		j.out = append(j.out[:at], append([]piece{p}, j.out[at:]...)...)
	}
}

// collect gathers the scalar fields below n and reads its sentences and its
// lists of objects on their own.
func (j *jsonCutter) collect(n *node, key string, row *[]*node) {
	switch {
	case n.object:
		for _, k := range n.kids {
			j.collect(k, k.key, row)
		}
	case n.array && flat(n):
		var texts []string
		for _, k := range scalars(n, nil) {
			texts = append(texts, k.text)
		}
		if len(texts) > 0 {
			*row = append(*row, &node{key: key, lo: n.lo, hi: n.hi, text: strings.Join(texts, " ")})
		}
	case n.array:
		for _, k := range n.kids {
			j.object(k)
		}
	case n.str && prose(n.text):
		j.leafOrProse(n)
	case strings.TrimSpace(n.text) != "":
		n.key = key
		*row = append(*row, n)
	}
}

func flat(n *node) bool {
	for _, k := range n.kids {
		if k.object || k.str && prose(k.text) || k.array && !flat(k) {
			return false
		}
	}
	return true
}

func scalars(n *node, out []*node) []*node {
	for _, k := range n.kids {
		if k.array {
			out = scalars(k, out)
		} else {
			out = append(out, k)
		}
	}
	return out
}

func (j *jsonCutter) leafOrProse(n *node) {
	if !n.str || strings.TrimSpace(n.text) == "" {
		return
	}
	lo, hi := n.lo+1, n.hi-1
	if lo < hi && j.content[lo:hi] == n.text {
		for _, p := range cutText(n.text) {
			p.lo, p.hi = p.lo+lo, p.hi+lo
			j.out = append(j.out, p)
		}
		return
	}
	for _, p := range cutText(n.text) { // escapes: the whole string bears it out
		p.text, p.lo, p.hi = p.says(n.text), lo, hi
		j.out = append(j.out, p)
	}
}

// row writes the fields of one object as a line.
func (j *jsonCutter) row(n *node, row []*node) (piece, bool) {
	var b strings.Builder
	telling := 0
	for _, f := range row {
		text := strings.Join(strings.Fields(f.text), " ")
		if len(text) > maxFieldBytes || strings.IndexFunc(text, inWord) < 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		if f.key != "" {
			b.WriteString(f.key + ": ")
		}
		b.WriteString(text)
		if f.key != "tool" && f.key != "type" && f.key != "id" && f.key != "ok" {
			telling++
		}
	}
	if telling == 0 || b.Len() > structure.MaxStatementBytes {
		return piece{}, false
	}
	lo, hi := n.lo, n.hi
	if hi-lo > structure.MaxStatementBytes && len(row) > 0 {
		lo, hi = row[0].lo, row[len(row)-1].hi
	}
	if hi-lo > structure.MaxStatementBytes {
		hi = row[0].hi
	}
	return piece{lo: lo, hi: hi, text: b.String(), whole: true}, true
}

// prose tells a string that is a sentence or more from a name, a code or a
// command.
func prose(s string) bool {
	words := strings.Fields(s)
	if len(words) < 3 || strings.ContainsAny(s, "{}=<>|") && !strings.Contains(s, ". ") {
		return len([]rune(s)) > 8 && strings.ContainsAny(s, "。！？")
	}
	end := strings.TrimRight(s, " \n\t\"”')")
	if end == "" {
		return false
	}
	lower := 0
	for _, w := range words {
		if strings.IndexFunc(w, unicode.IsUpper) < 0 {
			lower++
		}
	}
	return strings.ContainsAny(end[len(end)-1:], ".!?") && lower*2 >= len(words) || len(words) >= 4 && lower*2 >= len(words) && hasVerb(s)
}

// requestLike tells an object that has the fields of a request to this
// memory: it is an order and states nothing.
func requestLike(n *node) bool {
	for _, k := range n.kids {
		switch k.key {
		case "memoryId", "dryRun", "eventId", "knownAt", "idempotencyKey":
			return true
		}
	}
	return false
}
