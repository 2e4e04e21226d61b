// Package enginetest gives the tests of the engines a world to run in: the
// engines put together over ports of the test's choice, a clock that it moves,
// ids that repeat, and a structurer whose grammar is so small that a test says
// with a sentence exactly what it means. Only tests import it.
//
//	w := enginetest.New(t)
//	w.Say("main", "the release is in July")
//	w.Say("main", "the release is in August")
//	w.Settle()
//
// A [World] is one process. [World.Restart] makes another over the same ports,
// which knows only what the ports kept.
package enginetest
