// Command curate answers POST /v1/{verb} for every verb that has no route of
// its own: those that mend what was noted wrongly, and those that make keys and
// projects.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // what it writes is counted in it
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func main() {
	cloud.Start(cloud.Tables|cloud.Bucket|cloud.StructureQueue|cloud.NotifyQueue|cloud.ModelName, build)
}

func build(d *cloud.Deployment) (any, error) {
	l := d.Ledger()
	v := d.Views(l)
	w := d.Worker(l, rules.New())
	h, err := api.Handler(d, &verbs.Deps{Appender: l, Ledger: l, Initiatives: l, Memories: v, Derived: v, Jobs: w,
		Mend: w, Keys: d.Access(), Records: l, Retention: d.Retention(l, nil), Projects: d.Access(), Table: d.Table(), Marks: l, Graph: d.Graph(l), Model: api.ModelInfo(d)}, api.Curations()...)
	return gateway.Buffered(d.Announcements().After(h)), err
}
