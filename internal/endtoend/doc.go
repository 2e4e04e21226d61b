// Package endtoend tests the program as its users meet it: the binary is
// built, started as a process, spoken to over HTTP and its command line,
// interrupted, killed, and started again on the data that it left. It has no
// code of its own.
//
// It holds what only a whole process can show:
//
//   - What was acknowledged is there after kill -9, and what was not, is stored
//     once when it is sent again (TestKilledUnderLoad).
//   - No file of the data directory holds a byte of what was purged
//     (TestForgottenTextIsInNoFile).
//   - A full disk costs answers, never data (TestFullDisk), and with room again
//     the running server writes again (TestDiskFillsUpAndHasRoomAgain, where a
//     tmpfs can be mounted); so do system calls of the store that fail
//     (TestFailingSystemCalls).
//   - 50 clients lose and double nothing while the server is killed every 20
//     seconds (TestLoad, by hand).
//   - Hostile requests write nothing (TestHostileRequestsWriteNothing).
//   - Commands, servers and signals find one another as the manual says.
//
// The random tests print their seed; KAIBO_SEED repeats it. What a client
// knows is kept in the test, apart from everything that the program says, and
// the wire's shapes are written down here once more: a field that is renamed
// breaks these tests, as it would break a client.
package endtoend
