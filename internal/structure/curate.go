package structure

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// CurateStream is where the events of the verbs that mend lie.
const CurateStream = "~curate"

// Curation is the content of an event of kind curate, in RFC 8785's form.
type Curation struct {
	Verb     string `json:"verb"`
	MemoryID string `json:"memoryId,omitempty"`
	Content  string `json:"content,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Name     string `json:"name,omitempty"`
	Same     string `json:"same,omitempty"`

	// Args are those of a verb of the graph: its event was applied in the Commit
	// that recorded it.
	Args json.RawMessage `json:"args,omitempty"`
}

// The verbs that mend.
const (
	VerbCorrect   = "correct"
	VerbReinstate = "reinstate"
	VerbDispute   = "dispute"
	VerbAlias     = "alias"

	// VerbRestructure records that a project was derived again; it mends nothing.
	VerbRestructure = "restructure"
)

// Mended is the answer of a verb that mends.
type Mended struct {
	ledger.Appended
	Memories []string // that it made or changed
}

// Mend checks a curation, writes it as an event, and applies it. What it names
// must exist and be in a state that the verb can change; otherwise nothing is
// written.
func (w *Worker) Mend(ctx context.Context, p kaibo.Project, c Curation, details kaibo.Details, key string) (Mended, error) {
	replay, err := w.used(ctx, p, key)
	if err != nil {
		return Mended{}, err
	}
	if !replay {
		if err := w.checkCuration(ctx, p, &c); err != nil {
			return Mended{}, err
		}
	}
	content, err := canon.Marshal(c)
	if err != nil {
		return Mended{}, fmt.Errorf("write curation: %w", err)
	}
	appended, err := w.Ledger.Curate(ctx, p, CurateStream, ledger.Entry{Content: content, Details: details, IdempotencyKey: key})
	if err != nil {
		return Mended{}, err
	}
	if appended.Event.Stream != CurateStream {
		return Mended{}, kaibo.Errorf(kaibo.Conflict, "this idempotency key was used for an event of the stream %s; nothing was changed", appended.Event.Stream)
	}
	job, err := w.Wait(ctx, p, appended.Job.ID)
	if err != nil {
		return Mended{}, err
	}
	appended.Job = *job
	return Mended{Appended: appended, Memories: job.Memories}, nil
}

// used reports whether a key has an event already: then the call is a replay
// and what it named may have changed since.
func (w *Worker) used(ctx context.Context, p kaibo.Project, key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	_, _, err := w.Ledger.Ref(ctx, p, p.EventIDForKey(key))
	if kaibo.KindOf(err) == kaibo.NotFound {
		return false, nil
	}
	return err == nil, err
}

// checkCuration says what is wrong with a curation before anything is written.
func (w *Worker) checkCuration(ctx context.Context, p kaibo.Project, c *Curation) error {
	if len(c.Reason) > kaibo.MaxReasonBytes {
		return kaibo.InvalidField("reason", "must be at most %d bytes", kaibo.MaxReasonBytes)
	}
	if c.Verb == VerbAlias {
		return checkAlias(c)
	}
	record, err := w.Views.Record(ctx, p, c.MemoryID)
	for err == nil && len(record.ReplacedBy) > 0 { // it was derived again: what took its place is meant
		c.MemoryID = record.ReplacedBy[0]
		record, err = w.Views.Record(ctx, p, c.MemoryID)
	}
	if err != nil {
		return err
	}
	if record.Retired {
		return kaibo.Errorf(kaibo.NotFound, "there is no memory %s", c.MemoryID)
	}
	if record.Forgotten {
		return kaibo.Errorf(kaibo.Gone, "memory %s is forgotten", c.MemoryID)
	}
	if by := record.Last().SupersededBy; c.Verb == VerbReinstate && kaibo.IsMemoryID(by) {
		ender, err := w.Views.Record(ctx, p, by)
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
			return err
		}
		if err == nil && ender.Structurer == kaibo.StructurerCurate && !ender.Forgotten {
			return kaibo.Errorf(kaibo.Conflict, "memory %s was ended by a node of the curated graph: undo the event that did", c.MemoryID)
		}
	}
	status := record.Last().Status
	switch {
	case record.Structurer == kaibo.StructurerCurate && c.Verb != VerbDispute:
		return kaibo.Errorf(kaibo.Conflict, "memory %s is a node of the curated graph: revise it to say something else, or undo the event that ended it", c.MemoryID)
	case c.Verb == VerbCorrect && strings.TrimSpace(c.Content) == "":
		return kaibo.InvalidField("content", "must not be empty")
	case c.Verb == VerbCorrect && len(c.Content) > MaxStatementBytes:
		return kaibo.InvalidField("content", "must be at most %d bytes", MaxStatementBytes)
	case c.Verb == VerbCorrect && c.Content == record.Content:
		return kaibo.Errorf(kaibo.Conflict, "memory %s says that already", c.MemoryID)
	case c.Verb == VerbCorrect && status != kaibo.StatusCurrent:
		return kaibo.Errorf(kaibo.Conflict, "memory %s is %s; correct what replaced it, or reinstate it first", c.MemoryID, status)
	case c.Verb == VerbReinstate && status == kaibo.StatusCurrent:
		return kaibo.Errorf(kaibo.Conflict, "memory %s is current already", c.MemoryID)
	case c.Verb == VerbDispute && record.Last().Disputed:
		return kaibo.Errorf(kaibo.Conflict, "memory %s is disputed already", c.MemoryID)
	}
	return nil
}

func checkAlias(c *Curation) error {
	for _, f := range []struct{ field, value string }{{"name", c.Name}, {"same", c.Same}} {
		if strings.TrimSpace(f.value) == "" || len(f.value) > kaibo.MaxNameBytes {
			return kaibo.InvalidField(f.field, "must be 1 to %d bytes", kaibo.MaxNameBytes)
		}
	}
	if foldName(c.Name) == foldName(c.Same) {
		return kaibo.InvalidField("same", "is the same name already")
	}
	return nil
}

// curate applies an event of kind curate to the step. What it names was
// checked when it was written; when that changed since, the event stays and
// the job says why nothing came of it.
func (s *step) curate(ctx context.Context, event int, src *source) error {
	var c Curation
	if err := json.Unmarshal(src.content, &c); err != nil {
		return &kaibo.Error{Op: "read curation " + src.event.ID, Err: err}
	}
	switch {
	case c.Args != nil:
		s.why = []string{"it was applied when it was recorded"}
		return s.curatedAgain(ctx, event, src)
	case c.Verb == VerbAlias:
		return s.alias(ctx, &c, src)
	case strings.HasPrefix(c.Verb, "keys."), strings.HasPrefix(c.Verb, "retention."), c.Verb == VerbRestructure:
		s.why = []string{"it is a record of what was administered: nothing is to be noted down"}
		return nil
	}
	c.MemoryID = s.worker.again.now(c.MemoryID)
	if err := s.batch.Load(ctx, []string{c.MemoryID}); err != nil {
		return err
	}
	target := s.batch.Record(c.MemoryID)
	if target == nil && c.Verb == VerbCorrect && len(s.worker.again.bore(src.event.ID)) > 0 {
		return s.correctAlone(ctx, event, src, &c)
	}
	if target == nil || target.Forgotten {
		s.why = []string{"the memory is not there any more"}
		return nil
	}
	switch c.Verb {
	case VerbCorrect:
		return s.correct(ctx, event, src, &c, target)
	case VerbReinstate:
		return s.reinstate(ctx, event, src, target)
	case VerbDispute:
		change := revise(target, ruled(src))
		change.Revision.Disputed = true
		return s.change(event, change)
	}
	s.why = []string{fmt.Sprintf("verb %q is not known to this version", c.Verb)}
	return nil
}

// curatedAgain does again to what was derived again what a verb of the graph did
// to automatic memories. What it made itself stays as it is.
func (s *step) curatedAgain(ctx context.Context, event int, src *source) error {
	for _, old := range s.worker.again.revisedBy(&src.event) {
		id := s.worker.again.now(old.record.ID)
		if err := s.batch.Load(ctx, []string{id}); err != nil {
			return err
		}
		target := s.batch.Record(id)
		if target == nil || target.Forgotten {
			continue
		}
		c := revise(target, ruled(src))
		c.Revision.Status, c.Revision.SupersededBy = old.revision.Status, old.revision.SupersededBy
		c.Revision.ValidFrom, c.Revision.ValidTo = old.revision.ValidFrom, old.revision.ValidTo
		if err := s.change(event, c); err != nil {
			return err
		}
	}
	return nil
}

// ruled is the revision that an event of the server's own begins.
func ruled(src *source) *kaibo.Revision {
	return &kaibo.Revision{RecordedAt: src.event.RecordedAt, Stream: src.event.Stream, Seq: src.event.Seq}
}

// change adds a revision to the step and to its derivation.
func (s *step) change(event int, c kaibo.Change) error {
	d := s.derivation(event)
	d.Changes = append(d.Changes, c)
	if !slices.Contains(s.memories, c.MemoryID) {
		s.memories = append(s.memories, c.MemoryID)
	}
	return s.batch.Change(c)
}

// correct makes the memory that says what the target should have said.
func (s *step) correct(ctx context.Context, event int, src *source, c *Curation, target *kaibo.MemoryRecord) error {
	if target.Last().Status != kaibo.StatusCurrent && s.worker.again == nil { // deriving again keeps what people said
		s.why = []string{"the memory is " + target.Last().Status + " by now"}
		return nil
	}
	start, end := contentSpan(src.content)
	words, err := s.worker.anchorsOf(ctx, src, c.Content)
	if err != nil {
		return err
	}
	anchors := append(slices.Clone(target.Anchors), s.anchors(words)...)
	slices.Sort(anchors)
	anchors = slices.Compact(anchors)
	anchors = anchors[:min(len(anchors), 2*MaxAnchors)]
	if err := s.loadGuards(ctx, anchors); err != nil {
		return err
	}
	st := Statement{Type: target.Type, Content: c.Content, Start: start, End: end, Confidence: 1,
		ValidFrom: target.Last().ValidFrom, ValidTo: target.StatedTo}
	src.initiatives = target.Initiatives
	birth := s.birth(src, &planned{Event: event, Statement: st}, anchors)
	_, err = s.settle(event, birth, []judged{{record: target, relation: Corrects}})
	s.worker.again.tookPlace(src.event.ID, birth.ID)
	return err
}

// correctAlone derives a correction again whose memory nothing says any more:
// what people said stays.
func (s *step) correctAlone(ctx context.Context, event int, src *source, c *Curation) error {
	old := s.worker.again.bore(src.event.ID)[0]
	words, err := s.worker.anchorsOf(ctx, src, c.Content)
	if err != nil {
		return err
	}
	anchors := s.anchors(words)
	if err := s.loadGuards(ctx, anchors); err != nil {
		return err
	}
	start, end := contentSpan(src.content)
	st := Statement{Type: old.Type, Content: c.Content, Start: start, End: end, Confidence: 1, ValidFrom: old.StatedFrom, ValidTo: old.StatedTo}
	src.initiatives = old.Initiatives
	birth := s.birth(src, &planned{Event: event, Statement: st}, anchors)
	_, err = s.settle(event, birth, nil)
	s.worker.again.tookPlace(src.event.ID, birth.ID)
	return err
}

// contentSpan finds the text of the member "content" in a curation: the bytes
// between its quotes. An event that has none, which the server never wrote, has
// nothing there to cite.
func contentSpan(curation []byte) (start, end int) {
	const name = `"content":"`
	at := strings.Index(string(curation), name) // names sort: it is the first member
	if at < 0 {
		return 0, 0
	}
	start = at + len(name)
	for end = start; end < len(curation) && curation[end] != '"'; end++ {
		if curation[end] == '\\' {
			end++
		}
	}
	return start, min(end, len(curation))
}

// anchorsOf asks the structurer under which words a sentence is found.
func (w *Worker) anchorsOf(ctx context.Context, src *source, content string) ([]string, error) {
	return anchorWords(ctx, w.Structurer, src.event, src.details, content)
}

// anchorWords reads a sentence as a message of the event's writer and answers
// the words under which it is found.
func anchorWords(ctx context.Context, by Structurer, e kaibo.Event, d kaibo.Details, content string) ([]string, error) {
	e.Kind = kaibo.KindMessage
	reading, err := by.Read(ctx, Input{Event: e, Content: []byte(content), Details: d})
	if err != nil {
		return nil, fmt.Errorf("read for anchors: %w", err)
	}
	var words []string
	for _, st := range reading.Statements {
		words = append(words, st.Anchors...)
	}
	return words[:min(len(words), MaxAnchors)], nil
}

// reinstate lets a memory hold again and empties what replaced it, and what
// replaced that.
func (s *step) reinstate(ctx context.Context, event int, src *source, target *kaibo.MemoryRecord) error {
	if target.Last().Status == kaibo.StatusCurrent {
		s.why = []string{"the memory is current already"}
		return nil
	}
	back := revise(target, ruled(src))
	back.Revision.Status, back.Revision.SupersededBy = kaibo.StatusCurrent, ""
	back.Revision.ValidTo = max(target.StatedTo, back.Revision.ValidFrom)
	by := target.Last().SupersededBy
	if err := s.change(event, back); err != nil {
		return err
	}
	for hops := 0; by != "" && hops < maxTargets; hops++ {
		if err := s.batch.Load(ctx, []string{by}); err != nil {
			return err
		}
		r := s.batch.Record(by)
		if r == nil || r.ID == target.ID || r.Structurer == kaibo.StructurerCurate { // a node changes in the graph alone
			return nil
		}
		undone, next := undo(r, target, ruled(src))
		by = next
		if err := s.change(event, undone); err != nil {
			return err
		}
	}
	return nil
}

// undo takes back what ended a memory that holds again, and names the next
// one to take back. A statement never held then: its interval is empty. But a
// memory that itself was reinstated over target goes back to how it had ended,
// and so does what had ended it, so that no time is left without a statement.
func undo(r, target *kaibo.MemoryRecord, rev *kaibo.Revision) (change kaibo.Change, next string) {
	change = revise(r, rev)
	next = r.Last().SupersededBy
	if views.Compare(&r.Birth, &target.Birth) < 0 {
		if was := endedBefore(r); was != nil {
			change.Revision.Status, change.Revision.ValidTo = was.Status, was.ValidTo
			change.Revision.SupersededBy = was.SupersededBy
			return change, was.SupersededBy
		}
	}
	change.Revision.Status, change.Revision.ValidTo = kaibo.StatusCanceled, change.Revision.ValidFrom
	change.Revision.SupersededBy = target.ID
	return change, next
}

// endedBefore is how a memory had ended before it was reinstated, or before
// a reinstatement emptied it: its newest earlier revision that names another
// ender. It is nil when there is none.
func endedBefore(r *kaibo.MemoryRecord) *kaibo.Revision {
	now := r.Last().SupersededBy
	for i := len(r.Revisions) - 2; i >= 0; i-- {
		if rev := &r.Revisions[i]; rev.Status != kaibo.StatusCurrent && rev.SupersededBy != "" && rev.SupersededBy != now {
			return rev
		}
	}
	return nil
}

// index is the place of an event in its job.
func (src *source) index(s *step) int { return slices.Index(s.events, src) }
