package verbs

import (
	"context"
	"net/http"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// KeyInfo is what is told of a key: all but the key itself.
type KeyInfo struct {
	ID        string      `json:"id" doc:"Names the key to keys.revoke."`
	Name      string      `json:"name,omitempty" doc:"What its maker called it."`
	Scopes    []string    `json:"scopes" doc:"What it allows."`
	CreatedAt kaibo.Time  `json:"createdAt" doc:"When it was made."`
	RevokedAt *kaibo.Time `json:"revokedAt,omitempty" doc:"When it ended."`
}

func infoOf(k *access.Key) KeyInfo {
	return KeyInfo{ID: k.ID, Name: k.Name, Scopes: k.Scopes, CreatedAt: k.CreatedAt, RevokedAt: k.RevokedAt}
}

var keysVerb = define(Spec{
	Name:    "keys",
	Summary: "List the keys of the project",
	Doc:     "Lists the keys of the project, revoked ones too, without the keys themselves, which nobody can read back.",
	Scope:   Admin, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
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
		out.Items[i] = infoOf(&keys[i])
	}
	if next != "" {
		out.NextCursor, err = makeCursor(c.Project, "keys", next)
	}
	return out, err
}

var createKeyVerb = define(Spec{
	Name:    "keys.create",
	Summary: "Make a key to the project",
	Doc: "Makes a key to the project with the scopes named and answers it: keep it, it is not stored and cannot be had " +
		"again. From the first key on, a local server wants one with every request. A key with the scope operator is made " +
		"by an operator only.",
	Scope: Admin, Toolset: Manage, Statuses: []Status{{"201", "Made."}},
	Example: `{"name": "agent", "scopes": ["read", "write"]}`,
}, createKey)

// CreateKeyIn is the input of keys.create.
type CreateKeyIn struct {
	Name   string   `json:"name,omitempty" form:"name" doc:"What to call it in lists; also the author of what it mends."`
	Scopes []string `json:"scopes" enum:"read,write,forget,admin,operator" items:"5" doc:"What it allows."`
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
	scopes := slices.Compact(slices.Sorted(slices.Values(in.Scopes)))
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	return keep(ctx, c, p, "keys.create", func() (*CreateKeyOut, error) {
		k, secret, err := c.Deps.Keys.CreateKey(ctx, p, in.Name, scopes)
		if err != nil {
			return nil, err
		}
		return &CreateKeyOut{KeyInfo: infoOf(&k), Key: secret, Project: p.Name}, nil
	})
}

var revokeKeyVerb = define(Spec{
	Name:    "keys.revoke",
	Summary: "End a key",
	Doc:     "Ends a key of the project. Requests with it are refused from then on. Ending it twice is no error.",
	Scope:   Admin, Toolset: Manage, Hints: Hints{Destructive: true, Idempotent: true}, Main: "id",
}, revokeKey)

// RevokeKeyIn is the input of keys.revoke.
type RevokeKeyIn struct {
	ID string `json:"id" form:"id" doc:"The key, as keys lists it."`
}

// RevokeKeyOut is the answer of keys.revoke.
type RevokeKeyOut struct{ KeyInfo }

func revokeKey(ctx context.Context, c *Call, in *RevokeKeyIn) (*RevokeKeyOut, error) {
	k, err := c.Deps.Keys.RevokeKey(ctx, c.Project, in.ID)
	if err != nil {
		return nil, err
	}
	return &RevokeKeyOut{infoOf(&k)}, nil
}
