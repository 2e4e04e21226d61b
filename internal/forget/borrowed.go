package forget

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// note remembers a memory whose event is not of the set: it had words of one
// that is.
func (t *taking) note(r *kaibo.MemoryRecord) {
	if r == nil || len(r.Context) == 0 || t.inSet[r.Source.EventID] {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.borrowers = append(t.borrowers, r)
}

// eraseBorrowers takes the text out of the births of memories that are
// forgotten although their event is not. The derivation of their event keeps
// what else it led to.
func (t *taking) eraseBorrowers(ctx context.Context) error {
	for _, r := range t.borrowers {
		if err := t.eraseBirth(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// eraseBirth finds the birth of a memory among the derivations of its event and
// leaves its shape.
func (t *taking) eraseBirth(ctx context.Context, r *kaibo.MemoryRecord) error {
	seq := kaibo.SeqKey(r.Source.Seq)
	within := kaibo.Range{From: seq + "/", Before: seq + "0"}
	for {
		page, err := t.Table.Query(ctx, kaibo.Records, kaibo.DerivationPartition(t.project.ID, r.Source.Stream), within)
		if err != nil {
			return fmt.Errorf("read derivations: %w", err)
		}
		for _, item := range page.Items {
			var d kaibo.Derivation
			if err := item.Decode(&d); err != nil {
				return err
			}
			i := slices.IndexFunc(d.Births, func(b kaibo.Birth) bool { return b.ID == r.ID })
			if i < 0 || d.Births[i].Content == "" {
				continue
			}
			views.EraseBirth(&d.Births[i])
			if err := t.commit(ctx, "erase birth", []kaibo.Write{kaibo.PutAny(item.Key, item.Version+1, kaibo.Encode(d))}); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		within = within.Next(page)
	}
}
