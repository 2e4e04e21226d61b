// Package simtest runs all engines together over ports that fail, as several
// processes that stop and start in the middle of what they do, and looks
// whether every promise held. It holds tests alone.
//
// A run is made from a seed. The seed draws what there is in the run at all: how
// many processes; how often an operation fails, before it happened or after, or
// the process stops there; whether the clock jumps, and each process has its own;
// whether webhooks, retention and expiry are at work; and whether the store is
// the embedded one, which is backed up while it is in use. A queue loses, doubles
// and reorders. Deeds begin in the middle of others: two compactions, a purge in
// an append, a backup in a deed of forgetting.
//
// Then one process without faults takes up what was left, and holds the data to
// the promises of package invariant, and to what only the run knows: that what
// was acknowledged is there once, that no byte is left of what was forgotten and
// nobody else's is missing, that each notice came to its webhook, that the alarm
// did not ring, and that each backup can be restored.
//
// A run that fails prints its seed and what was done:
//
//	KAIBO_SEED=17 go test -run Simulation ./internal/simtest    this run again
//	KAIBO_SEEDS=5000 go test -run Simulation ./internal/simtest so many, from KAIBO_SEED or 0
//	KAIBO_SEEDS=3m go test -run Simulation ./internal/simtest   as many as fit the time
//
// A package's tests run on one processor, so that a seed does the same each time
// (TestASeedDoesTheSameAgain); `.ci/long seeds` runs a process a processor.
package simtest
