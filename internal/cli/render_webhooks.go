package cli

import (
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderWebhooks(p *printer, out *verbs.WebhooksOut) {
	if len(out.Items) == 0 {
		p.line("No webhooks. Make one with: kaibo webhooks create https://example.com/hook")
		return
	}
	rows := [][]string{{"WEBHOOK", "STATUS", "FAILURES", "DELIVERED", "EVENTS", "URL"}}
	for i := range out.Items {
		w := &out.Items[i]
		events := strings.Join(w.Events, ",")
		if events == "" {
			events = "all"
		}
		rows = append(rows, []string{w.ID, w.Status, strconv.Itoa(w.Failures), dayOf(w.DeliveredAt), events, w.URL})
	}
	p.table(rows)
	for i := range out.Items {
		if w := &out.Items[i]; w.Reason != "" {
			p.text("", w.ID+" is disabled: "+w.Reason)
		}
	}
}

func renderNewWebhook(p *printer, out *verbs.CreateWebhookOut) {
	p.line("%s", out.Secret)
	p.line("\nThe secret of webhook %s, which posts to %s. It is shown this once.", out.ID, out.URL)
	p.line("Try it with: kaibo webhooks test %s", out.ID)
}

func renderRotatedWebhook(p *printer, out *verbs.RotateWebhookOut) {
	p.line("%s", out.Secret)
	p.line("\nThe new secret of webhook %s. It is shown this once.", out.ID)
}

func renderWebhook(p *printer, out *verbs.WebhookOut) {
	p.line("Webhook %s is %s.", out.ID, out.Status)
}

func renderDeletedWebhook(p *printer, out *verbs.DeleteWebhookOut) {
	p.line("Webhook %s is deleted.", out.ID)
}

func renderTestedWebhook(p *printer, out *verbs.TestWebhookOut) {
	if out.Problem == "" {
		p.line("The receiver answered %d to %s after %d ms.", out.Status, out.MessageID, out.Milliseconds)
		return
	}
	p.line("%s was not delivered, after %d ms: %s.", out.MessageID, out.Milliseconds, out.Problem)
}

func renderDeliveries(p *printer, out *verbs.DeliveriesOut) {
	switch {
	case len(out.DeadLetters) > 0:
		rows := [][]string{{"MESSAGE", "TYPE", "OF", "ATTEMPTS", "PROBLEM"}}
		for i := range out.DeadLetters {
			d := &out.DeadLetters[i]
			rows = append(rows, []string{d.MessageID, d.Type, day(d.At), strconv.Itoa(d.Attempts), d.Problem})
		}
		p.table(rows)
	case len(out.Items) == 0:
		p.line("Nothing.")
	default:
		rows := [][]string{{"AT", "MESSAGE", "TYPE", "ATTEMPT", "OUTCOME", "STATUS", "MS", "PROBLEM"}}
		for i := range out.Items {
			d := &out.Items[i]
			rows = append(rows, []string{day(d.At), d.MessageID, d.Type, strconv.Itoa(d.Attempt), d.Outcome, statusOf(d.Status),
				strconv.FormatInt(d.Milliseconds, 10), d.Problem})
		}
		p.table(rows)
	}
	p.more(out.NextCursor)
}

// statusOf writes the status of an answer; where there was none, so.
func statusOf(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status)
}

func renderRedrivenMessages(p *printer, out *verbs.RedriveWebhookOut) {
	p.line("%s back in the queue.", plural(out.Redriven, "message is", "messages are"))
}
