package termindex

import (
	"container/list"
	"sync"

	"golang.org/x/sync/singleflight"
)

// CacheBytes bounds the memory of the runs that an Index keeps between calls:
// a segment of 100,000 memories takes some 60 MB. The run that was used last
// always stays.
const CacheBytes = 256 << 20

// cache keeps opened runs by name, the least recently used one first to go.
// A run never changes, so neither does what a name stands for.
type cache struct {
	mu      sync.Mutex
	entries map[string]*list.Element // of *run
	order   list.List                // most recent first
	bytes   int
	flight  singleflight.Group
}

// get returns the run of a name; open makes it, once for all who wait.
func (c *cache) get(name string, open func() (*run, error)) (*run, error) {
	if r := c.lookup(name); r != nil {
		return r, nil
	}
	v, err, _ := c.flight.Do(name, func() (any, error) {
		r, err := open()
		if err != nil {
			return nil, err
		}
		c.add(name, r)
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*run), nil
}

func (c *cache) lookup(name string) *run {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[name]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*run)
}

func (c *cache) add(name string, r *run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = make(map[string]*list.Element)
	}
	if _, ok := c.entries[name]; ok {
		return
	}
	c.entries[name] = c.order.PushFront(r)
	c.bytes += r.size
	for c.bytes > CacheBytes && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
}

// drop forgets a run, so that what was purged is not kept in memory either.
func (c *cache) drop(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[name]; ok {
		c.remove(e)
	}
}

func (c *cache) remove(e *list.Element) {
	r := c.order.Remove(e).(*run)
	delete(c.entries, r.name)
	c.bytes -= r.size
}
