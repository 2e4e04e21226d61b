package cli

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/adrg/xdg"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// importDir is where import keeps what it saw acknowledged, and its salt.
func importDir() string { return filepath.Join(xdg.StateHome, "kaibo", "import") }

// salt keys the digests by which names of files stand in keys: who has the
// chain and not the salt cannot try names.
type salt []byte

// importSalt reads the salt of this user, and makes it the first time.
func importSalt() (salt, error) {
	path := filepath.Join(importDir(), "salt")
	b, err := os.ReadFile(path) //nolint:gosec // the path is ours
	if err == nil && len(b) == 32 {
		return b, nil
	}
	if err == nil {
		return nil, fmt.Errorf("%s is damaged: restore it, or move it away and everything that is keyed by it is imported anew", path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read salt: %w", err)
	}
	if err := os.MkdirAll(importDir(), 0o700); err != nil {
		return nil, fmt.Errorf("make salt: %w", err)
	}
	made := make([]byte, 32)
	if _, err := rand.Read(made); err != nil {
		return nil, fmt.Errorf("make salt: %w", err)
	}
	temp, err := os.CreateTemp(importDir(), "salt-")
	if err != nil {
		return nil, fmt.Errorf("make salt: %w", err)
	}
	_, err = temp.Write(made)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Link(temp.Name(), path) // who is second takes the first one's
	}
	_ = os.Remove(temp.Name())
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("make salt: %w", err)
	}
	if b, err = os.ReadFile(path); err != nil { //nolint:gosec // the path is ours
		return nil, fmt.Errorf("read salt: %w", err)
	}
	return b, nil
}

// name implements imports.Reading.Name.
func (s salt) name(text string) string {
	m := hmac.New(sha256.New, s)
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil)[:12])
}

// acknowledged is what one server and project acknowledged of one source. Its
// file has a line for every batch: the id of its newest event, then a digest of
// each record; and lines of how far the deletion ledger was read.
type acknowledged struct {
	file      *os.File
	seen      map[[16]byte]struct{}
	deletions uint64 // the entries that were there when a run began
}

// maxAcknowledged bounds the file that is read, in bytes: some eight million
// records. Beyond, everything is sent, which costs time and nothing else.
const maxAcknowledged = 256 << 20

// openAcknowledged reads what earlier runs left. It counts only while the server
// still has the newest event of it and forgot nothing since: one that was
// restored from an older backup, or made anew, is sent everything, and one that
// forgot something says then which records it was.
func (s *program) openAcknowledged(ctx context.Context, c *client, source string, afresh bool) (*acknowledged, error) {
	who := s.url
	if who == "" {
		who = absolute(s.dataDir())
	}
	sum := sha256.Sum256([]byte(who + "\x00" + c.project + "\x00" + source))
	path := filepath.Join(importDir(), hex.EncodeToString(sum[:12])+".sent")
	a := &acknowledged{seen: make(map[[16]byte]struct{})}
	flags := os.O_CREATE | os.O_APPEND | os.O_WRONLY
	last, err := a.load(path)
	if err != nil {
		return nil, &exitError{code: exitUnreachable, next: "Move it away and everything is sent again, which adds nothing twice.", err: err}
	}
	was := a.deletions
	forgot, err := a.readDeletions(ctx, c)
	if err != nil {
		return nil, err
	}
	if afresh || forgot || last != "" && !stillThere(ctx, c, last) {
		flags |= os.O_TRUNC
		clear(a.seen)
		was = 0
	}
	a.file, err = os.OpenFile(path, flags, 0o600) //nolint:gosec // the path is ours
	if err == nil && a.deletions != was {
		_, err = fmt.Fprintf(a.file, "%s %d.\n", deletionsWord, a.deletions)
	}
	if err != nil {
		return nil, &exitError{code: exitUnreachable, err: fmt.Errorf("keep what was sent: %w", err)}
	}
	return a, nil
}

// deletionsWord begins the lines of the deletion ledger.
const deletionsWord = "deletions"

// readDeletions reads what the deletion ledger got since an earlier run, and
// reports whether something was forgotten. A ledger that has not the entry up to
// which it was read is another one, of which nothing is known.
func (a *acknowledged) readDeletions(ctx context.Context, c *client) (forgot bool, err error) {
	after := a.deletions
	if after > 0 {
		after-- // the entry that was the last
	}
	for {
		body, err := json.Marshal(map[string]uint64{"after": after, "limit": kaibo.MaxListLimit})
		if err != nil {
			return false, fmt.Errorf("write request: %w", err)
		}
		answer, err := c.post(ctx, "deletions", body, "")
		if err != nil {
			a.deletions = 0  // it does not say: everything is sent
			return true, nil //nolint:nilerr // a server that cannot be reached is met when records are sent
		}
		var page verbs.DeletionsOut
		if err := json.Unmarshal(answer, &page); err != nil {
			return false, fmt.Errorf("read the deletion ledger: %w", err)
		}
		if len(page.Items) == 0 {
			if after < a.deletions { // it has not the entry that was the last: read it from its beginning
				forgot, a.deletions, after = true, 0, 0
				continue
			}
			a.deletions = after
			return forgot, nil
		}
		for i := range page.Items {
			r := &page.Items[i]
			forgot = forgot || r.Seq > a.deletions && r.Kind == kaibo.ReceiptForgotten
			after = r.Seq
		}
	}
}

// stillThere reports whether the server has an event. When it does not say, it
// counts as gone.
func stillThere(ctx context.Context, c *client, eventID string) bool {
	body, err := json.Marshal(map[string]string{"id": eventID})
	if err != nil {
		return false
	}
	_, err = c.post(ctx, "payload", body, "")
	var problem *problemError
	return err == nil || errors.As(err, &problem) && problem.problem.Code == kaibo.Gone.String()
}

// load reads the file; a line that a crash cut short is left out.
func (a *acknowledged) load(path string) (last string, err error) {
	f, err := os.Open(path) //nolint:gosec // the path is ours
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read what was sent: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	if info, err := f.Stat(); err != nil || info.Size() > maxAcknowledged {
		return "", err
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		id, digests, ok := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseUint(strings.TrimSuffix(digests, "."), 10, 64); id == deletionsWord && err == nil && strings.HasSuffix(digests, ".") {
			a.deletions = n
			continue
		}
		if !ok || !kaibo.IsEventID(id) || !strings.HasSuffix(digests, ".") {
			continue
		}
		for word := range strings.FieldsSeq(strings.TrimSuffix(digests, ".")) {
			var d [16]byte
			if n, err := hex.Decode(d[:], []byte(word)); err == nil && n == len(d) {
				a.seen[d] = struct{}{}
			}
		}
		last = id
	}
	return last, lines.Err()
}

// digestOf stands for a record: its key and its text, so that an edited one is
// sent again. It stays on this machine.
func digestOf(r *imports.Record) (d [16]byte) {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %d %s\n", len(r.Key), r.Key, len(r.Stream), r.Stream)
	h.Write(r.Content)
	copy(d[:], h.Sum(nil))
	return d
}

// Has implements imports.Acknowledged.
func (a *acknowledged) Has(r *imports.Record) bool {
	_, ok := a.seen[digestOf(r)]
	return ok
}

// Add implements imports.Acknowledged.
func (a *acknowledged) Add(records []imports.Record, last string) error {
	if last == "" {
		return nil
	}
	var b strings.Builder
	b.WriteString(last)
	for i := range records {
		d := digestOf(&records[i])
		a.seen[d] = struct{}{}
		b.WriteByte(' ')
		b.WriteString(hex.EncodeToString(d[:]))
	}
	b.WriteString(".\n")
	if _, err := a.file.WriteString(b.String()); err != nil {
		return &exitError{code: exitUnreachable, err: fmt.Errorf("keep what was sent: %w", err)}
	}
	return nil
}

func (a *acknowledged) close() { _ = a.file.Close() }

var _ imports.Acknowledged = (*acknowledged)(nil)
