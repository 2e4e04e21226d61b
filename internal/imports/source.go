package imports

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Limits of a source.
const (
	// MaxEntries is how many files a directory or a zip file may hold: more than
	// any vault or export, and a list of them still fits in memory.
	MaxEntries = 200_000
	// MaxUnpacked bounds what a zip file says that it unpacks to, in bytes. The
	// largest exports known are some gigabytes.
	MaxUnpacked = 64 << 30
	// MaxRatio is how much smaller a large entry may be packed. Conversations in
	// JSON pack to a tenth; only a bomb packs to less than a hundredth.
	MaxRatio = 200
	// ratioFrom is the size from which an entry's ratio is looked at: below it
	// an entry does no harm.
	ratioFrom = 16 << 20
	// MaxPiece is how many bytes of a file are held at once: a conversation, a
	// mail, a line, a note.
	MaxPiece = 64 << 20
)

// Source is a file, a directory or a zip file to read from. Names in it are
// slash-separated paths that never lead out of it; those of a single file have
// one part.
type Source struct {
	path  string // as it was given
	real  string // absolute, links resolved: a directory that git may be run in
	dir   bool
	names []string // sorted
	sizes map[string]int64
	times map[string]time.Time // of the last change, where the source tells
	walk  func() error         // lists a directory; nil when the names are there
	open  func(name string) (io.ReadCloser, error)
	close func() error

	read  atomic.Int64 // bytes read so far
	total int64
}

// Open opens a source. A zip file is known by its first bytes.
func Open(name string) (*Source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, &kaibo.Error{Op: "open source", Kind: kaibo.Invalid, Detail: err.Error(), Err: err}
	}
	real, err := filepath.EvalSymlinks(name)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", name, err)
	}
	src := &Source{path: name, real: real, sizes: make(map[string]int64), times: make(map[string]time.Time)}
	switch {
	case info.IsDir():
		src.dir = true
		err = src.openDir(real)
	case info.Mode().IsRegular():
		err = src.openFile(real)
	default:
		err = kaibo.Errorf(kaibo.Invalid, "%s is neither a file nor a directory", name)
	}
	if err != nil {
		return nil, err
	}
	src.sorted()
	return src, nil
}

func (s *Source) sorted() {
	slices.Sort(s.names)
	s.total = 0
	for _, size := range s.sizes {
		s.total += size
	}
}

// list lists the files of a directory, once.
func (s *Source) list() error {
	if s.walk == nil {
		return nil
	}
	if err := s.walk(); err != nil {
		return fmt.Errorf("list %s: %w", s.path, err)
	}
	s.walk = nil
	s.sorted()
	return nil
}

// Path answers where the source is: absolute, links resolved.
func (s *Source) Path() string { return s.real }

// Close lets go of the source.
func (s *Source) Close() error { return s.close() }

// openDir opens a directory, which is listed when its files are wanted. Links
// are left out, and the root keeps every name inside even when a directory
// becomes a link meanwhile.
func (s *Source) openDir(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open %s: %w", dir, err)
	}
	s.open = func(name string) (io.ReadCloser, error) { return root.Open(filepath.FromSlash(name)) }
	s.close = root.Close
	s.walk = func() error {
		s.names = nil
		return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == ".git":
				return fs.SkipDir
			case !d.Type().IsRegular():
				return nil
			case len(s.names) >= MaxEntries:
				return kaibo.Errorf(kaibo.TooLarge, "%s holds more than %d files", s.path, MaxEntries)
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			s.names = append(s.names, name)
			s.sizes[name], s.times[name] = info.Size(), info.ModTime()
			return nil
		})
	}
	return nil
}

func (s *Source) openFile(name string) error {
	f, err := os.Open(name) //nolint:gosec // the path is the user's
	if err != nil {
		return fmt.Errorf("open %s: %w", name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("open %s: %w", name, err), f.Close())
	}
	var magic [4]byte
	if n, err := f.ReadAt(magic[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return errors.Join(fmt.Errorf("read %s: %w", name, err), f.Close())
	} else if n == 4 && (bytes.Equal(magic[:], []byte("PK\x03\x04")) || bytes.Equal(magic[:], []byte("PK\x05\x06"))) {
		s.close = f.Close
		if err := s.openZip(f, info.Size()); err != nil {
			return errors.Join(err, f.Close())
		}
		return nil
	}
	base := filepath.Base(name)
	s.names, s.sizes[base], s.times[base] = []string{base}, info.Size(), info.ModTime()
	s.open = func(string) (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(f, 0, info.Size())), nil
	}
	s.close = f.Close
	return nil
}

// openZip lists a zip file and refuses one that is made to do harm.
func (s *Source) openZip(r io.ReaderAt, size int64) error {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are checked one by one below
		return &kaibo.Error{Op: "open zip", Kind: kaibo.Invalid, Detail: s.path + " is damaged, or no zip file", Err: err}
	}
	if len(z.File) > MaxEntries {
		return kaibo.Errorf(kaibo.TooLarge, "%s holds more than %d files", s.path, MaxEntries)
	}
	entries := make(map[string]*zip.File, len(z.File))
	var total uint64
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if err := checkEntry(f); err != nil {
			return err
		}
		if entries[f.Name] != nil {
			return kaibo.Errorf(kaibo.Invalid, "the zip file names %q twice", f.Name)
		}
		total += f.UncompressedSize64
		if f.UncompressedSize64 > MaxUnpacked || total > MaxUnpacked {
			return kaibo.Errorf(kaibo.TooLarge, "the zip file unpacks to more than %d bytes", int64(MaxUnpacked))
		}
		if !f.Mode().IsRegular() {
			continue
		}
		entries[f.Name] = f
		s.names = append(s.names, f.Name)
		s.sizes[f.Name], s.times[f.Name] = int64(f.UncompressedSize64), f.Modified
	}
	s.open = func(name string) (io.ReadCloser, error) {
		f := entries[name]
		if f == nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return f.Open()
	}
	return nil
}

// checkEntry refuses a name that leads elsewhere and a size that is a bomb's.
func checkEntry(f *zip.File) error {
	switch {
	case !fs.ValidPath(f.Name) || strings.ContainsAny(f.Name, "\\\x00") || len(f.Name) > 1 && f.Name[1] == ':':
		return kaibo.Errorf(kaibo.Invalid, "the zip file names %q, which leads out of it", f.Name)
	case f.UncompressedSize64 > ratioFrom && f.UncompressedSize64/MaxRatio > f.CompressedSize64:
		return kaibo.Errorf(kaibo.Invalid, "%q in the zip file unpacks to more than %d times its size", f.Name, MaxRatio)
	}
	return nil
}

// Names lists the files of the source, sorted.
func (s *Source) Names() []string { return s.names }

// named lists the files whose path matches, sorted.
func (s *Source) named(match func(string) bool) []string {
	var out []string
	for _, n := range s.names {
		if match(n) {
			out = append(out, n)
		}
	}
	return out
}

// find answers the first file with a base name, those higher up first; empty
// when there is none. An export is often unpacked into a folder of its own.
func (s *Source) find(base string) string {
	best := ""
	for _, n := range s.names {
		if path.Base(n) == base && (best == "" || strings.Count(n, "/") < strings.Count(best, "/")) {
			best = n
		}
	}
	return best
}

// Open opens a file of the source. What is read of it counts as progress, and
// never more of it comes than the size that was listed.
func (s *Source) Open(name string) (io.ReadCloser, error) {
	f, err := s.open(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	return &counted{Reader: io.LimitReader(f, s.sizes[name]), closer: f, read: &s.read}, nil
}

// head reads the beginning of a file, to look at.
func (s *Source) head(name string) []byte {
	f, err := s.open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, 64<<10)
	n, err := io.ReadFull(f, b)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return b[:n]
}

// whole reads a file that is small.
func (s *Source) whole(name string) ([]byte, error) {
	if s.sizes[name] > MaxPiece {
		return nil, kaibo.Errorf(kaibo.TooLarge, "it has %d bytes; at most %d are read at once", s.sizes[name], MaxPiece)
	}
	f, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// each opens every named file after another. A file that cannot be read is a
// bad one, and the next is read.
func (s *Source) each(ctx context.Context, names []string, out *Out, read func(name string, r io.Reader) error) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := s.Open(name)
		if err != nil {
			out.Bad(name, err.Error())
			continue
		}
		err = read(name, f)
		f.Close()
		var broken *brokenError
		if errors.As(err, &broken) {
			out.Bad(name, broken.Error())
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// brokenError says that the rest of a file cannot be read.
type brokenError struct{ cause error }

// Error implements error.
func (e *brokenError) Error() string { return "the rest cannot be read: " + e.cause.Error() }

// Unwrap returns what is wrong.
func (e *brokenError) Unwrap() error { return e.cause }

// counted counts what is read of a file.
type counted struct {
	io.Reader
	closer io.Closer
	read   *atomic.Int64
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// Close implements io.Closer.
func (c *counted) Close() error { return c.closer.Close() }
