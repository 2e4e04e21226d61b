// Command structure takes hints from the queue and turns the events of the
// streams that they name into memories. It links the structurer and the
// vocabulary.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // what it writes is counted
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.CompactQueue, build) }

func build(d *cloud.Deployment) (any, error) {
	return hints.Structure(d.Worker(d.Reader(), rules.New()), d.Projects(), d.Compactions()), nil
}
