package ledger_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

func TestPayload(t *testing.T) {
	w := newWorld()
	e := message("text\x00and bytes\xff")
	e.Details.Actor = "ana"
	a := mustAppend(t, w.Ledger, "main", e)[0]
	event, payload, err := w.Payload(background, project, a.Event.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Event, *event); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
	if string(payload.Content) != string(e.Content) || string(payload.Details) != `{"actor":"ana"}` {
		t.Errorf("content %q, details %s", payload.Content, payload.Details)
	}
}

func TestForgottenPayloadIsGone(t *testing.T) {
	w := newWorld()
	a := mustAppend(t, w.Ledger, "main", messages(2)...)
	forget(t, w, a[0].Event.ID)
	_, payload, err := w.Payload(background, project, a[0].Event.ID)
	wantKind(t, err, kaibo.Gone)
	if payload != nil {
		t.Error("a forgotten text was served")
	}
	if _, _, err := w.Payload(background, project, a[1].Event.ID); err != nil {
		t.Errorf("the event beside it: %v", err)
	}
}

// TestPurgedDuringTheRead forgets and purges an event between the look for its
// tombstone and the read of its object.
func TestPurgedDuringTheRead(t *testing.T) {
	w := newWorld()
	a := mustAppend(t, w.Ledger, "main", messages(1)...)[0]
	gets := 0
	l := w.over(&hook{Table: w.table, get: func([]kaibo.Key) error {
		if gets++; gets == 2 {
			forget(t, w, a.Event.ID)
			return w.objects.Delete(background, objects(t, w)[0])
		}
		return nil
	}})
	_, _, err := l.Payload(background, project, a.Event.ID)
	wantKind(t, err, kaibo.Gone)
}

// TestDamagedPayloadIsNeverServed flips every byte of a payload object, cuts it
// at every length, and takes it away.
func TestDamagedPayloadIsNeverServed(t *testing.T) {
	w := newWorld()
	e := keyed("k", "canary")
	e.Details.Actor = "ana"
	a := mustAppend(t, w.Ledger, "main", e)[0]
	name := objects(t, w)[0]
	whole, err := w.objects.Get(background, name, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	replace := func(b []byte) {
		if err := w.objects.Delete(background, name); err != nil {
			t.Fatal(err)
		}
		if b != nil {
			if err := w.objects.Put(background, name, b); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(what string, at int) {
		t.Helper()
		_, payload, err := w.Payload(background, project, a.Event.ID)
		if err == nil || kaibo.KindOf(err) != kaibo.Internal || payload != nil {
			t.Errorf("%s at %d: %v, %v", what, at, payload, err)
		}
		if _, err := w.Append(background, project, "main", []ledger.Entry{e}); err == nil || kaibo.KindOf(err) != kaibo.Internal {
			t.Errorf("%s at %d: the replay answers %v", what, at, err)
		}
		if err != nil && strings.Contains(err.Error(), "canary") {
			t.Errorf("error %v holds the text", err)
		}
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x10
		replace(flipped)
		refused("flipped", i)
		replace(whole[:i])
		refused("cut", i)
	}
	replace(append(bytes.Clone(whole), 'x'))
	refused("longer", len(whole))
	replace(nil)
	refused("missing", 0)
	replace(whole)
	checkLedger(t, w)
}

// TestAnotherEventsPayload puts one event's object in the place of another's.
func TestAnotherEventsPayload(t *testing.T) {
	w := newWorld()
	out := mustAppend(t, w.Ledger, "main", messages(2)...)
	key := kaibo.RefKey(project.ID, out[0].Event.ID)
	s := checkLedger(t, w)
	ref := s.refs[out[0].Event.ID]
	ref.Object = s.refs[out[1].Event.ID].Object
	mustCommit(t, w.table, kaibo.PutAny(key, 2, encode(t, ref)))
	_, payload, err := w.Payload(background, project, out[0].Event.ID)
	wantKind(t, err, kaibo.Internal)
	if payload != nil {
		t.Error("another event's text was served")
	}
}

func TestPayloadObjectsHaveNoTextInTheirNames(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", keyed("the-key", "the-text"))
	name := objects(t, w)[0]
	if !strings.HasPrefix(name, project.ID+"/p/") || strings.Contains(name, "the-") {
		t.Errorf("name %q", name)
	}
	if at, ok := ledger.PayloadTime(name); !ok || at != start {
		t.Errorf("time of %q is %v, %v", name, at, ok)
	}
}

func FuzzDecodePayload(f *testing.F) {
	f.Add(ledger.EncodePayload(&kaibo.Payload{Content: []byte("text"), Details: []byte(`{"actor":"ana"}`)}))
	f.Add(ledger.EncodePayload(&kaibo.Payload{}))
	f.Add([]byte("KBP1"))
	f.Add(append([]byte("KBP1"), slices.Repeat([]byte{0xff}, 40)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ledger.DecodePayload(b)
		if err != nil {
			return
		}
		if got := ledger.EncodePayload(p); !bytes.Equal(got, b) {
			t.Errorf("decoded and encoded again: %x, was %x", got, b)
		}
	})
}

func TestPayloadAt(t *testing.T) {
	w := newWorld()
	out := mustAppend(t, w.Ledger, "main", messages(2)...)
	first := out[0].Event
	l, counter := w.counted()
	event, payload, err := l.PayloadAt(background, project, "main", 1, first.ID)
	if err != nil || *event != first || string(payload.Content) != "event 1 of 2" {
		t.Errorf("event %+v, payload %+v, %v", event, payload, err)
	}
	if got := billOf(counter); got.Gets != 1 || got.Reads != 1 || got.Trips != 2 {
		t.Errorf("cost %+v, want one Get and one object", got)
	}
	forget(t, w, first.ID)
	if event, payload, err := l.PayloadAt(background, project, "main", 1, first.ID); err != nil || *event != first || payload != nil {
		t.Errorf("forgotten: %+v, %v, %v; want the event alone", event, payload, err)
	}
	for _, p := range []kaibo.Project{other, project} {
		_, payload, err := l.PayloadAt(background, p, "main", 3, out[1].Event.ID)
		wantKind(t, err, kaibo.Internal)
		if payload != nil {
			t.Errorf("a place without an event answers %+v", payload)
		}
	}
	for _, name := range objects(t, w) {
		if err := w.objects.Delete(background, name); err != nil {
			t.Fatal(err)
		}
	}
	_, payload, err = l.PayloadAt(background, project, "main", 2, out[1].Event.ID)
	wantKind(t, err, kaibo.Internal)
	if payload != nil {
		t.Error("a lost payload was served")
	}
}
