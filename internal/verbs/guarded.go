//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/guard"
	"github.com/kaibo-dev/kaibo/internal/guard/setting"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// guarded is one text of a request that the secret guard looks at.
type guarded struct {
	entry *ledger.Entry // that it belongs to; nil for the request's own
	field string        // as a problem names it
	text  string
	found []guard.Finding
	write func(string) // puts another text in its place; nil where that cannot be
}

// guard looks for secrets in what is about to be appended. It refuses, or writes
// over, what the project's policy says, before anything is written, and leaves
// what is to be told with the entries. A text without any finding costs no read.
func (c *Call) guard(ctx context.Context, in *RememberIn, entries []ledger.Entry) error {
	texts := []guarded{{field: "stream", text: in.Stream}}
	for i := range entries {
		path := ""
		if in.Events != nil {
			path = fmt.Sprintf("events[%d].", i)
		}
		texts = append(texts, textsOf(&entries[i], path)...)
	}
	hit := texts[:0]
	for _, t := range texts {
		if t.found = guard.Find(t.text); len(t.found) > 0 {
			hit = append(hit, t)
		}
	}
	if len(hit) == 0 {
		return nil
	}
	var s setting.Setting
	if c.Create == nil { // a project that is not there yet has said nothing
		var err error
		if s, err = setting.Read(ctx, c.Deps.Table, c.Project.ID); err != nil {
			return err
		}
	}
	refused := validation{kind: kaibo.Invalid}
	for i := range hit {
		if err := c.judge(ctx, &s, &hit[i], &refused); err != nil {
			return err
		}
	}
	return refused.err()
}

// judge does with one text what the policy says. A text that is refused and
// belongs to an event that is there already is a replay: nothing of it is
// written, and the first answer must be had again.
func (c *Call) judge(ctx context.Context, s *setting.Setting, t *guarded, refused *validation) error {
	judged := s.Judge(c.Project, t.text, t.found)
	for i := range judged {
		why := refusal(&judged[i], t)
		if why == "" {
			continue
		}
		there, err := c.alreadyThere(ctx, t.entry)
		if err != nil || there {
			return err
		}
		refused.fault(kaibo.Invalid, t.field, "%s", why)
	}
	if guard.Strictest(judged) == guard.ActRedact && t.write != nil {
		t.text, judged = guard.Redact(t.text, judged)
		t.write(t.text)
	}
	for _, j := range judged {
		if t.entry == nil {
			continue
		}
		t.entry.Warnings = append(t.entry.Warnings, kaibo.SecretWarning{Rule: j.Rule, Field: t.field, Start: j.Start, End: j.End, Action: string(j.Action)})
	}
	return nil
}

// refusal says why a finding is refused; empty when it is not.
func refusal(j *guard.Judged, t *guarded) string {
	what := fmt.Sprintf("holds what looks like a secret (rule %s, bytes %d to %d)", j.Rule, j.Start, j.End)
	switch {
	case !j.Class.Secret():
		what = fmt.Sprintf("holds personal data (rule %s, bytes %d to %d)", j.Rule, j.Start, j.End)
	case j.Class == guard.PrivateKey:
		what = fmt.Sprintf("holds a private key (rule %s, bytes %d to %d)", j.Rule, j.Start, j.End)
	}
	switch {
	case j.Action == guard.ActRefuse:
		return what + ", which the guard's policy refuses; take it out, or let it pass with guard.allow"
	case j.Action == guard.ActRedact && t.write == nil:
		return what + ", which the guard's policy writes over; that cannot be done here, so take it out, or let it pass with guard.allow"
	}
	return ""
}

// alreadyThere reports whether an entry's key was used before.
func (c *Call) alreadyThere(ctx context.Context, e *ledger.Entry) (bool, error) {
	if e == nil || e.IdempotencyKey == "" || c.Create != nil {
		return false, nil
	}
	_, err := c.Deps.Ledger.Event(ctx, c.Project, c.Project.EventIDForKey(e.IdempotencyKey))
	if kaibo.KindOf(err) == kaibo.NotFound {
		return false, nil
	}
	return err == nil, err
}

// textsOf lists the texts of an entry. What names something (an idempotency
// key, an initiative, an entry of the metadata) cannot be written over, nor can
// a content that is no text.
func textsOf(e *ledger.Entry, path string) []guarded {
	content := guarded{entry: e, field: path + "content", text: string(e.Content)}
	if utf8.Valid(e.Content) {
		content.write = func(s string) { e.Content = []byte(s) }
	}
	texts := []guarded{content,
		{entry: e, field: path + "actor", text: e.Details.Actor, write: func(s string) { e.Details.Actor = s }},
		{entry: e, field: path + "role", text: e.Details.Role, write: func(s string) { e.Details.Role = s }},
		{entry: e, field: path + "idempotencyKey", text: e.IdempotencyKey},
	}
	for i, name := range e.Details.Initiatives {
		texts = append(texts, guarded{entry: e, field: fmt.Sprintf("%sinitiatives[%d]", path, i), text: name})
	}
	// Names of metadata are the writer's words: a warning, which stays, counts
	// them in byte order.
	for i, key := range slices.Sorted(maps.Keys(e.Details.Metadata)) {
		field := fmt.Sprintf("%smetadata[%d]", path, i)
		texts = append(texts, guarded{entry: e, field: field + ".name", text: key})
		if value, ok := e.Details.Metadata[key].(string); ok {
			texts = append(texts, guarded{entry: e, field: field, text: value, write: func(s string) { e.Details.Metadata[key] = s }})
		}
	}
	return texts
}

// redacted reports whether the guard wrote over something of an event: what was
// stored is not what was sent.
func redacted(warnings []kaibo.SecretWarning) bool {
	return slices.ContainsFunc(warnings, func(w kaibo.SecretWarning) bool { return w.Action == string(guard.ActRedact) })
}
