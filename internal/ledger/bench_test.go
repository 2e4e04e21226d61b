package ledger_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

const benchText = "Ana moved the release target from July 13 to July 17, because the audit takes until the 15th, and Bo will tell the customers by Friday noon."

// BenchmarkAppend measures durable appends a second over the embedded store
// against bare: the least that stores as much, a transaction of bbolt that
// puts items of the same number and size, after one synced file. Bare has no
// chain, no keys and no conditions. The metric x/bare is the ratio; run
//
//	go test -run '^$' -bench Append -benchtime 2000x ./internal/ledger
func BenchmarkAppend(b *testing.B) {
	for _, layout := range []string{"streams", "stream"} {
		for _, writers := range []int{1, 8, 64} {
			var bare float64
			name := fmt.Sprintf("%s/writers=%d/", layout, writers)
			streamOf := func(w int) string { return fmt.Sprint("stream", w) }
			if layout == "stream" {
				streamOf = func(int) string { return "stream0" }
			}
			b.Run(name+"bare", func(b *testing.B) { bare = benchBare(b, writers, streamOf) })
			b.Run(name+"kaibo", func(b *testing.B) {
				if rate := benchLedger(b, writers, streamOf); bare > 0 {
					b.ReportMetric(rate/bare, "x/bare")
				}
			})
		}
	}
}

// inParallel spreads b.N calls of fn over writers and answers calls a second.
func inParallel(b *testing.B, writers int, fn func(writer, n int) error) float64 {
	b.Helper()
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for w := range writers {
		wg.Go(func() {
			for n := int(next.Add(1)); n <= b.N; n = int(next.Add(1)) {
				if err := fn(w, n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "appends/s")
	return rate
}

func benchLedger(b *testing.B, writers int, streamOf func(int) string) float64 {
	store, err := local.Open(b.TempDir(), local.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	}()
	var commits atomic.Int64
	table := &hook{Table: store.Table(), commit: func([]kaibo.Write) error { commits.Add(1); return nil }}
	l := ledger.New(table, store.Objects(), store.Queue("structure"), kaibo.SystemClock, rand.Reader)
	defer func() { b.ReportMetric(float64(b.N)/float64(commits.Load()), "appends/commit") }()
	return inParallel(b, writers, func(w, n int) error {
		e := keyed(fmt.Sprint("key", n), benchText)
		e.Details.Actor = "ana"
		_, err := l.Append(background, project, streamOf(w), []ledger.Entry{e})
		return err
	})
}

// benchWrites answers what an append to a stream commits, and how long its
// payload object is.
func benchWrites(b *testing.B) (writes []kaibo.Write, payload int64) {
	b.Helper()
	w := newWorld()
	mustAppend(b, w.Ledger, "stream0", keyed("key0", benchText))
	c := porttest.NewCounter()
	l := w.over(&hook{Table: w.table, commit: func(got []kaibo.Write) error { writes = got; return nil }})
	l.Objects = c.Objects(w.objects)
	e := keyed("key1", benchText)
	e.Details.Actor = "ana"
	mustAppend(b, l, "stream0", e)
	return writes, c.Of(porttest.OpPut).Bytes
}

func benchBare(b *testing.B, writers int, streamOf func(int) string) float64 {
	dir := b.TempDir()
	db, err := bolt.Open(filepath.Join(dir, "bare.db"), 0o600, &bolt.Options{FreelistType: bolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	}()
	err = db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket([]byte("items"))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	writes, size := benchWrites(b)
	payload := make([]byte, size)
	return inParallel(b, writers, func(w, n int) error {
		if err := writeSynced(filepath.Join(dir, fmt.Sprint(n)), payload); err != nil {
			return err
		}
		return db.Update(func(tx *bolt.Tx) error {
			items := tx.Bucket([]byte("items"))
			var errs []error
			for _, wr := range writes {
				errs = append(errs, items.Put(bareKey(wr, streamOf(w), n), wr.Item.Data))
			}
			return errors.Join(errs...)
		})
	})
}

// bareKey puts a write where an append would: new items in order under their
// stream, or, for an id, anywhere; the others over what is there.
func bareKey(w kaibo.Write, stream string, n int) []byte {
	partition := strings.Replace(w.Item.Partition, "stream0", stream, 1)
	switch {
	case strings.Contains(partition, "/i/"):
		sum := sha256.Sum256(fmt.Append(nil, n))
		return []byte(project.ID + "/i/evt_" + hex.EncodeToString(sum[:8]) + w.Item.Sort)
	case w.If.Absent:
		return []byte(partition + kaibo.SeqKey(uint64(n)))
	}
	return []byte(partition + strings.Replace(w.Item.Sort, "stream0", stream, 1))
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}
