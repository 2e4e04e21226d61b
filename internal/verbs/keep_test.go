package verbs_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func keeping(table kaibo.Table, key string, at time.Time) *verbs.Call {
	return &verbs.Call{Deps: &verbs.Deps{Table: table}, IdempotencyKey: key, Arrived: at}
}

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

func TestOneKeyRunsOnce(t *testing.T) {
	ctx, table := context.Background(), porttest.NewMemTable()
	runs := 0
	run := func() (*string, error) {
		runs++
		s := "answer"
		return &s, nil
	}
	for range 3 {
		got, err := verbs.Keep(ctx, keeping(table, "k", noon), ours, "keys.create", run)
		if err != nil || *got != "answer" {
			t.Fatal(got, err)
		}
	}
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
	for _, other := range []struct {
		p         kaibo.Project
		verb, key string
	}{{theirs, "keys.create", "k"}, {ours, "projects.create", "k"}, {ours, "keys.create", "l"}, {ours, "keys.create", ""}} {
		before := runs
		if _, err := verbs.Keep(ctx, keeping(table, other.key, noon), other.p, other.verb, run); err != nil || runs != before+1 {
			t.Errorf("%v: %d runs, %v", other, runs-before, err)
		}
	}
}

func TestAnAnswerIsSealed(t *testing.T) {
	ctx, table := context.Background(), porttest.NewMemTable()
	secret := "kaibo_secretsecretsecret"
	if _, err := verbs.Keep(ctx, keeping(table, "k", noon), ours, "keys.create", func() (*string, error) { return &secret, nil }); err != nil {
		t.Fatal(err)
	}
	items, err := table.Get(ctx, kaibo.AnswerKey(ours, "keys.create", "k"))
	if err != nil || !items[0].Found() {
		t.Fatal(items, err)
	}
	if bytes.Contains(items[0].Data, []byte("secret")) {
		t.Errorf("the table tells: %s", items[0].Data)
	}
}

func TestAFailureMayBeTriedAgain(t *testing.T) {
	ctx, table := context.Background(), porttest.NewMemTable()
	failed := errors.New("failed")
	if _, err := verbs.Keep(ctx, keeping(table, "k", noon), ours, "v", func() (*string, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Fatal(err)
	}
	s := "done"
	if got, err := verbs.Keep(ctx, keeping(table, "k", noon), ours, "v", func() (*string, error) { return &s, nil }); err != nil || *got != s {
		t.Error(got, err)
	}
}

func TestTwoAtOnceRunOnce(t *testing.T) {
	ctx, table := context.Background(), porttest.NewMemTable()
	var runs atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := verbs.Keep(ctx, keeping(table, "k", noon), ours, "v", func() (*string, error) {
				runs.Add(1)
				time.Sleep(time.Millisecond)
				s := "done"
				return &s, nil
			})
			if err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if runs.Load() != 1 {
		t.Errorf("%d runs", runs.Load())
	}
}

func TestAClaimThatWasLeftEnds(t *testing.T) {
	ctx, table := context.Background(), porttest.NewMemTable()
	func() {
		defer func() { _ = recover() }()
		_, _ = verbs.Keep(ctx, keeping(table, "k", noon), ours, "v", func() (*string, error) { panic("stopped here") })
	}()
	s := "done"
	run := func() (*string, error) { return &s, nil }
	if _, err := verbs.Keep(ctx, keeping(table, "k", noon.Add(time.Minute)), ours, "v", run); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Errorf("a minute later: %v", err)
	}
	if got, err := verbs.Keep(ctx, keeping(table, "k", noon.Add(3*time.Minute)), ours, "v", run); err != nil || *got != s {
		t.Errorf("three minutes later: %v", err)
	}
}
