// Command remember answers POST /v1/remember: it appends events and, when asked
// to, waits for what the structuring function learns from them. It links no
// structurer and no vocabulary.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.StructureQueue, build) }

func build(d *cloud.Deployment) (any, error) {
	l := d.Ledger()
	v := d.Views(l)
	h, err := api.Handler(d, &verbs.Deps{Appender: l, Ledger: l, Initiatives: l, Memories: v, Derived: v, Jobs: d.Jobs(l), Table: d.Table()}, "remember")
	return gateway.Buffered(h), err
}
