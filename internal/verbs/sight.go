package verbs

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// A key can be limited to initiatives. It then writes to these alone, and sees
// a memory or the text of an event only when one of them is among its
// initiatives: what names none is not seen either. To such a key what it does
// not see is not there. A verb that has not said in its Spec that it minds this
// is refused to it.

// limited reports whether the call's key is limited to initiatives.
func (c *Call) limited() bool { return len(c.Initiatives) > 0 }

// ownNames are the names of the initiatives that a limited key has. They are
// read once a call.
func (c *Call) ownNames(ctx context.Context) ([]string, error) {
	if c.names == nil {
		names, err := c.Deps.Initiatives.InitiativeNames(ctx, c.Project, c.Initiatives)
		if err != nil {
			return nil, err
		}
		c.names = names
	}
	return c.names, nil
}

// sees reports whether the call's key sees what is of these initiatives, by
// name.
func (c *Call) sees(ctx context.Context, initiatives []string) (bool, error) {
	if !c.limited() {
		return true, nil
	}
	own, err := c.ownNames(ctx)
	return slices.ContainsFunc(initiatives, func(name string) bool { return slices.Contains(own, name) }), err
}

// mustSee answers NotFound, as for a memory that is not there, unless the key
// sees it.
func (c *Call) mustSee(ctx context.Context, memoryID string) error {
	if !c.limited() {
		return nil
	}
	m, err := c.Deps.Memories.Memory(ctx, c.Project, memoryID)
	if err != nil {
		return err
	}
	return c.mustSeeMemory(ctx, memoryID, m)
}

// mayMend is mustSee for who changes the memory: it must be of no initiative
// that the key does not write to.
func (c *Call) mayMend(ctx context.Context, memoryID string) error {
	if !c.limited() {
		return nil
	}
	m, err := c.Deps.Memories.Memory(ctx, c.Project, memoryID)
	if err == nil {
		err = c.mustSeeMemory(ctx, memoryID, m)
	}
	if err != nil {
		return err
	}
	return c.mayWrite(ctx, "", m.Initiatives)
}

func (c *Call) mustSeeMemory(ctx context.Context, asked string, m *kaibo.Memory) error {
	seen, err := c.sees(ctx, m.Initiatives)
	if err == nil && !seen {
		err = kaibo.Errorf(kaibo.NotFound, "there is no memory %s", asked)
	}
	return err
}

// seen keeps the memories that the key sees.
func (c *Call) seen(ctx context.Context, memories []kaibo.Memory) ([]kaibo.Memory, error) {
	if !c.limited() {
		return memories, nil
	}
	kept := []kaibo.Memory{}
	for i := range memories {
		seen, err := c.sees(ctx, memories[i].Initiatives)
		if err != nil {
			return nil, err
		}
		if seen {
			kept = append(kept, memories[i])
		}
	}
	return kept, nil
}

// veilCitations takes the names out of citations of events that the key does not
// see: a memory of its initiatives may have been said by others' too.
func (c *Call) veilCitations(ctx context.Context, citations []recall.Citation) error {
	if !c.limited() {
		return nil
	}
	for i := range citations {
		seen, err := c.seesEventOf(ctx, citations[i].EventID)
		if err != nil {
			return err
		}
		if !seen {
			citations[i].Actor, citations[i].Role = "", ""
		}
	}
	return nil
}

// mayWrite refuses an event that a limited key may not write.
func (c *Call) mayWrite(ctx context.Context, path string, initiatives []string) error {
	if !c.limited() {
		return nil
	}
	own, err := c.ownNames(ctx)
	if err != nil {
		return err
	}
	if len(initiatives) == 0 {
		return kaibo.InvalidField(path+"initiatives", "must name one of those that this key is limited to")
	}
	for _, name := range initiatives {
		if !slices.Contains(own, name) {
			return kaibo.Errorf(kaibo.Forbidden, "this key does not write to the initiative %q", name)
		}
	}
	return nil
}

// maySeeReplays refuses a limited key the replay of an event that it does not
// see: of that, not even that its text differs may be told. Nothing was written
// for a replay.
func (c *Call) maySeeReplays(ctx context.Context, appended []ledger.Appended) error {
	if !c.limited() {
		return nil
	}
	for i := range appended {
		if !appended[i].Replayed {
			continue
		}
		seen, err := c.seesEventOf(ctx, appended[i].Event.ID)
		if err != nil {
			return err
		}
		if !seen {
			return kaibo.Errorf(kaibo.Conflict, "this idempotency key was used for an event that is not of this key's initiatives; nothing was written for it")
		}
	}
	return nil
}

// seesEventOf reports whether the key sees the text of an event; of a forgotten
// one nobody can say any more.
func (c *Call) seesEventOf(ctx context.Context, eventID string) (bool, error) {
	_, p, err := c.Deps.Ledger.Payload(ctx, c.Project, eventID)
	if kaibo.KindOf(err) == kaibo.Gone {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return c.seesEvent(ctx, p.Details)
}

// mustSeeJob answers NotFound, as for a job that is not there, unless the key
// sees an event of it.
func (c *Call) mustSeeJob(ctx context.Context, job *kaibo.Job) error {
	if !c.limited() {
		return nil
	}
	events, _, err := c.Deps.Ledger.EventsAfter(ctx, c.Project, job.Stream, job.First-1, int(job.Last-job.First)+1)
	if err != nil {
		return err
	}
	for i := range events {
		seen, err := c.seesEventOf(ctx, events[i].ID)
		if err != nil || seen {
			return err
		}
	}
	return kaibo.Errorf(kaibo.NotFound, "there is no job %s", job.ID)
}

// narrowed is a filter by initiatives, cut to what the key sees.
func (c *Call) narrowed(initiatives []string) []string {
	switch {
	case !c.limited():
		return initiatives
	case len(initiatives) == 0:
		return slices.Clone(c.Initiatives)
	}
	own := slices.DeleteFunc(slices.Clone(initiatives), func(id string) bool { return !slices.Contains(c.Initiatives, id) })
	if len(own) == 0 {
		return []string{noInitiative}
	}
	return own
}

// seesEvent reports whether the key sees the text of an event, by its details.
func (c *Call) seesEvent(ctx context.Context, details json.RawMessage) (bool, error) {
	if !c.limited() {
		return true, nil
	}
	var d struct {
		Initiatives []string `json:"initiatives"`
	}
	if err := json.Unmarshal(details, &d); err != nil {
		return false, &kaibo.Error{Op: "read details", Err: err}
	}
	return c.sees(ctx, d.Initiatives)
}

// veil takes out of an explanation what a limited key does not see: other
// versions of the chain, and the text of events that are not of its
// initiatives. Their shape stays, since the chain is one.
func (c *Call) veil(ctx context.Context, x *views.Explanation) error {
	if !c.limited() {
		return nil
	}
	for i := range x.Chain {
		link := &x.Chain[i]
		m, err := c.Deps.Memories.Memory(ctx, c.Project, link.MemoryID)
		if err != nil {
			return err
		}
		seen, err := c.sees(ctx, m.Initiatives)
		if err != nil {
			return err
		}
		if !seen {
			link.Content = ""
		}
	}
	for i := range x.Events {
		if err := c.veilEvent(ctx, &x.Events[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Call) veilEvent(ctx context.Context, e *views.ExplainedEvent) error {
	if e.Forgotten {
		return nil
	}
	_, p, err := c.Deps.Ledger.Payload(ctx, c.Project, e.ID)
	if kaibo.KindOf(err) == kaibo.Gone { // forgotten meanwhile
		e.Content, e.ContentBase64, e.Forgotten = "", nil, true
		return nil
	}
	if err != nil {
		return err
	}
	seen, err := c.seesEvent(ctx, p.Details)
	if err == nil && !seen {
		e.Content, e.ContentBase64, e.Actor, e.Role = "", nil, "", ""
	}
	return err
}
