package verbs

import (
	"context"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Narrow is what recall, memories and forget narrow by. Each is off when
// absent; all that are given must match.
type Narrow struct {
	Streams  []string `json:"streams,omitempty" form:"stream" items:"64" doc:"Only what these streams say."`
	Actors   []string `json:"actors,omitempty" form:"name" items:"64" doc:"Only what these people said."`
	Metadata Metadata `json:"metadata,omitempty" doc:"Only what events with these entries say, all of them equal."`
}

// Kinds narrows by what a memory is.
type Kinds struct {
	Types       []string `json:"types,omitempty" enum:"fact,decision,task,preference,procedure,episode" items:"6" doc:"Only memories of these types."`
	Initiatives []string `json:"initiatives,omitempty" form:"name" items:"64" doc:"Only memories of these initiatives; those that name none are left out."`
}

// noInitiative stands for names that nothing has: a filter by it lets nothing
// through, where an empty one would let everything.
const noInitiative = "ini_none"

// filter makes the filter of a request.
func filter(ctx context.Context, c *Call, kinds Kinds, narrow Narrow) (kaibo.Filter, error) {
	f := kaibo.Filter{
		Types: kinds.Types, Streams: narrow.Streams, Actors: narrow.Actors,
		Tags: c.Project.MetadataTags(narrow.Metadata), Limited: c.limited(),
	}
	if len(kinds.Initiatives) == 0 {
		f.Initiatives = c.narrowed(nil)
		return f, nil
	}
	names := slices.Compact(slices.Sorted(slices.Values(kinds.Initiatives)))
	ids, err := c.Deps.Initiatives.InitiativeIDs(ctx, c.Project, names)
	if err != nil {
		return f, err
	}
	if len(ids) == 0 {
		ids = []string{noInitiative}
	}
	f.Initiatives = c.narrowed(ids)
	return f, nil
}

// Page asks for a part of a list.
type Page struct {
	Limit  *int   `json:"limit,omitempty" min:"1" max:"1000" default:"100" doc:"Most items to answer."`
	Cursor string `json:"cursor,omitempty" bytes:"1024" doc:"Where to go on: the nextCursor of the answer before."`
}

// limit returns how many items are asked for.
func (p *Page) limit() int {
	if p.Limit == nil {
		return kaibo.DefaultListLimit
	}
	return *p.Limit
}
