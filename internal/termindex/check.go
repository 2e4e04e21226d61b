package termindex

import (
	"context"
	"fmt"
	"reflect"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Finding is one thing that is wrong with an index.
type Finding struct {
	Where  string // the object, or the item
	Detail string
}

// Check reads the whole index from the store and answers what is wrong with
// it: a segment that is missing, damaged or not the one that the manifest
// names; a damaged delta; two different rows of one document with one version.
// The error is for what kept it from looking.
func (ix *Index) Check(ctx context.Context, p kaibo.Project) ([]Finding, error) {
	c, err := ix.query(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("check index: %w", err)
	}
	fresh := &Index{Table: ix.Table, Objects: ix.Objects, Clock: ix.Clock, Random: ix.Random}
	var found []Finding
	var runs []*run
	for _, ref := range c.manifest.Segments {
		r, err := fresh.segment(ctx, ref)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, fmt.Errorf("check index: %w", err)
		case err != nil:
			found = append(found, Finding{ref.Object, err.Error()})
		case len(r.ids) != ref.Docs || len(r.data) != ref.Bytes:
			found = append(found, Finding{ref.Object, "its size is not the manifest's"})
		default:
			runs = append(runs, r)
		}
	}
	for _, item := range c.deltas {
		if _, err := fresh.delta(item); err != nil {
			found = append(found, Finding{item.Partition + "/" + item.Sort, err.Error()})
		}
	}
	for _, item := range c.unfolded {
		if r, err := fresh.delta(item); err == nil {
			runs = append(runs, r)
		}
	}
	return append(found, sameVersions(runs)...), nil
}

// sameVersions finds rows of one id and version that differ.
func sameVersions(runs []*run) []Finding {
	type row struct {
		id      string
		version uint64
	}
	type at struct {
		run *run
		doc int
	}
	seen := make(map[row]at)
	var found []Finding
	for _, r := range runs {
		for i, id := range r.ids {
			if r.deleted[i] {
				continue // a scrubbed row stands beside the one that it was
			}
			k := row{id, r.version[i]}
			first, ok := seen[k]
			if !ok {
				seen[k] = at{r, i}
			} else if !reflect.DeepEqual(first.run.doc(first.doc), r.doc(i)) {
				found = append(found, Finding{r.name, fmt.Sprintf("%s has two rows of version %d; the other is in %s",
					id, r.version[i], first.run.name)})
			}
		}
	}
	return found
}
