package guard

import (
	"slices"
)

// Action is what is done about a finding.
type Action string

// The actions, the mildest first.
const (
	ActOff    Action = "off"    // it is not even told
	ActWarn   Action = "warn"   // it is told
	ActRedact Action = "redact" // it is written over before anything is stored
	ActRefuse Action = "refuse" // nothing is stored
)

// Actions lists the actions, the mildest first.
var Actions = []Action{ActOff, ActWarn, ActRedact, ActRefuse}

// Policy says what is done about each class. A class that it does not name has
// the default: private keys are refused, other secrets told, and personal data
// is left alone.
type Policy map[Class]Action

// Action answers what is done about a class.
func (p Policy) Action(c Class) Action {
	switch a := p[c]; {
	case a != "":
		return a
	case c == PrivateKey:
		return ActRefuse
	case c.Secret():
		return ActWarn
	}
	return ActOff
}

// Permits reports whether a class may have an action. A private key is never
// stored as it is: it can be refused or redacted.
func Permits(c Class, a Action) bool {
	return slices.Contains(Classes, c) && slices.Contains(Actions, a) && (c != PrivateKey || a == ActRefuse || a == ActRedact)
}

// Judged is a finding and what is to be done about it.
type Judged struct {
	Finding
	Action Action
}

// Judge answers what a policy says about findings, in the order of their places,
// none over another: of those that overlap the one with the gravest action
// stands, then the one of the gravest class; where it is written over, all of
// them are. What allowed lets pass, and what is off, is left out; a nil allowed
// lets nothing pass.
func (p Policy) Judge(found []Finding, allowed func(Finding) bool) []Judged {
	var all []Judged
	for _, f := range found {
		if a := p.Action(f.Class); a != ActOff && (allowed == nil || !allowed(f)) {
			all = append(all, Judged{f, a})
		}
	}
	slices.SortStableFunc(all, byPlace)
	var out []Judged
	for i := 0; i < len(all); {
		best, start, end := all[i], all[i].Start, all[i].End
		for i++; i < len(all) && all[i].Start < end; i++ {
			end = max(end, all[i].End)
			if graver(&all[i], &best) {
				best = all[i]
			}
		}
		if best.Action == ActRedact {
			best.Start, best.End = start, end
		}
		out = append(out, best)
	}
	return out
}

// graver reports whether a stands in place of b where they overlap.
func graver(a, b *Judged) bool {
	if x, y := slices.Index(Actions, a.Action), slices.Index(Actions, b.Action); x != y {
		return x > y
	}
	return slices.Index(Classes, a.Class) < slices.Index(Classes, b.Class)
}

// Strictest is the gravest action among findings; [ActOff] for none.
func Strictest(judged []Judged) Action {
	worst := 0
	for i := range judged {
		worst = max(worst, slices.Index(Actions, judged[i].Action))
	}
	return Actions[worst]
}
