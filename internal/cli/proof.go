package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// writeProof writes the file of an answer of proof.
func (r *verbRun) writeProof(answer []byte) error {
	var out verbs.ProofOut
	if err := json.Unmarshal(answer, &out); err != nil {
		return fmt.Errorf("read proof: %w", err)
	}
	path := r.file
	switch {
	case path == "-":
		_, err := r.out.Write([]byte(out.Proof))
		return err
	case path == "":
		path = filepath.Base(out.ID) + ".tlog-proof"
	}
	if err := os.WriteFile(path, []byte(out.Proof), 0o644); err != nil { //nolint:gosec // a proof is no secret
		return &exitError{code: exitUnreachable, next: "Name another file with --out.", err: fmt.Errorf("write proof: %w", err)}
	}
	p := &printer{w: r.out, width: r.width}
	p.line("Wrote %s: entry %d of %d of %s.", path, out.Seq, out.Size, out.Origin)
	p.line("Check it without a server (elsewhere with --key, which kaibo verifier-keys shows): kaibo verify %s", path)
	return nil
}

// verifyFile checks a tlog-proof without a server.
func (s *program) verifyFile(ctx context.Context, path string, o *verifying) error {
	text, err := readSmall(path)
	if err != nil {
		return err
	}
	trusted := func(deployment string) ([]string, error) {
		keys := o.keys
		if len(keys) == 0 {
			keys = s.trustedKeys(deployment)
		}
		if len(keys) == 0 {
			return nil, usageError("Name a key that you trust with --key (kaibo verifier-keys shows them), or run kaibo verify once against the server.",
				"no key of %.300s is known here", deployment)
		}
		return keys, nil
	}
	checked, err := proof.CheckEvidence(text, trusted)
	var usage *exitError
	if errors.As(err, &usage) {
		return usage
	}
	p := &printer{w: s.out, width: s.width}
	if err != nil {
		p.line("DIFFERS %s: %s", path, detailOf(err))
		return &exitError{code: exitDiffers}
	}
	if s.json {
		return json.NewEncoder(s.out).Encode(checked.Evidence)
	}
	return s.tellChecked(ctx, p, checked, o.witnesses)
}

// tellChecked says what a proof proved.
func (s *program) tellChecked(ctx context.Context, p *printer, c *proof.Checked, witnesses []string) error {
	if e := c.Event; e != nil {
		p.line("Event %s is entry %d of stream %s, recorded %s.", e.ID, e.Seq, e.Stream, e.RecordedAt)
		p.line("payloadDigest %s", e.PayloadDigest)
		s.tellText(ctx, p, e.ID)
	} else {
		p.line("Receipt %s is entry %d of the deletion ledger: %s.", c.Receipt.ID, c.Receipt.Seq, c.Receipt.Kind)
	}
	p.line("Signed by %s, of a log of %d entries.", c.Deployment, c.Checkpoint.Size)
	if c.Logs == nil {
		p.line("Its checkpoint was not in the log of logs yet.")
	} else {
		p.line("Its checkpoint is in the log of logs, of %d leaves.", c.Logs.Size)
		cosigned, err := proof.Cosignatures(c.Logs.Note, witnesses)
		if err != nil {
			p.line("DIFFERS %s", detailOf(err))
			return &exitError{code: exitDiffers}
		}
		for _, w := range cosigned {
			p.line("Witness %s cosigned it at %s.", w.Witness, w.At.UTC().Format("2006-01-02T15:04:05Z"))
		}
	}
	p.line("All holds.")
	return nil
}

// tellText says what a proof does not: it holds no text. Where a server is at
// hand, named or of the data directory, it is asked whether the text was
// forgotten; what it says changes nothing of what was proved.
func (s *program) tellText(ctx context.Context, p *printer, eventID string) {
	gone := false
	_, err := os.Stat(s.dataDir())
	if s.url != "" || s.stack != "" || err == nil {
		if c, err := s.connect(ctx); err == nil {
			_, err := source(c).Payload(ctx, eventID)
			gone = err != nil && kaibo.KindOf(err) == kaibo.Gone
			_ = c.close() // it was only asked
		}
	}
	if gone {
		p.line("FORGOTTEN since: its text is gone, by the server's word. The proof shows that the event was recorded, and no longer what it said.")
		return
	}
	p.line("The proof shows that the event was recorded; what it said, or that it was forgotten since, is not in it.")
}

// detailOf is an error in words for a person.
func detailOf(err error) string {
	var e *kaibo.Error
	if errors.As(err, &e) && e.Detail != "" {
		return e.Detail
	}
	return err.Error()
}

// maxSmall bounds what is read of a file that a person names.
const maxSmall = kaibo.MaxBodyBytes

func readSmall(path string) (string, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxSmall {
		err = fmt.Errorf("it has %d bytes, over the limit of %d", info.Size(), maxSmall)
	}
	var b []byte
	if err == nil {
		b, err = os.ReadFile(path) //nolint:gosec // the path is the user's
	}
	if err != nil {
		return "", &exitError{code: exitUnreachable, err: fmt.Errorf("read %s: %w", path, err)}
	}
	return string(b), nil
}

// answered is what an answer of remember or of forget tells of entries.
type answered struct {
	Event    *kaibo.Event    `json:"event"`
	Receipt  *kaibo.Receipt  `json:"receipt"`
	Receipts []kaibo.Receipt `json:"receipts"`
	Items    []answered      `json:"items"`
}

// readPins reads what somebody kept: an answer of remember or forget, a proof, or
// a signed checkpoint.
func readPins(paths []string) (pins []verify.Pin, checkpoints []string, err error) {
	for _, path := range paths {
		text, err := readSmall(path)
		if err != nil {
			return nil, nil, err
		}
		if c, ok := pinnedNotes(text); ok {
			checkpoints = append(checkpoints, c...)
			continue
		}
		var a answered
		if err := json.Unmarshal([]byte(text), &a); err == nil {
			pins = append(pins, a.pins()...)
		}
		if len(a.pins()) == 0 {
			return nil, nil, usageError("Keep what kaibo remember --json, kaibo forget --json or kaibo proof wrote, or the note of a checkpoint.",
				"%s holds nothing that can be pinned", path)
		}
	}
	return pins, checkpoints, nil
}

// pinnedNotes are the checkpoints of a proof, or the one that a text is.
func pinnedNotes(text string) ([]string, bool) {
	if _, err := proof.Peek(text); err == nil {
		return []string{text}, true
	}
	f, err := proof.ParseFile(text)
	if err != nil {
		return nil, false
	}
	notes := []string{f.Checkpoint}
	var e proof.Evidence
	if json.Unmarshal(f.Extra, &e) == nil && e.Log != "" {
		if logs, err := proof.ParseFile(e.Log); err == nil {
			notes = append(notes, logs.Checkpoint)
		}
	}
	return notes, true
}

func (a *answered) pins() []verify.Pin {
	var pins []verify.Pin
	if a.Event != nil && a.Event.Seq > 0 {
		pins = append(pins, verify.Pin{ID: a.Event.ID, Stream: a.Event.Stream, Seq: a.Event.Seq, Hash: a.Event.Hash})
	}
	receipts := a.Receipts
	if a.Receipt != nil && len(receipts) == 0 {
		receipts = []kaibo.Receipt{*a.Receipt}
	}
	for _, r := range receipts {
		pins = append(pins, verify.Pin{ID: r.ID, Stream: deletionLedger, Seq: r.Seq, Hash: r.Hash})
	}
	for i := range a.Items {
		pins = append(pins, a.Items[i].pins()...)
	}
	return pins
}

// trustedKeys are the keys of a deployment that earlier runs of verify followed.
func (s *program) trustedKeys(deployment string) []string {
	files, err := filepath.Glob(filepath.Join(stateDir(), "*.json"))
	if err != nil {
		return nil
	}
	var keys []string
	for _, path := range files {
		kept, err := readState(path)
		if err == nil && kept != nil && kept.Deployment == deployment {
			keys = append(keys, kept.Keys...)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func renderCheckpoint(p *printer, out *verbs.CheckpointOut) {
	p.text("", out.Note)
	switch {
	case out.Stopped != "":
		p.line("STOPPED: %s", out.Stopped)
	case out.Log != "":
		p.line("Its text is a leaf of the log of logs.")
	}
}

func renderResumed(p *printer, out *verbs.ResumeCheckpointOut) {
	p.line("It was stopped: %s", out.Was)
	if out.Stopped != "" {
		p.line("STOPPED again: %s", out.Stopped)
		return
	}
	p.line("It is taken up again. Event %s records it.", out.EventID)
}

func renderConsistency(p *printer, out *verbs.ConsistencyOut) {
	p.line("From %d to %d entries:", out.From, out.To)
	for _, h := range out.Hashes {
		p.line("%s", h)
	}
}

func renderVerifierKeys(p *printer, out *verbs.VerifierKeysOut) {
	p.line("%s signs with:", out.Deployment)
	for _, k := range out.Keys {
		p.line("%s", k)
	}
	if n := len(out.Lists); n > 1 {
		p.line("The %s list of keys; each is signed by a key of the one before.", strings.TrimSpace(fmt.Sprintf("%d.", n)))
	}
}
