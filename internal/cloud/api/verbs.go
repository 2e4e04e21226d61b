package api

import (
	"context"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// The functions that serve one verb or few name them; the verbs of the others
// follow from the registry, so that a verb that joins it is served.
var (
	own      = []string{"remember", "recall"}
	erasures = append([]string{"forget", "projects.delete"}, announcing()...)
	jobVerbs = []string{"job"} // a read that may ask another function to work
)

// announcing are the verbs of webhooks, which want the scope forget too.
func announcing() []string {
	return named(func(s *verbs.Spec) bool { return s.Toolset == verbs.Announce })
}

// Erasures are the verbs that want the scope forget: those that take text away,
// and those of webhooks.
func Erasures() []string { return slices.Clone(erasures) }

// Reads are the verbs that change nothing, but recall and what goes with the
// curations, and job.
func Reads() []string {
	return named(func(s *verbs.Spec) bool {
		reads := s.Hints.ReadOnly && !besides(s) || slices.Contains(jobVerbs, s.Name)
		return reads && !slices.Contains(slices.Concat(own, erasures), s.Name)
	})
}

// Curations are the verbs that are left: they change something and forget
// nothing, or read the curated graph, which whoever changes it has in memory, or
// the settings of the guard.
func Curations() []string {
	return named(func(s *verbs.Spec) bool {
		others := slices.Concat(own, erasures, jobVerbs)
		return (!s.Hints.ReadOnly || besides(s)) && !slices.Contains(others, s.Name)
	})
}

// besides reports whether a read goes where writes go: those of the curated graph,
// and those of the secret guard's settings.
func besides(s *verbs.Spec) bool {
	switch s.Toolset {
	case verbs.Arrive, verbs.Capture, verbs.Reason, verbs.Inspect, verbs.Chains, verbs.Bounds, verbs.Upkeep:
		return true
	}
	return s.Name == "guard" || strings.HasPrefix(s.Name, "guard.")
}

// named are the verbs of a deployment that fit.
func named(fits func(*verbs.Spec) bool) []string {
	var names []string
	for _, v := range verbs.All() {
		if s := v.Spec(); s.Where == verbs.Everywhere && fits(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Deleter deletes projects.
type Deleter struct {
	Forget *forget.Engine
	Store  forget.ProjectStore
}

var _ verbs.ProjectDeleter = Deleter{}

// DeleteProject implements verbs.ProjectDeleter.
func (d Deleter) DeleteProject(ctx context.Context, p kaibo.Project, reason string) (*forget.Deed, error) {
	return d.Forget.DeleteProject(ctx, d.Store, p, reason)
}
