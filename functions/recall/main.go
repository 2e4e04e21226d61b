// Command recall answers POST /v1/recall, as one document or as server-sent
// events, with a stream of bytes either way. It links the vocabulary.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.CompactQueue, build) }

func build(d *cloud.Deployment) (any, error) {
	deps := &verbs.Deps{Recall: d.Recall(), Initiatives: d.Reader(), Table: d.Table()}
	h, err := api.Handler(d, deps, "recall")
	return gateway.Streaming(d.Compactions().After(h)), err
}
