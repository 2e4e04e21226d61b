// Command explain answers the reads but recall: what memories there are, where
// each came from, the ledger, keys, projects and health.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.StructureQueue|cloud.ModelName, build) }

func build(d *cloud.Deployment) (any, error) {
	l := d.Reader()
	v := d.Views(l)
	h, err := api.Handler(d, &verbs.Deps{Ledger: l, Initiatives: l, Memories: v, Derived: v, Jobs: d.Jobs(l), Keys: d.Access(), Retention: d.Retention(l, nil),
		Projects: d.Access(), Proofs: d.Proofs(), Table: d.Table(), Marks: l, Model: api.ModelInfo(d), Health: &api.Health{Table: d.Table(), Clock: d.Clock}}, api.Reads()...)
	return gateway.Buffered(h), err
}
