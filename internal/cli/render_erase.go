package cli

import (
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderRules(p *printer, out *verbs.RetentionOut) {
	if len(out.Items) == 0 {
		p.line("There are no retention rules. Make one with: kaibo retention set --kind tool_call --days 90")
		return
	}
	rows := [][]string{{"RULE", "KIND", "STREAMS", "DAYS"}}
	for _, r := range out.Items {
		rows = append(rows, []string{r.ID, orAll(r.Kind), orAll(strings.Join(r.Streams, ",")), strconv.Itoa(r.Days)})
	}
	p.table(rows)
}

func orAll(s string) string {
	if s == "" {
		return "all"
	}
	return s
}

// ruleText says what a rule is about.
func ruleText(r *verbs.RuleInfo) string {
	text := "Events"
	if r.Kind != "" {
		text += " of kind " + r.Kind
	}
	if len(r.Streams) > 0 {
		text += " in " + strings.Join(r.Streams, ", ")
	}
	return text
}

func renderRule(p *printer, out *verbs.SetRetentionOut) {
	days := plural(out.Rule.Days, "day", "days")
	if !out.DryRun {
		p.line("%s are forgotten %s after they were recorded (rule %s).", ruleText(&out.Rule), days, out.Rule.ID)
		return
	}
	due := plural(*out.Due, "event is", "events are")
	if out.DueMore {
		due = "more than " + due
	}
	p.line("%s would be forgotten %s after they were recorded; %s past that now. Nothing was set.", ruleText(&out.Rule), days, due)
}

func renderRuleEnded(p *printer, out *verbs.DeleteRetentionOut) {
	p.line("Rule %s ended. What it forgot stays forgotten.", out.Rule.ID)
}
