package guard

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// How a rule of the table is looked for.
type how uint8

const (
	byName   how = iota // its value is assigned to a name that holds a keyword
	byPrefix            // its value begins with a keyword
	near                // its value stands around a keyword
)

// rule is a format of secrets.
type rule struct {
	id       string
	how      how
	keywords []string              // lower case; one of them stands in or beside every value
	pattern  func() *regexp.Regexp // of the value, and for near of what stands around it
	entropy  float64               // Shannon's, in bits a byte, that a value has at least
}

// ruleAt answers a rule by its number: the table's, then those of ownTable.
func ruleAt(i int) *rule {
	if i < len(table) {
		return &table[i]
	}
	return &ownTable[i-len(table)]
}

// pattern is one that is compiled when it is first asked for: a text that holds
// none of a rule's keywords never pays for it.
type pattern struct {
	once sync.Once
	re   *regexp.Regexp
}

func (p *pattern) get(compile func() *regexp.Regexp) *regexp.Regexp {
	p.once.Do(func() { p.re = compile() })
	return p.re
}

// patterns are those of the rules, by their numbers.
var patterns = make([]pattern, len(table)+len(ownTable))

// index finds keywords in a text: by the low five bits of two bytes, in which
// upper and lower case are the same, to the keywords that begin so.
type index struct {
	buckets [1 << 10][]entry
}

// entry is a keyword and what looks on where it stands.
type entry struct {
	keyword string
	rules   []int // of the table
	look    func(*scan, int, int)
}

// keywords is made when the first text is scanned, not when a program starts.
var keywords = sync.OnceValue(func() *index {
	x := &index{}
	byWord := map[string]*entry{}
	var order []*entry
	enter := func(word string) *entry {
		if byWord[word] == nil {
			byWord[word] = &entry{keyword: word}
			order = append(order, byWord[word])
		}
		return byWord[word]
	}
	for i := range len(table) + len(ownTable) {
		for _, word := range ruleAt(i).keywords {
			e := enter(word)
			e.rules = append(e.rules, i)
		}
	}
	for _, h := range handmade {
		for _, word := range h.keywords {
			order = append(order, &entry{keyword: word, look: h.look})
		}
	}
	for _, e := range order {
		b := bucket(e.keyword[0], e.keyword[1])
		x.buckets[b] = append(x.buckets[b], *e)
	}
	return x
})

func bucket(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// hasFold reports whether s begins with a word of lower-case ASCII, whatever
// the case of s.
func hasFold(s, word string) bool {
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word)
}

// ownRules are the rules that are no pattern of a table, with their classes.
var ownRules = map[string]Class{
	"private-key": PrivateKey, "putty-private-key": PrivateKey, "jwk-private-key": PrivateKey,
	"url-password": Credential, "authorization-bearer": Credential, "authorization-basic": Credential, "curl-user": Credential,
	"password": Credential, "generic-api-key": Credential, "spoken-secret": Credential,
	"email": Email, "phone": Phone, "payment-card": Card, "iban": IBAN, "ip-address": IP,
}

// Rules lists the names of all rules, in order.
func Rules() []string {
	names := slices.Collect(maps.Keys(ownRules))
	for i := range len(table) + len(ownTable) {
		names = append(names, ruleAt(i).id)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ClassOf answers the class of a rule; empty for a name that no rule has.
func ClassOf(name string) Class {
	if c := ownRules[name]; c != "" {
		return c
	}
	for i := range len(table) + len(ownTable) {
		if r := ruleAt(i); r.id == name {
			return r.class()
		}
	}
	return ""
}

// class is that of what a rule of the table finds.
func (r *rule) class() Class {
	switch {
	case r.id == "age-secret-key":
		return PrivateKey
	case r.how == byName:
		return Credential
	}
	return Token
}
