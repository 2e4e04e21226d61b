package measure

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// noted is a memory as the list of all memories shows it.
type noted struct {
	ID           string
	Status       string
	Events       []string
	SupersededBy string
}

// tally is what became of the statements of a data set.
type tally struct {
	statements, changes int
	evidence, silent    int
	asked               []*outcome
	withPast            []*outcome
}

// changes lists, by the ids of dialogue and turn and never by their text, every
// memory that another one superseded or canceled, and the labelled evidence
// that no memory cites; then it asks every answerable question with and without
// what no longer holds.
func changes(ctx context.Context, c *client, set *dataSet, out io.Writer) error {
	var t tally
	for _, d := range set.dialogues {
		r, err := remember(ctx, c, d)
		if err != nil {
			return err
		}
		if err := r.listChanges(ctx, c, &t, out); err != nil {
			return fmt.Errorf("%s: %w", d.id, err)
		}
		r.listSilent(&t, out)
		if err := r.askWithPast(ctx, c, &t); err != nil {
			return fmt.Errorf("%s: %w", d.id, err)
		}
	}
	share := func(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }
	fmt.Fprintf(out, "\n%s: %d statements, %d of them superseded or canceled (%.2f %%)\n", set.name, t.statements, t.changes, share(t.changes, t.statements))
	fmt.Fprintf(out, "%d turns are evidence, %d of them yield no memory (%.1f %%)\n", t.evidence, t.silent, share(t.silent, t.evidence))
	fmt.Fprintf(out, "R@10 %.1f, with what no longer holds %.1f\n", 100*recallAt(t.asked, isAnswerable, 10), 100*recallAt(t.withPast, isAnswerable, 10))
	return nil
}

// listChanges counts the memories of a project and lists those that ended.
func (r *remembered) listChanges(ctx context.Context, c *client, t *tally, out io.Writer) error {
	all, err := c.memories(ctx, r.project)
	if err != nil {
		return err
	}
	turns := make(map[string]string, len(all))
	for _, m := range all {
		turns[m.ID] = strings.Join(r.turns(m.Events), " ")
	}
	t.statements += len(all)
	for _, m := range all {
		if m.Status != "current" {
			t.changes++
			fmt.Fprintf(out, "%s %s: %s by %s\n", r.id, turns[m.ID], m.Status, turns[m.SupersededBy])
		}
	}
	return nil
}

// memories reads all memories of a project, whatever their status.
func (c *client) memories(ctx context.Context, project string) ([]noted, error) {
	var all []noted
	for cursor := ""; ; {
		in := map[string]any{"limit": 100}
		if cursor != "" {
			in["cursor"] = cursor
		}
		var page struct {
			Items      []noted
			NextCursor string
		}
		if err := c.post(ctx, project, "memories", in, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if cursor = page.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// listSilent lists the turns that are evidence and yield no memory.
func (r *remembered) listSilent(t *tally, out io.Writer) {
	seen := map[string]bool{}
	for _, q := range r.answerable() {
		for _, e := range q.evidence {
			if seen[e] {
				continue
			}
			seen[e] = true
			t.evidence++
			if r.silent[e] {
				t.silent++
				fmt.Fprintf(out, "%s %s: evidence, and no memory\n", r.id, e)
			}
		}
	}
}

// askWithPast asks every answerable question twice.
func (r *remembered) askWithPast(ctx context.Context, c *client, t *tally) error {
	for _, q := range r.answerable() {
		for _, past := range []bool{false, true} {
			in := map[string]any{"question": q.text, "candidates": shown}
			if past {
				in["include"] = []string{"past"}
			}
			a, err := c.watch(ctx, r.project, in)
			if err != nil {
				return fmt.Errorf("question %s: %w", q.id, err)
			}
			o := &outcome{dialogue: r.id, question: q, topic: answerable}
			for i := range a.candidates {
				o.ranked = append(o.ranked, r.turns(events(a.candidates[i:], 1)))
			}
			if past {
				t.withPast = append(t.withPast, o)
			} else {
				t.asked = append(t.asked, o)
			}
		}
	}
	return nil
}
