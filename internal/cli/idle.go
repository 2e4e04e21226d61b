package cli

import (
	"net"
	"sync"
	"time"
)

// idleListener tells when there has been no connection for some time. A server
// that nobody started by hand ends then: nobody would stop it either. Clients
// let go of connections that they do not use after a minute and a half.
type idleListener struct {
	net.Listener
	after time.Duration
	idle  func() // called once, when it has been so long

	mu    sync.Mutex
	open  int
	timer *time.Timer
}

// newIdleListener begins with nobody connected.
func newIdleListener(l net.Listener, after time.Duration, idle func()) *idleListener {
	return &idleListener{Listener: l, after: after, idle: idle, timer: time.AfterFunc(after, idle)}
}

// Accept implements net.Listener.
func (l *idleListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.count(1)
	return &countedConn{Conn: c, closed: sync.OnceFunc(func() { l.count(-1) })}, nil
}

func (l *idleListener) count(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open += n
	if l.open > 0 {
		l.timer.Stop()
		return
	}
	l.timer.Reset(l.after)
}

// countedConn tells once when it is closed.
type countedConn struct {
	net.Conn
	closed func()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	defer c.closed()
	return c.Conn.Close()
}
