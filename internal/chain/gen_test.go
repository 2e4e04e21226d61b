package chain_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// years 0001 to 9999 in milliseconds.
const (
	firstTime = -62135596800000
	lastTime  = 253402300799999
)

func drawTime(t *rapid.T, label string) kaibo.Time {
	ms := rapid.Int64Range(firstTime, lastTime).Draw(t, label)
	if rapid.Bool().Draw(t, label+" whole") {
		ms -= (ms%1000 + 1000) % 1000
	}
	return kaibo.Time(ms)
}

func drawDigest(t *rapid.T, label string) string {
	return chain.SaltedDigest([16]byte{}, []byte(rapid.String().Draw(t, label)))
}

func drawHash(t *rapid.T, label string) (h kaibo.Hash) {
	copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, label))
	return h
}

// drawEvent makes an event of any values that can be hashed.
func drawEvent(t *rapid.T) kaibo.Event {
	return kaibo.Event{
		ID:             rapid.String().Draw(t, "id"),
		Stream:         rapid.String().Draw(t, "stream"),
		Seq:            rapid.Uint64Range(0, kaibo.MaxSafeInteger).Draw(t, "seq"),
		PrevHash:       drawHash(t, "prev"),
		Hash:           drawHash(t, "hash"),
		Kind:           rapid.String().Draw(t, "kind"),
		OccurredAt:     drawTime(t, "occurred"),
		RecordedAt:     drawTime(t, "recorded"),
		IdempotencyKey: rapid.String().Draw(t, "key"),
		PayloadDigest:  drawDigest(t, "payload"),
		DetailsDigest:  drawDigest(t, "details"),
	}
}

func drawReceipt(t *rapid.T) kaibo.Receipt {
	at := func(label string) *kaibo.Time {
		if !rapid.Bool().Draw(t, label+" there") {
			return nil
		}
		v := drawTime(t, label)
		return &v
	}
	return kaibo.Receipt{
		ID:           rapid.String().Draw(t, "id"),
		Seq:          rapid.Uint64Range(0, kaibo.MaxSafeInteger).Draw(t, "seq"),
		Kind:         rapid.String().Draw(t, "kind"),
		PrevHash:     drawHash(t, "prev"),
		Hash:         drawHash(t, "hash"),
		MemoryIDs:    rapid.SliceOf(rapid.String()).Draw(t, "memories"),
		EventIDs:     rapid.SliceOf(rapid.String()).Draw(t, "events"),
		ReasonDigest: rapid.String().Draw(t, "reason"),
		TombstonedAt: at("tombstoned"),
		PurgeAt:      at("purge"),
		ReceiptID:    rapid.String().Draw(t, "receipt"),
		PurgedAt:     at("purged"),
	}
}

// libraryForm is the canonical form by way of encoding/json and package canon.
func libraryForm(t testing.TB, v any, drop ...string) string {
	t.Helper()
	full, err := canon.Marshal(v)
	if err != nil {
		t.Fatalf("canon.Marshal: %v", err)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(full, &object); err != nil {
		t.Fatal(err)
	}
	for _, name := range drop {
		delete(object, name)
	}
	form, err := canon.Marshal(object)
	if err != nil {
		t.Fatalf("canon.Marshal: %v", err)
	}
	return string(form)
}

// makeStream seals n events of a stream.
func makeStream(t testing.TB, stream string, n int) []kaibo.Event {
	t.Helper()
	events := make([]kaibo.Event, n)
	var prev kaibo.Hash
	for i := range events {
		e := &events[i]
		*e = kaibo.Event{
			ID:            fmt.Sprintf("evt_%016d", i),
			Stream:        stream,
			Seq:           uint64(i + 1),
			Kind:          kaibo.KindMessage,
			OccurredAt:    kaibo.Time(1782898200000 + int64(i)*1000),
			RecordedAt:    kaibo.Time(1782898200123 + int64(i)*1000),
			PayloadDigest: chain.SaltedDigest([16]byte{byte(i)}, []byte("content")),
			DetailsDigest: chain.SaltedDigest([16]byte{byte(i)}, []byte("{}")),
		}
		if i%2 == 0 {
			e.IdempotencyKey = fmt.Sprintf("slack-%d.003", 1719826200+i)
		}
		if err := chain.SealEvent(e, prev); err != nil {
			t.Fatal(err)
		}
		prev = e.Hash
	}
	return events
}
