package structure

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Model is a language model that reads events and judges updates. Unlike a
// [Structurer] it may answer otherwise the next time, costs time and money, may
// send what it is shown to another machine, and can be wrong or misled by what
// it reads. The worker asks it only where the project turned it on, shows it no
// text that is to stay on this machine unless Loopback, and believes nothing
// that fails a check.
//
// An error is a *[kaibo.Error] whose Detail a person may read; it never holds a
// secret, nor text of the event or of the answer. The use is counted either way.
type Model interface {
	// Name is the provider's and the model's; births and jobs keep it.
	Name() string
	// Loopback reports whether the model runs on this machine.
	Loopback() bool
	// Read finds the statements of an event. They have no anchors yet.
	Read(ctx context.Context, in Input) (Reading, kaibo.ModelUse, error)
	// Judge relates a statement to candidates.
	Judge(ctx context.Context, s Statement, candidates []Candidate) (Verdict, kaibo.ModelUse, error)
}

// Verdict is what a model judged, and what of it was not believed.
type Verdict struct {
	Judgements []Judgement
	Dropped    []Dropped
}

// Dropped is a proposal that failed a check, and which.
type Dropped struct {
	Content string `json:"content"`
	Why     string `json:"why"`
}

// Limits of what a model may do for one job, and with one statement.
const (
	maxModelCalls  = 60               // of Read and Judge together; then the rules go on alone
	maxModelTime   = 60 * time.Second // for all of them, so that a job ends within its function's time
	maxJudged      = 20               // candidates shown to the model: those that the rules relate, then the newest
	maxModelEnds   = 3                // statements that one may end on the word of the model alone
	maxShownReason = 300              // bytes of a model's error that a job shows
)

// adviser asks a model for one attempt at a job, and keeps count.
type adviser struct {
	model Model
	rules Structurer
	use   kaibo.ModelUse
	spent time.Duration
	calls int
	local map[string]bool // ids of initiatives whose text stays on this machine
	seen  map[[32]byte]Verdict

	dropped []Dropped // all that failed a check, for whoever wants to see it
}

// errBudget says that a job has asked its model enough.
var errBudget = kaibo.Errorf(kaibo.Unavailable, "the job used up what it may ask a model: %d calls or %s", maxModelCalls, maxModelTime)

// errLocal says that an event's text must stay here.
var errLocal = kaibo.Errorf(kaibo.Forbidden, "its initiative is local only, and the model is not on this machine")

// readSetting finds out whether the project has the model read its events.
// Where there is no model nothing is read.
func (r *run) readSetting(ctx context.Context) error {
	if r.worker.Model == nil || strings.HasPrefix(r.job.Stream, "~") {
		return nil
	}
	setting, _, err := ReadModelSetting(ctx, r.worker.Table, r.project.ID)
	if err != nil || !setting.On {
		return err
	}
	a := &adviser{model: r.worker.Model, rules: r.worker.Structurer, local: map[string]bool{}, seen: map[[32]byte]Verdict{}}
	if r.job.Model != nil {
		a.use = *r.job.Model
	}
	a.use.Name = a.model.Name()
	if !a.model.Loopback() {
		if a.local, err = r.worker.Ledger.LocalOnly(ctx, r.project); err != nil {
			return err
		}
	}
	r.adviser = a
	return nil
}

// ReadModelSetting reads whether a model may read a project's events, and the
// version of the item that says so; 0 when nobody ever said.
func ReadModelSetting(ctx context.Context, table kaibo.Table, project string) (kaibo.ModelSetting, uint64, error) {
	var s kaibo.ModelSetting
	items, err := table.Get(ctx, kaibo.ModelSettingKey(project))
	if err != nil {
		return s, 0, fmt.Errorf("read model setting: %w", err)
	}
	if !items[0].Found() {
		return s, 0, nil
	}
	return s, items[0].Version, items[0].Decode(&s)
}

// stays reports whether text of these initiatives must stay on this machine.
func (a *adviser) stays(initiatives []string) bool {
	return slices.ContainsFunc(initiatives, func(id string) bool { return a.local[id] })
}

// ask runs one call of the model within the job's bounds and counts it.
func (a *adviser) ask(ctx context.Context, call func(context.Context) (kaibo.ModelUse, error)) error {
	if a.calls >= maxModelCalls || a.spent >= maxModelTime {
		return errBudget
	}
	a.calls++
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, maxModelTime-a.spent)
	defer cancel()
	use, err := call(ctx)
	a.spent += time.Since(began)
	a.use.Add(use)
	return err
}

// gaveUp notes why the rules answered in the model's place: the first reason
// counts, for the others mostly follow from it.
func (a *adviser) gaveUp(err error) {
	if a.use.Rules != "" {
		return
	}
	why := "the model failed"
	var e *kaibo.Error
	if errors.As(err, &e) && e.Detail != "" {
		why = e.Detail
	}
	a.use.Rules = strings.ToValidUTF8(why[:min(len(why), maxShownReason)], "")
}

// read asks the model for the statements of an event; what the rules read
// stands when it may not see it, does not answer, or answers nothing that
// passes the checks.
func (a *adviser) read(ctx context.Context, in Input, src *source, rules Reading) (Reading, bool) {
	if a.stays(src.initiatives) {
		a.gaveUp(errLocal)
		return rules, false
	}
	var reading Reading
	err := a.ask(ctx, func(ctx context.Context) (use kaibo.ModelUse, err error) {
		reading, use, err = a.model.Read(ctx, in)
		return use, err
	})
	if err == nil {
		err = a.sift(&reading, in.Content)
	}
	if err == nil {
		err = a.anchor(ctx, in, rules, &reading)
	}
	if err != nil {
		a.gaveUp(err)
		return rules, false
	}
	return reading, true
}

// drop counts proposals that failed a check.
func (a *adviser) drop(list []Dropped) {
	a.use.Dropped += len(list)
	a.dropped = append(a.dropped, list...)
}

// sift drops the statements that fail the worker's checks. Where more was
// dropped than stayed, nothing of the answer is believed.
func (a *adviser) sift(reading *Reading, content []byte) error {
	kept := make([]Statement, 0, len(reading.Statements))
	for i := range reading.Statements {
		st := reading.Statements[i]
		if err := checkStatement(&st, content); err != nil {
			reading.Dropped = append(reading.Dropped, Dropped{Content: st.Content, Why: err.Error()})
			continue
		}
		kept = append(kept, st)
	}
	reading.Statements = kept
	a.drop(reading.Dropped)
	if len(reading.Dropped) > len(kept) {
		return kaibo.Errorf(kaibo.Unavailable, "of what the model proposed %d failed a check and %d passed", len(reading.Dropped), len(kept))
	}
	return nil
}

// anchor gives the model's statements the anchors that the rules would have
// given them: only so do they meet what was noted without the model.
func (a *adviser) anchor(ctx context.Context, in Input, rules Reading, reading *Reading) error {
	for i := range reading.Statements {
		st := &reading.Statements[i]
		words, err := anchorWords(ctx, a.rules, in.Event, in.Details, st.Content)
		if err != nil {
			return err
		}
		for _, own := range rules.Statements {
			if own.Start < st.End && st.Start < own.End {
				words = append(words, own.Anchors...)
			}
		}
		if len(words) == 0 {
			words = contentWords(st.Content)
		}
		st.Anchors = nil
		for _, w := range words {
			if !slices.Contains(st.Anchors, w) && len(st.Anchors) < MaxAnchors {
				st.Anchors = append(st.Anchors, w)
			}
		}
	}
	return nil
}

// contentWords are the words of a text that are no function words.
func contentWords(text string) []string {
	var words []string
	for _, t := range lang.Tokens(text) {
		if !t.Stop && t.Inflected != "" && !slices.Contains(words, t.Inflected) {
			words = append(words, t.Inflected)
		}
	}
	return words
}

// borrowed tells which statements of a model have words of the events before:
// those with a content word that the event itself has not. What the model put
// in words of its own counts as borrowed too, for nobody can tell it apart.
func borrowed(content []byte) func(*Statement) bool {
	own := make(map[string]bool)
	for _, w := range contentWords(string(content)) {
		own[w] = true
	}
	return func(s *Statement) bool {
		return slices.ContainsFunc(contentWords(s.Content), func(w string) bool { return !own[w] && !dateWord(w) })
	}
}

// dateWord reports whether a word is a number, as a date that was written out
// brings them in.
func dateWord(w string) bool { return strings.Trim(w, "0123456789-:.") == "" }

// judge asks the model how a statement stands to the candidates that it may
// see, and answers what the rules say of the others. What the rules say of all
// stands when the model does not answer.
func (a *adviser) judge(ctx context.Context, st Statement, candidates []Candidate, stay func(int) bool, rules []Judgement) []Judgement {
	shown := a.shown(candidates, stay, rules)
	if len(shown) == 0 {
		return rules
	}
	key := judgeKey(st, shown)
	verdict, known := a.seen[key]
	if !known {
		err := a.ask(ctx, func(ctx context.Context) (use kaibo.ModelUse, err error) {
			verdict, use, err = a.model.Judge(ctx, st, shown)
			return use, err
		})
		if err != nil {
			a.gaveUp(err)
			return rules
		}
		a.temper(st, &verdict, shown, rules)
		a.drop(verdict.Dropped)
		a.seen[key] = verdict
	}
	return merge(verdict.Judgements, shown, rules)
}

// shown are the candidates that the model sees.
func (a *adviser) shown(candidates []Candidate, stay func(int) bool, rules []Judgement) []Candidate {
	var related, rest []Candidate
	for i, c := range candidates {
		if stay(i) {
			continue
		}
		if relationTo(rules, c.ID) != "" {
			related = append(related, c)
		} else {
			rest = append(rest, c)
		}
	}
	all := append(related, rest...)
	return all[:min(len(all), maxJudged)]
}

// temper drops from a verdict what is not among the candidates, and all that
// ends something on the model's word alone where that is more than one
// statement ever does: an event that asks for everything to be cancelled gets
// nothing of it. Nor is a statement the same as one that has other numbers, or
// mostly other words: it would be lost.
func (a *adviser) temper(st Statement, v *Verdict, shown []Candidate, rules []Judgement) {
	kept := v.Judgements[:0]
	offered := make(map[string]bool, len(shown))
	content := make(map[string]string, len(shown))
	for _, c := range shown {
		offered[c.ID], content[c.ID] = true, c.Content
	}
	alone := 0
	for _, j := range v.Judgements {
		if !offered[j.MemoryID] || !knownRelation(j.Relation) {
			v.Dropped = append(v.Dropped, Dropped{Content: j.MemoryID, Why: "it is not among the candidates, or the relation is not known"})
			continue
		}
		delete(offered, j.MemoryID)
		if j.Relation == Same && relationTo(rules, j.MemoryID) != Same && !alike(st.Content, content[j.MemoryID]) {
			v.Dropped = append(v.Dropped, Dropped{Content: j.MemoryID, Why: "it is not the same: numbers or most words differ"})
			continue
		}
		if ends(j.Relation) && !ends(relationTo(rules, j.MemoryID)) {
			alone++
		}
		kept = append(kept, j)
	}
	v.Judgements = kept
	if alone <= maxModelEnds {
		return
	}
	v.Judgements = slices.DeleteFunc(kept, func(j Judgement) bool {
		drop := ends(j.Relation) && !ends(relationTo(rules, j.MemoryID))
		if drop {
			v.Dropped = append(v.Dropped, Dropped{Content: j.MemoryID, Why: fmt.Sprintf("one statement would end %d others that the rules leave alone", alone)})
		}
		return drop
	})
}

// minShared is the share of the shorter one's content words that two statements
// must have in common to be the same on the word of a model.
const minShared = 0.6

// alike reports whether two statements can be the same: they have the same
// numbers and identifiers, and most of their words.
func alike(a, b string) bool {
	x, y := contentWords(a), contentWords(b)
	shared := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			shared++
		} else if strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	for _, w := range y {
		if strings.ContainsAny(w, "0123456789") && !slices.Contains(x, w) {
			return false
		}
	}
	return float64(shared) >= minShared*float64(min(len(x), len(y)))
}

// merge answers the model's judgements of the candidates that it saw, and those
// of the rules for the others.
func merge(model []Judgement, shown []Candidate, rules []Judgement) []Judgement {
	out := slices.Clone(model)
	for _, j := range rules {
		if !slices.ContainsFunc(shown, func(c Candidate) bool { return c.ID == j.MemoryID }) {
			out = append(out, j)
		}
	}
	return out
}

func relationTo(list []Judgement, id string) Relation {
	for _, j := range list {
		if j.MemoryID == id {
			return j.Relation
		}
	}
	return ""
}

// judgeKey names a question to the model, so that a step that is built again
// does not ask it again.
func judgeKey(st Statement, candidates []Candidate) [32]byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %d %d", st.Content, st.ValidFrom, st.ValidTo)
	for _, c := range candidates {
		fmt.Fprintf(&b, "\n%s %q %s %v", c.ID, c.Content, c.Status, c.Later)
	}
	return sha256.Sum256([]byte(b.String()))
}

// modelReason is what a job says when the rules answered in place of a model.
func (a *adviser) modelReason() string {
	if a == nil || a.use.Rules == "" {
		return ""
	}
	return "the rules answered in place of the model: " + a.use.Rules
}

// maxSettingTries bounds how often a setting is written when others write it.
const maxSettingTries = 8

// SetModel says whether the server's model may read a project's events. It
// holds for every job that begins afterwards.
func SetModel(ctx context.Context, table kaibo.Table, project string, next kaibo.ModelSetting) (kaibo.ModelSetting, error) {
	for range maxSettingTries {
		old, version, err := ReadModelSetting(ctx, table, project)
		if err != nil || version != 0 && old.On == next.On {
			return old, err
		}
		err = table.Commit(ctx, []kaibo.Write{kaibo.PutOver(kaibo.ModelSettingKey(project), version, kaibo.Encode(next))})
		if conflict := new(*kaibo.ConflictError); err == nil || !errors.As(err, conflict) {
			return next, err
		}
	}
	return kaibo.ModelSetting{}, &kaibo.Error{Op: "set model", Kind: kaibo.Unavailable, Detail: "too many others change the setting"}
}
