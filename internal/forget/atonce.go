package forget

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// A deed that nobody disturbs is done at once: one round of reads after its
// tombstones stand, and one of Commits, which is a single Commit with the ledger
// entry in it where all of it fits. Where anything is out of the ordinary, or a
// Commit is refused, the deed is done step by step, as it is when another
// process takes it up: whatever was done at once is found done.
//
// It rests on this. The records were read before the plan was stored, and each
// is written under the version that was read; so every delta with words of them
// was there before the index was read, which is after the tombstones. From the
// tombstones on nothing adds a derivation, a passage or a provisional memory of
// the set's events, and what was added before them is seen.

// errStepwise says that a deed cannot be done at once.
var errStepwise = errors.New("the deed goes step by step")

// maxAtOnce is how many ids a deed may have that is done at once: all that it
// reads and writes is in memory together.
const maxAtOnce = 2000

// atOnce does the deed, or answers why it has to go step by step. What it did
// then stays done.
func (t *taking) atOnce(ctx context.Context, g *gathering) (*Deed, error) {
	if !t.fresh || len(t.plan.Shared) > 0 || len(t.plan.Memories)+len(t.plan.Events) > maxAtOnce {
		return nil, errStepwise
	}
	t.tried = true
	after, err := t.lookAgain(ctx)
	if err != nil {
		return nil, err
	}
	if err := after.nothingLate(ctx, g.learned); err != nil {
		return nil, err
	}
	groups, err := t.groups(ctx, g, after)
	if err != nil {
		return nil, err
	}
	entry, err := t.entering(t.project, t.plan, after.met)
	if err != nil {
		return nil, err
	}
	if len(entry.deed.Receipts) > placedWith {
		return nil, errStepwise // they are placed first
	}
	if entry.announced {
		defer t.tellAnnounced(t.project)
	}
	if all := slices.Concat(append(groups, entry.writes)...); fits(all) {
		return entry.deed, t.Table.Commit(ctx, all)
	}
	commits := packed(groups)
	err = t.each(ctx, len(commits), func(ctx context.Context, i int) error { return t.Table.Commit(ctx, commits[i]) })
	if err != nil {
		return nil, err
	}
	return entry.deed, t.Table.Commit(ctx, entry.writes)
}

// aftermath is what was read when the tombstones stood.
type aftermath struct {
	*gathering
	tail *termindex.Tail
	met  []kaibo.Item // under the entryKeys
}

// lookAgain reads all that the deed erases besides the records.
func (t *taking) lookAgain(ctx context.Context) (*aftermath, error) {
	a := &aftermath{gathering: t.gather(t.project, Selector{})}
	entryKeys := entryKeys(t.project.ID, t.plan.ReceiptID)
	keys := append(slices.Clone(entryKeys), changeKeys(t.project.ID, t.plan.Changes)...)
	spans := []views.Span{{Partition: kaibo.AliasPartition(t.project.ID)}}
	for _, ref := range t.refs {
		a.events[ref.ID] = ref
		keys = append(keys, kaibo.ProvisionalKey(t.project.ID, ref.Stream, ref.JobFirst))
		spans = append(spans, views.DerivedSpan(t.project.ID, ref.Stream, ref.Seq))
	}
	err := t.each(ctx, 2, func(ctx context.Context, i int) (err error) {
		if i == 0 {
			return a.Table.Fetch(ctx, keys, spans)
		}
		a.tail, err = t.Index.OpenTail(ctx, t.project)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what the deed erases: %w", err)
	}
	if a.met, err = a.Table.Get(ctx, entryKeys...); err != nil {
		return nil, err
	}
	if a.met[0].Found() {
		return nil, errStepwise // another has finished it
	}
	return a, nil
}

// nothingLate holds that the events taught nothing since the set was computed.
func (a *aftermath) nothingLate(ctx context.Context, known []string) error {
	if err := a.learn(ctx); err != nil {
		return err
	}
	for _, id := range a.learned {
		if _, ok := slices.BinarySearch(known, id); !ok {
			return errStepwise
		}
	}
	return nil
}

// groups answers all writes of the deed but its entry, those together that must
// be in one Commit.
func (t *taking) groups(ctx context.Context, g *gathering, a *aftermath) ([][]kaibo.Write, error) {
	t.rows = t.rowsIn(a.tail.Reader)
	if len(t.rows) > deltaRows {
		return nil, errStepwise
	}
	hide, err := t.hiding(t.rows)
	if err != nil {
		return nil, err
	}
	groups := [][]kaibo.Write{hide}
	for n := 0; n < len(t.plan.Memories); {
		x, err := t.erasing(ctx, g.Table, t.plan.Memories[n:min(n+24, len(t.plan.Memories))])
		if err != nil {
			return nil, err
		}
		if len(t.borrowers) > 0 || slices.ContainsFunc(x.records, func(r *kaibo.MemoryRecord) bool { return r == nil || listsMany(r) }) {
			return nil, errStepwise
		}
		groups = append(groups, x.writes)
		n += len(x.records)
	}
	single, err := t.singles(ctx, a)
	if err != nil {
		return nil, err
	}
	for _, w := range single {
		groups = append(groups, []kaibo.Write{w})
	}
	return groups, nil
}

// singles answers the writes that need no company: derivations, provisional
// items, aliases and deltas without what the set's events said. A delta may be
// without a row before its record is erased: a row is only a way to a record.
func (t *taking) singles(ctx context.Context, a *aftermath) ([]kaibo.Write, error) {
	var writes []kaibo.Write
	seen := make(map[kaibo.Key]bool)
	for _, ref := range t.refs {
		derived, err := t.derivedFrom(ctx, a, ref)
		if err != nil {
			return nil, err
		}
		writes = append(writes, derived...)
		key := kaibo.ProvisionalKey(t.project.ID, ref.Stream, ref.JobFirst)
		if seen[key] {
			continue
		}
		seen[key] = true
		quoted, err := t.quotedIn(ctx, a, key)
		if err != nil {
			return nil, err
		}
		writes = append(writes, quoted...)
	}
	aliases, err := t.aliasesIn(ctx, a)
	if err != nil {
		return nil, err
	}
	changes, err := t.erasedChanges(ctx, a.Table, t.plan.Changes)
	if err != nil {
		return nil, err
	}
	scrubbed, err := a.tail.Scrub(slices.Concat(t.rows, t.plan.Memories))
	return slices.Concat(writes, aliases, changes, scrubbed), err
}

// quotedIn answers what takes the set's events out of a provisional item.
func (t *taking) quotedIn(ctx context.Context, a *aftermath, key kaibo.Key) ([]kaibo.Write, error) {
	items, err := a.Table.Get(ctx, key)
	if err != nil || !items[0].Found() {
		return nil, err
	}
	write, err := t.erasedProvisional(items[0])
	if err != nil || write == nil {
		return nil, err
	}
	return []kaibo.Write{*write}, nil
}

// derivedFrom answers the derivations of an event without their text.
func (t *taking) derivedFrom(ctx context.Context, a *aftermath, ref kaibo.EventRef) ([]kaibo.Write, error) {
	seq := kaibo.SeqKey(ref.Seq)
	page, err := a.Table.Query(ctx, kaibo.Records, kaibo.DerivationPartition(t.project.ID, ref.Stream), kaibo.Range{From: seq + "/", Before: seq + "0"})
	if err != nil {
		return nil, err
	}
	var writes []kaibo.Write
	for _, item := range page.Items {
		write, err := erasedDerivation(item)
		if err != nil {
			return nil, err
		}
		writes = append(writes, write)
	}
	return writes, nil
}

// aliasesIn answers what removes the aliases that an event of the set made.
func (t *taking) aliasesIn(ctx context.Context, a *aftermath) ([]kaibo.Write, error) {
	page, err := a.Table.Query(ctx, kaibo.Records, kaibo.AliasPartition(t.project.ID), kaibo.Range{})
	if err != nil {
		return nil, err
	}
	var writes []kaibo.Write
	for _, item := range page.Items {
		var alias structure.Alias
		if err := item.Decode(&alias); err != nil {
			return nil, err
		}
		if t.inSet[alias.EventID] {
			writes = append(writes, kaibo.DeleteAny(item.Key))
		}
	}
	return writes, nil
}

// fits reports whether writes fit one Commit and leave room for an outbox item.
func fits(writes []kaibo.Write) bool { return fitting(writes) == len(writes) }

// packed puts groups together, as many as fit one Commit.
func packed(groups [][]kaibo.Write) [][]kaibo.Write {
	var commits [][]kaibo.Write
	for _, group := range groups {
		if n := len(commits) - 1; n >= 0 && fits(slices.Concat(commits[n], group)) {
			commits[n] = slices.Concat(commits[n], group)
			continue
		}
		if len(group) > 0 {
			commits = append(commits, group)
		}
	}
	return commits
}
