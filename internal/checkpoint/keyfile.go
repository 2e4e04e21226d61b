package checkpoint

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// KeyFile holds the signing keys of a local server: a text file, one private key
// a line as golang.org/x/mod/sumdb/note writes them, the oldest first. Only its
// owner may read it. It is made with a new key when it is not there.
type KeyFile struct {
	Path string

	mu sync.Mutex
}

var _ Keys = (*KeyFile)(nil)

// fileSigner is a key of the file.
type fileSigner struct {
	note.Signer
	secret, public string
}

// VerifierKey implements Signer.
func (s fileSigner) VerifierKey() string { return s.public }

// Signers implements Keys.
func (f *KeyFile) Signers(_ context.Context, name string) ([]Signer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	keys, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		var made fileSigner
		if made, err = newKey(name); err == nil {
			keys = []fileSigner{made}
			err = f.write(keys)
		}
	}
	if err != nil {
		return nil, err
	}
	out := make([]Signer, len(keys))
	for i, k := range keys {
		out[i] = k
	}
	return out, nil
}

// Begin begins a rotation: a new key signs beside the ones that are there.
func (f *KeyFile) Begin() error {
	return f.change(func(keys []fileSigner) ([]fileSigner, error) {
		if len(keys) > 1 {
			return nil, kaibo.Errorf(kaibo.Conflict, "a rotation is under way; finish it first")
		}
		made, err := newKey(keys[0].Name())
		return append(keys, made), err
	})
}

// Finish ends a rotation: only the newest key signs from now on, and the others
// are deleted.
func (f *KeyFile) Finish() error {
	return f.change(func(keys []fileSigner) ([]fileSigner, error) {
		if len(keys) == 1 {
			return nil, kaibo.Errorf(kaibo.Conflict, "no rotation is under way")
		}
		return keys[len(keys)-1:], nil
	})
}

func (f *KeyFile) change(do func([]fileSigner) ([]fileSigner, error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	keys, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return kaibo.Errorf(kaibo.Conflict, "nothing was signed yet, so there is no key to rotate")
	}
	if err != nil {
		return err
	}
	if keys, err = do(keys); err != nil {
		return err
	}
	return f.write(keys)
}

// maxKeyFile bounds what is read: sixteen keys of 150 bytes and words between.
const maxKeyFile = 64 << 10

func (f *KeyFile) read() ([]fileSigner, error) {
	info, err := os.Stat(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 && !permissionsMeanNothing {
		return nil, &kaibo.Error{Op: "read signing keys", Kind: kaibo.Forbidden,
			Detail: fmt.Sprintf("others may read %s; chmod 600 it, and rotate the key if somebody did", f.Path)}
	}
	if info.Size() > maxKeyFile {
		return nil, fmt.Errorf("read signing keys: %s is too long for one", f.Path)
	}
	data, err := os.ReadFile(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	keys, err := parseKeys(data)
	if err != nil {
		return nil, fmt.Errorf("read signing keys of %s: %w", f.Path, err)
	}
	return keys, nil
}

// parseKeys reads the lines of a key file. Errors never show a line: it holds a
// secret.
func parseKeys(data []byte) ([]fileSigner, error) {
	var keys []fileSigner
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, err := parseKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d is no signing key", n)
		}
		if len(keys) > 0 && k.Name() != keys[0].Name() {
			return nil, fmt.Errorf("line %d is a key of another deployment", n)
		}
		keys = append(keys, k)
	}
	if err := lines.Err(); err != nil {
		return nil, errors.New("a line is too long")
	}
	if len(keys) == 0 {
		return nil, errors.New("it has no key")
	}
	return keys, nil
}

func parseKey(secret string) (fileSigner, error) {
	s, err := note.NewSigner(secret)
	if err != nil {
		return fileSigner{}, err
	}
	parts := strings.SplitN(secret, "+", 5) // PRIVATE+KEY+name+hash+base64, and base64 has + too
	raw, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(raw) != 1+ed25519.SeedSize {
		return fileSigner{}, errors.New("no Ed25519 key")
	}
	public, _ := ed25519.NewKeyFromSeed(raw[1:]).Public().(ed25519.PublicKey)
	key, err := note.NewEd25519VerifierKey(s.Name(), public)
	return fileSigner{Signer: s, secret: secret, public: key}, err
}

func newKey(name string) (fileSigner, error) {
	secret, _, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		return fileSigner{}, fmt.Errorf("make signing key: %w", err)
	}
	return parseKey(secret)
}

// write puts the file in place whole: a crash leaves the old one or the new one.
func (f *KeyFile) write(keys []fileSigner) error {
	var b bytes.Buffer
	b.WriteString("# kaibo's signing keys, the oldest first. Whoever has them can sign history in this\n# server's name: keep this file secret, and keep a copy of it.\n")
	for _, k := range keys {
		b.WriteString(k.secret + "\n")
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.Path), ".keys-*") // made with 0600
	if err != nil {
		return fmt.Errorf("write signing keys: %w", err)
	}
	_, err = tmp.Write(b.Bytes())
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), f.Path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write signing keys: %w", err), os.Remove(tmp.Name()))
	}
	return syncDir(filepath.Dir(f.Path))
}

// syncDir makes a rename survive a crash, where directories can be synced.
func syncDir(dir string) error {
	if permissionsMeanNothing {
		return nil
	}
	d, err := os.Open(dir) //nolint:gosec // the data directory
	if err != nil {
		return fmt.Errorf("write signing keys: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
