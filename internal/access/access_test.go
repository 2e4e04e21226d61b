package access_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

func TestCreateAndFindAProject(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "Ana's notes"))
	if p.Name != "Ana's notes" || len(p.Secret) != 32 || p.CreatedAt != start || p.Deleted || !strings.HasPrefix(p.ID, "prj_") || len(p.ID) != 20 {
		t.Errorf("project %+v", p)
	}
	for name, s := range map[string]*access.Store{"same process": w.Store, "other process": w.process(w.table)} {
		if diff := cmp.Diff(p, must[kaibo.Project](t)(s.Project(background, "Ana's notes"))); diff != "" {
			t.Errorf("%s, by name (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(p, must[kaibo.Project](t)(s.ProjectByID(background, p.ID))); diff != "" {
			t.Errorf("%s, by id (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(p, must[kaibo.Project](t)(s.EnsureProject(background, "Ana's notes"))); diff != "" {
			t.Errorf("%s, ensured (-want +got):\n%s", name, diff)
		}
	}
	_, err := w.Project(background, "Bo's notes")
	wantKind(t, err, kaibo.NotFound)
	_, err = w.ProjectByID(background, "prj_aaaaaaaaaaaaaaaa")
	wantKind(t, err, kaibo.NotFound)
	second := must[kaibo.Project](t)(w.CreateProject(background, "Bo's notes"))
	if second.ID == p.ID || slices.Equal(second.Secret, p.Secret) {
		t.Error("two projects share an id or a secret")
	}
}

func TestANameIsTakenOnce(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "default"))
	before := w.items(t, "")
	for _, s := range []*access.Store{w.Store, w.process(w.table)} {
		got, err := s.CreateProject(background, "default")
		wantKind(t, err, kaibo.Conflict)
		if got.ID != "" || got.Secret != nil {
			t.Errorf("with the refusal came %+v", got)
		}
	}
	if diff := cmp.Diff(before, w.items(t, "")); diff != "" {
		t.Errorf("a refusal left something (-before +after):\n%s", diff)
	}
	if got := must[kaibo.Project](t)(w.Project(background, "default")); got.ID != p.ID {
		t.Errorf("the name leads to %s, want %s", got.ID, p.ID)
	}
}

func TestRaceToEnsureAProject(t *testing.T) {
	const n = 16
	w := newWorld()
	ids := make([]string, n)
	var wg sync.WaitGroup
	for i := range n {
		s := w.process(w.table)
		wg.Go(func() {
			p, err := s.EnsureProject(background, "default")
			if err != nil {
				t.Error(err)
			}
			ids[i] = p.ID
		})
	}
	wg.Wait()
	if slices.Sort(ids); ids[0] != ids[n-1] || ids[0] == "" {
		t.Errorf("projects %v", ids)
	}
	checkOne(t, w, ids[0])
}

// checkOne holds that one project is stored, whole, under one name.
func checkOne(t testing.TB, w *world, id string) {
	t.Helper()
	names, listed, stored := w.items(t, kaibo.NamesPartition), w.items(t, kaibo.ProjectsPartition), w.items(t, "prj_")
	if len(names) != 1 || len(listed) != 1 || len(stored) != 1 {
		t.Fatalf("%d names, %d listed and %d stored, want one each", len(names), len(listed), len(stored))
	}
	if string(names[0].Data) != id || listed[0].Sort != id || stored[0].Key != kaibo.ProjectKey(id) {
		t.Errorf("named %s, listed %s, stored %v; want %s", names[0].Data, listed[0].Sort, stored[0].Key, id)
	}
}

// TestCreateProjectFaults lets every operation of making a project fail in
// every way. Whoever answered success has the project that is there; and after
// an error EnsureProject ends the work.
func TestCreateProjectFaults(t *testing.T) {
	deeds := map[string]func(*access.Store) (kaibo.Project, error){
		"create": func(s *access.Store) (kaibo.Project, error) { return s.CreateProject(background, "default") },
		"ensure": func(s *access.Store) (kaibo.Project, error) { return s.EnsureProject(background, "default") },
	}
	for name, deed := range deeds {
		t.Run(name, func(t *testing.T) {
			sweep(t, func(t *testing.T, plan *porttest.Plan) {
				w := newWorld()
				first, err := deed(w.faulty(plan))
				p := must[kaibo.Project](t)(w.EnsureProject(background, "default"))
				checkOne(t, w, p.ID)
				if err == nil && !cmp.Equal(first, p) {
					t.Errorf("first %+v, then %+v", first, p)
				}
				if err != nil && (kaibo.KindOf(err) != kaibo.Unavailable || first.ID != "") {
					t.Errorf("error %v with %+v", err, first)
				}
			})
		})
	}
}

// TestCreateProjectWhoseAnswerWasLost holds that one's own project is no
// conflict.
func TestCreateProjectWhoseAnswerWasLost(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.faulty(porttest.FailNth(1, porttest.FailAfter, porttest.OpCommit)).CreateProject(background, "default"))
	checkOne(t, w, p.ID)
}

func TestDeletedProject(t *testing.T) {
	w := newWorld()
	elsewhere := w.process(w.table)
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	_, secret, err := w.CreateKey(background, p, access.Grant{Name: "k", Scopes: []string{"read"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*access.Store{w.Store, elsewhere} {
		if _, _, err := s.Identify(background, secret); err != nil {
			t.Fatalf("before: %v", err)
		}
	}
	if err := w.MarkDeleted(background, p); err != nil {
		t.Fatal(err)
	}
	gone := func(where string, s *access.Store) {
		t.Helper()
		_, err := s.Project(background, "ana")
		wantKind(t, err, kaibo.NotFound)
		_, err = s.ProjectByID(background, p.ID)
		wantKind(t, err, kaibo.NotFound)
		if _, _, err = s.Identify(background, secret); kaibo.KindOf(err) != kaibo.Unauthenticated {
			t.Errorf("%s the key answers %v", where, err)
		}
	}
	gone("in the process that deleted it", w.Store)
	gone("in a new process", w.process(w.table))
	w.clock.Add(time.Minute.Milliseconds())
	gone("elsewhere after a minute", elsewhere)
	w.clock.Add(-time.Hour.Milliseconds())
	gone("when the clock went back", elsewhere)

	for _, it := range w.items(t, p.ID+"/project") {
		if strings.Contains(string(it.Data), `"secret":"`) {
			t.Errorf("the secret stayed: %s", it.Data)
		}
	}
	next := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	if next.ID == p.ID {
		t.Error("the name leads to the deleted project")
	}
	if err := w.MarkDeleted(background, p); err != nil {
		t.Errorf("deleting again: %v", err)
	}
	if got := must[kaibo.Project](t)(w.Project(background, "ana")); got.ID != next.ID {
		t.Errorf("deleting again took the name from %s", next.ID)
	}
}

// TestAClockThatWentBackEndsBelief reads a project, turns the clock back and
// deletes it elsewhere.
func TestAClockThatWentBackEndsBelief(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	must[kaibo.Project](t)(w.ProjectByID(background, p.ID))
	if err := w.process(w.table).MarkDeleted(background, p); err != nil {
		t.Fatal(err)
	}
	w.clock.Add(-time.Hour.Milliseconds())
	_, err := w.ProjectByID(background, p.ID)
	wantKind(t, err, kaibo.NotFound)
}

// TestDeletedWhileItIsRead deletes a project after another call has read it and
// before that call remembers it.
func TestDeletedWhileItIsRead(t *testing.T) {
	for _, known := range []bool{false, true} {
		w := newWorld()
		p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
		h := &hook{Table: w.table}
		s := w.process(h)
		if known {
			must[kaibo.Project](t)(s.ProjectByID(background, p.ID))
			w.clock.Add(time.Minute.Milliseconds())
		}
		h.afterGet = func([]kaibo.Key) {
			h.afterGet = nil
			if err := s.MarkDeleted(background, p); err != nil {
				t.Error(err)
			}
		}
		_, _ = s.ProjectByID(background, p.ID) // it may still have seen it
		_, err := s.ProjectByID(background, p.ID)
		wantKind(t, err, kaibo.NotFound)
	}
}

func TestMarkDeletedFaults(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w := newWorld()
		p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
		err := w.faulty(plan).MarkDeleted(background, p)
		if _, found := w.process(w.table).Project(background, "ana"); err == nil && kaibo.KindOf(found) != kaibo.NotFound {
			t.Errorf("deleted, and found: %v", found)
		}
		if err := w.MarkDeleted(background, p); err != nil {
			t.Errorf("again: %v", err)
		}
		_, err = w.process(w.table).ProjectByID(background, p.ID)
		wantKind(t, err, kaibo.NotFound)
		if names, listed := w.items(t, kaibo.NamesPartition), w.items(t, kaibo.ProjectsPartition); len(names)+len(listed) != 0 {
			t.Errorf("left are names %v and listed %v", names, listed)
		}
	})
}

func TestProjectsArePaged(t *testing.T) {
	w := newWorld()
	var want []string
	for i := range 7 {
		p := must[kaibo.Project](t)(w.CreateProject(background, fmt.Sprint("project ", i)))
		if i == 3 {
			if err := w.MarkDeleted(background, p); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want = append(want, p.ID)
	}
	slices.Sort(want)
	for limit := -1; limit <= 8; limit++ {
		var got []string
		cursor := ""
		for pages := 0; ; pages++ {
			projects, next, err := w.Projects(background, cursor, limit)
			if err != nil || pages > 10 || limit > 0 && len(projects) > limit {
				t.Fatalf("limit %d: %d projects in page %d, %v", limit, len(projects), pages, err)
			}
			for _, p := range projects {
				got = append(got, p.ID)
			}
			if cursor = next; next == "" {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, diff)
		}
	}
	if projects, next, err := newWorld().Projects(background, "", 10); len(projects) != 0 || next != "" || err != nil {
		t.Errorf("of nothing: %v, %q, %v", projects, next, err)
	}
}

func TestMoreProjectsThanOneGet(t *testing.T) {
	w := newWorld()
	for i := range kaibo.MaxGetKeys + 5 {
		must[kaibo.Project](t)(w.CreateProject(background, fmt.Sprint("project ", i)))
	}
	for _, limit := range []int{0, kaibo.MaxGetKeys, kaibo.MaxListLimit} {
		projects, next, err := w.Projects(background, "", limit)
		if err != nil || len(projects) != kaibo.MaxGetKeys || next != projects[len(projects)-1].ID {
			t.Errorf("limit %d: %d projects, cursor %q, %v", limit, len(projects), next, err)
		}
	}
}

// TestListingAmidACommit lists projects and keys while one of each is being
// made and only its listing shows.
func TestListingAmidACommit(t *testing.T) {
	w := newWorld()
	table := &porttest.FaultyTable{Table: w.table}
	s := w.process(table)
	p := must[kaibo.Project](t)(s.CreateProject(background, "ana"))
	amid := w.process(table.MidCommit(func(k kaibo.Key) bool { return k == kaibo.ProjectKey(p.ID) }))
	if projects, _, err := amid.Projects(background, "", 10); err != nil || len(projects) != 0 {
		t.Errorf("projects %v, %v", projects, err)
	}
	if _, _, err := s.CreateKey(background, p, access.Grant{Name: "k"}, nil); err != nil {
		t.Fatal(err)
	}
	amid = w.process(table.MidCommit(func(k kaibo.Key) bool { return strings.HasPrefix(k.Partition, "key/") }))
	if keys, _, err := amid.Keys(background, p, "", 10); err != nil || len(keys) != 0 {
		t.Errorf("keys %v, %v", keys, err)
	}
}

func TestDamagedItems(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	key, secret, err := w.CreateKey(background, p, access.Grant{Name: "k"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []kaibo.Key{kaibo.ProjectKey(p.ID), {Partition: "key/" + key.Digest, Sort: "key"}} {
		if err := w.table.Commit(background, []kaibo.Write{kaibo.PutAny(k, 9, []byte("{"))}); err != nil {
			t.Fatal(err)
		}
	}
	s := w.process(w.table)
	_, _, identify := s.Identify(background, secret)
	_, byName := s.Project(background, "ana")
	_, _, projects := s.Projects(background, "", 10)
	_, _, keys := s.Keys(background, p, "", 10)
	_, revoke := s.RevokeKey(background, p, key.ID, nil)
	for _, err := range []error{identify, byName, projects, keys, revoke} {
		wantKind(t, err, kaibo.Internal)
		if err == nil || !strings.Contains(err.Error(), "read item ") {
			t.Errorf("error %v does not name the item", err)
		}
	}
}

func TestNoRandomBytes(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	before := w.items(t, "")
	for left := 0; left < 42; left += 8 { // an id takes 10 bytes, a secret 32
		s := access.New(w.table, w.now, &dry{left})
		if _, err := s.CreateProject(background, "bo"); !errors.Is(err, errNoRandom) {
			t.Errorf("project with %d bytes: %v", left, err)
		}
		s = access.New(w.table, w.now, &dry{left})
		if _, secret, err := s.CreateKey(background, p, access.Grant{Name: "k"}, nil); !errors.Is(err, errNoRandom) || secret != "" {
			t.Errorf("key with %d bytes: %q, %v", left, secret, err)
		}
	}
	if diff := cmp.Diff(before, w.items(t, "")); diff != "" {
		t.Errorf("something was stored (-before +after):\n%s", diff)
	}
}
