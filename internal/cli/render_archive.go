package cli

import "github.com/kaibo-dev/kaibo/internal/verbs"

// renderArchive says what an archive holds.
func renderArchive(p *printer, out *verbs.ArchiveOut) {
	p.line("%s: project %s as of %s, %d bytes.", out.Path, out.Project, day(out.TakenAt), out.Bytes)
	p.line("%s, %s with their text, %d forgotten; %s; %s of the deletion ledger; %s.",
		plural(int(out.Events), "event", "events"), plural(int(out.Payloads), "payload", "payloads"), out.Forgotten,
		plural(out.Streams, "stream", "streams"), plural(int(out.Deletions), "entry", "entries"), plural(out.Checkpoints, "checkpoint", "checkpoints"))
	if out.Digest != "" {
		p.line("All holds.")
		return
	}
	p.line("It holds the project's secret and all of its text: keep it as you keep the data. Check it with: kaibo archive %s", out.Path)
}

// renderLoadedArchive says what was made of one.
func renderLoadedArchive(p *printer, out *verbs.LoadArchiveOut) {
	renderArchive(p, &out.Archive)
	p.line("Made project %s of it, with %s.", out.Made.Name, plural(out.Memories, "memory", "memories"))
	if out.Forgotten > 0 {
		p.line("%s forgotten again: this server had forgotten them since.", plural(out.Forgotten, "event was", "events were"))
	}
	renderFindings(p, out.Findings)
}
