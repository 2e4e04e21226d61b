package local_test

import (
	"context"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := local.Open(dir, local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k := kaibo.Key{Partition: "p", Sort: "s"}
	if err := s.Table().Commit(ctx, []kaibo.Write{kaibo.PutNew(k, 1, []byte("x"))}); err != nil {
		t.Fatal(err)
	}
	if err := s.Objects().Put(ctx, "a/b", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := s.Queue("q").Send(ctx, kaibo.Message{Group: "g", Body: "b"}); err != nil {
		t.Fatal(err)
	}
	if err := s.CompactFile(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = local.Open(dir, local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	it, err := s.Table().Get(ctx, k)
	if err != nil || string(it[0].Data) != "x" {
		t.Fatal(it, err)
	}
	d, err := s.Queue("q").Receive(ctx, 1, time.Second, 0)
	if err != nil || len(d) != 1 {
		t.Fatal(d, err)
	}
}
