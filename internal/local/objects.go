package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Objects is the kaibo.Objects of a [Store]: one file an object. An object is
// written and synced without a name, or under one of its own, and then linked to where it
// belongs, which fails when something is there: so a reader sees all of it or
// none, and of two that put the same name one wins.
//
// The object P/p/x lies in objects/P+/p+/x. The "+", which no name holds,
// keeps the object a and the object a/b apart.
type Objects struct {
	s     *Store
	root  string
	dirs  sync.Map // directories known to be there for good
	syncs dirSyncs

	unnamed bool // files can be made without a name

	calls sync.RWMutex // held for reading by every call, so that Close can wait for them
}

var _ kaibo.Objects = (*Objects)(nil)

const dirMark = "+"

func newObjects(s *Store) *Objects {
	return &Objects{s: s, root: s.path(objectsDir), syncs: dirSyncs{next: map[string]*dirSync{}}}
}

// locate answers the directory and the path of a valid name.
func (o *Objects) locate(name string) (dir, path string, err error) {
	if err := kaibo.CheckObjectName(name); err != nil {
		return "", "", err
	}
	parts := strings.Split(name, "/")
	last := len(parts) - 1
	for i := range last {
		parts[i] += dirMark
	}
	dir = filepath.Join(o.root, filepath.Join(parts[:last]...))
	return dir, filepath.Join(dir, parts[last]), nil
}

// begin refuses what comes too late, and otherwise has Close wait until end.
func (o *Objects) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o.calls.RLock()
	select {
	case <-o.s.ended:
		o.calls.RUnlock()
		return errClosed()
	default:
		return nil
	}
}

func (o *Objects) end() { o.calls.RUnlock() }

// drain waits for the calls under way; begin lets no more through.
func (o *Objects) drain() {
	o.calls.Lock()
	o.calls.Unlock() //nolint:staticcheck // to have had it is the point
}

// Put implements kaibo.Objects.
func (o *Objects) Put(ctx context.Context, name string, data []byte) error {
	dir, path, err := o.locate(name)
	if err != nil {
		return fmt.Errorf("put object: %w", err)
	}
	if err := o.begin(ctx); err != nil {
		return fmt.Errorf("put object: %w", err)
	}
	defer o.end()
	if err := o.put(dir, path, data); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return &kaibo.Error{Op: "put object", Kind: kaibo.Conflict, Detail: "an object of this name is there", Err: err}
		}
		// A full disk, for one: when there is room again, so is this.
		return &kaibo.Error{Op: "put object", Kind: kaibo.Unavailable, RetryAfter: time.Second, Err: err}
	}
	return nil
}

// put syncs the data before it has the name, and the name before it answers.
// A crash before the link leaves nothing that a reader sees; a crash after it
// leaves the whole object, or, until the directory is synced, nothing.
func (o *Objects) put(dir, path string, data []byte) error {
	f, err := o.newTemp()
	if err != nil {
		return err
	}
	defer f.discard()
	if err := f.fill(data, !o.s.opts.NoSync); err != nil {
		return err
	}
	if err := o.makeDir(dir); err != nil {
		return err
	}
	err = f.link(path)
	if err == nil || errors.Is(err, fs.ErrExist) { // what is in the way may be just being put
		err = errors.Join(err, o.syncDir(dir))
	}
	return err
}

// makeDir makes a directory below the root and makes it durable, with all
// above it.
func (o *Objects) makeDir(dir string) error {
	if _, known := o.dirs.Load(dir); known || dir == o.root {
		return nil
	}
	parent := filepath.Dir(dir)
	if err := o.makeDir(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := o.syncDir(parent); err != nil {
		return err
	}
	o.dirs.Store(dir, struct{}{})
	return nil
}

func (o *Objects) syncDir(dir string) error {
	if o.s.opts.NoSync {
		return nil
	}
	return o.syncs.sync(dir)
}

// Get implements kaibo.Objects.
func (o *Objects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	_, path, err := o.locate(name)
	if err != nil {
		return nil, fmt.Errorf("get object: %w", err)
	}
	if off < 0 || length < -1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "get object: a range of %d bytes from %d", length, off)
	}
	if err := o.begin(ctx); err != nil {
		return nil, fmt.Errorf("get object: %w", err)
	}
	defer o.end()
	b, err := readRange(path, off, length)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &kaibo.Error{Op: "get object", Kind: kaibo.NotFound, Detail: "there is no object of this name", Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("get object: %w", err)
	}
	return b, nil
}

func readRange(path string, off, length int64) ([]byte, error) {
	f, err := os.Open(path) //nolint:gosec // made from a checked name
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	rest := max(info.Size()-off, 0)
	if length < 0 || length > rest {
		length = rest
	}
	b := make([]byte, length)
	if _, err := io.ReadFull(io.NewSectionReader(f, off, length), b); err != nil {
		return nil, err
	}
	return b, nil
}

// Delete implements kaibo.Objects. The deletion is durable when it answers.
func (o *Objects) Delete(ctx context.Context, name string) error {
	dir, path, err := o.locate(name)
	if err != nil {
		return fmt.Errorf("delete object: %w", err)
	}
	if err := o.begin(ctx); err != nil {
		return fmt.Errorf("delete object: %w", err)
	}
	defer o.end()
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = o.syncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("delete object: %w", err)
	}
	return nil
}

// List implements kaibo.Objects. It answers fewer than limit only when there
// are no more. It reads every directory that the prefix leaves, whole: a
// directory of a million objects takes about a second a call.
func (o *Objects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	if limit < 1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "list objects: a limit of %d is below 1", limit)
	}
	if err := o.begin(ctx); err != nil {
		return nil, fmt.Errorf("list objects: %w", err)
	}
	defer o.end()
	l := lister{ctx: ctx, prefix: prefix, after: after, limit: limit}
	if err := l.walk(o.root, ""); err != nil {
		return nil, fmt.Errorf("list objects: %w", err)
	}
	return l.found, nil
}

type lister struct {
	ctx           context.Context //nolint:containedctx // lives as long as one call
	prefix, after string
	limit         int
	found         []kaibo.ObjectInfo
}

// walk lists the directory whose objects' names begin with above.
func (l *lister) walk(dir, above string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(listed(a), listed(b)) })
	for _, e := range entries {
		if len(l.found) >= l.limit {
			return nil
		}
		name := above + listed(e)
		if e.IsDir() {
			if l.wantsBelow(name) {
				err = l.walk(filepath.Join(dir, e.Name()), name)
			}
		} else if strings.HasPrefix(name, l.prefix) && name > l.after {
			err = l.add(name, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listed is what an entry puts into the names of objects.
func listed(e fs.DirEntry) string {
	if e.IsDir() {
		return strings.TrimSuffix(e.Name(), dirMark) + "/"
	}
	return e.Name()
}

// wantsBelow reports whether a name that begins with dir can be in the answer.
func (l *lister) wantsBelow(dir string) bool {
	if !strings.HasPrefix(dir, l.prefix) && !strings.HasPrefix(l.prefix, dir) {
		return false
	}
	return dir > l.after || strings.HasPrefix(l.after, dir)
}

func (l *lister) add(name string, e fs.DirEntry) error {
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	l.found = append(l.found, kaibo.ObjectInfo{Name: name, Size: info.Size()})
	return nil
}

// dirSyncs makes directories durable. Those who ask while a sync of the same
// directory runs share the one that follows.
type dirSyncs struct {
	mu   sync.Mutex
	next map[string]*dirSync // not begun yet: whoever finds it may join
	busy [64]sync.Mutex      // one sync of a directory at a time, by hash
}

type dirSync struct {
	done chan struct{}
	err  error
}

func (d *dirSyncs) sync(dir string) error {
	d.mu.Lock()
	if run := d.next[dir]; run != nil {
		d.mu.Unlock()
		<-run.done
		return run.err
	}
	run := &dirSync{done: make(chan struct{})}
	d.next[dir] = run
	d.mu.Unlock()

	busy := &d.busy[checksum(nil, nil, []byte(dir))%uint32(len(d.busy))]
	busy.Lock()
	d.mu.Lock()
	delete(d.next, dir)
	d.mu.Unlock()
	run.err = syncPath(dir)
	busy.Unlock()
	close(run.done)
	return run.err
}
