package measure

import (
	"context"
	"fmt"
	"slices"
)

// maxBatch is how many events one call appends.
const maxBatch = 40

// remembered is a dialogue in a project.
type remembered struct {
	*dialogue
	project string
	turnOf  map[string]string // event id to turn id
	silent  map[string]bool   // turns from which nothing was learned
}

// remember puts every turn into the project, unless it is there, and waits
// until all are structured.
func remember(ctx context.Context, c *client, d *dialogue) (*remembered, error) {
	r := &remembered{dialogue: d, project: "eval-" + d.id, turnOf: map[string]string{}, silent: map[string]bool{}}
	have, err := c.eventIDs(ctx, r.project)
	if err != nil {
		return nil, err
	}
	if len(have) == 0 {
		for run := range batches(d.turns) {
			if err := c.append(ctx, r.project, run); err != nil {
				return nil, fmt.Errorf("remember %s: %w", d.id, err)
			}
		}
		if have, err = c.eventIDs(ctx, r.project); err != nil {
			return nil, err
		}
	}
	for i := range d.turns {
		id, ok := have[d.turns[i].id]
		if !ok {
			return nil, fmt.Errorf("project %s has other events than %s: use a new data directory", r.project, d.id)
		}
		r.turnOf[id] = d.turns[i].id
	}
	return r, r.findSilent(ctx, c)
}

// batches yields runs of turns of one stream.
func batches(turns []turn) func(func([]turn) bool) {
	return func(yield func([]turn) bool) {
		for len(turns) > 0 {
			n := 1
			for n < min(len(turns), maxBatch) && turns[n].stream == turns[0].stream {
				n++
			}
			if !yield(turns[:n]) {
				return
			}
			turns = turns[n:]
		}
	}
}

func (c *client) append(ctx context.Context, project string, turns []turn) error {
	in := make([]map[string]any, len(turns))
	for i, t := range turns {
		in[i] = map[string]any{"content": t.content, "occurredAt": t.at, "idempotencyKey": t.id}
		for name, v := range map[string]string{"actor": t.actor, "role": t.role} {
			if v != "" {
				in[i][name] = v
			}
		}
		if t.metadata != nil {
			in[i]["metadata"] = t.metadata
		}
	}
	var out struct {
		Items []struct {
			Job struct{ ID, Status string }
		}
	}
	err := c.post(ctx, project, "remember", map[string]any{"stream": turns[0].stream, "events": in, "wait": true}, &out)
	if err != nil {
		return err
	}
	for _, item := range out.Items {
		if err := c.await(ctx, project, item.Job.ID, item.Job.Status); err != nil {
			return err
		}
	}
	return nil
}

func (c *client) await(ctx context.Context, project, job, status string) error {
	for status == "queued" || status == "running" {
		var out struct{ Job struct{ Status string } }
		if err := c.post(ctx, project, "job", map[string]any{"id": job, "wait": true}, &out); err != nil {
			return err
		}
		status = out.Job.Status
	}
	if status != "done" {
		return fmt.Errorf("job %s is %s", job, status)
	}
	return nil
}

// eventIDs returns the ids of a project's events by their idempotency keys.
func (c *client) eventIDs(ctx context.Context, project string) (map[string]string, error) {
	var heads struct{ Items []struct{ Stream string } }
	if err := c.get(ctx, project, "/v1/streams?limit=100", &heads); err != nil {
		return map[string]string{}, nil // a project that nothing was written to is not found
	}
	ids := map[string]string{}
	for _, h := range heads.Items {
		for after := uint64(0); ; {
			var page struct {
				Items []struct {
					ID, IdempotencyKey string
					Seq                uint64
				}
			}
			if err := c.get(ctx, project, fmt.Sprintf("/v1/streams/%s/events?after=%d&limit=100", h.Stream, after), &page); err != nil {
				return nil, err
			}
			if len(page.Items) == 0 {
				break
			}
			for _, e := range page.Items {
				ids[e.IdempotencyKey], after = e.ID, e.Seq
			}
		}
	}
	return ids, nil
}

// findSilent lists the turns that no memory cites: they cannot be answered.
func (r *remembered) findSilent(ctx context.Context, c *client) error {
	spoke := map[string]bool{}
	all, err := c.memories(ctx, r.project)
	if err != nil {
		return err
	}
	for _, m := range all {
		for _, e := range m.Events {
			spoke[e] = true
		}
	}
	for event, t := range r.turnOf {
		r.silent[t] = !spoke[event]
	}
	return nil
}

// evidence counts the pieces of evidence of the answerable questions, and those
// of them that no memory cites.
func (r *remembered) evidence() (n, silent int) {
	for _, q := range r.answerable() {
		n += len(q.evidence)
		for _, e := range q.evidence {
			if r.silent[e] {
				silent++
			}
		}
	}
	return n, silent
}

// turns names the turns that events are.
func (r *remembered) turns(events []string) []string {
	out := make([]string, 0, len(events))
	for _, e := range events {
		if t := r.turnOf[e]; t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
