package verbs

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// KeyInfo is what is told of a key: all but the key itself.
type KeyInfo struct {
	ID        string      `json:"id" doc:"Names the key to keys.revoke."`
	Name      string      `json:"name,omitempty" doc:"What its maker called it."`
	Scopes    []string    `json:"scopes" doc:"What it allows."`
	PerMinute int         `json:"perMinute,omitempty" doc:"How many requests a minute it allows; absent for no limit of its own."`
	Limited   []string    `json:"initiatives,omitempty" doc:"The initiatives that it is limited to; absent for all of the project."`
	CreatedAt kaibo.Time  `json:"createdAt" doc:"When it was made."`
	ExpiresAt *kaibo.Time `json:"expiresAt,omitempty" doc:"From when on it is refused; absent for never."`
	RevokedAt *kaibo.Time `json:"revokedAt,omitempty" doc:"When it was ended."`
	LastUsed  *kaibo.Time `json:"lastUsedAt,omitempty" doc:"When a request came with it last, to ten minutes; absent when none did."`
}

func infoOf(k *access.Key, initiatives []string) KeyInfo {
	return KeyInfo{ID: k.ID, Name: k.Name, Scopes: k.Scopes, PerMinute: k.PerMinute, Limited: initiatives, CreatedAt: k.CreatedAt,
		ExpiresAt: k.ExpiresAt, RevokedAt: k.RevokedAt, LastUsed: k.LastUsedAt}
}

// KeysStream is where the changes of keys are recorded, each as an event of
// kind curate.
const KeysStream = "~keys"

// keyRecord is the content of such an event, in RFC 8785's form.
type keyRecord struct {
	Verb      string      `json:"verb"`
	KeyID     string      `json:"keyId"`
	Name      string      `json:"name,omitempty"`
	Scopes    []string    `json:"scopes"`
	PerMinute int         `json:"perMinute,omitempty"`
	ExpiresAt *kaibo.Time `json:"expiresAt,omitempty"`

	Initiatives []string `json:"initiatives,omitempty"` // ids
}

// recordKey writes that a key is about to be made or ended, and by whom, before
// it is: a key that no event tells of cannot be. An event whose key was never
// made tells that somebody tried.
func recordKey(ctx context.Context, c *Call, p kaibo.Project, verb string) func(*access.Key) error {
	return func(k *access.Key) error {
		content, err := canon.Marshal(keyRecord{Verb: verb, KeyID: k.ID, Name: k.Name, Scopes: k.Scopes, PerMinute: k.PerMinute, ExpiresAt: k.ExpiresAt,
			Initiatives: k.Initiatives})
		if err != nil {
			return fmt.Errorf("write record of key: %w", err)
		}
		_, err = c.Deps.Records.Curate(ctx, p, KeysStream, ledger.Entry{Content: content, Details: kaibo.Details{Actor: c.Author}})
		return err
	}
}

var keysVerb = define(Spec{
	Name:    "keys",
	Summary: "List the keys of the project",
	Doc:     "Lists the keys of the project, revoked ones too, without the keys themselves, which nobody can read back.",
	Scope:   Admin, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, listKeys)

// KeysIn is the input of keys.
type KeysIn struct{ Page }

// KeysOut is the answer of keys.
type KeysOut struct {
	Items      []KeyInfo `json:"items" doc:"The keys."`
	NextCursor string    `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listKeys(ctx context.Context, c *Call, in *KeysIn) (*KeysOut, error) {
	var after string
	if err := openCursor(c.Project, "keys", in.Cursor, &after); err != nil {
		return nil, err
	}
	keys, next, err := c.Deps.Keys.Keys(ctx, c.Project, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &KeysOut{Items: make([]KeyInfo, len(keys))}
	for i := range keys {
		if out.Items[i], err = describe(ctx, c, &keys[i]); err != nil {
			return nil, err
		}
	}
	if next != "" {
		out.NextCursor, err = makeCursor(c.Project, "keys", next)
	}
	return out, err
}

// describe is infoOf with the names of the key's initiatives.
func describe(ctx context.Context, c *Call, k *access.Key) (KeyInfo, error) {
	if len(k.Initiatives) == 0 {
		return infoOf(k, nil), nil
	}
	names, err := c.Deps.Initiatives.InitiativeNames(ctx, c.Project, k.Initiatives)
	return infoOf(k, names), err
}

var createKeyVerb = define(Spec{
	Name:    "keys.create",
	Summary: "Make a key to the project",
	Doc: "Makes a key to the project with the scopes named and answers it: keep it, it is not stored and cannot be had " +
		"again. From the first key on, a local server wants one with every request. A key with the scope operator is made " +
		"by an operator only. Each key that is made or ended is recorded as an event in the stream ~keys.",
	Scope: Admin, Toolset: Manage, Statuses: []Status{{"201", "Made."}},
	Example: `{"name": "agent", "scopes": ["read", "write"]}`,
}, createKey)

// CreateKeyIn is the input of keys.create.
type CreateKeyIn struct {
	Name   string   `json:"name,omitempty" form:"name" doc:"What to call it in lists; also the author of what it mends."`
	Scopes []string `json:"scopes" enum:"read,write,forget,admin,operator" items:"5" doc:"What it allows."`

	Initiatives []string `json:"initiatives,omitempty" form:"name" items:"64" doc:"Limits it to these initiatives: it writes to them alone and sees no memory and no text that names none of them. Such a key carries the scopes read and write at most."`

	PerMinute *int        `json:"perMinute,omitempty" min:"1" max:"1000000" doc:"How many requests a minute it allows; more are answered 429. A minute's worth may come at once."`
	ExpiresAt *kaibo.Time `json:"expiresAt,omitempty" doc:"From when on it is refused."`
}

// CreateKeyOut is the answer of keys.create.
type CreateKeyOut struct {
	KeyInfo
	Key     string `json:"key" doc:"The key: send it as Authorization: Bearer KEY."`
	Project string `json:"project" doc:"The name of the project that it opens."`
}

// StatusCode implements StatusCoder.
func (*CreateKeyOut) StatusCode() int { return http.StatusCreated }

func createKey(ctx context.Context, c *Call, in *CreateKeyIn) (*CreateKeyOut, error) {
	if slices.Contains(in.Scopes, string(Operator)) && !c.Allows(Operator) {
		return nil, kaibo.Errorf(kaibo.Forbidden, "only an operator makes a key with the scope operator")
	}
	if in.ExpiresAt != nil && *in.ExpiresAt <= kaibo.TimeOf(c.Arrived) {
		return nil, kaibo.InvalidField("expiresAt", "must be later than now")
	}
	if len(in.Initiatives) > 0 && slices.ContainsFunc(in.Scopes, func(s string) bool { return s != string(Read) && s != string(Write) }) {
		return nil, kaibo.InvalidField("scopes", "must be read and write alone for a key that is limited to initiatives")
	}
	perMinute := 0
	if in.PerMinute != nil {
		perMinute = *in.PerMinute
	}
	scopes := slices.Compact(slices.Sorted(slices.Values(in.Scopes)))
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	return keep(ctx, c, p, "keys.create", func() (*CreateKeyOut, error) {
		names := slices.Compact(slices.Sorted(slices.Values(in.Initiatives)))
		ids, err := c.Deps.Records.EnsureInitiatives(ctx, p, names)
		if err != nil {
			return nil, err
		}
		k, secret, err := c.Deps.Keys.CreateKey(ctx, p, access.Grant{Name: in.Name, Scopes: scopes, PerMinute: perMinute, ExpiresAt: in.ExpiresAt, Initiatives: ids},
			recordKey(ctx, c, p, "keys.create"))
		if err != nil {
			return nil, err
		}
		return &CreateKeyOut{KeyInfo: infoOf(&k, names), Key: secret, Project: p.Name}, nil
	})
}

var revokeKeyVerb = define(Spec{
	Name:    "keys.revoke",
	Summary: "End a key",
	Doc:     "Ends a key of the project. Requests with it are refused from then on. Ending it twice is no error.",
	Scope:   Admin, Toolset: Manage, Hints: Hints{Destructive: true, Idempotent: true}, Main: "id",
	Example: `{"id": "key_aaaaaaaaaaaaaaaa"}`,
}, revokeKey)

// RevokeKeyIn is the input of keys.revoke.
type RevokeKeyIn struct {
	ID string `json:"id" form:"id" doc:"The key, as keys lists it."`
}

// RevokeKeyOut is the answer of keys.revoke.
type RevokeKeyOut struct{ KeyInfo }

func revokeKey(ctx context.Context, c *Call, in *RevokeKeyIn) (*RevokeKeyOut, error) {
	k, err := c.Deps.Keys.RevokeKey(ctx, c.Project, in.ID, recordKey(ctx, c, c.Project, "keys.revoke"))
	if err != nil {
		return nil, err
	}
	info, err := describe(ctx, c, &k)
	return &RevokeKeyOut{info}, err
}
