// Command structure takes hints from the queue and turns the events of the
// streams that they name into memories. It links the structurer, the vocabulary
// and the client of the model.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/cloud/models"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // what it writes is counted
)

func main() {
	cloud.Start(cloud.Tables|cloud.Bucket|cloud.CompactQueue|cloud.NotifyQueue|cloud.ModelName|cloud.ModelPrices, build)
}

func build(d *cloud.Deployment) (any, error) {
	w := d.Worker(d.Reader(), rules.New())
	var err error
	w.Model, err = models.Open(d)
	return hints.Structure(w, d.Projects(), d.Compactions(), d.Announcements()), err
}
