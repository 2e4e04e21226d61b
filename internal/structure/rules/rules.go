package rules

import (
	"context"
	"fmt"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Rules reads events by rules of language. It is safe for concurrent use.
type Rules struct {
	mu     sync.Mutex
	frames map[string]*frame // readings of candidates, by type and words
}

var _ structure.Structurer = (*Rules)(nil)

// maxFrames bounds what is remembered of candidates: at some kilobytes each
// this is a few megabytes, and enough for every candidate of one event.
const maxFrames = 2048

// New returns the rules.
func New() *Rules { return &Rules{frames: map[string]*frame{}} }

// Name returns "rules/1".
func (*Rules) Name() string { return "rules/1" }

// Judge implements [structure.Structurer]. It relates the statement to every
// candidate whatever its status, so that one told late finds its place
// between two older ones. Whatever stands in them it answers or gives an error.
func (r *Rules) Judge(ctx context.Context, s structure.Statement, candidates []structure.Candidate) (out []structure.Judgement, err error) {
	ready()
	defer rescue("judge statement", &err)
	f, ok := s.Parse.(*frame)
	if !ok {
		f = r.frame(s.Content, "", s.Type, s.Corrects)
	}
	var loose []bool
	exact := false
	for _, c := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v, ok := r.judge(f, s, c)
		if !ok {
			continue
		}
		exact = exact || !v.loose && v.relation != structure.Same && c.Status == kaibo.StatusCurrent
		out = append(out, structure.Judgement{MemoryID: c.ID, Relation: v.relation})
		loose = append(loose, v.loose)
	}
	if !exact {
		return out, nil
	}
	kept := out[:0]
	for i, j := range out {
		if !loose[i] {
			kept = append(kept, j)
		}
	}
	return kept, nil
}

// rescue turns a panic into an error: a text may be anything, and one that
// these rules trip over must not stop what reads the others.
func rescue(doing string, err *error) {
	if what := recover(); what != nil {
		*err = fmt.Errorf("%s: the rules stopped: %v", doing, what)
	}
}

// judge relates the statement to one candidate, the later to the earlier.
func (r *Rules) judge(f *frame, s structure.Statement, c structure.Candidate) (verdict, bool) {
	g := r.frame(c.Content, c.Quote, c.Type, false)
	f, g, said, apart := meet(f, s, g, c)
	switch {
	case apart:
		return verdict{}, false
	case said, f.key == g.key && !f.nothing && s.Type == c.Type:
		return verdict{relation: structure.Same}, true
	}
	if !c.Later {
		if s.Bounded {
			return verdict{}, false
		}
		return settled(g, f, s, c)
	}
	if c.Bounded {
		return verdict{}, false
	}
	return settled(f, g, s, c)
}

// settled relates two frames, a the earlier, and tells a conflict from an
// update.
func settled(a, b *frame, s structure.Statement, c structure.Candidate) (verdict, bool) {
	if v, ok := relate(a, b); ok {
		return disputed(v, b, s, c), true
	}
	return verdict{relation: structure.Conflicts}, conflicting(a, b)
}

// frame parses a candidate, or finds its parse of before.
func (r *Rules) frame(content, quote, typ string, correct bool) *frame {
	key := typ + "\x00" + content + "\x00" + quote
	r.mu.Lock()
	f, ok := r.frames[key]
	r.mu.Unlock()
	if ok {
		return f
	}
	var extra cue
	l := languageOf(content)
	if quote != "" && quote != content {
		l = languageOf(quote)
		extra = parseIn(l, quote, typ, 0).cues & carried
	}
	if correct {
		extra |= corrects
	}
	f = parseIn(l, content, typ, extra)
	r.mu.Lock()
	if len(r.frames) >= maxFrames {
		clear(r.frames)
	}
	r.frames[key] = f
	r.mu.Unlock()
	return f
}
