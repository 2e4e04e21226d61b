package access

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Store reads and writes projects and keys. Its exported fields are set
// once.
type Store struct {
	Table  kaibo.Table
	Clock  kaibo.Clock
	Random io.Reader

	anyKey   atomic.Bool // a key was made once: that never changes back
	projects sync.Map    // id → *known
}

// known is what the process remembers of a project. That one was deleted never
// changes back; that one is there is believed for a while.
type known struct {
	project kaibo.Project
	until   kaibo.Time
}

// belief is for how long a process takes a project to be there without looking:
// so long can another process that deleted it go unnoticed.
const belief = kaibo.Time(time.Minute / time.Millisecond)

// New makes a store over a table.
func New(table kaibo.Table, clock kaibo.Clock, random io.Reader) *Store {
	return &Store{Table: table, Clock: clock, Random: random}
}

const prefixProject = "prj_"

// nameKey is where the id of the project with a name lies. Project names are
// an operator's identifiers, not a user's text.
func nameKey(name string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.NamesPartition, Sort: digest(name)}
}

func listKey(id string) kaibo.Key { return kaibo.Key{Partition: kaibo.ProjectsPartition, Sort: id} }

// Project finds a project by its name. One that is not there, or was deleted,
// is NotFound.
func (s *Store) Project(ctx context.Context, name string) (kaibo.Project, error) {
	items, err := s.Table.Get(ctx, nameKey(name))
	if err != nil {
		return kaibo.Project{}, fmt.Errorf("find project: %w", err)
	}
	if !items[0].Found() {
		return kaibo.Project{}, kaibo.Errorf(kaibo.NotFound, "there is no project %q", name)
	}
	return s.ProjectByID(ctx, string(items[0].Data))
}

// ProjectByID finds a project by its id. A deleted one is NotFound: at once in
// the process that deleted it, in others within a minute.
func (s *Store) ProjectByID(ctx context.Context, id string) (kaibo.Project, error) {
	seen, now := s.recall(id), s.Clock()
	if seen != nil && seen.project.Deleted {
		return kaibo.Project{}, noProject()
	}
	if seen != nil && now < seen.until && now >= seen.until-belief {
		return seen.project, nil
	}
	items, err := s.Table.Get(ctx, kaibo.ProjectKey(id))
	if err != nil {
		return kaibo.Project{}, fmt.Errorf("read project: %w", err)
	}
	var p kaibo.Project
	if items[0].Found() {
		if err := items[0].Decode(&p); err != nil {
			return p, err
		}
	}
	if !items[0].Found() {
		return kaibo.Project{}, noProject()
	}
	s.remember(id, seen, &known{p, now + belief})
	if p.Deleted {
		return kaibo.Project{}, noProject()
	}
	return p, nil
}

func noProject() error { return kaibo.Errorf(kaibo.NotFound, "there is no such project") }

// recall answers what the process knows of a project, nil for nothing.
func (s *Store) recall(id string) *known {
	if k, ok := s.projects.Load(id); ok {
		return k.(*known)
	}
	return nil
}

// remember replaces what was known before the project was read; unless it has
// changed meanwhile, for then the project may have been deleted.
func (s *Store) remember(id string, seen, now *known) {
	if seen != nil {
		s.projects.CompareAndDelete(id, seen)
	}
	s.projects.LoadOrStore(id, now)
}

// CreateProject makes a project. A name that is taken is a Conflict. After an
// error of another kind it may be there or not: EnsureProject tells.
func (s *Store) CreateProject(ctx context.Context, name string) (kaibo.Project, error) {
	id, err := kaibo.NewID(prefixProject, s.Random)
	if err != nil {
		return kaibo.Project{}, err
	}
	p := kaibo.Project{ID: id, Name: name, Secret: make([]byte, 32), CreatedAt: s.Clock()}
	if _, err := io.ReadFull(s.Random, p.Secret); err != nil {
		return kaibo.Project{}, &kaibo.Error{Op: "make project secret", Err: err}
	}
	err = s.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(nameKey(name), 1, []byte(id)),
		kaibo.PutNew(kaibo.ProjectKey(id), 1, kaibo.Encode(p)),
		kaibo.PutNew(listKey(id), 1, nil),
	})
	if err == nil {
		return p, nil
	}
	// Refused, or the answer was lost: it may be that this call made it.
	if made, readErr := s.Project(ctx, name); readErr == nil && made.ID == id {
		return made, nil
	}
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return kaibo.Project{}, kaibo.Errorf(kaibo.Conflict, "there is a project %q already", name)
	}
	return kaibo.Project{}, fmt.Errorf("make project: %w", err)
}

// NewProjectID makes the id of a project that is not registered yet.
func (s *Store) NewProjectID() (string, error) { return kaibo.NewID(prefixProject, s.Random) }

// Adopt registers a project whose data is there already, under its name. From
// then on it is found. Conflict when there is a project of this name or id.
func (s *Store) Adopt(ctx context.Context, p kaibo.Project) error {
	err := s.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(nameKey(p.Name), 1, []byte(p.ID)),
		kaibo.PutNew(kaibo.ProjectKey(p.ID), 1, kaibo.Encode(p)),
		kaibo.PutNew(listKey(p.ID), 1, nil),
	})
	if err == nil {
		return nil
	}
	// Refused, or the answer was lost: it may be that this call did it.
	if made, readErr := s.Project(ctx, p.Name); readErr == nil && made.ID == p.ID {
		return nil
	}
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return kaibo.Errorf(kaibo.Conflict, "there is a project %q already", p.Name)
	}
	return fmt.Errorf("register project: %w", err)
}

// EnsureProject finds a project by its name and makes it when there is none.
func (s *Store) EnsureProject(ctx context.Context, name string) (kaibo.Project, error) {
	p, err := s.Project(ctx, name)
	if kaibo.KindOf(err) != kaibo.NotFound {
		return p, err
	}
	if p, err = s.CreateProject(ctx, name); kaibo.KindOf(err) == kaibo.Conflict {
		return s.Project(ctx, name)
	}
	return p, err
}

// Projects answers at most limit projects in the order of their ids, from
// after the cursor; the next cursor is empty at the end. A limit that is not
// within 1 and MaxGetKeys is MaxGetKeys. A page can be short, even empty, and
// not be the last.
func (s *Store) Projects(ctx context.Context, cursor string, limit int) ([]kaibo.Project, string, error) {
	page, err := s.Table.Query(ctx, kaibo.Records, kaibo.ProjectsPartition, pageAfter(cursor, limit))
	if err != nil {
		return nil, "", fmt.Errorf("list projects: %w", err)
	}
	if len(page.Items) == 0 {
		return nil, "", nil
	}
	keys := make([]kaibo.Key, len(page.Items))
	for i, item := range page.Items {
		keys[i] = kaibo.ProjectKey(item.Sort)
	}
	items, err := s.Table.Get(ctx, keys...)
	if err != nil {
		return nil, "", fmt.Errorf("read projects: %w", err)
	}
	var out []kaibo.Project
	for _, item := range items {
		if !item.Found() { // the listing shows the middle of a Commit: not made yet
			continue
		}
		var p kaibo.Project
		if err := item.Decode(&p); err != nil {
			return nil, "", err
		}
		if !p.Deleted {
			out = append(out, p)
		}
	}
	if page.More {
		return out, page.Items[len(page.Items)-1].Sort, nil
	}
	return out, "", nil
}

// pageAfter is the range of a page of a listing.
func pageAfter(cursor string, limit int) kaibo.Range {
	if limit < 1 || limit > kaibo.MaxGetKeys {
		limit = kaibo.MaxGetKeys
	}
	r := kaibo.Range{Limit: limit}
	if cursor != "" {
		r.From = cursor + "\x00"
	}
	return r
}

// MarkDeleted takes a project's name away and marks it deleted: from then on
// nothing finds it, and its name can be used again. Its keys stop working.
func (s *Store) MarkDeleted(ctx context.Context, p kaibo.Project) error {
	key := kaibo.ProjectKey(p.ID)
	items, err := s.Table.Get(ctx, key, nameKey(p.Name))
	if err != nil {
		return fmt.Errorf("read project: %w", err)
	}
	p.Deleted, p.Secret = true, nil
	writes := []kaibo.Write{kaibo.PutOver(key, items[0].Version, kaibo.Encode(p)), kaibo.DeleteAny(listKey(p.ID))}
	if items[1].Found() && string(items[1].Data) == p.ID {
		writes = append(writes, kaibo.DeleteAt(nameKey(p.Name), items[1].Version))
	}
	if err := s.Table.Commit(ctx, writes); err != nil {
		return fmt.Errorf("mark project deleted: %w", err)
	}
	s.projects.Store(p.ID, &known{project: p})
	return nil
}
