package cli

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// importTexts remembers which text each version of a record had: its file has a
// line for every event, the id and a digest of the text that is keyed by the
// salt. It stays on this machine, is only added to, and holds no text.
type importTexts struct {
	file *os.File
	salt salt
	of   map[string]string // digests by id of the event
}

// openImportTexts reads what earlier runs left. Events have ids of their own, so
// that one file is for all servers and sources.
func openImportTexts(s salt) (*importTexts, error) {
	path := filepath.Join(importDir(), "texts")
	t := &importTexts{salt: s, of: map[string]string{}}
	if err := t.load(path); err != nil {
		return nil, err
	}
	var err error
	t.file, err = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600) //nolint:gosec // the path is ours
	if err != nil {
		return nil, fmt.Errorf("keep which texts were sent: %w", err)
	}
	return t, nil
}

// load reads the file; a line that a crash cut short is left out.
func (t *importTexts) load(path string) error {
	f, err := os.Open(path) //nolint:gosec // the path is ours
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read which texts were sent: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		id, digest, ok := strings.Cut(lines.Text(), " ")
		if ok && kaibo.IsEventID(id) && len(digest) == 2*textDigest+1 && strings.HasSuffix(digest, ".") {
			t.of[id] = strings.TrimSuffix(digest, ".")
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read which texts were sent: %w", err)
	}
	return nil
}

// textDigest is the size of a digest in bytes.
const textDigest = 16

func (t *importTexts) digest(eventID string, text []byte) string {
	m := hmac.New(sha256.New, t.salt)
	fmt.Fprintf(m, "text %s\n", eventID)
	m.Write(text)
	return hex.EncodeToString(m.Sum(nil)[:textDigest])
}

// Had implements imports.Texts.
func (t *importTexts) Had(eventID string, text []byte) (had, known bool) {
	noted, known := t.of[eventID]
	return known && noted == t.digest(eventID, text), known
}

// Note implements imports.Texts. What follows a line that was cut short begins
// one of its own.
func (t *importTexts) Note(eventID string, text []byte) error {
	digest := t.digest(eventID, text)
	if t.of[eventID] == digest {
		return nil
	}
	if _, err := fmt.Fprintf(t.file, "\n%s %s.", eventID, digest); err != nil {
		return &exitError{code: exitUnreachable, err: fmt.Errorf("keep which texts were sent: %w", err)}
	}
	t.of[eventID] = digest
	return nil
}

func (t *importTexts) close() { _ = t.file.Close() }

var _ imports.Texts = (*importTexts)(nil)
