package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What lies in the data directory.
const (
	fileName   = "kaibo.db"
	lockName   = "lock"
	ownerName  = "owner.json"
	objectsDir = "objects"
	tempDir    = "tmp"
)

// The buckets of the file.
var (
	bucketMeta    = []byte("kaibo")
	bucketRecords = []byte("records")
	bucketEvents  = []byte("events")
	bucketQueue   = []byte("queue")
)

// Options of [Open]. The zero value is right for a test or a command that
// rather fails than waits.
type Options struct {
	// Timeout is how long Open waits for another process to let go of the
	// directory. Zero fails at once.
	Timeout time.Duration

	// NoSync leaves out every sync. It is for tests: after a crash of the
	// machine, the directory may hold anything.
	NoSync bool

	// MaxFileBytes bounds kaibo.db; a commit that needs more is refused as
	// Unavailable. Zero is no bound.
	MaxFileBytes int
}

// Store is an open data directory. Its methods may be called from any
// goroutine.
type Store struct {
	dir  string
	opts Options
	lock *flock.Flock

	mu sync.RWMutex // db: held for reading by transactions, for writing by who replaces it
	db *bolt.DB

	gate    sync.RWMutex // closed, and work while it is sent to
	closed  bool
	work    chan *request
	poke    chan struct{} // a queue has changed
	drained chan struct{} // the committer has ended
	ended   chan struct{} // Close has begun: those who wait on a queue give up

	durable durability
	fault   atomic.Pointer[faultError]

	queues  queues
	objects *Objects

	beforeSync func() // of tests: runs between a transaction's writes and its syncs

	closeOnce sync.Once
	closeErr  error
}

// Open opens the data directory dir, making it when it is not there. The
// errors to tell apart are [*LockedError], [*FormatError] and [*DamagedError].
func Open(dir string, opts Options) (*Store, error) {
	s, err := open(dir, opts)
	if err != nil {
		return nil, fmt.Errorf("open data in %s: %w", dir, err)
	}
	return s, nil
}

func open(dir string, opts Options) (*Store, error) {
	if err := makeDataDir(dir); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir, opts.Timeout)
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, opts: opts, lock: lock,
		work: make(chan *request, workBacklog), poke: make(chan struct{}, 1),
		drained: make(chan struct{}), ended: make(chan struct{})}
	s.durable.changed.L = &s.durable.mu
	s.objects = newObjects(s)
	if err := s.start(); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return s, nil
}

// start brings the directory, whose lock is held, into order and opens it.
func (s *Store) start() error {
	if err := RemoveOwner(s.dir); err != nil { // of a process that is no more
		return err
	}
	if err := s.sweepTemp(); err != nil {
		return err
	}
	s.objects.unnamed = knowsUnnamed(s.path(tempDir))
	path := s.path(fileName)
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		if err := s.createFile(path); err != nil {
			return fmt.Errorf("create %s: %w", fileName, err)
		}
	}
	db, err := openFile(path, s.opts)
	if err != nil {
		return err
	}
	s.db = db
	err = s.migrate(migrations, formatVersion)
	if err == nil {
		err = s.load()
	}
	if err != nil {
		return errors.Join(err, guard(db.Close))
	}
	go s.commitLoop()
	return nil
}

// load checks the format and reads what is kept in memory.
func (s *Store) load() error {
	return guard(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			if err := s.checkFile(tx); err != nil {
				return err
			}
			s.durable.at.Store(int64(tx.ID()))
			return s.loadQueues(tx)
		})
	})
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

// Table answers the store's kaibo.Table, which is a kaibo.Scanner too.
func (s *Store) Table() kaibo.Table { return &Table{s} }

// Objects answers the store's kaibo.Objects.
func (s *Store) Objects() kaibo.Objects { return s.objects }

// Close waits until every commit begun or waiting is made and synced, and
// every call on objects has ended, then lets go of the directory. Calls after it are [ErrClosed]. A second Close
// answers what the first did.
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		close(s.ended)
		s.gate.Lock()
		s.closed = true
		close(s.work)
		s.gate.Unlock()
		<-s.drained
		s.objects.drain()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closeErr = errors.Join(closeFile(s.db), RemoveOwner(s.dir), s.lock.Unlock())
	})
	return s.closeErr
}

// view runs a read in a transaction of its own. What fn read is answered only
// once it is durable: bbolt shows a commit from the moment its last page is
// written, a little before that page is synced.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	select {
	case <-s.drained:
		return errClosed()
	default:
	}
	return s.unlessFault(func() error {
		var id int
		err := guard(func() error {
			return s.db.View(func(tx *bolt.Tx) error {
				id = tx.ID()
				return fn(tx)
			})
		})
		var crash *crashError
		if errors.As(err, &crash) {
			return s.setFault(err)
		}
		if err != nil {
			return err
		}
		return s.awaitDurable(id)
	})
}

// durability is the number of the last transaction known to be on disk.
type durability struct {
	at      atomic.Int64
	mu      sync.Mutex
	changed sync.Cond
}

func (s *Store) setDurable(id int) {
	s.durable.mu.Lock()
	s.durable.at.Store(int64(id))
	s.durable.mu.Unlock()
	s.durable.changed.Broadcast()
}

// awaitDurable waits for a transaction that is being synced. Its caller holds
// mu, so that the file, whose numbers these are, is not replaced meanwhile.
func (s *Store) awaitDurable(id int) error {
	if s.durable.at.Load() >= int64(id) {
		return nil
	}
	s.durable.mu.Lock()
	defer s.durable.mu.Unlock()
	for s.durable.at.Load() < int64(id) {
		if f := s.fault.Load(); f != nil {
			return f
		}
		s.durable.changed.Wait()
	}
	return nil
}

// A faultError is why a store has stopped.
type faultError struct{ cause error }

func (e *faultError) Error() string {
	return "the store has stopped, because what a crash would leave is not known; open it again: " + e.cause.Error()
}

func (e *faultError) Unwrap() error { return e.cause }

func (s *Store) setFault(cause error) error {
	s.fault.CompareAndSwap(nil, &faultError{cause})
	s.durable.mu.Lock()
	s.durable.mu.Unlock() //nolint:staticcheck // empty on purpose: nobody is between looking and waiting
	s.durable.changed.Broadcast()
	return s.faulted()
}

func (s *Store) faulted() error {
	if f := s.fault.Load(); f != nil {
		return &kaibo.Error{Kind: kaibo.Unavailable, Err: f}
	}
	return nil
}

func (s *Store) unlessFault(fn func() error) error {
	if err := s.faulted(); err != nil {
		return err
	}
	return fn()
}
