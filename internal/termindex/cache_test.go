package termindex_test

import "testing"

// What does not fit the cache is read again; what was used last stays.
func TestCacheIsBounded(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "i:first"))
	f.open()
	f.put(memory(2, 1, "i:second"))
	f.open()
	if !f.ix.InMemory("i:first") || !f.ix.InMemory("i:second") {
		t.Fatal("what was read is not kept")
	}
	small := f.index()
	small.Cache = 1
	if _, err := small.Open(ctx, f.p); err != nil {
		t.Fatal(err)
	}
	if small.InMemory("i:first") == small.InMemory("i:second") {
		t.Error("of two deltas a cache of one byte keeps both or none")
	}
}
