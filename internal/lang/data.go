package lang

import (
	"embed"
	"strings"
	"sync"
)

// The word lists. Each is a small text file: words between white space, a line
// that begins with # is a remark.
//
//go:embed data
var data embed.FS

// set is a set of words.
type set map[string]struct{}

func (s set) has(w string) bool {
	_, ok := s[w]
	return ok
}

// dataLines returns the lines of a word list, without remarks and empty lines.
// The lists are part of the program, so one that is missing is a mistake in it.
func dataLines(name string) []string {
	b, err := data.ReadFile("data/" + name + ".txt")
	if err != nil {
		panic("lang: " + err.Error())
	}
	var lines []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// dataSet returns the words of a list.
func dataSet(name string) set {
	s := set{}
	for _, line := range dataLines(name) {
		for _, w := range strings.Fields(line) {
			s[w] = struct{}{}
		}
	}
	return s
}

// A list is a word list that is read when it is first asked. A program that
// never asks, as most functions of a deployment, does not pay for it at its
// start.
type list func() set

func (l list) has(w string) bool { return l().has(w) }

// dataList is the list of a file.
func dataList(name string) list {
	return sync.OnceValue(func() set { return dataSet(name) })
}

// dataForms reads a list whose lines are a lemma and its forms, and returns
// form to lemma. With self, the lemma leads to itself as well.
func dataForms(name string, self bool) map[string]string {
	m := map[string]string{}
	for _, line := range dataLines(name) {
		f := strings.Fields(line)
		if self {
			m[f[0]] = f[0]
		}
		for _, form := range f[1:] {
			m[form] = f[0]
		}
	}
	return m
}
