package termindex

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// When a compaction is due: with more deltas than this a recall would read
// more than it needs.
const (
	dueDeltas = 64
	dueBytes  = 64 << 10
)

// maxDeltaID bounds a delta's id, and with it the manifest that names it.
const maxDeltaID = 128

// Index is the term index of every project of a store. It is safe for
// concurrent use, and any number of processes may have one on the same store.
type Index struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Clock   kaibo.Clock
	Random  io.Reader // must be safe for concurrent use
	Cache   int       // bytes that are kept in memory between calls; 0 means CacheBytes

	cache  cache
	atStep func() // called at each step of a merge, for tests
}

// New returns an index over the ports. Its cache of runs is bounded by
// [CacheBytes] unless its Cache says otherwise.
func New(table kaibo.Table, objects kaibo.Objects, clock kaibo.Clock, random io.Reader) *Index {
	return &Index{Table: table, Objects: objects, Clock: clock, Random: random}
}

// Delta returns the write that puts rows into the index: the caller adds it to
// the Commit that makes them so. id must be unused, such as the event's id and
// an ordinal. Of two rows with one id the higher version is kept.
//
// Rows that need more than 300 KB are a TooLarge error: split them.
func (ix *Index) Delta(p kaibo.Project, id string, docs []Doc) (kaibo.Write, error) {
	if id == "" || len(id) > maxDeltaID {
		return kaibo.Write{}, &kaibo.Error{Op: "make index delta",
			Err: fmt.Errorf("an id has 1 to %d bytes, not %d", maxDeltaID, len(id))}
	}
	for i := range docs {
		if err := checkDoc(&docs[i]); err != nil {
			return kaibo.Write{}, &kaibo.Error{Op: "make index delta", Err: err}
		}
	}
	data := encodeDocs(docs)
	if len(data) > maxDeltaBytes {
		return kaibo.Write{}, &kaibo.Error{Op: "make index delta", Kind: kaibo.TooLarge,
			Detail: fmt.Sprintf("%d rows take %d bytes of index, over the %d of one delta", len(docs), len(data), maxDeltaBytes)}
	}
	return kaibo.PutNew(deltaKey(p, id), 1, data), nil
}

// Deltas is Delta for rows that one delta may not hold: halved, and halved again,
// until each part fits. The ids of the parts begin with id. No rows are no writes;
// a row that no delta holds is a TooLarge error.
func (ix *Index) Deltas(p kaibo.Project, id string, docs []Doc) ([]kaibo.Write, error) {
	if len(docs) == 0 {
		return nil, nil
	}
	delta, err := ix.Delta(p, id, docs)
	if err == nil {
		return []kaibo.Write{delta}, nil
	}
	if kaibo.KindOf(err) != kaibo.TooLarge || len(docs) == 1 {
		return nil, err
	}
	half := len(docs) / 2
	first, err := ix.Deltas(p, id+"-a", docs[:half])
	if err != nil {
		return nil, err
	}
	second, err := ix.Deltas(p, id+"-b", docs[half:])
	return append(first, second...), err
}

// limit is how many bytes the cache may take.
func (ix *Index) limit() int { return cmp.Or(ix.Cache, CacheBytes) }

func deltaKey(p kaibo.Project, id string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.IndexPartition(p.ID), Sort: deltaPrefix + id}
}

// maxNumber bounds the numbers that a row writes.
const maxNumber = 1<<31 - 1

// checkDoc refuses what a row cannot hold.
func checkDoc(d *Doc) error {
	if d.ID == "" || d.Kind >= docKinds {
		return fmt.Errorf("document %q of kind %d cannot be indexed", d.ID, d.Kind)
	}
	for _, n := range []int{d.Start, d.End, d.Length, d.Tokens, d.Analyser} {
		if n < 0 || n > maxNumber {
			return fmt.Errorf("document %q: the number %d cannot be indexed", d.ID, n)
		}
	}
	for _, r := range d.Revisions {
		if r.Version < 0 || r.Version > maxNumber {
			return fmt.Errorf("document %q: revision %d cannot be indexed", d.ID, r.Version)
		}
	}
	return nil
}

// contents is what one query of the index partition answered.
type contents struct {
	manifest *manifest    // shared, not to be changed
	deltas   []kaibo.Item // in order of their keys, folded ones too
	unfolded []kaibo.Item // those that the manifest does not name
}

// openAttempts bounds how often a reader starts again.
const openAttempts = 6

// query reads manifest and deltas. It starts again when it took over two
// seconds: then a delta that it missed may have been folded and deleted since.
func (ix *Index) query(ctx context.Context, p kaibo.Project) (*contents, error) {
	for range openAttempts {
		began, clock := time.Now(), ix.Clock()
		c, err := ix.queryOnce(ctx, p)
		if err != nil {
			return nil, err
		}
		if time.Since(began) <= queryTime && !after(clock, ix.Clock(), queryTime+time.Millisecond) {
			return c, nil
		}
	}
	return nil, &kaibo.Error{Op: "read index", Kind: kaibo.Unavailable,
		Detail: "the index could not be read in time", RetryAfter: time.Second}
}

func (ix *Index) queryOnce(ctx context.Context, p kaibo.Project) (*contents, error) {
	c := &contents{}
	var manifestItem kaibo.Item
	r := kaibo.Range{}
	for {
		page, err := ix.Table.Query(ctx, kaibo.Records, kaibo.IndexPartition(p.ID), r)
		if err != nil {
			return nil, fmt.Errorf("read index: %w", err)
		}
		for _, item := range page.Items {
			switch {
			case item.Sort == manifestSort:
				manifestItem = item
			case strings.HasPrefix(item.Sort, deltaPrefix):
				c.deltas = append(c.deltas, item)
			}
		}
		if !page.More {
			break
		}
		r = r.Next(page)
	}
	read, err := ix.readOnce(manifestItem)
	if err != nil {
		return nil, err
	}
	c.manifest = read.manifest
	for _, d := range c.deltas {
		if !read.folded[d.Sort] {
			c.unfolded = append(c.unfolded, d)
		}
	}
	return c, nil
}

// segment returns a segment from the cache or from the objects.
func (ix *Index) segment(ctx context.Context, ref segmentRef) (*run, error) {
	return cached(&ix.cache, ix.limit(), ref.Object, func() (*run, int, error) {
		data, err := ix.Objects.Get(ctx, ref.Object, 0, -1)
		if err != nil {
			return nil, 0, fmt.Errorf("read segment %s: %w", ref.Object, err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != ref.SHA256 {
			return nil, 0, fmt.Errorf("read segment %s: its digest is not the manifest's: %w", ref.Object, errDamaged)
		}
		return openSized(ref.Object, data)
	})
}

// delta returns the run of a delta's item.
func (ix *Index) delta(item kaibo.Item) (*run, error) {
	name := fmt.Sprintf("%s/%s@%d", item.Partition, item.Sort, item.Version)
	return cached(&ix.cache, ix.limit(), name, func() (*run, int, error) { return openSized(name, item.Data) })
}

// openSized is openRun with the size that the cache counts.
func openSized(name string, data []byte) (*run, int, error) {
	r, err := openRun(name, data)
	if err != nil {
		return nil, 0, err
	}
	return r, r.size, nil
}

// Open reads the index of a project as it stands: one query of its partition,
// and the segments that are not in memory yet.
func (ix *Index) Open(ctx context.Context, p kaibo.Project) (*Reader, error) {
	_, r, err := ix.open(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return r, nil
}

// OpenSmall is Open for a caller to whom the index is a help and no more. It
// answers nil, and reads no segment, where the segments have more than limit
// bytes together: a process that did not hold them would read long.
func (ix *Index) OpenSmall(ctx context.Context, p kaibo.Project, limit int) (*Reader, error) {
	c, err := ix.query(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	for _, ref := range c.manifest.Segments {
		limit -= ref.Bytes
	}
	if limit < 0 {
		return nil, nil
	}
	r, err := ix.reader(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return r, nil
}

// open is Open with what the query answered.
func (ix *Index) open(ctx context.Context, p kaibo.Project) (*contents, *Reader, error) {
	var last error
	for range openAttempts {
		c, err := ix.query(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		r, err := ix.reader(ctx, c)
		if err == nil {
			return c, r, nil
		}
		if kaibo.KindOf(err) != kaibo.NotFound {
			return nil, nil, err
		}
		last = err // a segment went while we read: the manifest names others by now
	}
	// The object is not found; the caller's own thing may well be.
	return nil, nil, &kaibo.Error{Op: "read segments", Kind: kaibo.Internal, Err: last}
}

// segmentsAtOnce is how many segments are read at once. There are as many as
// sizes that differ by some factor: seldom more than these.
const segmentsAtOnce = 4

// reader opens every run that the contents name.
func (ix *Index) reader(ctx context.Context, c *contents) (*Reader, error) {
	segments := make([]*run, len(c.manifest.Segments))
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(segmentsAtOnce)
	for i, ref := range c.manifest.Segments {
		work.Go(func() (err error) {
			segments[i], err = ix.segment(workCtx, ref)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	var deltas []*run
	bytes := 0
	for _, item := range c.unfolded {
		d, err := ix.delta(item)
		if err != nil {
			return nil, err
		}
		deltas = append(deltas, d)
		bytes += len(item.Data)
	}
	return newReader(segments, deltas, ix.hidden(segments), bytes), nil
}

// hidden returns what the segments hide of one another, from the cache where
// the same segments were met before: they change once a compaction.
func (ix *Index) hidden(segments []*run) []bitset {
	if len(segments) < 2 {
		return make([]bitset, len(segments))
	}
	var name strings.Builder
	size := 0
	for _, s := range segments {
		name.WriteString(s.name + " ")
		size += len(s.ids) / 8
	}
	sets, err := cached(&ix.cache, ix.limit(), name.String(), func() ([]bitset, int, error) {
		return hiddenAmong(segments), size, nil
	})
	if err != nil {
		panic(err) // the function above answers none
	}
	return sets
}

// CompactionDue reports whether a reader found so many deltas, or so long
// ones, that they should be folded.
func (ix *Index) CompactionDue(r *Reader) bool {
	count, bytes := r.Deltas()
	return count >= dueDeltas || bytes >= dueBytes
}
