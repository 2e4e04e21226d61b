package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Owner is the process that serves a data directory: where other processes of
// the same user find it, and the token that shows it who they are. The token
// is worth as much as the data: it is never logged.
type Owner struct {
	PID       int       `json:"pid"`
	Address   string    `json:"address"` // as given by the server, such as "127.0.0.1:7717"
	Token     string    `json:"token"`
	StartedAt time.Time `json:"startedAt"`
}

// String tells all but the token.
func (o Owner) String() string {
	switch {
	case o.PID == 0:
		return "another process"
	case o.Address == "":
		return fmt.Sprintf("process %d", o.PID)
	default:
		return fmt.Sprintf("process %d at %s", o.PID, o.Address)
	}
}

// GoString is String, so that no way to print an Owner shows the token.
func (o Owner) GoString() string { return o.String() }

// WriteOwner leaves o in dir, readable by the user alone. The caller has the
// store of dir open. A reader sees all of it or none.
func WriteOwner(dir string, o Owner) error {
	b, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("write owner: %w", err)
	}
	f, err := os.CreateTemp(filepath.Join(dir, tempDir), "owner-*") // 0600
	if err != nil {
		return fmt.Errorf("write owner: %w", err)
	}
	_, err = f.Write(b)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write owner: %w", errors.Join(err, os.Remove(f.Name())))
	}
	if err := os.Rename(f.Name(), filepath.Join(dir, ownerName)); err != nil {
		return fmt.Errorf("write owner: %w", err)
	}
	return nil
}

// ReadOwner tells who serves dir. It wraps fs.ErrNotExist when nobody has said
// so. What it tells may be of a process that was killed: only a call to the
// address with the token shows that it lives.
func ReadOwner(dir string) (Owner, error) {
	b, err := os.ReadFile(filepath.Join(dir, ownerName)) //nolint:gosec // the path is the caller's
	if err != nil {
		return Owner{}, fmt.Errorf("read owner: %w", err)
	}
	var o Owner
	if err := json.Unmarshal(b, &o); err != nil {
		return Owner{}, fmt.Errorf("read owner: %w", err)
	}
	return o, nil
}

// RemoveOwner takes away what WriteOwner left; nothing there is no error. Open
// and Close call it, with the directory's lock held.
func RemoveOwner(dir string) error {
	if err := os.Remove(filepath.Join(dir, ownerName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove owner: %w", err)
	}
	return nil
}

// LockedError says that another process, or another store of this one, has the
// data directory open.
type LockedError struct {
	Dir   string
	Owner Owner // PID 0 when it has not said who it is
}

// Error implements error. It says who holds the data and what to do.
func (e *LockedError) Error() string {
	if e.Owner.Address != "" {
		return fmt.Sprintf("%s is held by %s: send the request there, or stop that process first", e.Dir, e.Owner)
	}
	return fmt.Sprintf("%s is held by %s: wait until it ends, or stop it first", e.Dir, e.Owner)
}
