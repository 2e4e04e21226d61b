package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// KeyList is one statement of which keys sign for a deployment.
type KeyList struct {
	Deployment string
	Number     uint64   // 1, 2, 3 …
	Keys       []string // verifier keys, as c2sp.org/signed-note writes them
}

// maxListedKeys bounds a list: a rotation has two keys.
const maxListedKeys = 16

// Body returns the text that is signed: the deployment and "/keys", the number,
// then a key a line. It is no checkpoint: its third line is no hash.
func (l KeyList) Body() string {
	return l.Deployment + "/keys\n" + strconv.FormatUint(l.Number, 10) + "\n" + strings.Join(l.Keys, "\n") + "\n"
}

func parseKeyList(text string) (KeyList, error) {
	malformed := kaibo.Errorf(kaibo.Invalid, "not a list of keys")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 3 || len(lines) > 2+maxListedKeys {
		return KeyList{}, malformed
	}
	l := KeyList{Keys: lines[2:]}
	var ok bool
	if l.Deployment, ok = strings.CutSuffix(lines[0], "/keys"); !ok || CheckDeployment(l.Deployment) != nil {
		return KeyList{}, malformed
	}
	var err error
	if l.Number, err = strconv.ParseUint(lines[1], 10, 53); err != nil || l.Body() != text {
		return KeyList{}, malformed
	}
	verifiers, err := verifiersOf(l.Keys)
	if err != nil {
		return KeyList{}, err
	}
	for _, v := range verifiers {
		if v.Name() != l.Deployment {
			return KeyList{}, kaibo.Errorf(kaibo.Invalid, "the key %.100q is of another deployment", v.Name())
		}
	}
	return l, nil
}

// KeyHistory is every list of keys of a deployment, the oldest first, each a
// signed note.
type KeyHistory []string

// Walked is a history that was followed from the keys that were trusted.
type Walked struct {
	Deployment string
	Current    []string // the keys that sign now
	All        []string // every key that is trusted now, those of old checkpoints among them
	Lists      int      // how many lists there are
	// Broken is the number of the first list that no key of the list before
	// signed; 0 when there is none. What it and those after it list is not
	// trusted.
	Broken uint64
}

// Walk follows a history. Trusted are keys that were seen before; with none the
// first list is believed, which is trust on first use. Otherwise the walk begins
// at the first list that has one of them and is signed by it. The error is
// Invalid when the history is malformed, or knows none of the trusted keys.
func (h KeyHistory) Walk(trusted []string) (*Walked, error) {
	if len(h) == 0 {
		return nil, kaibo.Errorf(kaibo.NotFound, "nothing was signed yet")
	}
	w := &Walked{Lists: len(h)}
	var before []string // the keys of the list before
	for i, text := range h {
		l, signed, err := openKeyList(text)
		if err != nil {
			return nil, fmt.Errorf("read key list %d: %w", i+1, err)
		}
		if l.Number != uint64(i+1) || i > 0 && l.Deployment != w.Deployment { //nolint:gosec // i is small
			return nil, kaibo.Errorf(kaibo.Invalid, "key list %d is numbered %d, of %.100q", i+1, l.Number, l.Deployment)
		}
		w.Deployment = l.Deployment
		if w.Broken != 0 {
			continue
		}
		switch {
		case len(w.All) == 0 && len(trusted) == 0, len(w.All) == 0 && anyOf(signed, trusted):
		case len(w.All) > 0 && anyOf(signed, before):
		case len(w.All) == 0:
			continue // older than what is trusted
		default:
			w.Broken = l.Number
			continue
		}
		before, w.Current = l.Keys, l.Keys
		w.All = append(w.All, l.Keys...)
	}
	if len(w.All) == 0 {
		return nil, kaibo.Errorf(kaibo.Invalid, "no list of keys is signed by a key that is trusted")
	}
	w.All = append(w.All, trusted...)
	slices.Sort(w.All)
	w.All = slices.Compact(w.All)
	return w, nil
}

// openKeyList reads a list and says which keys signed it: its own, and those
// that a verifier would know. Only keys that are listed here or before can be
// asked for, so the signatures are checked against the names they claim.
func openKeyList(text string) (KeyList, *openedList, error) {
	body, _, found := strings.Cut(text, "\n\n")
	if !found || len(text) > maxNote {
		return KeyList{}, nil, kaibo.Errorf(kaibo.Invalid, "not a signed note")
	}
	l, err := parseKeyList(body + "\n")
	if err != nil {
		return KeyList{}, nil, err
	}
	opened := &openedList{text: text}
	if !anyOf(opened, l.Keys) { // proof that whoever lists a key holds one
		return KeyList{}, nil, kaibo.Errorf(kaibo.Invalid, "no key of the list signed it")
	}
	return l, opened, nil
}

type openedList struct{ text string }

// anyOf reports whether one of the keys made a good signature of the list.
func anyOf(l *openedList, keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool {
		v, err := note.NewVerifier(k)
		if err != nil {
			return false
		}
		_, err = openNote(l.text, []note.Verifier{v})
		return err == nil
	})
}

// NextKeyList makes the list that follows a history: its note, signed by
// signers, which must hold a key of the last list. Without one the list is made
// all the same, for a deployment that lost its keys; whoever walks it sees the
// break.
func (h KeyHistory) NextKeyList(deployment string, keys []string, signers ...note.Signer) (string, error) {
	l := KeyList{Deployment: deployment, Number: uint64(len(h) + 1), Keys: keys}
	if _, err := parseKeyList(l.Body()); err != nil {
		return "", err
	}
	return Sign(l.Body(), signers...)
}

// Last reads the newest list; it has no keys when there is none.
func (h KeyHistory) Last() (KeyList, error) {
	if len(h) == 0 {
		return KeyList{}, nil
	}
	l, _, err := openKeyList(h[len(h)-1])
	return l, err
}

// CheckKey answers an Invalid error unless a text is a verifier key.
func CheckKey(key string) error {
	_, err := verifiersOf([]string{key})
	return err
}
