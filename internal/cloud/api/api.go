// Package api serves verbs from the functions of a deployment: the handler of
// package httpapi, with the engines of package cloud behind it, for the few
// verbs of one function.
//
//	handler, err := api.Handler(d, &verbs.Deps{Recall: d.Recall()}, "recall")
//
// Whose a key is was found by the authorizer; a request reaches a function with
// the answer. A request that did not go through it finds no project, unless the
// verb is public or the functions run behind the loopback gateway of
// scripts/local-aws.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Handler serves the verbs named, with the engines of deps.
func Handler(d *cloud.Deployment, deps *verbs.Deps, names ...string) (http.Handler, error) {
	return httpapi.New(httpapi.Config{
		Deps: deps, Access: Identities(d), Loopback: d.Config.Loopback, Version: cloud.Version(), Log: slog.Default(),
		Observer: emf{slog.Default(), time.Now},
		Only:     func(s *verbs.Spec) bool { return slices.Contains(names, s.Name) },
	})
}

// Documents serves the OpenAPI document and the documentation, which docs
// answers, and the word that there is nothing at any other path. It reads no
// store.
func Documents(docs func(http.ResponseWriter, *http.Request) bool) (http.Handler, error) {
	return httpapi.New(httpapi.Config{Version: cloud.Version(), Log: slog.Default(), Docs: docs,
		Only: func(*verbs.Spec) bool { return false }})
}

// identities tells httpapi who has a key, as the authorizer said it.
type identities struct {
	store *access.Store
	meter *access.Meter
	clock kaibo.Clock
}

var _ httpapi.Access = identities{}

// Identities tell who has a key, as the authorizer said it.
func Identities(d *cloud.Deployment) httpapi.Access {
	return identities{store: d.Access(), meter: d.Meter(), clock: d.Clock}
}

// Identify implements httpapi.Access. The secret was looked up by the
// authorizer. An identity without a project is the console's: whoever may
// invoke the function with a right of AWS, which no request from outside can
// pretend to, because the authorizer names a project always.
func (i identities) Identify(ctx context.Context, _ string) (httpapi.Holder, error) {
	id, err := gateway.IdentityOf(ctx)
	if err != nil {
		return httpapi.Holder{}, err
	}
	if err := i.count(&id); err != nil {
		return httpapi.Holder{}, err
	}
	holder := httpapi.Holder{Name: id.Name, Initiatives: id.Initiatives}
	for _, s := range id.Scopes {
		holder.Scopes = append(holder.Scopes, verbs.Scope(s))
	}
	if id.ProjectID == "" {
		holder.Project, err = i.store.EnsureProject(ctx, httpapi.DefaultProject)
		return holder, err
	}
	holder.Project, err = i.store.ProjectByID(ctx, id.ProjectID)
	if kaibo.KindOf(err) == kaibo.NotFound { // deleted since the authorizer looked
		return httpapi.Holder{}, kaibo.Errorf(kaibo.Unauthenticated, "the key is unknown or revoked")
	}
	return holder, err
}

// count holds a key to its end and its limit. The authorizer's answer may be
// kept beyond the end of a key; the console has no key.
func (i identities) count(id *gateway.Identity) error {
	if id.KeyID == "" {
		return nil
	}
	key := access.Key{ID: id.KeyID, ProjectID: id.ProjectID, Grant: access.Grant{PerMinute: id.PerMinute, ExpiresAt: id.ExpiresAt}}
	if key.Expired(i.clock()) {
		return access.ErrExpired()
	}
	return i.meter.Take(&key)
}

// AnyKey implements httpapi.Access.
func (i identities) AnyKey(ctx context.Context) (bool, error) { return i.store.AnyKey(ctx) }

// Project implements httpapi.Access.
func (i identities) Project(ctx context.Context, name string) (kaibo.Project, error) {
	return i.store.Project(ctx, name)
}

// EnsureProject implements httpapi.Access.
func (i identities) EnsureProject(ctx context.Context, name string) (kaibo.Project, error) {
	return i.store.EnsureProject(ctx, name)
}

// ModelInfo tells of the model that the structuring function asks; nil for none.
func ModelInfo(d *cloud.Deployment) *verbs.ModelInfo {
	if d.Config.Model == "" {
		return nil
	}
	return &verbs.ModelInfo{Name: "bedrock:" + d.Config.Model, Address: "https://bedrock-runtime." + d.AWS().Region + ".amazonaws.com"}
}
