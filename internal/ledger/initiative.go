package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const prefixInitiative = "ini_"

// EnsureInitiatives answers the ids of initiatives in the order of their
// names, making those that do not exist yet. At most MaxInitiatives.
func (l *Ledger) EnsureInitiatives(ctx context.Context, p kaibo.Project, names []string) ([]string, error) {
	ids, missing, err := l.findInitiatives(ctx, p, names)
	if err != nil {
		return nil, err
	}
	for _, i := range missing {
		if ids[i], err = l.makeInitiative(ctx, p, names[i]); err != nil {
			return nil, err
		}
		l.initiatives.Store(p.ID+"/"+names[i], ids[i])
	}
	return ids, nil
}

// InitiativeIDs answers the ids of those names that exist, for a filter. Names
// that do not are left out: nothing can be in them.
func (l *Ledger) InitiativeIDs(ctx context.Context, p kaibo.Project, names []string) ([]string, error) {
	ids, missing, err := l.findInitiatives(ctx, p, names)
	if err != nil || len(missing) == 0 {
		return ids, err
	}
	var found []string
	for _, id := range ids {
		if id != "" {
			found = append(found, id)
		}
	}
	return found, nil
}

// findInitiatives looks names up, in the process's memory first, and answers
// the positions of those that are not there.
func (l *Ledger) findInitiatives(ctx context.Context, p kaibo.Project, names []string) (ids []string, missing []int, err error) {
	ids = make([]string, len(names))
	var keys []kaibo.Key
	var at []int
	for i, name := range names {
		if id, ok := l.initiatives.Load(p.ID + "/" + name); ok {
			ids[i] = id.(string)
			continue
		}
		keys, at = append(keys, kaibo.InitiativeKey(p, name)), append(at, i)
	}
	if len(keys) == 0 {
		return ids, nil, nil
	}
	items, err := l.Table.Get(ctx, keys...)
	if err != nil {
		return nil, nil, fmt.Errorf("read initiatives: %w", err)
	}
	for j, item := range items {
		i := at[j]
		if !item.Found() {
			missing = append(missing, i)
			continue
		}
		var in kaibo.Initiative
		if err := item.Decode(&in); err != nil {
			return nil, nil, err
		}
		ids[i] = in.ID
		l.initiatives.Store(p.ID+"/"+names[i], in.ID)
	}
	return ids, missing, nil
}

// makeInitiative writes a new initiative; the loser of a race takes the
// winner's id.
func (l *Ledger) makeInitiative(ctx context.Context, p kaibo.Project, name string) (string, error) {
	id, err := kaibo.NewID(prefixInitiative, l.Random)
	if err != nil {
		return "", err
	}
	in := kaibo.Initiative{ID: id, Name: name, CreatedAt: l.Clock()}
	key := kaibo.InitiativeKey(p, name)
	err = l.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(key, 1, kaibo.Encode(in)),
		kaibo.PutNew(kaibo.InitiativeNameKey(p.ID, id), 1, kaibo.Encode(in)),
	})
	if err == nil {
		return id, nil
	}
	items, readErr := l.Table.Get(ctx, key)
	if readErr != nil || !items[0].Found() {
		return "", fmt.Errorf("make initiative: %w", errors.Join(err, readErr))
	}
	var won kaibo.Initiative
	if err := items[0].Decode(&won); err != nil {
		return "", err
	}
	return won.ID, nil
}

// InitiativeNames answers the names of initiatives by id. An id that is not
// there stands for itself.
func (l *Ledger) InitiativeNames(ctx context.Context, p kaibo.Project, ids []string) ([]string, error) {
	names := make([]string, len(ids))
	for start := 0; start < len(ids); start += kaibo.MaxGetKeys {
		part := ids[start:min(start+kaibo.MaxGetKeys, len(ids))]
		keys := make([]kaibo.Key, len(part))
		for i, id := range part {
			keys[i] = kaibo.InitiativeNameKey(p.ID, id)
		}
		items, err := l.Table.Get(ctx, keys...)
		if err != nil {
			return nil, fmt.Errorf("read initiatives: %w", err)
		}
		for i, item := range items {
			in := kaibo.Initiative{Name: part[i]}
			if item.Found() {
				if err := item.Decode(&in); err != nil {
					return nil, err
				}
			}
			names[start+i] = in.Name
		}
	}
	return names, nil
}

// Initiatives answers at most limit initiatives of a project from after a
// cursor, in an order that says nothing, and the next cursor; empty at the end.
func (l *Ledger) Initiatives(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Initiative, string, error) {
	r := kaibo.Range{Limit: limit}
	if cursor != "" {
		r.From = cursor + "\x00"
	}
	page, err := l.Table.Query(ctx, kaibo.Records, kaibo.InitiativePartition(p.ID), r)
	if err != nil {
		return nil, "", fmt.Errorf("list initiatives: %w", err)
	}
	out := make([]kaibo.Initiative, len(page.Items))
	for i, item := range page.Items {
		if err := item.Decode(&out[i]); err != nil {
			return nil, "", err
		}
	}
	if !page.More {
		return out, "", nil
	}
	return out, page.Items[len(page.Items)-1].Sort, nil
}

// LocalOnly answers the ids of the initiatives whose text goes to no model but
// one on this machine.
func (l *Ledger) LocalOnly(ctx context.Context, p kaibo.Project) (map[string]bool, error) {
	local := make(map[string]bool)
	for cursor := ""; ; {
		list, next, err := l.Initiatives(ctx, p, cursor, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		for _, in := range list {
			if in.LocalOnly {
				local[in.ID] = true
			}
		}
		if next == "" {
			return local, nil
		}
		cursor = next
	}
}

// SetLocalOnly says whether an initiative's text stays on this machine. One
// that does not exist yet is made, so that it can be said before the first
// event. It holds for every job that begins afterwards.
func (l *Ledger) SetLocalOnly(ctx context.Context, p kaibo.Project, name string, on bool) (kaibo.Initiative, error) {
	ids, err := l.EnsureInitiatives(ctx, p, []string{name})
	if err != nil {
		return kaibo.Initiative{}, err
	}
	byName, byID := kaibo.InitiativeKey(p, name), kaibo.InitiativeNameKey(p.ID, ids[0])
	for range readTries {
		items, err := l.Table.Get(ctx, byName, byID)
		if err != nil {
			return kaibo.Initiative{}, fmt.Errorf("read initiative: %w", err)
		}
		var in kaibo.Initiative
		if err := items[0].Decode(&in); err != nil {
			return in, err
		}
		if in.LocalOnly == on {
			return in, nil
		}
		in.LocalOnly = on
		err = l.Table.Commit(ctx, []kaibo.Write{
			kaibo.PutOver(byName, items[0].Version, kaibo.Encode(in)), kaibo.PutOver(byID, items[1].Version, kaibo.Encode(in))})
		if conflict := new(*kaibo.ConflictError); err == nil || !errors.As(err, conflict) {
			return in, err
		}
	}
	return kaibo.Initiative{}, &kaibo.Error{Op: "mark initiative", Kind: kaibo.Unavailable, Detail: "too many others change the initiative"}
}

// NewInitiativeID answers an id for an initiative that is to be made in the
// Commit of an event, with [Ledger.InitiativeWrites].
func (l *Ledger) NewInitiativeID() (string, error) { return kaibo.NewID(prefixInitiative, l.Random) }

// InitiativeWrites answers what makes an initiative of that id and name; none
// when there is one of that name already.
func (l *Ledger) InitiativeWrites(ctx context.Context, p kaibo.Project, id, name string) ([]kaibo.Write, error) {
	key := kaibo.InitiativeKey(p, name)
	items, err := l.Table.Get(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("read initiative: %w", err)
	}
	if items[0].Found() {
		return nil, nil
	}
	in := kaibo.Encode(kaibo.Initiative{ID: id, Name: name, CreatedAt: l.Clock()})
	return []kaibo.Write{kaibo.PutNew(key, 1, in), kaibo.PutNew(kaibo.InitiativeNameKey(p.ID, id), 1, in)}, nil
}
