package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Store is where projects are written from and loaded into.
type Store struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Ledger  *ledger.Ledger
	Views   *views.Views
	Signed  *checkpoint.Reader // nil when nothing is signed
	Clock   kaibo.Clock
	Version string // of the program
}

// Summary tells what an archive holds.
type Summary struct {
	Manifest    Manifest
	Digest      string // SHA-256 of the list of its parts: it stands for the archive
	Streams     int
	Events      uint64
	Payloads    uint64
	Forgotten   uint64
	Derivations uint64
	Births      uint64 // memories that the derivations bring forth
	Deletions   uint64
	Checkpoints int
}

// Write writes an archive of a project. Nothing may structure, curate or forget
// in it meanwhile; what is appended meanwhile is left out. A stream with events
// that are not structured yet is Unavailable. Progress is told how many events
// of how many were written.
func (s *Store) Write(ctx context.Context, p kaibo.Project, w io.Writer, progress func(done, total uint64)) (*Summary, error) {
	x := &writing{Store: s, project: p, tell: progress, out: newWriter(w, s.Clock())}
	if x.tell == nil {
		x.tell = func(uint64, uint64) {}
	}
	steps := []func(context.Context) error{x.survey, x.manifest, x.signed, x.deletions, x.records, x.streams, x.memories}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("write archive: %w", err)
		}
	}
	return &x.summary, x.out.close()
}

// writing is one archive on its way.
type writing struct {
	*Store
	project     kaibo.Project
	out         *writer
	heads       []kaibo.Head
	checkpoints []CheckpointLine
	keys        *checkpoint.Published
	summary     Summary
	tell        func(done, total uint64)
	done, total uint64
}

// survey reads what is signed and then where everything ends: a checkpoint is
// never newer than the heads.
func (x *writing) survey(ctx context.Context) error {
	items, err := x.Table.Get(ctx, kaibo.RestructuringKey(x.project.ID))
	if err != nil {
		return err
	}
	if items[0].Found() {
		return &kaibo.Error{Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "the project is being derived again; try again when that is done"}
	}
	if x.Signed != nil {
		keys, err := x.Signed.Keys(ctx)
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
			return err
		}
		if err == nil {
			x.keys = keys
		}
	}
	for after, more := "", true; more; {
		heads, rest, err := x.Ledger.Streams(ctx, x.project, after, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, h := range heads {
			if err := x.checkpointOf(ctx, h.Stream); err != nil {
				return err
			}
			after = h.Stream
		}
		more = rest
	}
	if err := x.checkpointOf(ctx, ""); err != nil {
		return err
	}
	for after, more := "", true; more; {
		heads, rest, err := x.Ledger.Streams(ctx, x.project, after, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, h := range heads {
			if err := x.settled(ctx, h); err != nil {
				return err
			}
			x.total += h.Seq
			after = h.Stream
		}
		x.heads, more = append(x.heads, heads...), rest
	}
	return nil
}

// settled holds that all events of a stream are structured.
func (x *writing) settled(ctx context.Context, h kaibo.Head) error {
	items, err := x.Table.Get(ctx, kaibo.CursorKey(x.project.ID, h.Stream))
	if err != nil {
		return err
	}
	var c kaibo.Cursor
	if items[0].Found() {
		if err := items[0].Decode(&c); err != nil {
			return err
		}
	}
	if c.Seq < h.Seq {
		return &kaibo.Error{Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: fmt.Sprintf("stream %s has events that are not structured yet; try again in a moment", h.Stream)}
	}
	return nil
}

// checkpointOf notes the newest checkpoint of a stream, or of the deletion
// ledger for none.
func (x *writing) checkpointOf(ctx context.Context, stream string) error {
	if x.keys == nil {
		return nil
	}
	st, err := x.Signed.Checkpoint(ctx, checkpoint.Log{Project: x.project.ID, Stream: stream})
	if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
		return nil
	}
	if err == nil {
		x.checkpoints = append(x.checkpoints, CheckpointLine{Stream: stream, Note: st.Note, Log: st.Log})
	}
	return err
}

func (x *writing) manifest(ctx context.Context) error {
	items, err := x.Table.Get(ctx, kaibo.DeletionHeadKey(x.project.ID))
	if err != nil {
		return err
	}
	var end kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&end); err != nil {
			return err
		}
	}
	m := Manifest{Format: Version, Program: "kaibo " + x.Version, TakenAt: x.Clock(), Streams: []StreamHead{},
		Project:   ProjectEntry{ID: x.project.ID, Name: x.project.Name, Secret: x.project.Secret, CreatedAt: x.project.CreatedAt},
		Deletions: StreamHead{Seq: end.Seq, Hash: end.Hash}}
	for _, h := range x.heads {
		m.Streams = append(m.Streams, StreamHead{Stream: h.Stream, Seq: h.Seq, Hash: h.Hash})
	}
	if x.keys != nil {
		m.Deployment = x.keys.Deployment
	}
	x.summary.Manifest, x.summary.Streams = m, len(m.Streams)
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	return x.out.part(place{part: partManifest}, append(data, '\n'))
}

func (x *writing) signed(context.Context) error {
	if x.keys == nil {
		return nil
	}
	data, err := json.MarshalIndent(Keys{Keys: x.keys.Current, Lists: x.keys.Lists}, "", " ")
	if err != nil {
		return err
	}
	if err := x.out.part(place{part: partKeys}, append(data, '\n')); err != nil {
		return err
	}
	l := &lines{to: x.out, at: place{part: partCheckpoints}}
	for _, c := range x.checkpoints {
		if err := l.add(jsonLine(c)); err != nil {
			return err
		}
		x.summary.Checkpoints++
	}
	return l.flush()
}

// jsonLine writes one of our own types as a line, without escaping what HTML
// would want escaped.
func jsonLine(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("archive: a type of the format cannot be encoded: " + err.Error())
	}
	return b.Bytes()
}

func (x *writing) deletions(ctx context.Context) error {
	l := &lines{to: x.out, at: place{part: partDeletions}}
	end := x.summary.Manifest.Deletions.Seq
	for seq := uint64(0); seq < end; {
		entries, _, err := x.Ledger.Deletions(ctx, x.project, seq, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return &kaibo.Error{Op: "read deletion ledger", Err: fmt.Errorf("entry %d is missing", seq+1)}
		}
		for i := range entries {
			if seq = entries[i].Seq; seq > end {
				break
			}
			if err := l.add(chain.AppendReceiptLine(nil, &entries[i])); err != nil {
				return err
			}
			x.summary.Deletions++
		}
	}
	return l.flush()
}

// records writes what is of the whole project.
func (x *writing) records(ctx context.Context) error {
	l := &lines{to: x.out, at: place{part: partRecords}}
	id := x.project.ID
	for _, part := range []struct{ kind, partition, prefix string }{
		{kindInitiative, kaibo.InitiativePartition(id), ""},
		{kindAlias, kaibo.AliasPartition(id), ""},
		{kindRule, id + "/retention", "r/"},
		{kindChange, kaibo.GraphPartition(id), "n/"},
		{kindExpiry, kaibo.ExpirePartition, ""},
	} {
		err := x.items(ctx, part.partition, kaibo.Range{}, func(it kaibo.Item) error {
			if !strings.HasPrefix(it.Sort, part.prefix) {
				return nil
			}
			sort := it.Sort
			if part.kind == kindExpiry {
				when, rest, _ := strings.Cut(it.Sort, "/")
				first, ours := strings.CutPrefix(rest, id+"/")
				if !ours {
					return nil
				}
				sort = when + "/" + first
			}
			return l.add(jsonLine(ItemLine{Kind: part.kind, Sort: sort, Version: it.Version, Data: it.Data}))
		})
		if err != nil {
			return err
		}
	}
	return l.flush()
}

// items calls fn for every item of a range.
func (s *Store) items(ctx context.Context, partition string, r kaibo.Range, fn func(kaibo.Item) error) error {
	for {
		page, err := s.Table.Query(ctx, kaibo.Records, partition, r)
		if err != nil {
			return err
		}
		for _, it := range page.Items {
			if err := fn(it); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

func (x *writing) streams(ctx context.Context) error {
	for i := range x.heads {
		h := &x.heads[i]
		if err := x.out.part(place{part: partStream, stream: h.Stream, of: ofHead}, jsonLine(h)); err != nil {
			return err
		}
		if err := x.events(ctx, h); err != nil {
			return err
		}
		if err := x.derived(ctx, h); err != nil {
			return err
		}
	}
	return nil
}

// events writes the events of a stream with their places and payloads, so many
// at once as fit.
func (x *writing) events(ctx context.Context, h *kaibo.Head) error {
	number := 0
	var three [3]bytes.Buffer
	count := 0
	flush := func() error {
		if count == 0 {
			return nil
		}
		number++
		for i, of := range []int{ofEvents, ofPlaces, ofPayloads} {
			if err := x.out.part(place{part: partStream, stream: h.Stream, of: of, number: number}, three[i].Bytes()); err != nil {
				return err
			}
			three[i].Reset()
		}
		x.done += uint64(count)
		count = 0
		x.tell(x.done, x.total)
		return nil
	}
	for seq := uint64(0); seq < h.Seq; {
		events, _, err := x.Ledger.EventsAfter(ctx, x.project, h.Stream, seq, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for i := range events {
			if seq = events[i].Seq; seq > h.Seq {
				break
			}
			held, err := x.Ledger.HeldOf(ctx, x.Table, x.project, events[i])
			if err != nil {
				return err
			}
			payload := x.payload(held)
			if count > 0 && (count == partLines || three[2].Len()+len(payload) > partBytes) {
				if err := flush(); err != nil {
					return err
				}
			}
			three[0].Write(chain.AppendLine(nil, &held.Event))
			three[1].Write(jsonLine(PlaceLine{Seq: held.Event.Seq, Session: held.Ref.Session, JobFirst: held.Ref.JobFirst}))
			three[2].Write(payload)
			count++
		}
	}
	return flush()
}

// payload writes the line of an event's payload; nothing when it is forgotten.
func (x *writing) payload(held *ledger.Held) []byte {
	x.summary.Events++
	if held.Payload == nil {
		x.summary.Forgotten++
		return nil
	}
	x.summary.Payloads++
	l := PayloadLine{Seq: held.Event.Seq, Salt: hex.EncodeToString(held.Payload.Salt[:]), Details: held.Payload.Details,
		DetailsSalt: hex.EncodeToString(held.Payload.DetailsSalt[:])}
	if text := string(held.Payload.Content); utf8.ValidString(text) {
		l.Content = &text
	} else {
		l.ContentBase64 = held.Payload.Content
	}
	return jsonLine(l)
}

// derived writes the jobs and the derivations of a stream.
func (x *writing) derived(ctx context.Context, h *kaibo.Head) error {
	jobs := &lines{to: x.out, at: place{part: partStream, stream: h.Stream, of: ofJobs}}
	beyond := "j/" + kaibo.SeqKey(h.Seq+1)
	err := x.items(ctx, kaibo.JobsPartition(x.project.ID, h.Stream), kaibo.Range{From: "j/", Before: beyond}, func(it kaibo.Item) error {
		return jobs.add(jsonLine(ItemLine{Kind: kindJob, Sort: it.Sort, Version: it.Version, Data: it.Data}))
	})
	if err != nil {
		return err
	}
	if err := jobs.flush(); err != nil {
		return err
	}
	derivations := &lines{to: x.out, at: place{part: partStream, stream: h.Stream, of: ofDerivations}}
	err = x.items(ctx, kaibo.DerivationPartition(x.project.ID, h.Stream), kaibo.Range{}, func(it kaibo.Item) error {
		x.summary.Derivations++
		return derivations.add(jsonLine(ItemLine{Kind: kindDerivation, Sort: it.Sort, Version: it.Version, Data: it.Data}))
	})
	if err != nil {
		return err
	}
	return derivations.flush()
}

// memories writes the memories as the API serves them, for other readers: what
// they are folded from stands in the derivations.
func (x *writing) memories(ctx context.Context) error {
	l := &lines{to: x.out, at: place{part: partMemories}}
	for cursor := ""; ; {
		page, next, err := x.Views.List(ctx, x.project, views.Selection{}, cursor, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for i := range page {
			if err := l.add(jsonLine(&page[i])); err != nil {
				return err
			}
		}
		if next == "" {
			return l.flush()
		}
		cursor = next
	}
}
