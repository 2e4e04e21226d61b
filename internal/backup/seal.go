package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// formatVersion is that of backup directories.
const formatVersion = 1

const sealName = "backup.json"

// Seal says what a backup is. It is written last.
type Seal struct {
	Format  int        `json:"format"`
	Version string     `json:"version"` // of the program that took it
	TakenAt kaibo.Time `json:"takenAt"`
	Source  string     `json:"source"` // names the data directory that it is a backup of
	Table   string     `json:"table"`  // name of the table's file
	SHA256  string     `json:"sha256"` // of that file, in hexadecimal
	Bytes   int64      `json:"bytes"`  // of that file
	Objects int        `json:"objects"`
	Sums    string     `json:"sums"`   // name of the file with the digest of each object
	Copied  int        `json:"copied"` // objects that were not in the directory before

	SumsSHA256 string `json:"sumsSha256"` // of that file

	// Files are the SHA-256 of other files of the data directory, by name.
	Files map[string]string `json:"files,omitempty"`
}

// ReadSeal reads what a directory is a backup of. A directory without a seal is
// NotFound.
func ReadSeal(dir string) (*Seal, error) {
	s, err := readSeal(dir, sealName)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Table == "" || filepath.Base(s.Table) != s.Table || !strings.HasPrefix(s.Table, tablePrefix):
		return nil, kaibo.Errorf(kaibo.Invalid, "%s of %s names no table", sealName, dir)
	case filepath.Base(s.Sums) != s.Sums || !strings.HasPrefix(s.Sums, sumsPrefix):
		return nil, kaibo.Errorf(kaibo.Invalid, "%s of %s names no digests of objects", sealName, dir)
	}
	for name := range s.Files {
		if name == "" || filepath.Base(name) != name {
			return nil, kaibo.Errorf(kaibo.Invalid, "%s of %s names files elsewhere", sealName, dir)
		}
	}
	return s, nil
}

// readSeal reads a seal, or the mark of a backup that is not sealed yet.
func readSeal(dir, name string) (*Seal, error) {
	b, err := os.ReadFile(filepath.Join(dir, name)) //nolint:gosec // the path is the operator's
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &kaibo.Error{Op: "read backup", Kind: kaibo.NotFound, Detail: fmt.Sprintf("%s holds no backup: there is no %s", dir, name), Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("read backup: %w", err)
	}
	s := new(Seal)
	if err := json.Unmarshal(b, s); err != nil {
		return nil, kaibo.Errorf(kaibo.Invalid, "%s of %s cannot be read", name, dir)
	}
	if s.Format != formatVersion {
		return nil, kaibo.Errorf(kaibo.Invalid, "the backup has format %d and this program knows format %d", s.Format, formatVersion)
	}
	return s, nil
}

const tablePrefix = "table-"

// write puts the seal in place in one step.
func (s *Seal) write(dir string) error { return s.writeAs(dir, sealName) }

func (s *Seal) writeAs(dir, name string) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	temp := filepath.Join(dir, name+".new")
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // the path is the operator's
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(dir, name)); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir) //nolint:gosec // the path is the operator's
	if err != nil {
		return err
	}
	return errors.Join(ignoreInvalid(d.Sync()), d.Close())
}

// ignoreInvalid lets file systems be that cannot sync a directory.
func ignoreInvalid(err error) error {
	if errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// copyFile copies a file for the owner alone; it has its name when it is whole.
func copyFile(from, to string) error {
	in, err := os.Open(from) //nolint:gosec // the path is the operator's
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	temp := to + ".new"
	out, err := os.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // the path is the operator's
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// digestFile answers the SHA-256 of a file and its length.
func digestFile(path string) (sum string, size int64, err error) {
	f, err := os.Open(path) //nolint:gosec // the path is the operator's
	if err != nil {
		return "", 0, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}
