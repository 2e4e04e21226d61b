package cli

import (
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderSources(p *printer, out *verbs.SourcesOut) {
	rows := [][]string{{"EVENT", "STREAM", "SEQ", "BYTES", "OCCURRED", "ACTOR"}}
	for _, s := range out.Items {
		rows = append(rows, []string{s.EventID, s.Stream, fmt.Sprint(s.Seq), fmt.Sprintf("%d-%d", s.Start, s.End), day(s.OccurredAt), s.Actor})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func renderStreams(p *printer, out *verbs.StreamsOut) {
	rows := [][]string{{"STREAM", "EVENTS", "NEWEST", "HASH"}}
	for _, h := range out.Items {
		rows = append(rows, []string{h.Stream, fmt.Sprint(h.Seq), day(h.RecordedAt), h.Hash.String()})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func renderEvents(p *printer, out *verbs.EventsOut) {
	rows := [][]string{{"SEQ", "EVENT", "KIND", "OCCURRED", "HASH"}}
	for _, e := range out.Items {
		rows = append(rows, []string{fmt.Sprint(e.Seq), e.ID, e.Kind, day(e.OccurredAt), e.Hash.String()})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func renderPayload(p *printer, out *verbs.PayloadOut) {
	p.line("salt %s, details salt %s", out.Salt, out.DetailsSalt)
	p.line("details %s", out.Details)
	switch {
	case out.Content != nil:
		p.text("| ", *out.Content)
	case out.ContentBase64 != nil:
		p.line("%d characters of base64; see them with --json", len(*out.ContentBase64))
	}
}

func renderDeletions(p *printer, out *verbs.DeletionsOut) {
	rows := [][]string{{"SEQ", "RECEIPT", "KIND", "WHEN", "WHAT"}}
	for _, r := range out.Items {
		what := plural(len(r.MemoryIDs), "memory", "memories") + ", " + plural(len(r.EventIDs), "event", "events")
		when := r.TombstonedAt
		if r.Kind == kaibo.ReceiptPurged {
			what, when = "of "+r.ReceiptID, r.PurgedAt
		}
		rows = append(rows, []string{fmt.Sprint(r.Seq), r.ID, r.Kind, dayOf(when), what})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func dayOf(t *kaibo.Time) string {
	if t == nil {
		return ""
	}
	return day(*t)
}

func renderHealth(p *printer, out *verbs.HealthOut) {
	p.line("%s", strings.TrimSuffix(out.Status+", "+out.Reason, ", "))
}

func renderMaintained(p *printer, out *verbs.MaintainOut) {
	for i := range out.Items {
		m := &out.Items[i]
		p.line("Project %s: %s folded, %d written, %d removed, %d rows of the index.", m.Project,
			plural(m.Memories, "memory", "memories"), m.Written, m.Removed, m.Indexed)
		for _, f := range m.Findings {
			p.line("DIFFERS %s %s: %s", f.What, f.ID, f.Detail)
		}
	}
	if out.OK {
		p.line("All holds.")
	}
}
