package access

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Grant is what a key is made with.
type Grant struct {
	Name      string      `json:"name,omitempty"`
	Scopes    []string    `json:"scopes"`
	ExpiresAt *kaibo.Time `json:"expiresAt,omitempty"` // from then on it is refused; nil for never
	PerMinute int         `json:"perMinute,omitempty"` // requests a minute, see [Meter]; 0 for no limit of its own

	// Initiatives are the ids of those that the key is limited to; none for
	// all of the project. Package verbs keeps to them.
	Initiatives []string `json:"initiatives,omitempty"`
}

// Key is what is known of a key without the key itself.
type Key struct {
	Grant
	ID        string      `json:"id"`
	ProjectID string      `json:"projectId"`
	CreatedAt kaibo.Time  `json:"createdAt"`
	RevokedAt *kaibo.Time `json:"revokedAt,omitempty"`
	Digest    string      `json:"digest"`

	// LastUsedAt is filled in by [Store.Keys] alone: when a request came with
	// the key, to ten minutes; nil where that was never noted.
	LastUsedAt *kaibo.Time `json:"-"`
}

// Expired reports whether the key has ended by itself at a time.
func (k *Key) Expired(now kaibo.Time) bool { return k.ExpiresAt != nil && *k.ExpiresAt <= now }

const (
	prefixKey    = "key_"
	prefixSecret = "kaibo_"
	secretBytes  = 32
)

var secretEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func secretKey(digest string) kaibo.Key { return kaibo.KeyKey(digest) }

func keyListing(project string) string { return project + "/keys" }

// madeKey remembers for ever that a key was made: from then on a request
// without one is refused.
var madeKey = kaibo.Key{Partition: "key", Sort: "made"}

// CreateKey makes a key to a project and answers it with its secret, which is
// not stored and cannot be had again. Record, when set, is called before the
// key is stored; its error is the answer, and no key is made.
func (s *Store) CreateKey(ctx context.Context, p kaibo.Project, g Grant, record func(*Key) error) (Key, string, error) {
	id, err := kaibo.NewID(prefixKey, s.Random)
	if err != nil {
		return Key{}, "", err
	}
	var random [secretBytes]byte
	if _, err := io.ReadFull(s.Random, random[:]); err != nil {
		return Key{}, "", &kaibo.Error{Op: "make key", Err: err}
	}
	secret := prefixSecret + secretEncoding.EncodeToString(random[:])
	g.Scopes = slices.Clone(g.Scopes)
	k := Key{Grant: g, ID: id, ProjectID: p.ID, CreatedAt: s.Clock(), Digest: digest(secret)}
	if record != nil {
		if err := record(&k); err != nil {
			return Key{}, "", err
		}
	}
	err = s.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(secretKey(k.Digest), 1, kaibo.Encode(k)),
		kaibo.PutNew(kaibo.Key{Partition: keyListing(p.ID), Sort: id}, 1, []byte(k.Digest)),
		kaibo.PutAny(madeKey, 1, nil),
	})
	if err != nil {
		return Key{}, "", fmt.Errorf("store key: %w", err)
	}
	s.anyKey.Store(true)
	return k, secret, nil
}

// Identify answers the key, and its project, that a secret is. One that is
// unknown, revoked, expired, or whose project was deleted is Unauthenticated. The
// secret is compared by the digest that it is looked up with, so the time that
// it takes tells nothing of other keys.
func (s *Store) Identify(ctx context.Context, secret string) (Key, kaibo.Project, error) {
	unknown := kaibo.Errorf(kaibo.Unauthenticated, "the key is unknown or revoked")
	if !strings.HasPrefix(secret, prefixSecret) {
		return Key{}, kaibo.Project{}, unknown
	}
	items, err := s.Table.Get(ctx, secretKey(digest(secret)))
	if err != nil {
		return Key{}, kaibo.Project{}, fmt.Errorf("look up key: %w", err)
	}
	if !items[0].Found() {
		return Key{}, kaibo.Project{}, unknown
	}
	var k Key
	if err := items[0].Decode(&k); err != nil {
		return Key{}, kaibo.Project{}, err
	}
	if k.RevokedAt != nil {
		return Key{}, kaibo.Project{}, unknown
	}
	if k.Expired(s.Clock()) { // said to whoever holds it alone: there is nothing to guess
		return Key{}, kaibo.Project{}, ErrExpired()
	}
	p, err := s.ProjectByID(ctx, k.ProjectID)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return Key{}, kaibo.Project{}, unknown
	}
	if err != nil {
		return Key{}, kaibo.Project{}, err
	}
	return k, p, nil
}

// ErrExpired is what a key that has ended by itself is answered.
func ErrExpired() error { return kaibo.Errorf(kaibo.Unauthenticated, "the key has expired") }

// AnyKey reports whether a key was ever made.
func (s *Store) AnyKey(ctx context.Context) (bool, error) {
	if s.anyKey.Load() {
		return true, nil
	}
	items, err := s.Table.Get(ctx, madeKey)
	if err != nil {
		return false, fmt.Errorf("look for keys: %w", err)
	}
	if items[0].Found() {
		s.anyKey.Store(true)
	}
	return items[0].Found(), nil
}

// Keys answers at most limit keys of a project in the order of their ids,
// revoked ones included, from after the cursor. Limit and pages are as in
// [Store.Projects].
func (s *Store) Keys(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]Key, string, error) {
	page, err := s.Table.Query(ctx, kaibo.Records, keyListing(p.ID), pageAfter(cursor, limit))
	if err != nil {
		return nil, "", fmt.Errorf("list keys: %w", err)
	}
	if len(page.Items) == 0 {
		return nil, "", nil
	}
	lookups := make([]kaibo.Key, len(page.Items))
	for i, item := range page.Items {
		lookups[i] = secretKey(string(item.Data))
	}
	items, err := s.Table.Get(ctx, lookups...)
	if err != nil {
		return nil, "", fmt.Errorf("read keys: %w", err)
	}
	keys := make([]Key, 0, len(items))
	for _, item := range items {
		if !item.Found() { // the listing shows the middle of a Commit: not made yet
			continue
		}
		var k Key
		if err := item.Decode(&k); err != nil {
			return nil, "", err
		}
		keys = append(keys, k)
	}
	used, err := s.lastUsed(ctx, p.ID, keys)
	if err != nil {
		return nil, "", err
	}
	for i := range keys {
		keys[i].LastUsedAt = used[i]
	}
	if page.More {
		return keys, page.Items[len(page.Items)-1].Sort, nil
	}
	return keys, "", nil
}

// RevokeKey ends a key of a project: no Identify that begins after it has
// answered accepts it, in any process. Revoking twice is no error; a key that is not
// the project's is NotFound. Record, when set, is called before a key that is
// still good is ended; its error is the answer, and the key stays good.
func (s *Store) RevokeKey(ctx context.Context, p kaibo.Project, id string, record func(*Key) error) (Key, error) {
	items, err := s.Table.Get(ctx, kaibo.Key{Partition: keyListing(p.ID), Sort: lookupID(id)})
	if err != nil {
		return Key{}, fmt.Errorf("find key: %w", err)
	}
	if !items[0].Found() {
		return Key{}, kaibo.Errorf(kaibo.NotFound, "there is no key %s", id)
	}
	at := secretKey(string(items[0].Data))
	for range 8 {
		items, err := s.Table.Get(ctx, at)
		if err != nil {
			return Key{}, fmt.Errorf("read key: %w", err)
		}
		var k Key
		if err := items[0].Decode(&k); err != nil {
			return Key{}, err
		}
		if k.RevokedAt != nil {
			return k, nil
		}
		if record != nil {
			if err := record(&k); err != nil {
				return Key{}, err
			}
			record = nil // once, however often the item is read again
		}
		now := s.Clock()
		k.RevokedAt = &now
		err = s.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(at, items[0].Version, kaibo.Encode(k))})
		var conflict *kaibo.ConflictError
		if err == nil {
			return k, nil
		}
		if !errors.As(err, &conflict) {
			return Key{}, fmt.Errorf("revoke key: %w", err)
		}
	}
	return Key{}, &kaibo.Error{Op: "revoke key", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "the key is being changed; try again"}
}

// lookupID keeps a look-up by an empty id from being an invalid key.
func lookupID(id string) string {
	if id == "" {
		return "-"
	}
	return id
}
