package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Signatures is what a server serves of what it signed. A [Source] that is one
// has its checkpoints verified. Each method answers the body of the GET of the
// same name, and an error of kind NotFound when the server says 404. An empty
// stream means the log of logs, [chain.DeletionLedger] the deletion ledger.
type Signatures interface {
	VerifierKeys(ctx context.Context) ([]byte, error)
	Checkpoint(ctx context.Context, stream string) ([]byte, error)
	Consistency(ctx context.Context, stream string, from, to uint64) ([]byte, error)
	Proof(ctx context.Context, id string) ([]byte, error)
}

// Signed is what a report says of signatures.
type Signed struct {
	Deployment  string   `json:"deployment"`         // its name
	Keys        []string `json:"keys"`               // the keys that sign now
	FirstUse    bool     `json:"firstUse"`           // nothing was known of the keys before: they are believed
	Checkpoints int      `json:"checkpoints"`        // of streams and of the deletion ledger that were verified
	Leaves      uint64   `json:"leaves"`             // of the log of logs
	Cosigned    []string `json:"cosigned,omitempty"` // witnesses, among those given, that cosigned it
}

// signatures is what was read of what the server signed.
type signatures struct {
	source     Signatures
	deployment string
	project    string
	keys       []string
	newest     *proof.Signed            // of the log of logs
	logs       []*proof.Signed          // every checkpoint of it that was seen
	latest     map[string]*proof.Signed // by stream
	notes      []string
}

// readSigned follows the keys, and reads the checkpoints of the log of logs and
// of every stream, before their heads: so that an honest server's heads are
// never behind them.
func (r *run) readSigned(ctx context.Context) error {
	source, ok := r.source.(Signatures)
	if !ok {
		return nil
	}
	known := r.options.Memory
	body, err := source.VerifierKeys(ctx)
	if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
		if known != nil && known.Deployment != "" {
			r.found.add(LogOfLogs, 0, "nothing is signed any more; an earlier run saw the checkpoints of %s", known.Deployment)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the verifier keys: %w", err)
	}
	if !r.followKeys(source, body) {
		return nil
	}
	if err := r.readLogs(ctx, known); err != nil {
		return err
	}
	return r.readCheckpoints(ctx)
}

// followKeys walks the lists of keys from those that are trusted, and reports
// whether there are keys to check signatures with.
func (r *run) followKeys(source Signatures, body []byte) bool {
	var said struct {
		Deployment string           `json:"deployment"`
		Lists      proof.KeyHistory `json:"lists"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		r.found.add(LogOfLogs, 0, "the answer of verifier_keys is not in the form of one")
		return false
	}
	trusted := r.options.Keys
	known := r.options.Memory
	if len(trusted) == 0 && known != nil {
		trusted = known.Keys
	}
	walked, err := said.Lists.Walk(trusted)
	if err != nil {
		r.found.add(LogOfLogs, 0, "the signing keys are not those that are trusted: %v", err)
		return false
	}
	if walked.Broken != 0 {
		r.found.add(LogOfLogs, 0, "the signing keys were replaced: no key that was trusted signed list %d", walked.Broken)
	}
	if known != nil && known.Deployment != "" && known.Deployment != walked.Deployment {
		r.found.add(LogOfLogs, 0, "the deployment was %s, now it is %s", known.Deployment, walked.Deployment)
	}
	r.signed = &signatures{source: source, deployment: walked.Deployment, keys: walked.All, latest: make(map[string]*proof.Signed)}
	r.report.Signed = &Signed{Deployment: walked.Deployment, Keys: walked.Current, FirstUse: len(trusted) == 0}
	return true
}

// served is the answer of the verb checkpoint.
type served struct {
	ProjectID string `json:"projectId"`
	Note      string `json:"note"`
	Log       string `json:"log"`
	Stopped   string `json:"stopped"`
}

// readLogs reads the newest checkpoint of the log of logs, and notes those that
// it must follow from.
func (r *run) readLogs(ctx context.Context, known *Memory) error {
	s := r.signed
	if known != nil && known.Logs != "" {
		if kept, err := proof.Open(known.Logs, s.keys); err == nil {
			s.logs = append(s.logs, kept)
		}
	}
	s.logs = append(s.logs, r.pinned(s.deployment)...)
	body, err := s.source.Checkpoint(ctx, "")
	if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
		if len(s.logs) > 0 {
			r.found.add(LogOfLogs, 1, "the end was cut: an earlier run saw its checkpoint, now there is none")
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the checkpoint of the log of logs: %w", err)
	}
	var c served
	if err := json.Unmarshal(body, &c); err != nil {
		r.found.add(LogOfLogs, 0, "its checkpoint is not in the form of one")
		return nil
	}
	opened, err := proof.Open(c.Note, s.keys)
	switch {
	case err != nil:
		r.found.add(LogOfLogs, 0, "its checkpoint does not hold: %v", err)
	case opened.Origin != s.deployment:
		r.found.add(LogOfLogs, 0, "its checkpoint is another log's: %.300s", opened.Origin)
	default:
		for _, seen := range s.logs {
			if seen.Size > opened.Size {
				r.found.add(LogOfLogs, opened.Size+1, "the end was cut: a checkpoint of %d entries was seen, now there are %d", seen.Size, opened.Size)
			}
		}
		s.logs = append(s.logs, opened)
	}
	r.stopped(LogOfLogs, c.Stopped)
	return nil
}

// stopped tells of a log that the server itself found wrong.
func (r *run) stopped(stream, why string) {
	if why != "" {
		r.found.add(stream, 0, "the server stopped signing it: %.300s", why)
	}
}

// readCheckpoints reads the checkpoint of every stream there is, and of the
// deletion ledger.
func (r *run) readCheckpoints(ctx context.Context) error {
	heads, err := r.source.Streams(ctx)
	if err != nil {
		return fmt.Errorf("read the streams: %w", err)
	}
	names := []string{chain.DeletionLedger}
	for _, h := range heads {
		names = append(names, h.Stream)
	}
	bodies := make([][]byte, len(names))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(r.options.Parallel)
	for i, name := range names {
		group.Go(func() error {
			body, err := r.signed.source.Checkpoint(groupCtx, name)
			if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
				return nil
			}
			bodies[i] = body
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("read checkpoints: %w", err)
	}
	for i, name := range names {
		if bodies[i] != nil {
			r.judgeCheckpoint(name, bodies[i])
		}
	}
	r.expectPinned(names)
	r.expectKept()
	return nil
}

// pinned opens the pinned checkpoints of a log.
func (r *run) pinned(origin string) []*proof.Signed {
	var out []*proof.Signed
	for _, text := range r.options.Checkpoints {
		c, err := proof.Peek(text)
		if err != nil || c.Origin != origin {
			continue
		}
		opened, err := proof.Open(text, r.signed.keys)
		if err != nil {
			r.found.add(LogOfLogs, 0, "the pinned checkpoint of %.300s does not hold: %v", origin, err)
			continue
		}
		out = append(out, opened)
	}
	return out
}

// expectPinned notes what the pinned checkpoints say of the logs of the project,
// and tells of those that are about none.
func (r *run) expectPinned(names []string) {
	s := r.signed
	about := map[string]bool{s.deployment: true}
	known := slices.Clone(names)
	if m := r.options.Memory; m != nil {
		for _, p := range m.Points { // streams that are not listed any more
			known = append(known, p.Stream)
		}
		s.project = cmp.Or(s.project, m.ProjectID)
	}
	for _, name := range known {
		origin := proof.Origin(s.deployment, s.project, logStream(name))
		if about[origin] {
			continue
		}
		about[origin] = true
		for _, c := range r.pinned(origin) {
			r.expectRoot(name, c.Size, c.Root, "the pinned checkpoint")
		}
	}
	for _, text := range r.options.Checkpoints {
		if c, err := proof.Peek(text); err != nil || !about[c.Origin] {
			r.found.add(LogOfLogs, 0, "the pinned checkpoint of %.300q is about no log that is served", c.Origin)
		}
	}
}

// judgeCheckpoint checks one checkpoint, and notes what its log must be.
func (r *run) judgeCheckpoint(stream string, body []byte) {
	s := r.signed
	var c served
	if err := json.Unmarshal(body, &c); err != nil {
		r.found.add(stream, 0, "its checkpoint is not in the form of one")
		return
	}
	r.stopped(stream, c.Stopped)
	if s.project == "" {
		s.project = c.ProjectID
	}
	opened, err := proof.Open(c.Note, s.keys)
	if err != nil {
		r.found.add(stream, 0, "its checkpoint does not hold: %v", err)
		return
	}
	if opened.Origin != proof.Origin(s.deployment, s.project, logStream(stream)) {
		r.found.add(stream, opened.Size, "its checkpoint is another log's: %.300s", opened.Origin)
		return
	}
	r.expectRoot(stream, opened.Size, opened.Root, "the signed checkpoint")
	s.latest[stream] = opened
	s.notes = append(s.notes, c.Note)
	r.report.Signed.Checkpoints++
	if c.Log == "" {
		return // it is entered in the next moment
	}
	logs, err := proof.CheckLogged(c.Log, opened.Checkpoint, s.deployment, s.keys)
	if err != nil {
		r.found.add(stream, opened.Size, "its checkpoint is not in the log of logs: %v", err)
		return
	}
	s.logs = append(s.logs, logs)
}

// logStream is how package proof names a chain: the deletion ledger is no
// stream.
func logStream(stream string) string {
	if stream == chain.DeletionLedger {
		return ""
	}
	return stream
}

// expectKept notes what the checkpoints say that were kept.
func (r *run) expectKept() {
	s, known := r.signed, r.options.Memory
	if known == nil {
		return
	}
	if known.ProjectID != "" && s.project != "" && known.ProjectID != s.project {
		r.found.add(LogOfLogs, 0, "the project was %s, now it is %s", known.ProjectID, s.project)
	}
	byOrigin := make(map[string]string)
	for _, p := range known.Points {
		byOrigin[proof.Origin(s.deployment, known.ProjectID, logStream(p.Stream))] = p.Stream
	}
	for _, text := range known.Signed {
		kept, err := proof.Open(text, s.keys)
		if err != nil {
			continue // of a key that is trusted no more
		}
		stream, ok := byOrigin[kept.Origin]
		if !ok {
			continue
		}
		r.expectRoot(stream, kept.Size, kept.Root, "the checkpoint that an earlier run saw")
		if now := s.latest[stream]; now == nil || now.Size < kept.Size {
			r.found.add(stream, kept.Size, "its checkpoint went back: an earlier run saw one of %d entries", kept.Size)
		}
	}
}

// compareLogs demands that the checkpoints of the log of logs that were seen, in
// this run and kept from before, are all of one history.
func (r *run) compareLogs(ctx context.Context) error {
	s := r.signed
	if s == nil || len(s.logs) == 0 {
		return nil
	}
	sorted := slices.Clone(s.logs)
	slices.SortStableFunc(sorted, func(a, b *proof.Signed) int { return cmp.Compare(a.Size, b.Size) })
	for i := 1; i < len(sorted); i++ {
		earlier, later := sorted[i-1], sorted[i]
		switch {
		case earlier.Checkpoint == later.Checkpoint:
		case earlier.Size == later.Size:
			r.found.add(LogOfLogs, later.Size, "the history forks: two checkpoints of %d entries are signed, with the roots %s and %s", later.Size, earlier.Root, later.Root)
			return nil
		default:
			if err := r.compareTwo(ctx, earlier.Checkpoint, later.Checkpoint); err != nil {
				return err
			}
		}
	}
	s.newest = sorted[len(sorted)-1]
	r.report.Signed.Leaves = s.newest.Size
	cosigned, err := proof.Cosignatures(s.newest.Note, r.options.Witnesses)
	if err != nil {
		r.found.add(LogOfLogs, s.newest.Size, "a cosignature does not hold: %v", err)
	}
	for _, c := range cosigned {
		r.report.Signed.Cosigned = append(r.report.Signed.Cosigned, c.Witness)
	}
	return nil
}

// compareTwo asks for a proof that one checkpoint of the log of logs follows
// from another.
func (r *run) compareTwo(ctx context.Context, earlier, later proof.Checkpoint) error {
	err := r.follows(ctx, "", earlier, later)
	if err == nil {
		return nil
	}
	if !refuted(err) {
		return err
	}
	what := "no proof leads from one to the other"
	if errors.Is(err, errNoProof) {
		what = err.Error()
	}
	r.found.add(LogOfLogs, earlier.Size, "the history was rewritten: the log of %d entries does not begin with the %d that were seen: %s", later.Size, earlier.Size, what)
	return nil
}

// errNoProof says that a server has no proof between sizes that it signed.
var errNoProof = errors.New("the server has no proof")

// consistency reads a consistency proof.
func (r *run) consistency(ctx context.Context, stream string, from, to uint64) ([]kaibo.Hash, error) {
	body, err := r.signed.source.Consistency(ctx, stream, from, to)
	if kind := kaibo.KindOf(err); err != nil && (kind == kaibo.NotFound || kind == kaibo.Invalid) {
		return nil, errNoProof
	}
	if err != nil {
		return nil, fmt.Errorf("read the consistency proof: %w", err)
	}
	var out struct {
		Hashes []kaibo.Hash `json:"hashes"`
	}
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, errNoProof
	}
	return out.Hashes, nil
}
