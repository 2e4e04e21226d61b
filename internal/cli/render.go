package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// renderers write answers for people. A verb without one shows its JSON.
var renderers = map[string]func(*printer, []byte) error{
	"remember":  rendering(renderRemembered),
	"job":       rendering(renderJob),
	"recall":    rendering(renderRecall),
	"explain":   rendering(renderExplain),
	"memories":  rendering(renderMemories),
	"memory":    rendering(renderMemory),
	"sources":   rendering(renderSources),
	"streams":   rendering(renderStreams),
	"events":    rendering(renderEvents),
	"payload":   rendering(renderPayload),
	"deletions": rendering(renderDeletions),
	"health":    rendering(renderHealth),

	"checkpoint":           rendering(renderCheckpoint),
	"consistency":          rendering(renderConsistency),
	"checkpoint.resume":    rendering(renderResumed),
	"verifier_keys":        rendering(renderVerifierKeys),
	"verifier_keys.rotate": rendering(renderVerifierKeys),

	"correct":   rendering(renderMended),
	"reinstate": rendering(renderMended),
	"dispute":   rendering(renderMended),
	"alias":     rendering(renderAlias),
	"forget":    rendering(renderForgotten),

	"retention":        rendering(renderRules),
	"retention.set":    rendering(renderRule),
	"retention.delete": rendering(renderRuleEnded),

	"backup": rendering(renderBackup),

	"archive":        rendering(renderArchive),
	"archive.export": rendering(renderArchive),
	"archive.load":   rendering(renderLoadedArchive),
	"rebuild":        rendering(renderMaintained),
	"fsck":           rendering(renderMaintained),

	"dead_letters":         rendering(renderDeadLetters),
	"dead_letters.redrive": rendering(renderRedriven),

	"restructure":     rendering(renderRestructured),
	"structure":       rendering(renderTrial),
	"guard":           rendering(renderGuard),
	"guard.set":       rendering(renderGuard),
	"guard.allowed":   rendering(renderAllowed),
	"guard.allow":     rendering(renderAllow),
	"guard.disallow":  rendering(renderDisallow),
	"guard.scan":      rendering(renderScan),
	"model":           rendering(renderModel),
	"model.set":       rendering(renderModel),
	"initiatives":     rendering(renderInitiatives),
	"initiatives.set": rendering(renderMarked),

	"webhooks":            rendering(renderWebhooks),
	"webhooks.create":     rendering(renderNewWebhook),
	"webhooks.test":       rendering(renderTestedWebhook),
	"webhooks.rotate":     rendering(renderRotatedWebhook),
	"webhooks.enable":     rendering(renderWebhook),
	"webhooks.disable":    rendering(renderWebhook),
	"webhooks.delete":     rendering(renderDeletedWebhook),
	"webhooks.deliveries": rendering(renderDeliveries),
	"webhooks.redrive":    rendering(renderRedrivenMessages),

	"keys":            rendering(renderKeys),
	"keys.create":     rendering(renderNewKey),
	"keys.revoke":     rendering(renderRevoked),
	"projects":        rendering(renderProjects),
	"projects.create": rendering(renderNewProject),
	"projects.usage":  rendering(renderUsage),
	"projects.delete": rendering(renderDeleted),
}

// rendering decodes an answer for a renderer of its type.
func rendering[Out any](render func(*printer, *Out)) func(*printer, []byte) error {
	return func(p *printer, body []byte) error {
		out := new(Out)
		if err := json.Unmarshal(body, out); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		render(p, out)
		return nil
	}
}

// rememberedAnswer is RememberOut without its embedded pointer, which JSON
// cannot fill.
type rememberedAnswer struct {
	verbs.Remembered
	Items []verbs.Remembered `json:"items"`
}

func renderRemembered(p *printer, out *rememberedAnswer) {
	answers := out.Items
	if answers == nil {
		answers = []verbs.Remembered{out.Remembered}
	}
	for i := range answers {
		renderEvent(p, &answers[i])
	}
}

func renderEvent(p *printer, r *verbs.Remembered) {
	verb := "Remembered"
	switch {
	case r.Forgotten:
		verb = "Remembered before, and forgotten since,"
	case r.PayloadDiffers:
		verb = "Remembered before, with another content,"
	case r.Replayed:
		verb = "Remembered before"
	}
	p.line("%s as %s, %s %d.", verb, r.Event.ID, r.Event.Stream, r.Event.Seq)
	renderWarnings(p, r.Job.Warnings)
	renderState(p, &r.Job, len(r.Memories))
	for i := range r.Memories {
		renderBrief(p, &r.Memories[i])
	}
}

func renderState(p *printer, j *verbs.JobState, learned int) {
	switch {
	case j.Status == kaibo.JobFailed:
		p.line("Job %s failed: %s", j.ID, j.Reason)
	case j.Status != kaibo.JobDone:
		p.line("Job %s is %s; see what it learned with: kaibo job %s --wait", j.ID, j.Status, j.ID)
	case learned == 0 && j.Reason != "":
		p.line("Nothing was noted down: %s", j.Reason)
	}
}

// renderBrief shows a memory in a line or two.
func renderBrief(p *printer, m *kaibo.Memory) {
	mark := m.Type
	if m.Provisional {
		mark = "quote"
	}
	if m.Status != kaibo.StatusCurrent {
		mark += ", " + m.Status
	}
	if m.Disputed {
		mark += ", disputed"
	}
	p.line("- %s [%s]", m.ID, mark)
	p.text("  ", textOf(m.Content))
}

func textOf(content string) string {
	if content == "" {
		return "(forgotten)"
	}
	return content
}

func renderJob(p *printer, out *verbs.JobOut) {
	p.line("Job %s is %s.", out.Job.ID, out.Job.Status)
	if out.Job.Reason != "" {
		p.text("", out.Job.Reason)
	}
	renderAsked(p, out.Job.Model)
	for i := range out.Memories {
		renderBrief(p, &out.Memories[i])
	}
}

func renderRecall(p *printer, out *verbs.RecallOut) {
	if out.Abstain.Abstained {
		p.text("", "I don't know: "+out.Abstain.Reason)
		return
	}
	for i := range out.Items {
		item := &out.Items[i]
		p.line("[%d] %s (%s)", i+1, citationLine(item.Citations), item.MemoryID)
		p.text("    ", item.Text)
		if marks := itemMarks(item); marks != "" {
			p.line("    %s", marks)
		}
	}
	if words := out.Abstain.Ungrounded; len(words) > 0 {
		p.line("\nNot borne out by any of it: %s.", oneLine(strings.Join(words, ", ")))
	}
	p.line("\n%d of %d tokens; confidence %.2f. Where one came from: kaibo explain %s", out.Used, out.Budget, out.Abstain.Confidence, out.Items[0].MemoryID)
}

// citationLine says when and by whom the first of them was said.
func citationLine(citations []recall.Citation) string {
	if len(citations) == 0 {
		return ""
	}
	c := &citations[0]
	line := day(c.OccurredAt)
	if c.Actor != "" {
		line += " " + oneLine(c.Actor)
	}
	return line
}

func itemMarks(item *recall.Item) string {
	var marks []string
	if item.Status != kaibo.StatusCurrent {
		marks = append(marks, item.Status+", "+span(item.ValidFrom, item.ValidTo))
	}
	if item.Upcoming {
		marks = append(marks, "from "+day(item.ValidFrom))
	}
	if item.Provisional {
		marks = append(marks, "not yet read closely")
	}
	if item.Disputed {
		marks = append(marks, "disputed")
	}
	if len(item.ConflictsWith) > 0 {
		marks = append(marks, "conflicts with "+strings.Join(item.ConflictsWith, ", "))
	}
	return strings.Join(marks, "; ")
}

func renderExplain(p *printer, out *verbs.ExplainOut) {
	p.line("Versions, oldest first:")
	for i := range out.Chain {
		l := &out.Chain[i]
		mark := l.Type + ", " + l.Status
		if l.Disputed {
			mark += ", disputed"
		}
		p.line("%d. %s [%s] %s", i+1, l.MemoryID, mark, span(l.ValidFrom, l.ValidTo))
		p.text("   ", textOf(l.Content))
	}
	p.line("\nBorne out by:")
	for i := range out.Events {
		e := &out.Events[i]
		p.line("- %s %s %d, %s %s", e.ID, e.Stream, e.Seq, day(e.OccurredAt), oneLine(e.Actor))
		p.line("  hash %s", e.Hash)
		switch {
		case e.Forgotten:
			p.line("  (forgotten)")
		case e.Content == "":
			p.line("  (not shown; see: kaibo payload %s)", e.ID)
		default:
			p.text("  | ", e.Content)
		}
	}
}

func renderMemories(p *printer, out *verbs.MemoriesOut) {
	if len(out.Items) == 0 {
		p.line("No memories.")
		return
	}
	for i := range out.Items {
		renderBrief(p, &out.Items[i])
	}
	p.more(out.NextCursor)
}

func renderMemory(p *printer, out *verbs.MemoryOut) {
	renderBrief(p, &out.Memory)
	p.line("  holds %s; noted %s; confidence %.2f; %s", span(out.ValidFrom, out.ValidTo), day(out.RecordedAt), out.Confidence,
		plural(out.EventCount, "source", "sources"))
	if out.SupersededBy != nil {
		p.line("  replaced by %s", *out.SupersededBy)
	}
	if len(out.Supersedes) > 0 {
		p.line("  replaces %s", strings.Join(out.Supersedes, ", "))
	}
}
