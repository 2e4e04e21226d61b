package termindex_test

import (
	"context"
	"errors"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// hookObjects calls before ahead of every Get.
type hookObjects struct {
	kaibo.Objects
	before func(name string)
}

func (h *hookObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	h.before(name)
	return h.Objects.Get(ctx, name, off, length)
}

// hookTable calls beforeCommit ahead of every Commit.
type hookTable struct {
	kaibo.Table
	beforeCommit func()
}

func (h *hookTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	h.beforeCommit()
	return h.Table.Commit(ctx, writes)
}

// How an operation fails.
type mode int

const (
	beforeIt  mode = iota // it does not happen
	afterIt               // it happens and its answer is lost
	stopThere             // it does not happen, nor does any later one
)

// fault makes operation number nth fail.
type fault struct {
	nth   int
	mode  mode
	calls int
}

var errFault = errors.New("the operation failed")

func (f *fault) fired() bool { return f.calls >= f.nth }

// do runs an operation under the plan.
func (f *fault) do(op func() error) error {
	f.calls++
	switch {
	case f.calls == f.nth && f.mode == afterIt:
		return errors.Join(errFault, op())
	case f.calls == f.nth, f.calls > f.nth && f.mode == stopThere:
		return errFault
	default:
		return op()
	}
}

type faultyTable struct {
	kaibo.Table
	*fault
}

func (t faultyTable) Get(ctx context.Context, keys ...kaibo.Key) (items []kaibo.Item, err error) {
	err = t.do(func() error { items, err = t.Table.Get(ctx, keys...); return err })
	return items, err
}

func (t faultyTable) Query(ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (page kaibo.Page, err error) {
	err = t.do(func() error { page, err = t.Table.Query(ctx, c, p, r); return err })
	return page, err
}

func (t faultyTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	return t.do(func() error { return t.Table.Commit(ctx, writes) })
}

type faultyObjects struct {
	kaibo.Objects
	*fault
}

func (o faultyObjects) Put(ctx context.Context, name string, data []byte) error {
	return o.do(func() error { return o.Objects.Put(ctx, name, data) })
}

func (o faultyObjects) Get(ctx context.Context, name string, off, length int64) (data []byte, err error) {
	err = o.do(func() error { data, err = o.Objects.Get(ctx, name, off, length); return err })
	return data, err
}

func (o faultyObjects) Delete(ctx context.Context, name string) error {
	return o.do(func() error { return o.Objects.Delete(ctx, name) })
}

func (o faultyObjects) List(ctx context.Context, prefix, after string, n int) (list []kaibo.ObjectInfo, err error) {
	err = o.do(func() error { list, err = o.Objects.List(ctx, prefix, after, n); return err })
	return list, err
}
