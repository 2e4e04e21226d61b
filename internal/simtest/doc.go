// Package simtest runs all engines together over ports that fail, as many
// processes that stop and start in the middle of what they do, and looks
// whether every promise held. It holds tests alone.
//
// A run is made from a seed, which it prints when it fails:
//
//	KAIBO_SEED=17 go test ./internal/simtest    this run again
//	KAIBO_SEEDS=5000 go test ./internal/simtest so many runs, from KAIBO_SEED or 0
package simtest
