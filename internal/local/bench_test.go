package local_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// benchData is one item's worth of bytes.
var benchData = make([]byte, 500)

// inParallel spreads b.N calls of fn over writers.
func inParallel(b *testing.B, writers int, fn func(writer, n int) error) {
	b.Helper()
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for w := range writers {
		wg.Go(func() {
			for {
				n := int(next.Add(1))
				if n > b.N {
					return
				}
				if err := fn(w, n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// BenchmarkCommit compares durable commits of four items, one of them under a
// condition, with the same four puts in a transaction of bbolt each. Both sync.
func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("kaibo/writers=%d", writers), func(b *testing.B) { benchKaibo(b, writers) })
		b.Run(fmt.Sprintf("bbolt/writers=%d", writers), func(b *testing.B) { benchBolt(b, writers) })
	}
}

func benchKaibo(b *testing.B, writers int) {
	table := open(b, b.TempDir(), local.Options{}).Table()
	ctx := context.Background()
	versions := make([]uint64, writers)
	inParallel(b, writers, func(w, n int) error {
		stream := fmt.Sprintf("p/stream%d", w)
		seq := kaibo.SeqKey(uint64(n))
		err := table.Commit(ctx, []kaibo.Write{
			kaibo.PutNew(kaibo.Key{Class: kaibo.Events, Partition: stream, Sort: seq}, 1, benchData),
			kaibo.PutNew(kaibo.Key{Partition: "p/i/" + seq, Sort: "ref"}, 1, benchData),
			kaibo.PutAny(kaibo.Key{Partition: "p/q/" + stream, Sort: "j/" + seq}, 1, benchData),
			kaibo.PutOver(kaibo.Key{Partition: "p/h/" + stream, Sort: "head"}, versions[w], benchData),
		})
		versions[w]++
		return err
	})
}

func benchBolt(b *testing.B, writers int) {
	db, err := bolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	buckets := []string{"records", "events"}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	versions := make([]byte, writers)
	inParallel(b, writers, func(w, n int) error {
		stream := fmt.Sprintf("p/stream%d", w)
		seq := kaibo.SeqKey(uint64(n))
		return db.Update(func(tx *bolt.Tx) error {
			records, events := tx.Bucket([]byte("records")), tx.Bucket([]byte("events"))
			head := []byte("p/h/" + stream + "head")
			if v := records.Get(head); v != nil && v[0] != versions[w] {
				return errors.New("the head has moved")
			}
			versions[w]++
			next := append([]byte{versions[w]}, benchData...)
			return errors.Join(
				events.Put([]byte(stream+seq), benchData),
				records.Put([]byte("p/i/"+seq+"ref"), benchData),
				records.Put([]byte("p/q/"+stream+"j/"+seq), benchData),
				records.Put(head, next))
		})
	})
}

// BenchmarkPutObject compares a durable Put of 500 bytes with the least that
// makes a file durable: write, sync, and sync of its directory.
func BenchmarkPutObject(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("kaibo/writers=%d", writers), func(b *testing.B) {
			o := open(b, b.TempDir(), local.Options{}).Objects()
			inParallel(b, writers, func(_, n int) error {
				return o.Put(context.Background(), fmt.Sprintf("P/p/%d", n), benchData)
			})
		})
		b.Run(fmt.Sprintf("file/writers=%d", writers), func(b *testing.B) {
			dir := b.TempDir()
			inParallel(b, writers, func(_, n int) error { return writeSynced(dir, n) })
		})
	}
}

func writeSynced(dir string, n int) error {
	f, err := os.OpenFile(filepath.Join(dir, fmt.Sprint(n)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.Write(benchData); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
