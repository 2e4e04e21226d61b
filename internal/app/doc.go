// Package app puts the program together: the embedded stores, the engines over
// them, the API over those, and the work that goes on beside requests.
//
//	a, err := app.Open(ctx, app.Options{Dir: dir})
//	defer a.Close()
//	err = a.Run(ctx, listener, app.Exposure{Loopback: true}) // until ctx ends
//
// A test starts the real program this way. A command that needs no server
// calls [App.Handler] instead of Run, and [App.Settle] before Close, so that
// what it wrote is structured when it ends.
//
// The data directory belongs to one App at a time. While Run serves, a file in
// it tells other processes of the same user the address and a token that is an
// operator's key; the token changes with every start.
package app
