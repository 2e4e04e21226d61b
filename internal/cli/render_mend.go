package cli

import (
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderMended(p *printer, out *verbs.MendOut) {
	p.line("Recorded as %s, %s %d.", out.Event.ID, out.Event.Stream, out.Event.Seq)
	if out.Job.Status != kaibo.JobDone || out.Job.Reason != "" {
		renderState(p, &out.Job, len(out.Memories))
	}
	for i := range out.Memories {
		renderBrief(p, &out.Memories[i])
	}
}

// forgetAnswer is ForgetOut without its embedded pointers, which JSON cannot
// fill when both could have a field.
type forgetAnswer struct {
	verbs.ForgetPreview
	Receipt    *kaibo.Receipt  `json:"receipt"`
	Receipts   []kaibo.Receipt `json:"receipts"`
	ReasonSalt string          `json:"reasonSalt"`
	NotProved  string          `json:"notProved"`
}

func renderForgotten(p *printer, out *forgetAnswer) {
	if out.Receipt == nil {
		renderPreview(p, &out.ForgetPreview)
		return
	}
	receipts := out.Receipts
	if len(receipts) == 0 {
		receipts = []kaibo.Receipt{*out.Receipt}
	}
	for i := range receipts {
		r := &receipts[i]
		p.line("Forgotten: %s and %s. Receipt %s, entry %d of the deletion ledger.",
			plural(len(r.MemoryIDs), "memory", "memories"), plural(len(r.EventIDs), "event", "events"), r.ID, r.Seq)
		p.line("  hash %s", r.Hash)
	}
	p.line("No read shows the text from now on. It is gone from every store on %s.", dayOf(out.Receipt.PurgeAt))
	p.text("", out.NotProved)
	if out.ReasonSalt != "" {
		p.line("Salt of the reason, shown this once: %s", out.ReasonSalt)
	}
}

func renderPreview(p *printer, out *verbs.ForgetPreview) {
	if len(out.Matches)+len(out.Events) == 0 {
		p.line("There is nothing to forget.")
		return
	}
	p.line("This would forget %s and %s:", plural(len(out.Matches)+out.Omitted, "memory", "memories"), plural(len(out.Events), "event", "events"))
	for i := range out.Matches {
		renderBrief(p, &out.Matches[i])
	}
	if out.Omitted > 0 {
		p.line("  and %d more", out.Omitted)
	}
	for _, id := range out.Events {
		p.line("- %s", id)
	}
	p.line("Preview %s", out.Preview)
}

// deleteAnswer is DeleteProjectOut without its embedded pointer.
type deleteAnswer struct {
	Usage *verbs.ProjectUsageOut `json:"usage"`
	forgetAnswer
}

func renderDeleted(p *printer, out *deleteAnswer) {
	if out.Usage != nil {
		p.line("This would delete everything of:")
		renderUsage(p, out.Usage)
		return
	}
	p.line("Deleted. Nothing finds the project from now on; its text is gone from every store on %s.", dayOf(out.Receipt.PurgeAt))
	p.line("Receipt %s, entry %d of the operator's deletion ledger. Salt of the reason, shown this once: %s", out.Receipt.ID, out.Receipt.Seq, out.ReasonSalt)
}

func renderAlias(p *printer, out *verbs.MendOut) {
	p.line("The two names are one subject from now on: %s, %s %d.", out.Event.ID, out.Event.Stream, out.Event.Seq)
}

func renderKeys(p *printer, out *verbs.KeysOut) {
	rows := [][]string{{"KEY", "NAME", "SCOPES", "LIMITED TO", "A MINUTE", "MADE", "USED", "ENDS", "REVOKED"}}
	for _, k := range out.Items {
		rows = append(rows, []string{k.ID, k.Name, strings.Join(k.Scopes, ","), strings.Join(k.Limited, ","), limitOf(k.PerMinute), day(k.CreatedAt), dayOf(k.LastUsed), dayOf(k.ExpiresAt), dayOf(k.RevokedAt)})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func limitOf(perMinute int) string {
	if perMinute == 0 {
		return ""
	}
	return strconv.Itoa(perMinute)
}

func renderNewKey(p *printer, out *verbs.CreateKeyOut) {
	p.line("%s", out.Key)
	p.line("\nKey %s to project %s, with %s. It is shown this once.", out.ID, out.Project, strings.Join(out.Scopes, ", "))
	if len(out.Limited) > 0 {
		p.line("It is limited to the initiatives %s.", strings.Join(out.Limited, ", "))
	}
	if out.PerMinute > 0 {
		p.line("It makes at most %s a minute.", plural(out.PerMinute, "request", "requests"))
	}
	if out.ExpiresAt != nil {
		p.line("It ends on %s.", day(*out.ExpiresAt))
	}
	p.line("Use it with: export KAIBO_API_KEY=%s", out.Key)
}

func renderRevoked(p *printer, out *verbs.RevokeKeyOut) {
	p.line("Key %s ended on %s.", out.ID, dayOf(out.RevokedAt))
}

func renderProjects(p *printer, out *verbs.ProjectsOut) {
	rows := [][]string{{"PROJECT", "ID", "MADE"}}
	for _, one := range out.Items {
		rows = append(rows, []string{one.Name, one.ID, day(one.CreatedAt)})
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func renderNewProject(p *printer, out *verbs.CreateProjectOut) {
	p.line("Made project %s (%s). Make a key to it with: kaibo keys create --project %s --scopes read,write", out.Name, out.ID, out.Name)
}

func renderUsage(p *printer, out *verbs.ProjectUsageOut) {
	p.line("Project %s (%s):", out.Project.Name, out.Project.ID)
	p.line("  %s in %s", plural(int(out.Events), "event", "events"), plural(int(out.Streams), "stream", "streams"))
	p.line("  %s", plural(int(out.Memories), "memory", "memories"))
	p.line("  %s in the deletion ledger", plural(int(out.Deletions), "entry", "entries"))
}
