package local

import (
	"errors"
	"os"
	"path/filepath"
)

// A tempFile is an object being written: it has a name in tmp, or where the
// system knows files without a name, none, which saves the making and removing
// of one.
type tempFile struct {
	*os.File
	named bool
}

func (o *Objects) newTemp() (tempFile, error) {
	dir := o.s.path(tempDir)
	if o.unnamed {
		f, err := openUnnamed(dir)
		return tempFile{f, false}, err
	}
	f, err := os.CreateTemp(dir, "object-*") // 0600
	return tempFile{f, true}, err
}

// fill writes the data and makes it durable.
func (f tempFile) fill(data []byte, sync bool) error {
	if _, err := f.Write(data); err != nil || !sync {
		return err
	}
	return f.Sync()
}

// link gives the file its name, unless that is taken.
func (f tempFile) link(path string) error {
	if f.named {
		return os.Link(f.Name(), path)
	}
	return linkUnnamed(f.File, path)
}

// discard lets go of the file; a link that it was given stays. A temporary
// name that cannot be removed is swept by the next Open.
func (f tempFile) discard() {
	_ = f.Close()
	if f.named {
		_ = os.Remove(f.Name())
	}
}

// knowsUnnamed tries whether files without a name can be made here and be
// given one later.
func knowsUnnamed(dir string) bool {
	f, err := openUnnamed(dir)
	if err != nil {
		return false
	}
	path := filepath.Join(dir, "unnamed")
	return errors.Join(linkUnnamed(f, path), f.Close(), os.Remove(path)) == nil
}
