package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// errCannotCount is of a program that was put together wrongly: without a
// count no budget would hold.
var errCannotCount = &kaibo.Error{Op: "recall", Err: errors.New("this program links no vocabulary to count tokens with")}

// DefaultHalfOfBest is the share of the best score at which an item enters an
// answer.
const DefaultHalfOfBest = 0.5

// Settings are what an operator may set.
type Settings struct {
	HalfOfBest float64 // in (0, 1]; 0 means DefaultHalfOfBest
}

// Engine answers questions. It is safe for concurrent use.
type Engine struct {
	Table    kaibo.Table
	Objects  kaibo.Objects
	Index    *termindex.Index
	Clock    kaibo.Clock
	Settings Settings
	// Rewordings, if set, puts a question in other ways, with other names for
	// the same subjects. They are asked when the question itself has no answer,
	// and never of a limited query.
	Rewordings func(ctx context.Context, p kaibo.Project, question string) ([]string, error)
	// Compact, if set, is told of a project whose index has a long tail. It
	// must not block.
	Compact func(p kaibo.Project)

	readAll bool // the texts of the best hundred, as a test compares with
}

// Recall answers a question about a project. An emit that is not nil is told
// of each stage as it is done; its error stops the recall and is returned.
//
// Errors: Invalid for a budget, a number of candidates or a question out of
// bounds; else what the ports answer. Not to know is no error.
func (e *Engine) Recall(ctx context.Context, p kaibo.Project, q Query, emit func(Stage) error) (*Answer, error) {
	q, err := checked(q)
	if err != nil {
		return nil, err
	}
	if !tokens.Linked() {
		return nil, errCannotCount
	}
	when := e.moment(q)
	if e.Rewordings == nil || q.Filter.Limited {
		return e.ask(ctx, p, q, when, emit)
	}
	t := &turns{engine: e, project: p, query: q, when: when, emit: emit, known: make(chan struct{})}
	go func() {
		defer close(t.known)
		t.others, t.err = e.Rewordings(ctx, p, q.Question)
	}()
	return t.answer(ctx)
}

// moment is the pair of times that a query asks about.
func (e *Engine) moment(q Query) moment {
	when := moment{asOf: e.Clock(), knownAt: q.KnownAt}
	if q.AsOf != nil {
		when.asOf = *q.AsOf
	}
	return when
}

// finder looks a query up in a reader.
func (e *Engine) finder(r *termindex.Reader, q Query, when moment) *finder {
	return newFinder(r, parseQuestion(q.Question, when.asOf), when, q.Filter, hitsFor(q))
}

// turns asks a question and, while there is no answer, puts it in other ways.
// The other ways are looked for beside the first asking, so that they cost no
// round trip of their own.
type turns struct {
	engine  *Engine
	project kaibo.Project
	query   Query
	when    moment
	emit    func(Stage) error
	known   chan struct{} // closed when others and err are set
	others  []string
	err     error
	held    []Stage // of the first asking, while it may not be the one that counts
}

// answer gives the first answer that there is, else the question's own.
func (t *turns) answer(ctx context.Context) (*Answer, error) {
	own, err := t.engine.ask(ctx, t.project, t.query, t.when, t.watch(t.tell))
	<-t.known
	if err != nil || t.err != nil {
		return nil, errors.Join(err, t.err)
	}
	if len(t.others) == 0 {
		return own, nil
	}
	for i := 0; own.Abstain.Abstained && i < len(t.others); i++ {
		asked, stages := t.query, []Stage(nil)
		asked.Question = t.others[i]
		a, err := t.engine.ask(ctx, t.project, asked, t.when, t.watch(func(s Stage) error {
			stages = append(stages, s)
			return nil
		}))
		if err != nil {
			return nil, err
		}
		if a.Question = t.query.Question; !a.Abstain.Abstained {
			own, t.held = a, stages
		}
	}
	return own, t.tellHeld()
}

// tell passes a stage of the first asking on, or holds it while the question
// can be put in other ways.
func (t *turns) tell(s Stage) error {
	<-t.known
	if len(t.others) == 0 {
		return t.emit(s)
	}
	t.held = append(t.held, s)
	return nil
}

// watch is what an asking is told stages by: nothing when nobody watches, so
// that it does no work for stages that nobody sees.
func (t *turns) watch(tell func(Stage) error) func(Stage) error {
	if t.emit == nil {
		return nil
	}
	return tell
}

func (t *turns) tellHeld() error {
	for _, s := range t.held {
		if err := t.emit(s); err != nil {
			return err
		}
	}
	return nil
}

// ask answers one question.
func (e *Engine) ask(ctx context.Context, p kaibo.Project, q Query, when moment, emit func(Stage) error) (*Answer, error) {
	for try := 1; ; try++ {
		r, err := e.Index.Open(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("recall: open index: %w", err)
		}
		e.hint(p, r)
		asked := &asked{Query: q, all: q.Fill || e.readAll, half: e.Settings.HalfOfBest, emit: emit, last: try == maxTries,
			f: e.finder(r, q, when), lib: newLibrary(e.Table, p.ID, when)}
		if asked.half <= 0 || asked.half > 1 {
			asked.half = DefaultHalfOfBest
		}
		a, err := asked.answer(ctx)
		asked.f.release()
		if errors.Is(err, errMoved) {
			if err := rest(ctx, try); err != nil {
				return nil, fmt.Errorf("recall: %w", err)
			}
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("recall: %w", err)
		}
		return a, nil
	}
}

// maxTries bounds how often the index is opened again because the table had
// moved on. Where many write, some job or other ends during most tries, so they
// are many and rest longer each time. The last one answers with what is still
// there.
const maxTries = 16

// rest waits a little before the index is opened again: 1 ms more each time.
func rest(ctx context.Context, try int) error {
	t := time.NewTimer(time.Duration(try) * time.Millisecond)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errMoved says that a text which the index names is gone from the table: it
// was structured, replaced or forgotten in between, and what took its place is
// in a newer index alone. To go on would leave out what a remember has
// acknowledged.
var errMoved = errors.New("the table is newer than the index that was read")

// moved reports whether the table says otherwise than the index, which knew the
// candidate to hold. Whether one that holds later had been said, only the table
// knows.
func (c *candidate) moved() bool { return c.gone && c.state == holds }

// checked fills in the defaults of a query and refuses what is out of bounds.
func checked(q Query) (Query, error) {
	if q.Budget == 0 {
		q.Budget = kaibo.DefaultBudget
	}
	if q.Candidates == 0 {
		q.Candidates = DefaultCandidates
	}
	switch {
	case q.Budget < 1 || q.Budget > kaibo.MaxBudget:
		return q, kaibo.InvalidField("budget", "must be 1 to %d tokens", kaibo.MaxBudget)
	case q.Candidates < 1 || q.Candidates > MaxCandidates:
		return q, kaibo.InvalidField("candidates", "must be 1 to %d", MaxCandidates)
	case len(q.Question) > kaibo.MaxQuestionBytes:
		return q, kaibo.InvalidField("question", "must be at most %d bytes", kaibo.MaxQuestionBytes)
	}
	return q, nil
}

// hint tells of a compaction that is due.
func (e *Engine) hint(p kaibo.Project, r *termindex.Reader) {
	if e.Compact != nil && e.Index.CompactionDue(r) {
		e.Compact(p)
	}
}

// asked is one recall on its way.
type asked struct {
	Query
	half float64
	emit func(Stage) error
	last bool // not to be begun again
	all  bool // the best hundred texts are read
	f    *finder
	lib  *library
}

// answer finds, weighs, decides and packs.
func (a *asked) answer(ctx context.Context) (*Answer, error) {
	ranked := a.f.search(holds, upcoming)
	a.f.scorer.rank(ranked)
	a.f.open(ranked)
	if err := a.read(ctx, ranked); err != nil {
		return nil, err
	}
	if !a.last && slices.ContainsFunc(ranked, (*candidate).moved) {
		return nil, errMoved
	}
	if err := a.tellCandidates(ranked); err != nil {
		return nil, err
	}
	valid := sure(ranked)
	e := &evidence{f: a.f, ranked: present(ranked), g: a.f.ground(valid)}
	ans := &Answer{Question: a.Question, AsOf: a.f.when.asOf, Budget: a.Budget, Items: []Item{},
		Abstain: Abstain{Ungrounded: a.f.q.ungrounded(e.g)}}
	code, reason := a.f.refuse(e.g, valid)
	if code == OnlyPast {
		c, err := a.heir(ctx, e.g)
		if err != nil {
			return nil, err
		}
		if c != nil {
			code, reason, ranked = "", "", []*candidate{c}
		}
	}
	if code == "" {
		ch, err := a.choose(ctx, ranked)
		if err != nil {
			return nil, err
		}
		code, reason = a.pack(ans, ch)
	}
	if code != "" {
		ans.Abstain.Abstained, ans.Abstain.Code, ans.Abstain.Reason = true, code, reason
		e.refused = true
	}
	ans.Abstain.Confidence = e.confidence()
	if a.Trace {
		ans.Abstain.Signals = e.values()
	}
	return ans, a.tellFinal(ans)
}

// pack puts what was chosen into the answer, or says why it is empty.
func (a *asked) pack(ans *Answer, ch *chooser) (code, reason string) {
	switch {
	case len(ch.picks) == 0 && ch.tooLong:
		return OverBudget, fmt.Sprintf("Nothing that answers fits into %d tokens.", a.Budget)
	case len(ch.picks) == 0:
		return NoMatch, "What bears out words of the question is no longer there."
	}
	for _, p := range ch.picks {
		ans.Items = append(ans.Items, p.item)
	}
	ans.Used = ch.used
	return "", ""
}

// sure returns the candidates that are known to be valid: those that hold, and
// the upcoming ones whose records say that they had been said.
func sure(ranked []*candidate) []*candidate {
	var out []*candidate
	for _, c := range ranked {
		if !c.gone && (c.state == holds || c.settled()) {
			out = append(out, c)
		}
	}
	return out
}

// present returns the candidates that were not found to be gone.
func present(ranked []*candidate) []*candidate {
	var out []*candidate
	for _, c := range ranked {
		if !c.gone {
			out = append(out, c)
		}
	}
	return out
}

// choose packs the smallest set, then what was asked for besides.
func (a *asked) choose(ctx context.Context, ranked []*candidate) (*chooser, error) {
	ch := &chooser{f: a.f, lib: a.lib, q: a.Query, half: a.half, best: -1, taken: map[string]bool{}, worth: a.f.scorer.rarity}
	if err := ch.choose(ctx, ranked, ch.entersSmallest); err != nil {
		return nil, err
	}
	if a.Fill && len(ch.picks) > 0 {
		if err := ch.choose(ctx, ranked, ch.entersFill); err != nil {
			return nil, err
		}
	}
	if a.IncludePast && len(ch.picks) > 0 {
		over := a.f.search(past)
		a.f.scorer.rank(over)
		a.f.open(over)
		if err := ch.choose(ctx, over, ch.entersPast); err != nil {
			return nil, err
		}
	}
	ch.inOrder()
	return ch, nil
}

// tellCandidates emits the candidates stage: those that were read.
func (a *asked) tellCandidates(ranked []*candidate) error {
	if a.emit == nil {
		return nil
	}
	s := Stage{Name: StageCandidates, Candidates: []Candidate{}}
	for _, c := range ranked {
		if len(s.Candidates) < a.Candidates && c.settled() && !c.gone && c.score > 0 {
			s.Candidates = append(s.Candidates, Candidate{MemoryID: c.doc.ID, Score: c.score, Citations: a.lib.citations(c)})
		}
	}
	return a.emit(s)
}

// tellFinal emits an item a stage, then the answer.
func (a *asked) tellFinal(ans *Answer) error {
	if a.emit == nil {
		return nil
	}
	for i := range ans.Items {
		if err := a.emit(Stage{Name: StagePacked, Packed: &ans.Items[i]}); err != nil {
			return err
		}
	}
	return a.emit(Stage{Name: StageFinal, Final: ans})
}
