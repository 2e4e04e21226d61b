package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// watching is what kaibo watch was asked for.
type watching struct {
	every   time.Duration
	last    uint64
	streams []string
	once    bool
}

func (s *program) watchCommand() *cobra.Command {
	var o watching
	cmd := &cobra.Command{
		Use: "watch", Short: "Show events, jobs and memories as they come", GroupID: "program", Args: cobra.NoArgs,
		Long: "Shows what is appended to the project's streams, how far it was structured, and which memories were made or changed,\n" +
			"until it is interrupted. It asks the server that holds the data, and starts one when there is none. With --json each is\n" +
			"an object on a line of its own.",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.watch(cmd.Context(), &o) },
	}
	flags := cmd.Flags()
	flags.DurationVar(&o.every, "every", time.Second, "How often to look.")
	flags.Uint64Var(&o.last, "last", 0, "Begin with so many events of each stream that are there already.")
	flags.StringSliceVar(&o.streams, "streams", nil, "Only these streams. Apart by commas, or repeated.")
	flags.BoolVar(&o.once, "once", false, "Look once and end; with --last.")
	return cmd
}

func (s *program) watch(ctx context.Context, o *watching) error {
	if o.every < 100*time.Millisecond {
		return usageError("", "--every is 100ms at least")
	}
	c, err := s.shared(ctx)
	if err != nil {
		return err
	}
	w := &watcher{program: s, watching: *o, client: c, heads: map[string]verbs.StreamHead{}, known: map[string]string{}, shown: map[string]bool{}}
	if err := w.begin(ctx); err != nil {
		return err
	}
	for {
		if err := w.look(ctx); err != nil {
			return err
		}
		if o.once {
			return nil
		}
		if err := pause(ctx, o.every); err != nil {
			return nil // it was interrupted, which is how it ends
		}
	}
}

// watcher remembers what was shown.
type watcher struct {
	*program
	watching
	client *client
	heads  map[string]verbs.StreamHead
	known  map[string]string // id of a memory → its status
	shown  map[string]bool   // the events of --last, until their memories were shown; nil after that
}

// begin takes note of what is there already, but for what --last asks for.
func (w *watcher) begin(ctx context.Context) error {
	heads, err := w.streamHeads(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		h.Seq -= min(h.Seq, w.last)
		h.Structured = min(h.Structured, h.Seq)
		w.heads[h.Stream] = h
	}
	if w.last > 0 {
		return nil
	}
	memories, err := w.memories(ctx)
	for i := range memories {
		w.known[memories[i].ID] = state(&memories[i])
	}
	return err
}

// look shows what is new.
func (w *watcher) look(ctx context.Context) error {
	heads, err := w.streamHeads(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		before := w.heads[h.Stream]
		if err := w.events(ctx, h.Stream, before.Seq, h.Seq); err != nil {
			return err
		}
		if h.Structured > before.Structured {
			w.tell("job", h.RecordedAt, map[string]any{"stream": h.Stream, "structured": h.Structured},
				fmt.Sprintf("%s is structured up to %d of %d", h.Stream, h.Structured, h.Seq))
		}
		w.heads[h.Stream] = h
	}
	memories, err := w.memories(ctx)
	if err != nil {
		return err
	}
	ofShown := w.ofShown(memories)
	w.shown = nil
	for _, m := range slices.Backward(memories) { // oldest first, as everything here
		if w.known[m.ID] == state(&m) {
			continue
		}
		w.known[m.ID] = state(&m)
		if ofShown != nil && !ofShown[m.ID] && (m.SupersededBy == nil || !ofShown[*m.SupersededBy]) {
			continue
		}
		w.tell("memory", m.RecordedAt, m, fmt.Sprintf("%s [%s, %s] %s", m.ID, m.Type, state(&m), oneLine(m.Content)))
	}
	return nil
}

// ofShown tells which memories the events of --last led to; nil when every
// change is to be shown. What one of those took the place of was changed by them
// too.
func (w *watcher) ofShown(memories []kaibo.Memory) map[string]bool {
	if w.shown == nil || w.last == 0 {
		return nil
	}
	of := map[string]bool{}
	for i := range memories {
		of[memories[i].ID] = slices.ContainsFunc(memories[i].Events, func(id string) bool { return w.shown[id] })
	}
	return of
}

// state is what a person wants to know of a memory's condition.
func state(m *kaibo.Memory) string {
	switch {
	case m.Provisional:
		return "a quote"
	case m.Disputed:
		return m.Status + ", disputed"
	}
	return m.Status
}

func (w *watcher) streamHeads(ctx context.Context) ([]verbs.StreamHead, error) {
	var all []verbs.StreamHead
	for cursor := ""; ; {
		var out verbs.StreamsOut
		if err := w.ask(ctx, "streams", map[string]any{"limit": kaibo.MaxListLimit, "cursor": cursor}, &out); err != nil {
			return nil, err
		}
		for _, h := range out.Items {
			if len(w.streams) == 0 || slices.Contains(w.streams, h.Stream) {
				all = append(all, h)
			}
		}
		if cursor = out.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// newest is how many memories are looked at. More than that between two looks
// are shown by kaibo memories.
const newest = 200

func (w *watcher) memories(ctx context.Context) ([]kaibo.Memory, error) {
	var out verbs.MemoriesOut
	in := map[string]any{"limit": newest}
	if len(w.streams) > 0 {
		in["streams"] = w.streams
	}
	err := w.ask(ctx, "memories", in, &out)
	return out.Items, err
}

// events shows those of a stream after one seq and up to another.
func (w *watcher) events(ctx context.Context, stream string, after, upTo uint64) error {
	for after < upTo {
		var out verbs.EventsOut
		answer, err := w.client.get(ctx, "/v1/streams/"+url.PathEscape(stream)+"/events?limit=100&after="+strconv.FormatUint(after, 10))
		if err == nil {
			err = json.Unmarshal(answer, &out)
		}
		if err != nil {
			return err
		}
		if len(out.Items) == 0 {
			return nil
		}
		for i := range out.Items {
			e := &out.Items[i]
			after = e.Seq
			if w.shown != nil {
				w.shown[e.ID] = true
			}
			w.tell("event", e.RecordedAt, e, fmt.Sprintf("%s %s %d %s", e.ID, e.Stream, e.Seq, w.text(ctx, e.ID)))
		}
	}
	return nil
}

// text is the beginning of what an event says.
func (w *watcher) text(ctx context.Context, id string) string {
	if w.json {
		return ""
	}
	var out verbs.PayloadOut
	if err := w.ask(ctx, "payload", map[string]any{"id": id}, &out); err != nil {
		return "(its text is gone)"
	}
	if out.Content == nil {
		return "(" + out.ContentType + ")"
	}
	var details struct {
		Actor string `json:"actor"`
	}
	said := oneLine(*out.Content)
	if json.Unmarshal(out.Details, &details) == nil && details.Actor != "" {
		said = details.Actor + ": " + said
	}
	return said
}

// ask runs a verb. Empty cursors are left out.
func (w *watcher) ask(ctx context.Context, verb string, in map[string]any, out any) error {
	if in["cursor"] == "" {
		delete(in, "cursor")
	}
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	answer, err := w.client.post(ctx, verb, body, "")
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, out)
}

// maxShown is how much of a line is shown where no terminal sets the width.
const maxShown = 200

// tell shows one thing.
func (w *watcher) tell(kind string, at kaibo.Time, what any, line string) {
	if w.json {
		if b, err := json.Marshal(map[string]any{"kind": kind, kind: what}); err == nil {
			fmt.Fprintf(w.out, "%s\n", b)
		}
		return
	}
	width := w.width
	if width == 0 {
		width = maxShown
	}
	line = fmt.Sprintf("%s  %-6s  %s", day(at), kind, clean(line))
	if runes := []rune(line); len(runes) > width {
		line = string(runes[:width-1]) + "…"
	}
	fmt.Fprintln(w.out, line)
}
