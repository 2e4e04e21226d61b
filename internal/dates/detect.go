package dates

import (
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var tables = []*table{english, spanish, french, german, portuguese, italian, swedish, russian, dutch}

// languages holds the lexicons, made when first asked for, and the words by
// which each language is known.
type languages struct {
	byCode map[string]*lexicon
	order  []*lexicon
	signs  map[string]sign
	heads  [heads]uint16 // 1 more than the index in plain of the words of each slot
	plain  []plainSign
}

// plainSign is a word of plain ASCII with its sign.
type plainSign struct {
	key  string
	sign sign
	next uint16 // the next of its slot, as in heads
}

// index makes the table by which plain words are looked up.
func (l *languages) index() {
	for key, s := range l.signs {
		if slot, ok := headOf(key); ok {
			l.plain = append(l.plain, plainSign{key, s, l.heads[slot]})
			l.heads[slot] = uint16(len(l.plain))
		}
	}
}

// of returns the sign of a word of plain ASCII.
func (l *languages) of(w string) sign {
	for at := l.heads[slotOf(w)]; at > 0; at = l.plain[at-1].next {
		if p := &l.plain[at-1]; sameLetters(p.key, w) {
			return p.sign
		}
	}
	return sign{}
}

// sign is what a word tells of the language, one bit for each of order: cues
// are everyday words, strong ones words of dates.
type sign struct{ cues, strong uint16 }

func (l *languages) sign(key string, change func(*sign)) {
	s := l.signs[key]
	change(&s)
	l.signs[key] = s
}

var known = sync.OnceValue(func() *languages {
	l := &languages{byCode: map[string]*lexicon{}, signs: map[string]sign{}}
	for n, t := range tables {
		lex := newLexicon(t, everywhere, cjk)
		l.order = append(l.order, lex)
		l.byCode[t.code] = lex
		for _, w := range strings.Fields(t.cues) {
			l.sign(foldPhrase(w), func(s *sign) { s.cues |= 1 << n })
		}
		for _, e := range t.entries {
			if e.class != month && e.class != weekday && e.class != dayShift && e.class != unit && e.class != shift && e.class != partShift && e.class != clockName && e.class != weekdays {
				continue
			}
			for _, p := range strings.Split(e.phrases, "|") {
				if key := foldPhrase(p); !strings.Contains(key, " ") && utf8.RuneCountInString(key) > 3 || e.class == dayShift {
					l.sign(key, func(s *sign) { s.strong |= 1 << n })
				}
			}
		}
	}
	l.index()
	return l
})

// sample is how many words tell the language.
const sample = 300

// lexiconFor returns the lexicon of a BCP 47 code, or of the language that the
// tokens speak. English stands in for what is not known; the Chinese, Japanese
// and Korean words are in every lexicon.
func lexiconFor(language, text string, toks []token) *lexicon {
	l := known()
	if language != "" {
		code, _, _ := strings.Cut(strings.ToLower(language), "-")
		if lex := l.byCode[code]; lex != nil {
			return lex
		}
		return l.order[0]
	}
	var score [16]int
	var buf [2 * maxKey]byte
	words := 0
	for k := range toks {
		t := &toks[k]
		if t.kind != word || t.end-t.start > maxKey {
			continue
		}
		if words++; words > sample {
			break
		}
		w := text[t.start:t.end]
		var s sign
		if t.ascii {
			s = l.of(w)
		} else {
			s = l.signs[string(appendFolded(buf[:0], w))]
		}
		for set := s.cues; set != 0; set &= set - 1 {
			score[bits.TrailingZeros16(set)] += 2
		}
		for set := s.strong; set != 0; set &= set - 1 {
			score[bits.TrailingZeros16(set)] += 3
		}
	}
	best := 0
	for n := range l.order {
		if score[n] > score[best] {
			best = n
		}
	}
	return l.order[best]
}

// Find returns the dates that text names, in order and without overlaps, the
// longest reading of each. It reads English and the other languages of the
// package, told apart by their everyday words.
func Find(text string, ref kaibo.Time) []Mention { return FindIn(text, ref, "") }

// FindIn is [Find] with the language given as a BCP 47 code; "" detects it.
func FindIn(text string, ref kaibo.Time, language string) []Mention {
	scratch := pool.Get().(*[]token)
	defer pool.Put(scratch)
	toks := tokenize(text, (*scratch)[:0])
	lex := lexiconFor(language, text, toks)
	toks = lex.read(text, toks)
	m := momentOf(ref)
	p := parser{text: text, toks: toks, lex: lex, ref: m, refMs: int64(m.day)*dayMillis + int64(m.minute)*minuteMillis}
	found := p.run()
	if cap(toks) <= maxPooled {
		*scratch = toks[:0]
	}
	return found
}

// maxPooled keeps one huge text from holding its memory for good.
const maxPooled = 1 << 14

var pool = sync.Pool{New: func() any { s := make([]token, 0, 256); return &s }}
