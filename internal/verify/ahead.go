package verify

import (
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/chain"
)

// readAhead verifies streams whose source has pages: several pages are asked for
// at a time, each is verified apart from what comes before it by whoever read
// it, and one goroutine joins them in order. Whatever does not fit is verified
// again event by event, which says what is wrong.
func (r *run) readAhead(ctx context.Context, source Pages, streams []*streamRun) error {
	group, ctx := errgroup.WithContext(ctx)
	work := make(chan *page)
	order := make(chan *page, 2*r.options.Parallel)
	free := make(chan *page, 4*r.options.Parallel)
	group.Go(func() error {
		defer close(work)
		defer close(order)
		return r.paginate(ctx, streams, work, order, free)
	})
	for range r.options.Parallel {
		group.Go(func() error {
			for p := range work {
				if !p.stream.ended.Load() {
					p.err = p.read(ctx, source)
				}
				close(p.done)
			}
			return nil
		})
	}
	group.Go(func() error { return r.joinAll(ctx, streams, order, free) })
	return group.Wait()
}

// paginate cuts the streams into pages.
func (r *run) paginate(ctx context.Context, streams []*streamRun, work, order chan<- *page, free <-chan *page) error {
	for _, w := range streams {
		for from := w.began; from < w.head.Seq && !w.ended.Load(); {
			p := new(page)
			select {
			case p = <-free:
			default:
			}
			p.stream, p.from, p.err, p.done = w, from, nil, make(chan struct{})
			p.to = min(w.head.Seq, (from/chain.BlockSize+1)*chain.BlockSize)
			from = p.to
			for _, to := range []chan<- *page{order, work} {
				select {
				case to <- p:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
	}
	return nil
}

// joinAll takes the pages in order, and compares each stream with its head once
// it ended.
func (r *run) joinAll(ctx context.Context, streams []*streamRun, order <-chan *page, free chan<- *page) error {
	next := 0 // the stream that is not compared yet
	finish := func(upTo *streamRun) error {
		for ; next < len(streams) && streams[next] != upTo; next++ {
			w := streams[next]
			if err := w.group.Wait(); err != nil {
				return err
			}
			w.compareEnd()
		}
		return nil
	}
	for p := range order {
		if err := finish(p.stream); err != nil {
			return err
		}
		select {
		case <-p.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := p.stream.join(ctx, p); err != nil {
			return err
		}
		select {
		case free <- p:
		default:
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return finish(nil)
}

// join takes a page as what comes next.
func (w *streamRun) join(ctx context.Context, p *page) error {
	if w.ended.Load() {
		return nil
	}
	if p.err != nil {
		return p.err
	}
	if p.whole && !w.awaited(p.from, p.to) && w.v.Join(&p.block) {
		w.took(ctx, p)
	} else {
		seen := p.seen
		if !p.whole {
			seen = nil
		}
		if err := w.oneByOne(ctx, p.lines, seen); err != nil {
			return err
		}
	}
	if w.halted || uint64(len(p.lines)) < p.to-p.from {
		w.ended.Store(true)
	}
	return nil
}

// awaited reports whether something is known of a place within a page, or at its
// end, that the chain must be compared with there.
func (w *streamRun) awaited(from, to uint64) bool {
	i, found := slices.BinarySearch(w.sizes, from+1)
	return found || i < len(w.sizes) && w.sizes[i] <= to
}

// awaits lists the sizes of a stream at which something is known of it.
func (r *run) awaits(stream string) []uint64 {
	var sizes []uint64
	if k, ok := r.known[stream]; ok {
		sizes = append(sizes, k.Size)
	}
	for _, x := range r.roots[stream] {
		sizes = append(sizes, x.size)
	}
	for at := range r.pins {
		if at.stream == stream {
			sizes = append(sizes, at.seq)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// took notes the events of a page that was joined.
func (w *streamRun) took(ctx context.Context, p *page) {
	events := p.block.Events()
	for i := range events {
		seq := p.from + uint64(i) + 1 //nolint:gosec // i is below a block's size
		w.note(ctx, &seenEvent{p.ids[i], events[i].ID, seq, events[i].PayloadDigest, events[i].DetailsDigest}, p.verdict(i))
	}
	w.last = events[len(events)-1].RecordedAt
	w.report.Events += uint64(len(events))
	w.progress(uint64(len(events)), 0)
}

func (p *page) verdict(i int) verdict {
	if i < len(p.seen) {
		return p.seen[i]
	}
	return verdict{}
}

// ended is set when nothing more of a stream is wanted.
type ended = atomic.Bool
