package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// forgottenMemory demands that memory and explain show nothing of a memory
// that entry seq of the ledger names.
func (r *run) forgottenMemory(ctx context.Context, id string, seq uint64) error {
	defer r.advance()
	views := []struct {
		verb  string
		read  func(context.Context, string) ([]byte, error)
		judge func(id string, body []byte) string
	}{
		{"memory", r.source.Memory, r.judgeMemory},
		{"explain", r.source.Explain, r.judgeExplain},
	}
	for _, view := range views {
		body, err := view.read(ctx, id)
		switch {
		case kaibo.KindOf(err) == kaibo.NotFound && err != nil:
			// What only ever was provisional is not known once its job is done.
			if !r.wasProvisional(id) {
				r.found.add(chain.DeletionLedger, seq, "%s does not know the forgotten %s", view.verb, id)
			}
			continue
		case err != nil:
			return fmt.Errorf("read %s of the forgotten %s: %w", view.verb, id, err)
		}
		if what := view.judge(id, body); what != "" {
			r.found.add(chain.DeletionLedger, seq, "%s of the forgotten %s: %s", view.verb, id, what)
		}
	}
	return nil
}

// wasProvisional reports whether an id is that of the provisional memory of a
// forgotten event.
func (r *run) wasProvisional(id string) bool {
	_, ok := r.ledger.events[kaibo.ProvisionalEvent(id)]
	return ok
}

// judgeMemory returns what is wrong with the answer of the verb memory, or
// nothing. It may be about another memory, to which the id leads; then that one
// is forgotten too, or none of its events is.
func (r *run) judgeMemory(id string, body []byte) string {
	value, err := parse(body)
	if err != nil {
		return err.Error()
	}
	memory, _ := value.(map[string]any)
	if inner, ok := memory["memory"].(map[string]any); ok {
		memory = inner
	}
	served, _ := memory["id"].(string)
	forgotten := memory["status"] == kaibo.StatusForgotten
	switch {
	case served == "":
		return "the answer is no memory"
	case served == id && !forgotten:
		return fmt.Sprintf("its status is %v", memory["status"])
	case served != id && !forgotten && r.citesForgotten(memory):
		return fmt.Sprintf("it leads to %s, which cites a forgotten event", served)
	}
	return r.exposed(value)
}

// judgeExplain returns what is wrong with the answer of the verb explain, or
// nothing.
func (r *run) judgeExplain(_ string, body []byte) string {
	value, err := parse(body)
	if err != nil {
		return err.Error()
	}
	return r.exposed(value)
}

// verifyLists demands that no list shows a forgotten memory as anything else.
func (r *run) verifyLists(ctx context.Context) error {
	for item, err := range r.source.ListMemories(ctx) {
		if err != nil {
			return fmt.Errorf("list the memories: %w", err)
		}
		r.report.Listed++
		value, err := parse(item)
		if err != nil {
			r.found.add(chain.DeletionLedger, 0, "item %d of the list of memories: %v", r.report.Listed, err)
			continue
		}
		if what := r.exposed(value); what != "" {
			memory, _ := value.(map[string]any)
			id, _ := memory["id"].(string)
			r.found.add(chain.DeletionLedger, r.ledger.memories[id], "the list of memories: %s", what)
		}
	}
	return nil
}

// parse reads an answer as JSON.
func parse(body []byte) (any, error) {
	members, err := object(body)
	if err != nil {
		return nil, fmt.Errorf("the answer is not in the form of one: %w", err)
	}
	value := make(map[string]any, len(members))
	for name, raw := range members {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", name, err)
		}
		value[name] = v
	}
	return value, nil
}

// The members by which an answer names a memory or an event, and those in
// which it shows its text.
var (
	idMembers   = []string{"id", "memoryId", "eventId"}
	textMembers = []string{"content", "contentBase64", "text", "quote"}
)

// exposed looks through an answer for text, or another status than forgotten,
// beside the id of anything forgotten. Other parts of a chain may be shown:
// they have sources that were not forgotten. It returns what it met first.
func (r *run) exposed(value any) string {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			if what := r.exposed(element); what != "" {
				return what
			}
		}
	case map[string]any:
		if id := r.forgottenID(v); id != "" {
			if what := shows(id, v); what != "" {
				return what
			}
		}
		for _, name := range sortedNames(v) {
			if name == "metadata" {
				continue // a writer's own names, which mean nothing here
			}
			if what := r.exposed(v[name]); what != "" {
				return what
			}
		}
	}
	return ""
}

// forgottenID returns the id of the forgotten thing that an object is about.
func (r *run) forgottenID(object map[string]any) string {
	for _, name := range idMembers {
		id, _ := object[name].(string)
		if _, ok := r.ledger.memories[id]; ok {
			return id
		}
		if _, ok := r.ledger.events[id]; ok {
			return id
		}
	}
	return ""
}

// shows returns what an object that is about something forgotten shows of it.
func shows(id string, object map[string]any) string {
	for _, name := range textMembers {
		switch v := object[name].(type) {
		case nil:
		case string:
			if v != "" {
				return fmt.Sprintf("it shows the %s of the forgotten %s", name, id)
			}
		default:
			return fmt.Sprintf("it shows the %s of the forgotten %s", name, id)
		}
	}
	if status, ok := object["status"]; ok && status != kaibo.StatusForgotten {
		return fmt.Sprintf("it shows the forgotten %s as %v", id, status)
	}
	return ""
}

// citesForgotten reports whether a memory names a forgotten event.
func (r *run) citesForgotten(memory map[string]any) bool {
	events, _ := memory["events"].([]any)
	for _, e := range events {
		id, _ := e.(string)
		if _, ok := r.ledger.events[id]; ok {
			return true
		}
	}
	return false
}

func sortedNames(object map[string]any) []string {
	return slices.Sorted(maps.Keys(object))
}
