// Command notify delivers to webhooks: it takes hints from its queue, and once a
// minute looks for retries that are due. It reaches out to addresses of other
// people's choice, so it has no right to any text.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
)

func main() { cloud.Start(cloud.Tables|cloud.NotifyQueue, build) }

func build(d *cloud.Deployment) (any, error) {
	n := &hints.Notify{Deliver: d.Webhooks(), Hints: d.Announcements(), Clock: d.Clock}
	return cloud.Guarded("notify", n.Handle), nil
}
