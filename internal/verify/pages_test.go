package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// paged is a server that has pages too, and cuts them as it likes.
type paged struct {
	*notary
	random *rand.Rand
}

var _ verify.Pages = (*paged)(nil)

func newPaged(n *notary, seed uint64) *paged {
	return &paged{n, rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // a test's
}

// some is how many lines a page has.
func (p *paged) some(limit int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return 1 + p.random.IntN(limit)
}

func (p *paged) EventPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	most := p.some(limit)
	for line, err := range p.Events(ctx, stream, after) {
		if err != nil {
			return buf, err
		}
		buf = append(buf, line...)
		if most--; most == 0 {
			break
		}
	}
	return buf, nil
}

func (p *paged) PayloadPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	if err := p.call("PayloadPage", stream); err != nil {
		return buf, err
	}
	p.mu.Lock()
	events := p.events[stream]
	p.mu.Unlock()
	most := p.some(limit)
	for i := range events {
		if events[i].Seq <= after || most == 0 {
			continue
		}
		most--
		item := map[string]any{"eventId": events[i].ID, "seq": events[i].Seq}
		body, err := p.Payload(ctx, events[i].ID)
		switch {
		case kaibo.KindOf(err) == kaibo.Gone && err != nil:
			item["gone"] = true
		case err != nil:
			continue // it has no line
		default:
			item = map[string]any{}
			if err := json.Unmarshal(body, &item); err != nil {
				return buf, err
			}
			item["eventId"], item["seq"] = events[i].ID, events[i].Seq
		}
		buf = append(buf, p.line(item)...)
	}
	return buf, nil
}

// line writes a payload in the form of servers, as far as its members are those
// of an honest one.
func (p *paged) line(item map[string]any) []byte {
	_, text := item["content"].(string)
	if text && item["contentType"] == nil && item["contentBase64"] == nil && item["details"] != nil {
		return fmt.Appendf(nil, `{"eventId":%s,"seq":%v,"content":%s,"salt":%s,"details":%s,"detailsSalt":%s}`+"\n", encode(p.t, item["eventId"]), item["seq"],
			encode(p.t, item["content"]), encode(p.t, item["salt"]), encode(p.t, item["details"]), encode(p.t, item["detailsSalt"]))
	}
	if item["gone"] == true {
		return fmt.Appendf(nil, `{"eventId":%s,"seq":%v,"gone":true}`+"\n", encode(p.t, item["eventId"]), item["seq"])
	}
	return append(encode(p.t, item), '\n')
}

// A run that reads ahead by pages finds what one that reads event by event
// finds, of every server of the other tests, and keeps the same.
func TestPagesFindTheSame(t *testing.T) {
	cases := map[string]func(n *notary){"nothing": func(*notary) {}}
	for _, c := range tampered {
		cases[c.name] = func(n *notary) { c.tamper(n.fake) }
	}
	for _, a := range adversaries {
		cases[a.name] = a.do
	}
	for name, do := range cases {
		t.Run(name, func(t *testing.T) {
			for _, incremental := range []bool{false, true} {
				n := newNotary(t, honest(t))
				m := verified(t, n)
				do(n)
				options := verify.Options{Settle: -1, Memory: m, Incremental: incremental, Parallel: 3}
				want, err := verify.Run(t.Context(), n, options)
				if err != nil {
					t.Fatal(err)
				}
				got, err := verify.Run(t.Context(), newPaged(n, 7), options)
				if err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Errorf("incremental %v:\n%s", incremental, diff)
				}
			}
		})
	}
}

// Streams of many pages: whatever is changed anywhere is found there, and what
// is not is not.
func TestManyPages(t *testing.T) {
	const events = 1100
	l := &long{notary: newNotary(t, &fake{t: t, events: map[string][]kaibo.Event{}, heads: map[string]kaibo.Head{}}), head: kaibo.Head{Stream: "main"},
		payload: []byte(`{"content":"a","salt":"00000000000000000000000000000000","details":{},"detailsSalt":"00000000000000000000000000000000"}`)}
	l.grow(t, events)
	honestRun, err := verify.Run(t.Context(), l, noWait)
	if err != nil || !honestRun.OK() || honestRun.Payloads != events {
		t.Fatalf("%v\n%s", err, list(honestRun))
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test's
	lines := bytes.Clone(l.lines)
	for range 60 {
		at := random.IntN(len(lines))
		l.lines = bytes.Clone(lines)
		l.lines[at] ^= 1 << random.IntN(7)
		seq := uint64(bytes.Count(lines[:at], []byte("\n")) + 1)
		report, err := verify.Run(t.Context(), l, noWait)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) == 0 || report.Findings[0].Seq != seq && report.Findings[0].Seq != seq+1 {
			t.Errorf("byte %d changed, of seq %d:\n%s", at, seq, list(report))
		}
	}
}
