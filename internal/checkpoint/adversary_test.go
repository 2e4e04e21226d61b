package checkpoint_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// event changes a stored event.
func event(t *testing.T, change func(e *kaibo.Event)) func(*kaibo.Item) {
	return func(i *kaibo.Item) {
		var e kaibo.Event
		unmarshal(t, i.Data, &e)
		change(&e)
		i.Data = kaibo.Encode(e)
	}
}

// head changes a stored head.
func head(t *testing.T, change func(h *kaibo.Head)) func(*kaibo.Item) {
	return func(i *kaibo.Item) {
		var h kaibo.Head
		unmarshal(t, i.Data, &h)
		change(&h)
		i.Data = kaibo.Encode(h)
	}
}

// state changes what the engine keeps of a log.
func state(t *testing.T, change func(s map[string]any)) func(*kaibo.Item) {
	return func(i *kaibo.Item) {
		var s map[string]any
		unmarshal(t, i.Data, &s)
		change(s)
		i.Data = kaibo.Encode(s)
	}
}

var mainState = kaibo.Key{Partition: "log/" + project, Sort: proof.LogName(project, "main")}

// Whatever is done to the table or the objects behind the engine's back: it
// signs nothing that does not follow from what it signed, and says which entry
// is wrong. What was signed of main are 300 events; 20 more follow.
func TestNothingFalseIsSigned(t *testing.T) {
	key := func(seq uint64) kaibo.Key { return kaibo.EventKey(project, "main", seq) }
	for _, c := range []struct {
		name string
		seq  uint64
		what string
		do   func(w *world)
	}{
		{"a new event is changed", 310, "hash does not recompute", func(w *world) {
			w.table.swap(w.t, key(310), event(w.t, func(e *kaibo.Event) { e.OccurredAt++ }))
		}},
		{"a new event is dropped", 310, "missing", func(w *world) { w.table.set(w.t, key(310), nil) }},
		{"the last event is dropped", 320, "missing", func(w *world) { w.table.set(w.t, key(320), nil) }},
		{"two new events change places", 310, "seq has a gap or a repeat", func(w *world) {
			var a, b kaibo.Event
			w.table.swap(w.t, key(310), event(w.t, func(e *kaibo.Event) { a = *e }))
			w.table.swap(w.t, key(311), event(w.t, func(e *kaibo.Event) { b, *e = *e, a }))
			w.table.swap(w.t, key(310), event(w.t, func(e *kaibo.Event) { *e = b }))
		}},
		{"a new event is back-dated and sealed again", 310, "recordedAt is before the one before it", func(w *world) {
			before := w.events(project, "main")[308]
			w.table.swap(w.t, key(310), event(w.t, func(e *kaibo.Event) {
				e.RecordedAt = before.RecordedAt - 1
				if err := chain.SealEvent(e, before.Hash); err != nil {
					w.t.Fatal(err)
				}
			}))
		}},
		{"an event is of another stream", 310, "stream is another", func(w *world) {
			w.table.swap(w.t, key(310), event(w.t, func(e *kaibo.Event) { e.Stream = "notes" }))
		}},
		{"a new event is no event", 310, "cannot be read", func(w *world) {
			w.table.swap(w.t, key(310), func(i *kaibo.Item) { i.Data = []byte("{") })
		}},
		{"the end is cut, the head with it", 200, "cut", func(w *world) {
			w.table.swap(w.t, kaibo.HeadKey(project, "main"), head(w.t, func(h *kaibo.Head) { h.Seq = 199 }))
		}},
		{"the stream is gone", 1, "cut", func(w *world) { w.table.set(w.t, kaibo.HeadKey(project, "main"), nil) }},
		{"the head claims another hash", 320, "head is another", func(w *world) {
			w.table.swap(w.t, kaibo.HeadKey(project, "main"), head(w.t, func(h *kaibo.Head) { h.Hash[0]++ }))
		}},
		{"the head claims another tree", 320, "tree of the head", func(w *world) {
			w.table.swap(w.t, kaibo.HeadKey(project, "main"), head(w.t, func(h *kaibo.Head) { h.Frontier[0][0]++ }))
		}},
		{"the history is rewritten and sealed again, before what was signed", 301, "prevHash", func(w *world) { w.rewrite("main", 9) }},
		{"and what was read is thrown away with it", 9, "another", func(w *world) {
			w.rewrite("main", 9)
			w.table.set(w.t, mainState, nil)
		}},
		{"rewritten after the last complete tile, and thrown away", 300, "forks", func(w *world) {
			w.rewrite("main", 280)
			w.table.set(w.t, mainState, nil)
		}},
		{"the kept checkpoint claims another root", 300, "checkpoint is another's", func(w *world) {
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) { s["signed"].(map[string]any)["root"] = strings.Repeat("0", 64) }))
		}},
		{"the kept note is forged", 299, "does not hold", func(w *world) {
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) {
				signed := s["signed"].(map[string]any)
				signed["note"] = strings.Replace(signed["note"].(string), "\n300\n", "\n299\n", 1)
				signed["size"] = 299
			}))
		}},
		{"the kept checkpoint is another log's", 1, "another's", func(w *world) {
			notes, err := w.table.Get(context.Background(), kaibo.Key{Partition: "log/" + project, Sort: proof.LogName(project, "notes")})
			if err != nil {
				w.t.Fatal(err)
			}
			var theirs map[string]any
			unmarshal(w.t, notes[0].Data, &theirs)
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) { s["signed"] = theirs["signed"] }))
		}},
		{"the kept tree is damaged", 0, "damaged", func(w *world) {
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) { s["edge"] = []string{} }))
		}},
		{"the open tile is forged", 300, "", func(w *world) {
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) {
				edge := s["edge"].([]any)
				first := []byte(edge[0].(string))
				first[3] ^= 1
				edge[0] = string(first)
			}))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.append(project, "main", 300)
			w.append(project, "notes", 1)
			w.sweep()
			w.append(project, "main", 20)
			c.do(w)
			sum, err := w.engine(nil).Sweep(context.Background())
			if err != nil || sum.Stopped != 1 {
				t.Fatalf("%+v, %v", sum, err)
			}
			if c.what != "" {
				w.alarm(mainLog, c.seq, c.what)
			}
			s, err := w.reader().Checkpoint(context.Background(), mainLog)
			if err == nil && (s.Size > 300 || s.Stopped == "") {
				t.Errorf("signed all the same: %+v", s)
			}
			if sum, err := w.engine(nil).Sweep(context.Background()); err != nil || sum.Stopped != 0 || sum.Signed != 0 || len(w.alarms) != 1 {
				t.Errorf("a stopped log goes on, or rings again: %+v, %v", sum, err)
			}
			w.append(project, "notes", 1)
			if sum := w.sweep(); sum.Signed != 1 {
				t.Errorf("the other logs do not go on: %+v", sum)
			}
		})
	}
}

// Who rolls the table back to an earlier checkpoint, and lets the stream have
// another future, is found out by the checkpoint that was signed meanwhile.
func TestRollback(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 100)
	w.sweep()
	items, err := w.table.Get(context.Background(), mainState)
	if err != nil {
		t.Fatal(err)
	}
	old := items[0]
	w.append(project, "main", 50)
	w.sweep()
	w.append(project, "main", 50)
	w.table.set(t, mainState, &old)
	w.rewrite("main", 120)
	if _, err := w.engine(nil).Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.alarm(mainLog, 150, "forks")

	w = newWorld(t) // and who cuts it there
	w.append(project, "main", 100)
	w.sweep()
	if items, err = w.table.Get(context.Background(), mainState, kaibo.HeadKey(project, "main")); err != nil {
		t.Fatal(err)
	}
	old, oldHead := items[0], items[1]
	w.append(project, "main", 50)
	w.sweep()
	w.table.set(t, mainState, &old)
	w.table.set(t, kaibo.HeadKey(project, "main"), &oldHead)
	if _, err := w.engine(nil).Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.alarm(mainLog, 101, "cut")
}

// The log of logs is held to the same.
func TestTheLogOfLogs(t *testing.T) {
	root := kaibo.Key{Partition: "log", Sort: "deployment"}
	for name, do := range map[string]func(w *world){
		"its leaves are damaged": func(w *world) {
			if err := w.objects.Put(context.Background(), "log/t/deployment/leaves/"+kaibo.SeqKey(2), []byte("nothing\n")); err != nil {
				w.t.Fatal(err)
			}
		},
		"its checkpoint is forged": func(w *world) {
			w.table.swap(w.t, root, state(w.t, func(s map[string]any) { s["signed"].(map[string]any)["size"] = 1 }))
		},
		"its tree is forged": func(w *world) {
			w.table.swap(w.t, root, state(w.t, func(s map[string]any) {
				edge := s["edge"].([]any)
				first := []byte(edge[0].(string))
				first[3] ^= 1
				edge[0] = string(first)
			}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.append(project, "main", 30)
			w.append(project, "notes", 1)
			w.sweep()
			before, err := w.reader().Checkpoint(context.Background(), checkpoint.Log{})
			if err != nil {
				t.Fatal(err)
			}
			do(w)
			w.append(project, "main", 1)
			if _, err := w.engine(nil).Sweep(context.Background()); err == nil {
				t.Error("it goes on")
			}
			if len(w.alarms) != 1 || w.alarms[0].Log != (checkpoint.Log{}) {
				t.Errorf("alarms are %v", w.alarms)
			}
			after, err := w.reader().Checkpoint(context.Background(), checkpoint.Log{})
			if err == nil && (after.Size > before.Size || after.Stopped == "") {
				t.Errorf("signed all the same: %+v", after)
			}
		})
	}
}
