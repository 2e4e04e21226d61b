package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// Source is a store in use.
type Source interface {
	Snapshot(ctx context.Context, path string) error
	Objects() kaibo.Objects
}

// Options of [Take].
type Options struct {
	Version  string                   // of the program
	Clock    kaibo.Clock              // when
	Progress func(done, total uint64) // objects; nil tells nobody
	Files    []string                 // paths of other files to copy, those that are there
	Source   string                   // names the data directory: a backup of another is not replaced
}

// Take writes a backup of a store into a directory: a new or empty one, or one
// that holds an earlier backup. Another directory is Invalid, and nothing is
// written.
//
// Objects are copied before the table's moment, so that writers wait for the
// table alone, and those that came meanwhile afterwards. What the table names
// and a purge took meanwhile is forgotten, and needs no object.
func Take(ctx context.Context, src Source, dir string, o Options) (*Seal, error) {
	t := &taking{src: src, dir: dir, options: o, known: sums{},
		seal: Seal{Format: formatVersion, Version: o.Version, Source: o.Source}}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	if err := t.copyObjects(ctx); err != nil {
		return nil, err
	}
	t.seal.TakenAt = o.Clock()
	t.seal.Table = tablePrefix + kaibo.TimeKey(t.seal.TakenAt) + ".db"
	path := filepath.Join(dir, t.seal.Table)
	if err := src.Snapshot(ctx, path); err != nil {
		return nil, err
	}
	if err := t.copyObjects(ctx); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	var err error
	if t.seal.SHA256, t.seal.Bytes, err = digestFile(path); err != nil {
		return nil, fmt.Errorf("digest table: %w", err)
	}
	if err := t.copyFiles(); err != nil {
		return nil, fmt.Errorf("copy files: %w", err)
	}
	t.seal.Sums = sumsPrefix + kaibo.TimeKey(t.seal.TakenAt) + ".sha256"
	if err := t.sums.write(filepath.Join(dir, t.seal.Sums)); err != nil {
		return nil, fmt.Errorf("write digests: %w", err)
	}
	if t.seal.SumsSHA256, _, err = digestFile(filepath.Join(dir, t.seal.Sums)); err != nil {
		return nil, fmt.Errorf("digest table: %w", err)
	}
	if err := t.seal.write(dir); err != nil {
		return nil, fmt.Errorf("seal backup: %w", err)
	}
	return &t.seal, t.clear(ctx)
}

// begunName is the mark of a first backup that is not sealed yet.
const begunName = "backup.begun"

// prepare makes the directory, and refuses one that holds something else or the
// backup of another data directory: what is taken away from it later is what a
// backup put there.
func (t *taking) prepare() error {
	entries, err := os.ReadDir(t.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("open backup: %w", err)
	}
	if len(entries) == 0 {
		if err := os.MkdirAll(t.dir, 0o700); err != nil {
			return fmt.Errorf("make backup: %w", err)
		}
		return t.seal.writeAs(t.dir, begunName)
	}
	earlier, err := ReadSeal(t.dir)
	if kaibo.KindOf(err) == kaibo.NotFound {
		earlier, err = readSeal(t.dir, begunName)
	}
	if kaibo.KindOf(err) == kaibo.NotFound {
		return kaibo.Errorf(kaibo.Invalid, "%s holds other things, such as %s; name a new directory", t.dir, entries[0].Name())
	}
	if err != nil {
		return err
	}
	if earlier.Sums != "" { // one that cannot be read is made anew from the objects
		if known, err := readSums(filepath.Join(t.dir, filepath.Base(earlier.Sums))); err == nil {
			t.known = known
		}
	}
	if earlier.Source != t.options.Source {
		return kaibo.Errorf(kaibo.Conflict, "%s holds a backup of another data directory; name another one", t.dir)
	}
	for _, name := range []string{local.ObjectsDir, filesDir, "tmp"} { // nothing is followed out of the directory
		info, err := os.Lstat(filepath.Join(t.dir, name))
		if err == nil && !info.IsDir() {
			return kaibo.Errorf(kaibo.Invalid, "%s in %s is no directory", name, t.dir)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("open backup: %w", err)
		}
	}
	return nil
}

// taking is a backup under way.
type taking struct {
	src     Source
	dir     string
	options Options
	seal    Seal
	known   sums // of the backup before
	sums    sums
}

// objects opens the objects of the backup.
func (t *taking) objects() (kaibo.Objects, error) { return local.ObjectsIn(t.dir) }

// pageObjects is how many names are listed at a time.
const pageObjects = 1000

// copyObjects copies what the backup does not have. An object is written once
// and never changed, so its name and length tell. The list is read to its end
// before anything is copied: writers add to it faster than a disk copies, and
// would never be caught up with.
func (t *taking) copyObjects(ctx context.Context) error {
	dst, err := t.objects()
	if err != nil {
		return err
	}
	var all []kaibo.ObjectInfo
	for after, more := "", true; more; {
		page, err := t.src.Objects().List(ctx, "", after, pageObjects)
		if err != nil {
			return err
		}
		all = append(all, page...)
		if more = len(page) == pageObjects; more {
			after = page[len(page)-1].Name
		}
	}
	theirs := lengths{objects: dst}
	t.seal.Objects, t.sums = 0, sums{}
	for i, o := range all {
		if t.options.Progress != nil {
			t.options.Progress(uint64(i+1), uint64(len(all)))
		}
		if err := t.copyObject(ctx, dst, &theirs, o); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) copyObject(ctx context.Context, dst kaibo.Objects, theirs *lengths, o kaibo.ObjectInfo) error {
	t.seal.Objects++
	size, there, err := theirs.of(ctx, o.Name)
	if err != nil {
		return err
	}
	if there && size == o.Size && t.known[o.Name] != "" {
		t.sums[o.Name] = t.known[o.Name]
		return nil
	}
	b, err := t.src.Objects().Get(ctx, o.Name, 0, -1)
	if kaibo.KindOf(err) == kaibo.NotFound { // purged or compacted meanwhile
		t.seal.Objects--
		return nil
	}
	if err != nil {
		return err
	}
	t.sums[o.Name] = sumOf(b)
	if there && size == o.Size {
		t.known[o.Name] = t.sums[o.Name] // the second time over
		return nil
	}
	if there { // cut short by a disk that lied
		if err := dst.Delete(ctx, o.Name); err != nil {
			return err
		}
	}
	if err := dst.Put(ctx, o.Name, b); err != nil {
		return err
	}
	t.seal.Copied++
	t.known[o.Name] = t.sums[o.Name]
	return nil
}

// filesDir holds the other files. They are small and copied each time; one that
// is replaced while the old seal stands makes that backup differ, and the next
// one mends it.
const filesDir = "files"

func (t *taking) copyFiles() error {
	dir := filepath.Join(t.dir, filesDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	t.seal.Files = map[string]string{}
	for _, path := range t.options.Files {
		name := filepath.Base(path)
		err := copyFile(path, filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			t.seal.Files[name], _, err = digestFile(filepath.Join(dir, name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// clear takes away earlier tables, and objects that the store no longer has:
// what was purged there must not live on here.
func (t *taking) clear(ctx context.Context) error {
	dst, err := t.objects()
	if err != nil {
		return err
	}
	for after := ""; ; {
		page, err := dst.List(ctx, "", after, pageObjects)
		if err != nil {
			return err
		}
		for _, o := range page {
			after = o.Name
			if t.sums[o.Name] == "" {
				if err := dst.Delete(ctx, o.Name); err != nil {
					return err
				}
			}
		}
		if len(page) < pageObjects {
			break
		}
	}
	entries, err := os.ReadDir(t.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		old := strings.HasPrefix(name, tablePrefix) && name != t.seal.Table || strings.HasPrefix(name, sumsPrefix) && name != t.seal.Sums
		if old {
			if err := os.Remove(filepath.Join(t.dir, name)); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(filepath.Join(t.dir, begunName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return syncDir(t.dir)
}

// lengths answers which objects there are, for names asked in order: it lists
// page by page instead of asking for each.
type lengths struct {
	objects kaibo.Objects
	page    []kaibo.ObjectInfo
	at      int
	after   string
	ended   bool
}

func (l *lengths) of(ctx context.Context, name string) (size int64, there bool, err error) {
	for {
		for l.at < len(l.page) && l.page[l.at].Name < name {
			l.at++
		}
		if l.at < len(l.page) {
			return l.page[l.at].Size, l.page[l.at].Name == name, nil
		}
		if l.ended {
			return 0, false, nil
		}
		if l.page, err = l.objects.List(ctx, "", l.after, pageObjects); err != nil {
			return 0, false, err
		}
		l.at, l.ended = 0, len(l.page) < pageObjects
		if len(l.page) > 0 {
			l.after = l.page[len(l.page)-1].Name
		}
	}
}
