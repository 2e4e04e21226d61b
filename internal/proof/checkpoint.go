package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/transparency-dev/formats/log"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Checkpoint is what a log's signed note says: https://c2sp.org/tlog-checkpoint.
type Checkpoint struct {
	Origin string
	Size   uint64     // entries
	Root   kaibo.Hash // RFC 6962 root over them
}

// Body returns the note's text: three lines, which are what is signed, and what
// is a leaf of the log of logs.
func (c Checkpoint) Body() string {
	return string(log.Checkpoint{Origin: c.Origin, Size: c.Size, Hash: c.Root[:]}.Marshal())
}

// LeafHash returns the RFC 6962 hash of the checkpoint as a leaf of the log of
// logs, whose data is the body.
func (c Checkpoint) LeafHash() kaibo.Hash { return kaibo.Hash(tlog.RecordHash([]byte(c.Body()))) }

// ParseBody reads the text of a checkpoint's note. It takes what
// [Checkpoint.Body] writes and nothing else, so that one statement has one form:
// extension lines are refused, as kaibo writes none.
func ParseBody(text string) (Checkpoint, error) {
	var l log.Checkpoint
	rest, err := l.Unmarshal([]byte(text))
	if err != nil {
		return Checkpoint{}, kaibo.Errorf(kaibo.Invalid, "not a checkpoint: %v", err)
	}
	if len(l.Hash) != len(kaibo.Hash{}) || len(rest) != 0 || l.Size > kaibo.MaxSafeInteger {
		return Checkpoint{}, kaibo.Errorf(kaibo.Invalid, "not a checkpoint: three lines are wanted, the last one a SHA-256 root")
	}
	c := Checkpoint{Origin: l.Origin, Size: l.Size, Root: kaibo.Hash(l.Hash)}
	if c.Body() != text {
		return Checkpoint{}, kaibo.Errorf(kaibo.Invalid, "not a checkpoint: it is not written in the one form")
	}
	return c, nil
}

// Signed is a checkpoint and the note in which it stands.
type Signed struct {
	Checkpoint
	Note       string
	Signatures []note.Signature // those by known keys, which are good
	Unknown    []note.Signature // those by other keys, which say nothing
}

// maxNote bounds what is parsed: a checkpoint with its signatures is below two
// kilobytes, with some witnesses below ten.
const maxNote = 64 << 10

// Open reads a checkpoint whose note bears a good signature by at least one of
// the keys, and no bad one by any.
func Open(text string, keys []string) (*Signed, error) {
	verifiers, err := verifiersOf(keys)
	if err != nil {
		return nil, err
	}
	n, err := openNote(text, verifiers)
	if err != nil {
		return nil, fmt.Errorf("open checkpoint: %w", err)
	}
	c, err := ParseBody(n.Text)
	if err != nil {
		return nil, err
	}
	return &Signed{Checkpoint: c, Note: text, Signatures: n.Sigs, Unknown: n.UnverifiedSigs}, nil
}

// Peek reads what a checkpoint says without asking who signed it.
func Peek(text string) (Checkpoint, error) {
	body, _, found := strings.Cut(text, "\n\n")
	if !found || len(text) > maxNote {
		return Checkpoint{}, kaibo.Errorf(kaibo.Invalid, "not a signed note")
	}
	return ParseBody(body + "\n")
}

func openNote(text string, verifiers []note.Verifier) (*note.Note, error) {
	if len(text) > maxNote {
		return nil, kaibo.Errorf(kaibo.Invalid, "a note of %d bytes is over the limit of %d", len(text), maxNote)
	}
	n, err := note.Open([]byte(text), note.VerifierList(verifiers...))
	var unverified *note.UnverifiedNoteError
	var bad *note.InvalidSignatureError
	switch {
	case err == nil:
		return n, nil
	case errors.As(err, &unverified):
		return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: "no known key signed the note", Err: err}
	case errors.As(err, &bad):
		return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: fmt.Sprintf("the signature by %s+%08x is not its own", bad.Name, bad.Hash), Err: err}
	}
	return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: "the note is malformed", Err: err}
}

// verifiersOf reads verifier keys. One that is listed twice counts once.
func verifiersOf(keys []string) ([]note.Verifier, error) {
	var list []note.Verifier
	keys = slices.Clone(keys)
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		v, err := note.NewVerifier(k)
		if err != nil {
			return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: fmt.Sprintf("%.100q is no verifier key", k), Err: err}
		}
		list = append(list, v)
	}
	return list, nil
}

// Sign signs a text that ends in a newline.
func Sign(text string, signers ...note.Signer) (string, error) {
	b, err := note.Sign(&note.Note{Text: text}, signers...)
	if err != nil {
		return "", fmt.Errorf("sign note: %w", err)
	}
	return string(b), nil
}
