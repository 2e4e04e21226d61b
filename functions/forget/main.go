// Command forget answers what wants the scope forget: POST /v1/forget, POST
// /v1/projects.delete, and the verbs of webhooks. It may take text away, which no
// other function that answers requests may.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.NotifyQueue|cloud.Grace, build) }

func build(d *cloud.Deployment) (any, error) {
	l := d.Reader()
	v := d.Views(l)
	f := d.Forget(d.Worker(l, rules.New()))
	h, err := api.Handler(d, &verbs.Deps{Forget: f, Deletions: api.Deleter{Forget: f, Store: d.Access()}, Ledger: l,
		Initiatives: l, Memories: v, Derived: v, Projects: d.Access(), Table: d.Table(), Webhooks: d.Webhooks(), Deliveries: d.Webhooks()}, api.Erasures()...)
	return gateway.Buffered(d.Announcements().After(h)), err
}
