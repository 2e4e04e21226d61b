package termindex

import (
	"container/list"
	"sync"

	"golang.org/x/sync/singleflight"
)

// CacheBytes bounds the memory of what an Index keeps between calls, unless its
// Cache says otherwise: a segment of 100,000 memories takes some 60 MB, and as
// much again once all of its rows were met. What was used last always stays.
const CacheBytes = 256 << 20

// cache keeps what was opened, by name, the least recently used first to go.
// What a name stands for never changes.
type cache struct {
	mu      sync.Mutex
	entries map[string]*list.Element // of *cacheEntry
	order   list.List                // most recent first
	bytes   int
	flight  singleflight.Group
}

type cacheEntry struct {
	name  string
	value any
	size  int
}

// cached returns what a name stands for; open makes it, once for all who wait,
// and says how many bytes it takes. What is kept takes limit bytes at most.
func cached[T any](c *cache, limit int, name string, open func() (T, int, error)) (T, error) {
	if v, ok := c.lookup(name); ok {
		return v.(T), nil
	}
	v, err, shared := c.flight.Do(name, func() (any, error) {
		v, size, err := open()
		if err == nil {
			c.add(&cacheEntry{name: name, value: v, size: size}, limit)
		}
		return v, err
	})
	switch {
	case err == nil:
		return v.(T), nil
	case shared: // what stopped another, its deadline perhaps, need not stop us
		v, _, err := open()
		return v, err
	default:
		var none T
		return none, err
	}
}

func (c *cache) lookup(name string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[name]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cacheEntry).value, true
}

func (c *cache) add(e *cacheEntry, limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = make(map[string]*list.Element)
	}
	if _, ok := c.entries[e.name]; ok {
		return
	}
	c.entries[e.name] = c.order.PushFront(e)
	c.bytes += e.size
	for c.bytes > limit && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
}

// drop forgets a name, so that what was purged is not kept in memory either.
func (c *cache) drop(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[name]; ok {
		c.remove(e)
	}
}

func (c *cache) remove(at *list.Element) {
	e := c.order.Remove(at).(*cacheEntry)
	delete(c.entries, e.name)
	c.bytes -= e.size
}
