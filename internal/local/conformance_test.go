package local_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// open opens a store that the test closes.
func open(t testing.TB, dir string, opts local.Options) *local.Store {
	t.Helper()
	s, err := local.Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// again closes a store and opens its directory anew.
func again(t *testing.T, s *local.Store, dir string) *local.Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, dir, local.Options{})
}

type table struct {
	kaibo.Table
	kaibo.Scanner
	s   *local.Store
	dir string
}

func tableOf(s *local.Store, dir string) table {
	return table{s.Table(), s.Table().(kaibo.Scanner), s, dir}
}

func (tb table) Reopen(t *testing.T) kaibo.Table { return tableOf(again(t, tb.s, tb.dir), tb.dir) }

func TestTable(t *testing.T) {
	porttest.Table(t, func(t *testing.T) kaibo.Table {
		dir := t.TempDir()
		return tableOf(open(t, dir, local.Options{}), dir)
	})
}

type objects struct {
	kaibo.Objects
	s   *local.Store
	dir string
}

func (o objects) Reopen(t *testing.T) kaibo.Objects {
	s := again(t, o.s, o.dir)
	return objects{s.Objects(), s, o.dir}
}

func TestObjects(t *testing.T) {
	porttest.Objects(t, func(t *testing.T) kaibo.Objects {
		dir := t.TempDir()
		s := open(t, dir, local.Options{})
		return objects{s.Objects(), s, dir}
	})
}

type queue struct {
	kaibo.Queue
	s   *local.Store
	dir string
}

func (q queue) Reopen(t *testing.T) kaibo.Queue {
	s := again(t, q.s, q.dir)
	return queue{s.Queue("jobs"), s, q.dir}
}

func TestQueue(t *testing.T) {
	porttest.Queue(t, func(t *testing.T) kaibo.Queue {
		dir := t.TempDir()
		s := open(t, dir, local.Options{})
		return queue{s.Queue("jobs"), s, dir}
	})
}

// The way of a system without files that have no name.
func TestObjectsWithNamedTemps(t *testing.T) {
	porttest.Objects(t, func(t *testing.T) kaibo.Objects {
		dir := t.TempDir()
		s := open(t, dir, local.Options{})
		s.NameTemps()
		return objects{s.Objects(), s, dir}
	})
}
