package cli

import (
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderGuard(p *printer, out *verbs.GuardOut) {
	q := &out.Policy
	p.table([][]string{{"CLASS", "ACTION"}, {"privateKey", q.PrivateKey}, {"token", q.Token}, {"credential", q.Credential},
		{"card", q.Card}, {"iban", q.IBAN}, {"email", q.Email}, {"phone", q.Phone}, {"ip", q.IP}})
	if out.Allowed > 0 {
		p.line("The allow-list has %s; see: kaibo guard allowed", plural(out.Allowed, "entry", "entries"))
	}
}

func renderAllowed(p *printer, out *verbs.AllowedOut) {
	if len(out.Items) == 0 {
		p.line("Nothing is let pass.")
		return
	}
	rows := [][]string{{"ENTRY", "RULE", "WHAT", "REASON"}}
	for i := range out.Items {
		a := &out.Items[i]
		rows = append(rows, []string{a.ID, orAll(a.Rule), whatPasses(a), a.Reason})
	}
	p.table(rows)
}

func whatPasses(a *verbs.AllowInfo) string {
	if a.OneValue {
		return "one value"
	}
	return "all it finds"
}

func renderAllow(p *printer, out *verbs.AllowOut) {
	if out.New {
		p.line("Let pass from now on (%s).", out.Entry.ID)
		return
	}
	p.line("It is let pass already (%s).", out.Entry.ID)
}

func renderDisallow(p *printer, out *verbs.AllowOut) {
	p.line("%s is taken out of the allow-list.", out.Entry.ID)
}

func renderScan(p *printer, out *verbs.ScanOut) {
	if len(out.Items) == 0 {
		p.line("Nothing was found.")
		return
	}
	rows := [][]string{{"RULE", "CLASS", "BYTES", "MASKED", "ACTION"}}
	for i := range out.Items {
		f := &out.Items[i]
		rows = append(rows, []string{f.Rule, f.Class, strconv.Itoa(f.Start) + "-" + strconv.Itoa(f.End), f.Masked, f.Action})
	}
	p.table(rows)
	if out.More > 0 {
		p.line("… and %d more.", out.More)
	}
	if out.Redacted != "" {
		p.text("Would be stored as: ", out.Redacted)
	}
}

// renderWarnings tells what the guard found in what was remembered.
func renderWarnings(p *printer, warnings []kaibo.SecretWarning) {
	for _, w := range warnings {
		if w.Action == "redact" {
			p.line("Redacted: %s in %s, now at bytes %d to %d.", w.Rule, w.Field, w.Start, w.End)
			continue
		}
		p.line("Warning: %s in %s at bytes %d to %d looks like a secret; forget it if it is one.", w.Rule, w.Field, w.Start, w.End)
	}
}
