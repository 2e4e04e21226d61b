// Command mcp answers POST /mcp: the Model Context Protocol, by which an agent
// reaches every verb, with a stream of bytes. It links what all verbs need.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/agents"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
)

func main() {
	cloud.Start(cloud.Tables|cloud.Bucket|cloud.StructureQueue|cloud.CompactQueue|cloud.NotifyQueue|cloud.Grace|cloud.ModelName, build)
}

func build(d *cloud.Deployment) (any, error) {
	h, err := agents.Handler(d, rules.New())
	return gateway.Streaming(d.Announcements().After(d.Compactions().After(h))), err
}
