package proof

import (
	"errors"
	"fmt"
	"time"

	cosig "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Cosignature says that a witness saw a checkpoint and found it consistent with
// all that it saw before: https://c2sp.org/tlog-cosignature.
type Cosignature struct {
	Witness string    // its name
	At      time.Time // when, by the witness's clock, to the second
	Line    string    // the signature line, with its newline
}

// Cosignatures reads those of a signed checkpoint that were made by the
// witnesses, given as verifier keys. Others are passed over; a bad one by a
// known witness is an error.
func Cosignatures(text string, witnesses []string) ([]Cosignature, error) {
	var verifiers []note.Verifier
	for _, key := range witnesses {
		v, err := cosig.NewVerifierForCosignatureV1(key)
		if err != nil {
			return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: fmt.Sprintf("%.100q is no witness's verifier key", key), Err: err}
		}
		verifiers = append(verifiers, v)
	}
	n, err := openNote(text, verifiers)
	var unsigned *note.UnverifiedNoteError
	if errors.As(err, &unsigned) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Cosignature
	for _, s := range n.Sigs {
		at, err := cosig.CoSigV1Timestamp(s)
		if err != nil {
			return nil, &kaibo.Error{Kind: kaibo.Invalid, Detail: "a cosignature has no time", Err: err}
		}
		out = append(out, Cosignature{Witness: s.Name, At: at, Line: "— " + s.Name + " " + s.Base64 + "\n"})
	}
	return out, nil
}
