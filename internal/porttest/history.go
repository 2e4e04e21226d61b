package porttest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A touch is what one call did to one key, as its caller saw it.
type touch struct {
	key    string
	read   bool   // a Get, otherwise one write of a Commit
	expect uint64 // the version that the write holds; 0 for absent
	made   bool   // the commit was made
	met    uint64 // what the read or the refusal showed, or what held
}

// register is the model of one key: its state is its version, a write that is
// made adds one. Herlihy and Wing's linearizability of every key by itself is
// what strongly consistent reads and conditional writes promise.
var register = porcupine.Model{
	Partition: func(history []porcupine.Operation) (parts [][]porcupine.Operation) {
		byKey := map[string][]porcupine.Operation{}
		for _, op := range history {
			k := op.Input.(touch).key //nolint:forcetypeassert // the history holds nothing else
			byKey[k] = append(byKey[k], op)
		}
		for _, ops := range byKey {
			parts = append(parts, ops)
		}
		return parts
	},
	Init: func() any { return uint64(0) },
	Step: func(state, input, _ any) (bool, any) {
		version, in := state.(uint64), input.(touch) //nolint:forcetypeassert // the model holds nothing else
		if in.read || !in.made {
			return version == in.met, version
		}
		return version == in.expect, in.expect + 1
	},
}

// history records calls with the times at which they began and ended.
type history struct {
	mu    sync.Mutex
	start time.Time
	ops   []porcupine.Operation
}

func (h *history) add(client int, begin time.Duration, touches ...touch) {
	end := time.Since(h.start)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, tc := range touches {
		h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: tc, Call: int64(begin), Return: int64(end)})
	}
}

// tableHistory lets clients read and commit over few keys at the same time,
// records what each saw, and looks for an order that explains it.
func tableHistory(t *testing.T, ctx context.Context, tb kaibo.Table) {
	const clients, calls = 5, 60
	h := &history{start: time.Now()}
	each(clients, func(i int) {
		rng := rand.New(rand.NewPCG(uint64(i), 5)) //nolint:gosec // it shall repeat itself
		known := map[string]uint64{}
		for range calls {
			if err := oneCall(ctx, tb, h, i, rng, known); err != nil {
				t.Errorf("client %d: %v", i, err)
				return
			}
		}
	})
	switch porcupine.CheckOperationsTimeout(register, h.ops, 20*time.Second) {
	case porcupine.Illegal:
		t.Errorf("no order explains what %d calls saw", len(h.ops))
	case porcupine.Unknown:
		t.Log("no order was found in time")
	}
}

// oneCall reads two keys, or commits over the versions that the client knows
// of one or two.
func oneCall(ctx context.Context, tb kaibo.Table, h *history, client int, rng *rand.Rand, known map[string]uint64) error {
	keys := []string{"x", "y"}
	if rng.IntN(3) == 0 {
		keys = keys[rng.IntN(2):][:1]
	}
	begin := time.Since(h.start)
	if rng.IntN(2) == 0 {
		touches, err := readAll(ctx, tb, keys, known)
		h.add(client, begin, touches...)
		return err
	}
	touches, err := commitAll(ctx, tb, keys, known)
	h.add(client, begin, touches...)
	return err
}

func readAll(ctx context.Context, tb kaibo.Table, keys []string, known map[string]uint64) (touches []touch, err error) {
	var ks []kaibo.Key
	for _, k := range keys {
		ks = append(ks, rec("history", k))
	}
	items, err := tb.Get(ctx, ks...)
	for _, it := range items {
		known[it.Sort] = it.Version
		touches = append(touches, touch{key: it.Sort, read: true, met: it.Version})
	}
	return touches, err
}

func commitAll(ctx context.Context, tb kaibo.Table, keys []string, known map[string]uint64) (touches []touch, err error) {
	var ws []kaibo.Write
	for _, k := range keys {
		ws = append(ws, kaibo.PutOver(rec("history", k), known[k], fmt.Append(nil, known[k])))
		touches = append(touches, touch{key: k, expect: known[k], met: known[k]})
	}
	err = tb.Commit(ctx, ws)
	var conflict *kaibo.ConflictError
	switch {
	case err == nil:
		for i, k := range keys {
			touches[i].made = true
			known[k]++
		}
	case errors.As(err, &conflict):
		for _, r := range conflict.Refused { // those not named held
			touches[r.Index].met = r.Met.Version
			known[keys[r.Index]] = r.Met.Version
		}
		return touches, nil
	}
	return touches, err
}
