package operator

import (
	"context"
	"log/slog"
	"net/http"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// walkers are the verbs that no function of a deployment serves and that run on
// its stores from here. Others that are of the embedded store alone do not.
var walkers = []string{"rebuild", "fsck", "dead_letters", "dead_letters.redrive", "checkpoint.resume"}

// Runs reports whether a verb is a command of the operator, which runs on a
// stack. The others are for its API, or for the embedded store.
func Runs(s *verbs.Spec) bool {
	return (s.Toolset == verbs.Manage || s.Toolset == verbs.Operate) && (s.Where == verbs.Everywhere || slices.Contains(walkers, s.Name))
}

// Handler serves the operator's verbs over the stores of the stack, to whoever
// has the token. Version is this program's.
func (s *Stack) Handler(token, version string, log *slog.Logger) (http.Handler, error) {
	return s.Over(cloud.With(s.Config, s.aws), s.letters(), token, version, log)
}

// Over is Handler over a deployment that is there already.
func (s *Stack) Over(d *cloud.Deployment, letters *Letters, token, version string, log *slog.Logger) (http.Handler, error) {
	l := d.Ledger()
	w := d.Worker(l, rules.New())
	v := d.Views(l)
	f := d.Forget(w)
	dead := &dead{letters: letters, worker: w, hints: d.StructureQueue(), ledger: l}
	deps := &verbs.Deps{Appender: l, Ledger: l, Initiatives: l, Memories: v, Derived: v, Jobs: d.Jobs(l), Mend: w,
		Recall: d.Recall(), Forget: f, Deletions: api.Deleter{Forget: f, Store: d.Access()}, Retention: d.Retention(l, f),
		Keys: d.Access(), Records: l, Projects: d.Access(), Marks: l, Graph: d.Graph(l), Webhooks: d.Webhooks(), Deliveries: d.Webhooks(),
		Maintain: &maintainer{stack: s, views: v, table: d.Table(), clock: d.Clock}, Dead: dead,
		Proofs: d.Proofs(), Logs: resumer{&checkpoint.Engine{Table: d.Table(), Clock: d.Clock}},
		Table: d.Table(), Health: &api.Health{Table: d.Table(), Clock: d.Clock}}
	h, err := httpapi.New(httpapi.Config{Deps: deps, Access: nobody{d.Access()}, OwnerToken: token, RequireKey: true, Local: true,
		Version: version, Log: log, Only: Runs})
	if err != nil {
		return nil, err
	}
	return d.Compactions().After(d.Announcements().After(h)), nil
}

// nobody knows no key: whoever has the rights of AWS needs none, and a key is
// for the API.
type nobody struct{ *access.Store }

var _ httpapi.Access = nobody{}

// Identify implements httpapi.Access.
func (nobody) Identify(context.Context, string) (httpapi.Holder, error) {
	return httpapi.Holder{}, kaibo.Errorf(kaibo.Unauthenticated, "on a stack nobody is asked for a key")
}

// resumer takes up logs that were stopped. The function checkpoint, which alone
// can sign, says what came of it.
type resumer struct{ engine *checkpoint.Engine }

// Resume implements verbs.LogResumer.
func (r resumer) Resume(ctx context.Context, log checkpoint.Log) (was, now *checkpoint.Inconsistency, err error) {
	was, err = r.engine.Resume(ctx, log)
	return was, nil, err
}
