package imports_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// server stands for one: it keeps what it is sent by key, as remember does.
type server struct {
	events  map[string]imports.Record
	order   []string // keys
	sends   int
	failAt  int // the call that fails; 0 for none
	refuses func(*imports.Record) bool
	forgot  map[string]bool // keys
}

var errDown = errors.New("the server is down")

func (s *server) Send(_ context.Context, stream string, records []imports.Record) ([]imports.Outcome, error) {
	s.sends++
	if s.sends == s.failAt {
		return nil, errDown
	}
	if len(records) == 0 || len(records) > kaibo.MaxBatchEvents {
		return nil, fmt.Errorf("a batch of %d", len(records))
	}
	seen := map[string]bool{}
	for i := range records {
		r := &records[i]
		if s.refuses != nil && s.refuses(r) {
			return nil, kaibo.Errorf(kaibo.Invalid, "events[%d]: refused", i)
		}
		if r.Stream != stream || seen[r.Key] {
			return nil, fmt.Errorf("%s in a batch of %s", r.Key, stream)
		}
		seen[r.Key] = true
	}
	var out []imports.Outcome
	for _, r := range records {
		if s.events == nil {
			s.events = map[string]imports.Record{}
		}
		was, there := s.events[r.Key]
		if !there {
			s.events[r.Key] = r
			s.order = append(s.order, r.Key)
		}
		gone := there && s.forgot[r.Key]
		out = append(out, imports.Outcome{EventID: "evt_" + r.Key, Replayed: there, Forgotten: gone, PayloadDiffers: there && !gone && string(was.Content) != string(r.Content)})
	}
	return out, nil
}

func named(text string) string {
	sum := sha256.Sum256([]byte("salt" + text))
	return hex.EncodeToString(sum[:12])
}

// options reads a fixture with what a command line would add.
func options(t *testing.T, src *imports.Source, format string, to imports.Sender) imports.Options {
	t.Helper()
	f, err := imports.Choose(src, format)
	if err != nil {
		t.Fatal(err)
	}
	return imports.Options{Format: f, Sender: to, Reading: imports.Reading{Name: named, SourceID: "src", Me: "ana"}}
}

// importOnce runs an import that must not fail.
func importOnce(t *testing.T, path, format string, to imports.Sender) *imports.Report {
	t.Helper()
	src, err := imports.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	report, err := imports.Run(context.Background(), src, options(t, src, format, to))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// line is a record in short, to compare.
func line(r imports.Record) string {
	when := "-"
	if r.OccurredAt != nil {
		when = r.OccurredAt.String()
	}
	text := strings.ReplaceAll(string(r.Content), "\n", "|")
	var meta []string
	for _, k := range slices.Sorted(maps.Keys(r.Metadata)) {
		meta = append(meta, fmt.Sprintf("%s=%v", k, r.Metadata[k]))
	}
	return fmt.Sprintf("%s %s %s %s %s/%s %q %s %v", r.Key, r.Stream, r.Kind, when, r.Actor, r.Role, text, strings.Join(meta, ","), r.Initiatives)
}

func (s *server) lines() []string {
	out := []string{}
	for _, k := range s.order {
		out = append(out, line(s.events[k]))
	}
	return out
}

func badOf(r *imports.Report) []string {
	out := []string{}
	for _, b := range r.Bad {
		out = append(out, b.Position+": "+b.Reason)
	}
	return out
}

// TestEveryFormatTwice reads each fixture, by name and by looking, and again:
// the second time adds nothing.
func TestEveryFormatTwice(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			path := filepath.Join("testdata", f.path)
			to := &server{}
			first := importOnce(t, path, f.format, to)
			got := to.lines()
			slices.Sort(got)
			slices.Sort(f.want)
			if d := cmp.Diff(f.want, got); d != "" {
				t.Errorf("records (-want +got):\n%s", d)
			}
			if d := cmp.Diff(append([]string{}, f.bad...), badOf(first)); d != "" {
				t.Errorf("bad records (-want +got):\n%s", d)
			}
			if f.skipped == nil {
				f.skipped = map[string]int{}
			}
			if d := cmp.Diff(f.skipped, first.Skipped); d != "" {
				t.Errorf("skipped (-want +got):\n%s", d)
			}
			second := importOnce(t, path, imports.Auto, to)
			if second.Format != f.format || second.Added != 0 || second.Present != first.Added || len(to.order) != first.Added {
				t.Errorf("the second time: %+v", second)
			}
			checkKeys(t, to)
		})
	}
}

// checkKeys holds that no key says what a record says.
func checkKeys(t *testing.T, s *server) {
	t.Helper()
	for k, r := range s.events {
		for word := range strings.FieldsSeq(string(r.Content)) {
			if len(word) > 5 && strings.Contains(strings.ToLower(k), strings.ToLower(word)) {
				t.Errorf("key %q has %q of its text", k, word)
			}
		}
	}
}

// TestKilledAndRepeated stops every fixture at each of its calls; the run after
// it adds what is missing and nothing twice.
func TestKilledAndRepeated(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			path := filepath.Join("testdata", f.path)
			whole := &server{}
			importOnce(t, path, f.format, whole)
			for at := 1; at <= whole.sends; at++ {
				to := &server{failAt: at}
				src, err := imports.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				_, err = imports.Run(context.Background(), src, options(t, src, f.format, to))
				src.Close()
				if !errors.Is(err, errDown) {
					t.Fatalf("call %d: %v", at, err)
				}
				importOnce(t, path, f.format, to)
				got, want := to.lines(), whole.lines()
				slices.Sort(got)
				slices.Sort(want)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("stopped at call %d (-want +got):\n%s", at, d)
				}
			}
		})
	}
}
