// Package setting keeps what a project says of the secret guard: what is done
// about each class of findings, and which values or rules it lets pass. It is
// one item a project, read when the guard found something and at no other time.
//
// A value that is let pass is kept as an HMAC under the project's secret, and
// why as the id of the event that says so: the item holds no text, and the
// reason can be forgotten as any event can.
//
//	s, err := setting.Read(ctx, table, project.ID)
//	judged := s.Judge(project, text, guard.Find(text))
package setting

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/guard"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MaxAllowed is how many entries an allow-list has at most: it is read, with
// the reasons, as one list.
const MaxAllowed = 100

// Setting is what a project says. The zero value is what nobody changed.
type Setting struct {
	Policy    guard.Policy `json:"policy,omitempty"`
	Allowed   []Allowed    `json:"allowed,omitempty"`
	UpdatedAt kaibo.Time   `json:"updatedAt"`
	By        string       `json:"by,omitempty"` // name of the key that changed the policy
}

// Allowed lets findings pass: those of a rule, those of one value, or those of
// one value by one rule.
type Allowed struct {
	ID        string     `json:"id"`
	Rule      string     `json:"rule,omitempty"`   // empty for every rule
	Digest    string     `json:"digest,omitempty"` // of the value; empty for every value
	EventID   string     `json:"eventId"`          // what says why
	CreatedAt kaibo.Time `json:"createdAt"`
	By        string     `json:"by,omitempty"` // name of the key
}

// Digest is what is kept of a value that is let pass.
func Digest(p kaibo.Project, value string) string { return p.Digest("guard", value) }

// Judge answers what the setting says about findings in a text.
func (s *Setting) Judge(p kaibo.Project, text string, found []guard.Finding) []guard.Judged {
	if len(s.Allowed) == 0 {
		return s.Policy.Judge(found, nil)
	}
	return s.Policy.Judge(found, func(f guard.Finding) bool {
		digest := ""
		for i := range s.Allowed {
			a := &s.Allowed[i]
			if a.Rule != "" && a.Rule != f.Rule {
				continue
			}
			if a.Digest != "" && digest == "" {
				digest = Digest(p, text[f.Start:f.End])
			}
			if a.Digest == "" || a.Digest == digest {
				return true
			}
		}
		return false
	})
}

// Find answers the entry for a rule and a digest.
func (s *Setting) Find(rule, digest string) (Allowed, bool) {
	for _, a := range s.Allowed {
		if a.Rule == rule && a.Digest == digest {
			return a, true
		}
	}
	return Allowed{}, false
}

// Read reads the setting of a project.
func Read(ctx context.Context, table kaibo.Table, project string) (Setting, error) {
	s, _, err := read(ctx, table, project)
	return s, err
}

func read(ctx context.Context, table kaibo.Table, project string) (Setting, uint64, error) {
	var s Setting
	items, err := table.Get(ctx, kaibo.GuardSettingKey(project))
	if err != nil {
		return s, 0, fmt.Errorf("read the guard's setting: %w", err)
	}
	if !items[0].Found() {
		return s, 0, nil
	}
	return s, items[0].Version, items[0].Decode(&s)
}

// maxTries bounds how often a setting is written when others write it.
const maxTries = 8

// Change writes what edit makes of the setting. Edit may be asked again, with
// what another left; its error ends the change with nothing written.
func Change(ctx context.Context, table kaibo.Table, project string, edit func(*Setting) error) (Setting, error) {
	for range maxTries {
		s, version, err := read(ctx, table, project)
		if err != nil {
			return s, err
		}
		if err := edit(&s); err != nil {
			return s, err
		}
		err = table.Commit(ctx, []kaibo.Write{kaibo.PutOver(kaibo.GuardSettingKey(project), version, kaibo.Encode(s))})
		if conflict := new(*kaibo.ConflictError); err == nil || !errors.As(err, conflict) {
			return s, err
		}
	}
	return Setting{}, &kaibo.Error{Op: "set guard", Kind: kaibo.Unavailable, Detail: "too many others change the setting; try again"}
}
