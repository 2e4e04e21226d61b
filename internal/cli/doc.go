// Package cli is the command line of kaibo.
//
// The commands of verbs are made from the registry: a verb's words are its
// command, its fields its flags, its main field the argument. A request goes
// over HTTP, always: to the server that --url names, else to the one that
// holds the data directory, else to the same handler inside this process, over
// the data directory that it then opens itself. So a command means the same
// wherever the data is.
//
// What people read is written by hand, a renderer a verb (render.go and its
// neighbours); --json gives the body of the HTTP answer instead. Text that
// came from outside is shown with its control characters replaced, so that no
// memory can move the cursor of a terminal.
//
// [Main] is all that a main function calls. Exit codes are one table, in
// exit.go, which "kaibo help exit-codes" prints.
package cli
