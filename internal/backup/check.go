package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// Report is what [Check] found.
type Report struct {
	Seal      Seal     `json:"seal"`
	Projects  int      `json:"projects"`
	Streams   int      `json:"streams"`
	Events    uint64   `json:"events"`
	Payloads  uint64   `json:"payloads"`  // there, and as the chain says
	Forgotten uint64   `json:"forgotten"` // events whose payload was forgotten
	Findings  []string `json:"findings"`  // what is not as it should be; none in a good backup
}

// maxFindings bounds a report.
const maxFindings = 100

// Check reads all of a backup and answers what is wrong with it. An error means
// that it could not be read.
func Check(ctx context.Context, dir string, progress func(done, total uint64)) (*Report, error) {
	seal, err := ReadSeal(dir)
	if err != nil {
		return nil, err
	}
	r := &Report{Seal: *seal, Findings: []string{}}
	path := filepath.Join(dir, seal.Table)
	sum, size, err := digestFile(path)
	if err != nil {
		return nil, fmt.Errorf("read table of backup: %w", err)
	}
	if sum != seal.SHA256 || size != seal.Bytes {
		r.found("%s is not the file that was sealed", seal.Table)
		return r, nil
	}
	for name, want := range seal.Files {
		if sum, _, err := digestFile(filepath.Join(dir, filesDir, name)); err != nil || sum != want {
			r.found("%s is not the file that was sealed", name)
		}
	}
	store, err := local.OpenCopy(path)
	if err != nil {
		return nil, err
	}
	c := &checking{Report: r, progress: progress,
		ledger: ledger.New(store.Table(), store.Objects(), nil, func() kaibo.Time { return seal.TakenAt }, noRandom{})}
	if err := store.Check(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, errors.Join(err, store.CloseCopy())
		}
		r.found("the table is damaged: %v", err)
	}
	if err := r.checkObjects(ctx, dir, store.Objects()); err != nil {
		return nil, errors.Join(err, store.CloseCopy())
	}
	err = c.projects(ctx, access.New(store.Table(), c.ledger.Clock, noRandom{}))
	return r, errors.Join(err, store.CloseCopy())
}

// noRandom is a source of random bytes for who needs none.
type noRandom struct{}

func (noRandom) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func (r *Report) found(format string, args ...any) {
	if len(r.Findings) < maxFindings {
		r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
	}
}

type checking struct {
	*Report
	ledger   *ledger.Ledger
	progress func(done, total uint64)
}

func (c *checking) projects(ctx context.Context, store *access.Store) error {
	for cursor := ""; ; {
		projects, next, err := store.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, p := range projects {
			c.Projects++
			if err := c.streams(ctx, p); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

func (c *checking) streams(ctx context.Context, p kaibo.Project) error {
	for after := ""; ; {
		heads, more, err := c.ledger.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, h := range heads {
			after = h.Stream
			c.Streams++
			if err := c.stream(ctx, p, h); err != nil {
				return err
			}
		}
		if !more || len(heads) == 0 {
			return nil
		}
	}
}

// stream checks the chain of one stream, up to its head, and its payloads.
func (c *checking) stream(ctx context.Context, p kaibo.Project, head kaibo.Head) error {
	v := chain.NewVerifier(head.Stream)
	for more := true; more; {
		events, rest, err := c.ledger.EventsAfter(ctx, p, head.Stream, v.Size(), kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for i := range events {
			if err := v.Event(&events[i]); err != nil {
				c.found("project %s: %v", p.Name, err)
				return nil
			}
			if err := c.payload(ctx, p, &events[i]); err != nil {
				return err
			}
		}
		more = rest && len(events) > 0
	}
	if v.Size() != head.Seq || v.Hash() != head.Hash {
		c.found("project %s: stream %s ends at %d with another hash than its head says", p.Name, head.Stream, v.Size())
	}
	return nil
}

func (c *checking) payload(ctx context.Context, p kaibo.Project, e *kaibo.Event) error {
	c.Events++
	if c.progress != nil {
		c.progress(c.Events, c.Events)
	}
	_, _, err := c.ledger.Payload(ctx, p, e.ID)
	switch {
	case err == nil:
		c.Payloads++
	case kaibo.KindOf(err) == kaibo.Gone:
		c.Forgotten++
	case ctx.Err() != nil:
		return err
	default:
		c.found("project %s: %s %d: %v", p.Name, e.Stream, e.Seq, err)
	}
	return nil
}

// Restore checks a backup and copies it into a directory that is not there or
// empty. A backup with findings is not restored: the report says why.
func Restore(ctx context.Context, from, into string, progress func(done, total uint64)) (*Report, error) {
	entries, err := os.ReadDir(into)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("open %s: %w", into, err)
	}
	if len(entries) > 0 {
		return nil, kaibo.Errorf(kaibo.Conflict, "%s is not empty; restore into a new directory", into)
	}
	report, err := Check(ctx, from, progress)
	if err != nil || len(report.Findings) > 0 {
		return report, err
	}
	if err := os.MkdirAll(into, 0o700); err != nil {
		return report, err
	}
	src, err := local.ObjectsIn(from)
	if err != nil {
		return report, err
	}
	dst, err := local.ObjectsIn(into)
	if err != nil {
		return report, err
	}
	for after := ""; ; {
		page, err := src.List(ctx, "", after, pageObjects)
		if err != nil {
			return report, err
		}
		for _, o := range page {
			after = o.Name
			b, err := src.Get(ctx, o.Name, 0, -1)
			if err == nil {
				err = dst.Put(ctx, o.Name, b)
			}
			if err != nil {
				return report, err
			}
		}
		if len(page) < pageObjects {
			break
		}
	}
	for name := range report.Seal.Files {
		if err := copyFile(filepath.Join(from, filesDir, name), filepath.Join(into, name)); err != nil {
			return report, err
		}
	}
	// The table comes last: a directory without it is empty to every program.
	return report, copyFile(filepath.Join(from, report.Seal.Table), filepath.Join(into, local.DataFile))
}
