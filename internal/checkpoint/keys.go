package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Signer holds one signing key.
type Signer interface {
	note.Signer
	// VerifierKey is the public half, as c2sp.org/signed-note writes it.
	VerifierKey() string
}

// Keys hold the keys that sign now: one, or two while a rotation is under way.
// Name is the deployment's; keys are made or named for it. An answer without an
// error has at least one.
type Keys interface {
	Signers(ctx context.Context, name string) ([]Signer, error)
}

// keyItem is the item of the lists of keys.
type keyItem struct {
	Deployment string           `json:"deployment"`
	Lists      proof.KeyHistory `json:"lists"`
}

func readKeys(ctx context.Context, t kaibo.Table) (keyItem, uint64, error) {
	var k keyItem
	items, err := t.Get(ctx, keysKey)
	if err != nil {
		return k, 0, fmt.Errorf("read keys: %w", err)
	}
	if items[0].Found() {
		err = items[0].Decode(&k)
	}
	return k, items[0].Version, err
}

// ring is what a run signs with and checks against.
type ring struct {
	deployment string
	signers    []note.Signer
	current    []string // verifier keys of signers
	all        []string // every key that ever signed
}

// openRing reads the lists, and adds one when the keys at hand are not those of
// the last: then a rotation began or ended.
func (e *Engine) openRing(ctx context.Context) (*ring, error) {
	item, version, err := readKeys(ctx, e.Table)
	if err != nil {
		return nil, err
	}
	if item.Deployment == "" {
		if item.Deployment, err = e.name(); err != nil {
			return nil, err
		}
	}
	if e.Deployment != "" && e.Deployment != item.Deployment {
		return nil, &kaibo.Error{Op: "open keys", Kind: kaibo.Conflict,
			Detail: fmt.Sprintf("the logs are those of %s; they cannot become those of %s", item.Deployment, e.Deployment)}
	}
	signers, err := e.Keys.Signers(ctx, item.Deployment)
	if err != nil {
		return nil, fmt.Errorf("open keys: %w", err)
	}
	if len(item.Lists) == 0 && e.Deployment == "" {
		item.Deployment = signers[0].Name() // a run that stopped here made the key, and the name with it
	}
	r := &ring{deployment: item.Deployment}
	for _, s := range signers {
		r.signers = append(r.signers, s)
		r.current = append(r.current, s.VerifierKey())
	}
	last, err := item.Lists.Last()
	if err != nil {
		return nil, fmt.Errorf("read the last list of keys: %w", err)
	}
	if !slices.Equal(last.Keys, r.current) {
		if err := e.listKeys(ctx, item, version, last, r); err != nil {
			return nil, err
		}
	}
	return r, e.knowKeys(ctx, r)
}

// listKeys adds a list. One that no key of the last list would sign is refused
// unless the operator said that the keys are lost.
func (e *Engine) listKeys(ctx context.Context, item keyItem, version uint64, last proof.KeyList, r *ring) error {
	known := slices.ContainsFunc(r.current, func(k string) bool { return slices.Contains(last.Keys, k) })
	if len(item.Lists) > 0 && !known && !e.KeysLost {
		return &kaibo.Error{Op: "list keys", Kind: kaibo.Conflict,
			Detail: "none of the signing keys at hand is one that signed before; put the key back"}
	}
	list, err := item.Lists.NextKeyList(r.deployment, r.current, r.signers...)
	if err != nil {
		return fmt.Errorf("list keys: %w", err)
	}
	item.Lists = append(item.Lists, list)
	err = e.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(keysKey, version, kaibo.Encode(item))})
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return &kaibo.Error{Op: "list keys", Kind: kaibo.Unavailable, Detail: "another run changed the keys", Err: err}
	}
	return err
}

// knowKeys collects every key of every list: those by which older checkpoints
// were signed.
func (e *Engine) knowKeys(ctx context.Context, r *ring) error {
	item, _, err := readKeys(ctx, e.Table)
	if err != nil {
		return err
	}
	for i := range item.Lists {
		l, err := item.Lists[:i+1].Last()
		if err != nil {
			return fmt.Errorf("read key list %d: %w", i+1, err)
		}
		r.all = append(r.all, l.Keys...)
	}
	return nil
}

// name makes a deployment's name for those who gave none.
func (e *Engine) name() (string, error) {
	if e.Deployment != "" {
		return e.Deployment, proof.CheckDeployment(e.Deployment)
	}
	return kaibo.NewID("kaibo-", e.Random)
}

// signedByAll reports whether a note bears the signature of every key that
// signs now.
func (r *ring) signedByAll(text string) bool {
	for _, key := range r.current {
		if _, err := proof.Open(text, []string{key}); err != nil {
			return false
		}
	}
	return true
}
