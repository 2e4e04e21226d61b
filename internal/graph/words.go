package graph

import "strings"

// word stands for a string that the graph holds once, however often it is said.
type word uint32

// words keeps strings by number, and how often each is held. The zero word is
// the empty string.
type words struct {
	text []string
	held []uint32
	byID map[string]word
}

// The attributes that the graph knows by name have the first words, in the order
// of known.
const (
	wName word = 1 + iota
	wTier
	wLayer
	wPin
	wVisibility
	wState
	wDue
	wRemind
	wURL
	wVerdict
	wReview
	wMembers
	wOrder
	wStatus
	wFrom
	wTo
	wBy
	wWeight
	wMerged
	wDeleted
	lastKnown = wDeleted
)

var known = []string{
	AttrName, AttrTier, AttrLayer, AttrPin, AttrVisibility, AttrState, AttrDue, AttrRemind, AttrURL, AttrVerdict, AttrReview, AttrMembers,
	AttrOrder, AttrStatus, AttrFrom, AttrTo, AttrBy, AttrWeight, AttrMerged, AttrDeleted,
}

func newWords() words {
	w := words{text: []string{""}, held: []uint32{1}, byID: map[string]word{"": 0}}
	for _, s := range known {
		w.hold(s)
	}
	return w
}

// hold answers the word of a string, which it makes when there is none, and
// counts one more that holds it.
func (w *words) hold(s string) word {
	id, ok := w.byID[s]
	if !ok {
		id, s = word(len(w.text)), strings.Clone(s) // which may be a part of something longer
		w.text, w.held = append(w.text, s), append(w.held, 0)
		w.byID[s] = id
	}
	w.held[id]++
	return id
}

// find answers the word of a string, and false when nothing says it.
func (w *words) find(s string) (word, bool) {
	id, ok := w.byID[s]
	return id, ok
}

// free takes one off those that hold a word. A string that nothing holds any
// longer is gone from memory too, and its number is not given again.
func (w *words) free(id word) (gone bool) {
	if id <= lastKnown {
		return false
	}
	w.held[id]--
	if w.held[id] > 0 {
		return false
	}
	delete(w.byID, w.text[id])
	w.text[id] = ""
	return true
}

// byKnowledge reports whether an attribute goes by what was known alone.
func (a word) byKnowledge() bool { return a >= wStatus && a <= wBy }
