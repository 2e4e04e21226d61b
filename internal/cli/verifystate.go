package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

const deletionLedger = chain.DeletionLedger

// stateDir is where verify keeps what it saw, a file a server and project.
func stateDir() string { return filepath.Join(xdg.StateHome, "kaibo", "verify") }

// statePath names the file for the server and the project that a client talks
// to. A server with an address of its own goes by that. One of this machine goes
// by the name that it signs with, because a port is nobody's name; it has no file
// while it signed nothing.
func (s *program) statePath(ctx context.Context, c *client) (string, error) {
	who := c.where
	if u, err := url.Parse(who); err != nil || u.Host == "" || isLoopback(u.Hostname()) {
		body, err := source(c).VerifierKeys(ctx)
		if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		var said struct {
			Deployment string `json:"deployment"`
		}
		if err := json.Unmarshal(body, &said); err != nil || said.Deployment == "" {
			return "", nil //nolint:nilerr // the run itself says what is wrong with it
		}
		who = said.Deployment
	}
	sum := sha256.Sum256([]byte(who + "\x00" + c.project))
	return filepath.Join(stateDir(), hex.EncodeToString(sum[:8])+".json"), nil
}

// readState reads what an earlier run left; nil when there was none.
func readState(path string) (*verify.Memory, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	b, err := os.ReadFile(path) //nolint:gosec // the path is ours, or the user's
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	m := new(verify.Memory)
	if err == nil {
		err = json.Unmarshal(b, m)
	}
	if err != nil {
		return nil, usageError("Mend it, or name another with --state.", "read what an earlier run left in %s: %s", path, err)
	}
	return m, nil
}

// writeState keeps what a run leaves to the next, whole or not at all.
func writeState(path string, m *verify.Memory) error {
	b, err := json.MarshalIndent(m, "", " ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	var tmp *os.File
	if err == nil {
		tmp, err = os.CreateTemp(filepath.Dir(path), ".verify-*")
	}
	if err != nil {
		return fmt.Errorf("keep what was verified: %w", err)
	}
	_, err = tmp.Write(append(b, '\n'))
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("keep what was verified: %w", err), os.Remove(tmp.Name()))
	}
	return nil
}
