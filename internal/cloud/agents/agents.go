// Package agents serves the Model Context Protocol from the one function that
// speaks it. It is apart from package api, whose functions are small because
// they link none of that.
package agents

import (
	"log/slog"
	"net/http"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/mcpserver"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Handler serves /mcp and the metadata of the resource that it is. Every verb that
// a deployment offers can be reached by it, so it stands on all engines, and s
// is what mends and forgets structure with. What waits for a job waits for the
// structuring function.
func Handler(d *cloud.Deployment, s structure.Structurer) (http.Handler, error) {
	// The tools' schemas are made by the first request: a process that starts
	// makes no agent wait for them.
	server := sync.OnceValue(func() *mcpserver.Server {
		return mcpserver.New(mcpserver.Options{Version: cloud.Version(), Log: slog.Default()})
	})
	return httpapi.New(httpapi.Config{
		Deps: deps(d, s), Access: api.Identities(d), Loopback: d.Config.Loopback, Version: cloud.Version(), Log: slog.Default(),
		Only: func(*verbs.Spec) bool { return false }, MCP: func(w http.ResponseWriter, r *http.Request, run verbs.Run) error {
			return server().ServeHTTP(w, r, run)
		},
		BaseURL: func(r *http.Request) string { return gateway.BaseOf(r.Context()) },
	})
}

// deps are all engines that a deployment has.
func deps(d *cloud.Deployment, s structure.Structurer) *verbs.Deps {
	l := d.Ledger()
	v := d.Views(l)
	w := d.Worker(l, s)
	f := d.Forget(w)
	return &verbs.Deps{Appender: l, Ledger: l, Initiatives: l, Memories: v, Derived: v, Jobs: d.Jobs(l), Recall: d.Recall(), Mend: w,
		Forget: f, Deletions: api.Deleter{Forget: f, Store: d.Access()}, Retention: d.Retention(l, nil), Keys: d.Access(), Records: l,
		Projects: d.Access(), Proofs: d.Proofs(), Webhooks: d.Webhooks(), Deliveries: d.Webhooks(), Table: d.Table(), Marks: l, Graph: d.Graph(l), Model: api.ModelInfo(d), Health: &api.Health{Table: d.Table(), Clock: d.Clock}}
}
