package forget

import "sync"

// deedsAtWork are the deeds that this process is at, by receipt id. Its zero
// value has none.
type deedsAtWork struct {
	mu    sync.Mutex
	deeds map[string]chan struct{} // closed when the deed is let go of
}

// begin takes a deed, waiting until nobody else in this process is at it.
func (w *deedsAtWork) begin(id string) (done func()) {
	mine := make(chan struct{})
	for {
		w.mu.Lock()
		theirs, busy := w.deeds[id]
		if !busy {
			break
		}
		w.mu.Unlock()
		<-theirs
	}
	if w.deeds == nil {
		w.deeds = make(map[string]chan struct{})
	}
	w.deeds[id] = mine
	w.mu.Unlock()
	return func() {
		w.mu.Lock()
		delete(w.deeds, id)
		w.mu.Unlock()
		close(mine)
	}
}

// has reports whether somebody is at the deed.
func (w *deedsAtWork) has(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, busy := w.deeds[id]
	return busy
}
