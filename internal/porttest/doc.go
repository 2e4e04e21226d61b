// Package porttest tests implementations of the three ports of package kaibo,
// and gives the engines' tests ports that are quick, that fail on purpose, and
// that count what they cost. Only tests import it.
//
// # Conformance
//
// [Table], [Objects] and [Queue] run every promise of the ports against an
// implementation, so that what works on one works on all:
//
//	func TestTable(t *testing.T) {
//		porttest.Table(t, func(t *testing.T) kaibo.Table { return porttest.NewMemTable() })
//	}
//
// The function is called once for each case and answers an empty store. When
// what it answers is a [Reopener], the suite also closes it, opens the same
// data again and looks whether all is there.
//
// # In memory
//
// [MemTable], [MemObjects] and [MemQueue] pass the same suites.
//
// # Faults
//
// [FaultyTable], [FaultyObjects] and [FaultyQueue] wrap a port and follow a
// [Plan], which a seed makes and which can be replayed: an operation fails
// before it happened, or after it happened with its answer lost, or the
// process stops there and every later call fails with [ErrStopped]. [FailNth]
// makes the sweep over every operation of a deed:
//
//	for n := 1; ; n++ {
//		plan := porttest.FailNth(n, porttest.Stop)
//		… run the deed against wrapped ports, open the ports anew, look …
//		if !plan.Fired() {
//			break // the deed has fewer than n operations
//		}
//	}
//
// # Cost
//
// A [Counter] counts calls, items, bytes, DynamoDB's capacity units and the
// round trips that follow one another.
package porttest
