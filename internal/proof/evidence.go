package proof

import (
	"bytes"
	"fmt"

	tlogproof "github.com/transparency-dev/formats/proof"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// File is a tlog-proof taken apart: https://c2sp.org/tlog-proof.
type File struct {
	Extra      []byte // nil for none
	Index      uint64 // of the entry, from 0
	Path       []kaibo.Hash
	Checkpoint string // the note
}

// maxFile bounds what is parsed. The longest entry is a receipt of 500 ids.
const maxFile = 256 << 10

// Format writes the file.
func (f File) Format() string {
	p := tlogproof.TLogProof{Index: f.Index, Checkpoint: []byte(f.Checkpoint), ExtraData: f.Extra}
	for _, h := range f.Path {
		p.Hashes = append(p.Hashes, h)
	}
	return string(p.Marshal())
}

// ParseFile reads a tlog-proof. It takes the one form that [File.Format] writes:
// no leading zeroes, no loose base64, no bytes besides.
func ParseFile(text string) (File, error) {
	if len(text) > maxFile {
		return File{}, kaibo.Errorf(kaibo.Invalid, "a proof of %d bytes is over the limit of %d", len(text), maxFile)
	}
	var p tlogproof.TLogProof
	if err := p.Unmarshal([]byte(text)); err != nil {
		return File{}, &kaibo.Error{Kind: kaibo.Invalid, Detail: "not a tlog-proof", Err: err}
	}
	f := File{Extra: p.ExtraData, Index: p.Index, Checkpoint: string(p.Checkpoint)}
	for _, h := range p.Hashes {
		f.Path = append(f.Path, h)
	}
	if f.Format() != text || len(f.Path) > maxPath {
		return File{}, kaibo.Errorf(kaibo.Invalid, "not a tlog-proof in its one form")
	}
	return f, nil
}

// Evidence is what a file of kaibo's carries as extra data: the entry itself,
// and the tlog-proof that its log's checkpoint is in the log of logs. Exactly
// one of Event and Receipt is there.
type Evidence struct {
	Project string         `json:"project"`           // id
	Event   *kaibo.Event   `json:"event,omitempty"`   // as served
	Receipt *kaibo.Receipt `json:"receipt,omitempty"` // as served
	Log     string         `json:"log,omitempty"`     // absent while the checkpoint is not there yet
}

// entry returns the place and the hash of the entry, after checking that the
// hash is the entry's own.
func (e *Evidence) entry() (stream string, seq uint64, hash kaibo.Hash, err error) {
	var computed kaibo.Hash
	switch {
	case e.Event != nil && e.Receipt == nil:
		stream, seq, hash = e.Event.Stream, e.Event.Seq, e.Event.Hash
		computed, err = chain.EventHash(e.Event)
		if stream == "" {
			err = kaibo.Errorf(kaibo.Invalid, "the event names no stream")
		}
	case e.Receipt != nil && e.Event == nil:
		seq, hash = e.Receipt.Seq, e.Receipt.Hash
		computed, err = chain.ReceiptHash(e.Receipt)
	default:
		err = kaibo.Errorf(kaibo.Invalid, "the proof holds neither one event nor one receipt")
	}
	if err == nil && (computed != hash || seq == 0) {
		err = kaibo.Errorf(kaibo.Invalid, "the entry was changed: its hash does not recompute")
	}
	return stream, seq, hash, err
}

// Write makes the file: the entry, its path in the tree of a checkpoint, and the
// checkpoint's note.
func (e Evidence) Write(path []kaibo.Hash, checkpoint string) (string, error) {
	_, seq, _, err := e.entry()
	if err != nil {
		return "", err
	}
	extra, err := canon.Marshal(&e)
	if err != nil {
		return "", fmt.Errorf("write evidence: %w", err)
	}
	return File{Extra: extra, Index: seq - 1, Path: path, Checkpoint: checkpoint}.Format(), nil
}

// Checked is what a file proved.
type Checked struct {
	Evidence
	Deployment string
	Checkpoint *Signed // of the entry's log
	Logs       *Signed // of the log of logs; nil when the file has no such proof
}

// CheckEvidence checks a file. It asks trusted for the verifier keys of the
// deployment that the checkpoint names. The error is Invalid, and says what does
// not hold.
func CheckEvidence(text string, trusted func(deployment string) ([]string, error)) (*Checked, error) {
	f, err := ParseFile(text)
	if err != nil {
		return nil, err
	}
	var e Evidence
	if err := canon.Decode(f.Extra, &e); err != nil {
		return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: "the proof does not carry its entry", Err: err}
	}
	if form, err := canon.Marshal(&e); err != nil || !bytes.Equal(form, f.Extra) {
		return nil, kaibo.Errorf(kaibo.Invalid, "the entry is not written in its one form")
	}
	stream, seq, hash, err := e.entry()
	if err != nil {
		return nil, err
	}
	c, err := Peek(f.Checkpoint)
	if err != nil {
		return nil, err
	}
	deployment, project, name, ok := SplitOrigin(c.Origin)
	if !ok || project != e.Project || name != LogName(project, stream) {
		return nil, kaibo.Errorf(kaibo.Invalid, "the checkpoint is of another log: %.300q", c.Origin)
	}
	keys, err := trusted(deployment)
	if err != nil {
		return nil, err
	}
	checked := &Checked{Evidence: e, Deployment: deployment}
	if checked.Checkpoint, err = Open(f.Checkpoint, keys); err != nil {
		return nil, err
	}
	if f.Index != seq-1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "the entry has seq %d, and the proof is about index %d", seq, f.Index)
	}
	if err := CheckInclusion(f.Path, c, f.Index, EntryHash(hash)); err != nil {
		return nil, err
	}
	if e.Log != "" {
		if checked.Logs, err = CheckLogged(e.Log, c, deployment, keys); err != nil {
			return nil, fmt.Errorf("check the log of logs: %w", err)
		}
	}
	return checked, nil
}

// CheckLogged checks a tlog-proof that the body of a checkpoint is in the log of
// logs of its deployment, and answers that log's checkpoint.
func CheckLogged(text string, c Checkpoint, deployment string, keys []string) (*Signed, error) {
	f, err := ParseFile(text)
	if err != nil {
		return nil, err
	}
	logs, err := Open(f.Checkpoint, keys)
	if err != nil {
		return nil, err
	}
	if logs.Origin != deployment {
		return nil, kaibo.Errorf(kaibo.Invalid, "the checkpoint is of another log: %.300q", logs.Origin)
	}
	if err := CheckInclusion(f.Path, logs.Checkpoint, f.Index, c.LeafHash()); err != nil {
		return nil, err
	}
	return logs, nil
}
