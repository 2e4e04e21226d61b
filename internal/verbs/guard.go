//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/guard"
	"github.com/kaibo-dev/kaibo/internal/guard/setting"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// GuardStream is where the changes of the guard's policy and allow-list are
// recorded, each as an event of kind curate.
const GuardStream = "~guard"

// GuardPolicy says what is done about each class of findings.
type GuardPolicy struct {
	PrivateKey string `json:"privateKey,omitempty" enum:"redact,refuse" doc:"Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said otherwise; never stored as they are."`
	Token      string `json:"token,omitempty" enum:"off,warn,redact,refuse" doc:"Values that their own format gives away, such as access keys of services. Warned of."`
	Credential string `json:"credential,omitempty" enum:"off,warn,redact,refuse" doc:"Values that are called a password, key or token beside them. Warned of."`
	Card       string `json:"card,omitempty" enum:"off,warn,redact,refuse" doc:"Numbers of payment cards. Off."`
	IBAN       string `json:"iban,omitempty" enum:"off,warn,redact,refuse" doc:"Numbers of bank accounts. Off."`
	Email      string `json:"email,omitempty" enum:"off,warn,redact,refuse" doc:"E-mail addresses. Off."`
	Phone      string `json:"phone,omitempty" enum:"off,warn,redact,refuse" doc:"Phone numbers, international or North American. Off."`
	IP         string `json:"ip,omitempty" enum:"off,warn,redact,refuse" doc:"IP addresses. Off."`
}

// fields are the policy's, by their class.
func (p *GuardPolicy) fields() map[guard.Class]*string {
	return map[guard.Class]*string{guard.PrivateKey: &p.PrivateKey, guard.Token: &p.Token, guard.Credential: &p.Credential,
		guard.Card: &p.Card, guard.IBAN: &p.IBAN, guard.Email: &p.Email, guard.Phone: &p.Phone, guard.IP: &p.IP}
}

// GuardOut is the answer of guard and guard.set.
type GuardOut struct {
	Policy    GuardPolicy `json:"policy" doc:"What is done about each class."`
	Allowed   int         `json:"allowed" doc:"How many entries the allow-list has; guard.allowed lists them."`
	UpdatedAt *kaibo.Time `json:"updatedAt,omitempty" doc:"When the policy was changed last; absent when nobody ever did."`
	By        string      `json:"by,omitempty" doc:"Name of the key that changed it."`
}

func guardOut(s *setting.Setting) *GuardOut {
	out := &GuardOut{Allowed: len(s.Allowed), By: s.By}
	for class, field := range out.Policy.fields() {
		*field = string(s.Policy.Action(class))
	}
	if s.UpdatedAt != 0 {
		out.UpdatedAt = &s.UpdatedAt
	}
	return out
}

var guardVerb = define(Spec{
	Name:    "guard",
	Summary: "Show what is done about secrets in what is remembered",
	Doc: "Shows the secret guard's policy: of each class of findings whether it is left alone (off), told on the job (warn), " +
		"written over before anything is stored (redact), or refused with nothing stored (refuse).",
	Scope: Read, Toolset: Manage, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, readGuard)

// GuardIn is the input of guard.
type GuardIn struct{}

func readGuard(ctx context.Context, c *Call, _ *GuardIn) (*GuardOut, error) {
	s, err := setting.Read(ctx, c.Deps.Table, c.Project.ID)
	if err != nil {
		return nil, err
	}
	return guardOut(&s), nil
}

var setGuardVerb = define(Spec{
	Name:    "guard.set",
	Summary: "Say what is done about secrets and personal data",
	Doc: "Changes the secret guard's policy, of the classes that are given; it holds for what is remembered from then on. Personal " +
		"data is looked for only where the policy names it. The change is recorded in the stream ~guard.",
	Scope: Admin, Toolset: Manage, Hints: Hints{Idempotent: true},
	Example: `{"token": "redact", "email": "warn"}`,
}, setGuard)

// SetGuardIn is the input of guard.set.
type SetGuardIn struct{ GuardPolicy }

func setGuard(ctx context.Context, c *Call, in *SetGuardIn) (*GuardOut, error) {
	said := guard.Policy{}
	for class, field := range in.fields() {
		if *field != "" {
			said[class] = guard.Action(*field)
		}
	}
	if len(said) == 0 {
		return nil, kaibo.Errorf(kaibo.Invalid, "give an action for a class at least: %s", classNames())
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	if err := recordGuard(ctx, c, p, &guardRecord{Verb: "guard.set", Policy: said}, nil); err != nil {
		return nil, err
	}
	s, err := setting.Change(ctx, c.Deps.Table, p.ID, func(s *setting.Setting) error {
		if s.Policy == nil {
			s.Policy = guard.Policy{}
		}
		for class, action := range said {
			s.Policy[class] = action
		}
		s.UpdatedAt, s.By = kaibo.TimeOf(c.Arrived), c.Author
		return nil
	})
	if err != nil {
		return nil, err
	}
	return guardOut(&s), nil
}

func classNames() string {
	names := make([]string, len(guard.Classes))
	for i, c := range guard.Classes {
		names[i] = string(c)
	}
	return strings.Join(names, ", ")
}

// AllowInfo is an entry of the allow-list.
type AllowInfo struct {
	ID        string     `json:"id" doc:"Names the entry to guard.disallow."`
	Rule      string     `json:"rule,omitempty" doc:"The rule whose findings pass; absent for every rule."`
	OneValue  bool       `json:"oneValue" doc:"One value alone passes, which nobody can read back."`
	Reason    string     `json:"reason,omitempty" doc:"Why, as the event says; absent once that is forgotten."`
	EventID   string     `json:"eventId" doc:"The event that records it."`
	CreatedAt kaibo.Time `json:"createdAt" doc:"When it was made."`
	By        string     `json:"by,omitempty" doc:"Name of the key that made it."`
}

func allowInfo(a *setting.Allowed, reason string) AllowInfo {
	return AllowInfo{ID: a.ID, Rule: a.Rule, OneValue: a.Digest != "", Reason: reason, EventID: a.EventID, CreatedAt: a.CreatedAt, By: a.By}
}

var allowedVerb = define(Spec{
	Name:    "guard.allowed",
	Summary: "List what the secret guard lets pass",
	Doc:     "Lists the entries of the secret guard's allow-list with their reasons. The values are not kept, so they are not shown.",
	Scope:   Read, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, listAllowed)

// AllowedIn is the input of guard.allowed.
type AllowedIn struct{}

// AllowedOut is the answer of guard.allowed.
type AllowedOut struct {
	Items []AllowInfo `json:"items" doc:"The entries, the oldest first; at most 100."`
}

// reasonReaders is how many reasons are read at a time.
const reasonReaders = 8

func listAllowed(ctx context.Context, c *Call, _ *AllowedIn) (*AllowedOut, error) {
	s, err := setting.Read(ctx, c.Deps.Table, c.Project.ID)
	if err != nil {
		return nil, err
	}
	out := &AllowedOut{Items: make([]AllowInfo, len(s.Allowed))}
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(reasonReaders)
	for i := range s.Allowed {
		work.Go(func() error {
			reason, err := reasonOf(ctx, c, s.Allowed[i].EventID)
			out.Items[i] = allowInfo(&s.Allowed[i], reason)
			return err
		})
	}
	return out, work.Wait()
}

// reasonOf reads why an entry was made out of its event; empty once that is
// forgotten.
func reasonOf(ctx context.Context, c *Call, eventID string) (string, error) {
	_, p, err := c.Deps.Ledger.Payload(ctx, c.Project, eventID)
	if k := kaibo.KindOf(err); err != nil && (k == kaibo.Gone || k == kaibo.NotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var r guardRecord
	if err := canon.Decode(p.Content, &r); err != nil {
		return "", &kaibo.Error{Op: "read reason", Err: err}
	}
	return r.Reason, nil
}

var allowVerb = define(Spec{
	Name:    "guard.allow",
	Summary: "Let a value or a rule pass the secret guard",
	Doc: "Lets pass what the secret guard would find: one value, such as a key of a test, the findings of a rule, or one value by one rule. Of the value " +
		"only a digest under the project's secret is kept. The reason is recorded as an event of the stream ~guard. The same again answers the entry that is there.",
	Scope: Admin, Toolset: Manage, Hints: Hints{Idempotent: true}, Main: "value",
	Statuses: []Status{{"200", "It was there already."}, {"201", "Recorded, and let pass from now on."}},
	Example:  `{"value": "ghp_aFakeOneFromTheSuiteOfTests000000000", "reason": "A fake of the test suite."}`,
}, allow)

// AllowIn is the input of guard.allow.
type AllowIn struct {
	Value  string `json:"value,omitempty" bytes:"65536" doc:"The value, just as the guard finds it; every value of the rule when absent."`
	Rule   string `json:"rule,omitempty" bytes:"64" doc:"Name of the rule, as warnings and guard.scan show it; every rule when absent."`
	Reason string `json:"reason" bytes:"4096" doc:"Why it is no secret, or may be stored all the same."`
}

// AllowOut is the answer of guard.allow and guard.disallow.
type AllowOut struct {
	Entry AllowInfo `json:"entry" doc:"The entry of the allow-list."`
	New   bool      `json:"new,omitempty" doc:"It was not there before."`
}

// StatusCode implements StatusCoder.
func (o *AllowOut) StatusCode() int {
	if o.New {
		return http.StatusCreated
	}
	return http.StatusOK
}

func allow(ctx context.Context, c *Call, in *AllowIn) (*AllowOut, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	return keep(ctx, c, p, "guard.allow", func() (*AllowOut, error) {
		entry := setting.Allowed{Rule: in.Rule, CreatedAt: kaibo.TimeOf(c.Arrived), By: c.Author}
		if in.Value != "" {
			entry.Digest = setting.Digest(p, in.Value)
		}
		s, err := setting.Read(ctx, c.Deps.Table, p.ID)
		if err != nil {
			return nil, err
		}
		if old, ok := s.Find(entry.Rule, entry.Digest); ok {
			reason, err := reasonOf(ctx, c, old.EventID)
			return &AllowOut{Entry: allowInfo(&old, reason)}, err
		}
		if err := roomToAllow(&s); err != nil {
			return nil, err
		}
		record := guardRecord{Verb: "guard.allow", Rule: in.Rule, Digest: entry.Digest, Reason: in.Reason}
		if err := recordGuard(ctx, c, p, &record, &entry); err != nil {
			return nil, err
		}
		_, err = setting.Change(ctx, c.Deps.Table, p.ID, func(s *setting.Setting) error {
			if old, ok := s.Find(entry.Rule, entry.Digest); ok { // another was faster
				entry = old
				return nil
			}
			if err := roomToAllow(s); err != nil {
				return err
			}
			s.Allowed = append(s.Allowed, entry)
			return nil
		})
		if err != nil {
			return nil, err
		}
		return &AllowOut{Entry: allowInfo(&entry, in.Reason), New: true}, nil
	})
}

// check says what is wrong with what is to be let pass.
func (in *AllowIn) check() error {
	switch {
	case in.Value == "" && in.Rule == "":
		return kaibo.InvalidField("value", "or rule must be given")
	case in.Rule != "" && !slices.Contains(guard.Rules(), in.Rule):
		return kaibo.InvalidField("rule", "is the name of no rule; guard.scan and warnings show them")
	case in.Value == "" && guard.ClassOf(in.Rule) == guard.PrivateKey:
		return kaibo.InvalidField("value", "must be given: private keys pass one by one")
	case len(guard.Scan(in.Reason)) > 0:
		return kaibo.InvalidField("reason", "holds what looks like a secret itself; it is kept, so leave that out")
	}
	return nil
}

func roomToAllow(s *setting.Setting) error {
	if len(s.Allowed) >= setting.MaxAllowed {
		return kaibo.Errorf(kaibo.Conflict, "the allow-list is full: it has %d entries; take one out with guard.disallow", setting.MaxAllowed)
	}
	return nil
}

var disallowVerb = define(Spec{
	Name:    "guard.disallow",
	Summary: "Let the secret guard find it again",
	Doc:     "Takes an entry out of the secret guard's allow-list. That is recorded in the stream ~guard; what was stored meanwhile stays.",
	Scope:   Admin, Toolset: Manage, Main: "id",
	Example: `{"id": "alw_aaaaaaaaaaaaaaaa", "reason": "The key is in use by now."}`,
}, disallow)

// DisallowIn is the input of guard.disallow.
type DisallowIn struct {
	ID     string `json:"id" form:"id" doc:"The entry, as guard.allowed lists it."`
	Reason string `json:"reason,omitempty" bytes:"4096" doc:"Why."`
}

func disallow(ctx context.Context, c *Call, in *DisallowIn) (*AllowOut, error) {
	if len(guard.Scan(in.Reason)) > 0 {
		return nil, kaibo.InvalidField("reason", "holds what looks like a secret itself; it is kept, so leave that out")
	}
	return keep(ctx, c, c.Project, "guard.disallow", func() (*AllowOut, error) {
		s, err := setting.Read(ctx, c.Deps.Table, c.Project.ID)
		if err != nil {
			return nil, err
		}
		gone := func(a setting.Allowed) bool { return a.ID == in.ID }
		i := slices.IndexFunc(s.Allowed, gone)
		if i < 0 {
			return nil, kaibo.Errorf(kaibo.NotFound, "the allow-list has no entry %s", in.ID)
		}
		entry := s.Allowed[i]
		reason, err := reasonOf(ctx, c, entry.EventID)
		if err != nil {
			return nil, err
		}
		record := guardRecord{Verb: "guard.disallow", Rule: entry.Rule, Digest: entry.Digest, Reason: in.Reason, Entry: entry.ID}
		if err := recordGuard(ctx, c, c.Project, &record, nil); err != nil {
			return nil, err
		}
		_, err = setting.Change(ctx, c.Deps.Table, c.Project.ID, func(s *setting.Setting) error {
			s.Allowed = slices.DeleteFunc(s.Allowed, gone)
			return nil
		})
		return &AllowOut{Entry: allowInfo(&entry, reason)}, err
	})
}

// guardRecord is the content of an event of GuardStream, in RFC 8785's form.
type guardRecord struct {
	Verb   string       `json:"verb"`
	Entry  string       `json:"entry,omitempty"`
	Rule   string       `json:"rule,omitempty"`
	Digest string       `json:"digest,omitempty"`
	Policy guard.Policy `json:"policy,omitempty"`
	Reason string       `json:"reason,omitempty"`
}

// recordGuard writes that the guard is about to be changed, and by whom, before
// it is. The entry, where there is one, gets its id from the event.
func recordGuard(ctx context.Context, c *Call, p kaibo.Project, r *guardRecord, entry *setting.Allowed) error {
	content, err := canon.Marshal(r)
	if err != nil {
		return fmt.Errorf("write record of the guard: %w", err)
	}
	appended, err := c.Deps.Records.Curate(ctx, p, GuardStream, ledger.Entry{Content: content, Details: kaibo.Details{Actor: c.Author}})
	if err == nil && entry != nil {
		entry.EventID = appended.Event.ID
		entry.ID = "alw_" + strings.TrimPrefix(appended.Event.ID, "evt_")
	}
	return err
}
