// Command purge does what the schedule asks for: purges that are due, deeds
// that stopped, streams that lag, events whose time has come or that are past
// their retention, and what crashes left behind.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

func main() {
	cloud.Start(cloud.Tables|cloud.Bucket|cloud.StructureQueue|cloud.NotifyQueue|cloud.Grace, build)
}

func build(d *cloud.Deployment) (any, error) {
	l := d.Reader()
	w := d.Worker(l, rules.New())
	f := d.Forget(w)
	s := &hints.Schedule{Forget: f, Retain: d.Retention(l, f).Enforce, Lagging: w, Hints: d.StructureQueue(), Projects: d.Projects(), Clock: d.Clock, Announced: d.Announcements(),
		Sweepers: hints.Sweepers(l, d.Index(), w)}
	return cloud.Guarded("schedule", s.Handle), nil
}
