package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// ModelInfo says which model a server has, and where the text goes that it is
// shown.
type ModelInfo struct {
	Name     string // of the provider and the model
	Address  string // without credentials
	Loopback bool   // it runs on this machine
}

// InitiativeStore lists and marks initiatives; [ledger.Ledger] is it.
type InitiativeStore interface {
	Initiatives(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Initiative, string, error)
	SetLocalOnly(ctx context.Context, p kaibo.Project, name string, on bool) (kaibo.Initiative, error)
}

var modelVerb = define(Spec{
	Name:    "model",
	Summary: "Say whether a model reads the project's events",
	Doc: "Says which model the server has, where the text goes that it is shown, and whether this project has it read " +
		"its events. It is off unless model.set turned it on.",
	Scope: Read, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, readModel)

var setModelVerb = define(Spec{
	Name:    "model.set",
	Summary: "Turn the model on or off for the project",
	Doc: "Says whether the server's model reads the events of this project from now on: their text then goes to its " +
		"address, except that of initiatives marked local only, which goes to no other machine. The rules answer wherever " +
		"the model does not.",
	Scope: Admin, Toolset: Manage, Hints: Hints{Idempotent: true},
	Example: `{"on": true}`,
}, setModel)

// ModelIn is the input of model.
type ModelIn struct{}

// SetModelIn is the input of model.set.
type SetModelIn struct {
	On *bool `json:"on" doc:"Whether the model reads the project's events."`
}

// ModelOut is the answer of model and model.set.
type ModelOut struct {
	On        bool        `json:"on" doc:"The project has the model read its events."`
	UpdatedAt *kaibo.Time `json:"updatedAt,omitempty" doc:"When that was said; absent when nobody ever did."`
	By        string      `json:"by,omitempty" doc:"Name of the key that said so."`
	Model     string      `json:"model,omitempty" doc:"The server's model; absent when it has none."`
	Address   string      `json:"address,omitempty" doc:"Where the text goes that the model is shown."`
	Loopback  bool        `json:"loopback,omitempty" doc:"That is the server's own machine."`
}

func readModel(ctx context.Context, c *Call, _ *ModelIn) (*ModelOut, error) {
	setting, version, err := structure.ReadModelSetting(ctx, c.Deps.Table, c.Project.ID)
	if err != nil {
		return nil, err
	}
	return modelOut(c, setting, version != 0), nil
}

func modelOut(c *Call, s kaibo.ModelSetting, said bool) *ModelOut {
	out := &ModelOut{On: s.On, By: s.By}
	if said {
		out.UpdatedAt = &s.UpdatedAt
	}
	if m := c.Deps.Model; m != nil {
		out.Model, out.Address, out.Loopback = m.Name, m.Address, m.Loopback
	}
	return out
}

func setModel(ctx context.Context, c *Call, in *SetModelIn) (*ModelOut, error) {
	if *in.On && c.Deps.Model == nil {
		return nil, kaibo.Errorf(kaibo.Conflict, "this server has no model; name one with KAIBO_MODEL_URL and KAIBO_MODEL_NAME, or the template's ModelId")
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	setting, err := structure.SetModel(ctx, c.Deps.Table, p.ID, kaibo.ModelSetting{On: *in.On, UpdatedAt: kaibo.TimeOf(c.Arrived), By: c.Author})
	if err != nil {
		return nil, err
	}
	return modelOut(c, setting, true), nil
}

// InitiativeInfo is what is told of an initiative.
type InitiativeInfo struct {
	ID        string     `json:"id" doc:"The initiative."`
	Name      string     `json:"name" doc:"Its name."`
	CreatedAt kaibo.Time `json:"createdAt" doc:"When it was first named."`
	LocalOnly bool       `json:"localOnly" doc:"Its text goes to no model on another machine."`
}

func initiativeInfo(in *kaibo.Initiative) InitiativeInfo {
	return InitiativeInfo{ID: in.ID, Name: in.Name, CreatedAt: in.CreatedAt, LocalOnly: in.LocalOnly}
}

var setInitiativeVerb = define(Spec{
	Name:    "initiatives.set",
	Summary: "Mark an initiative as local only, or no longer",
	Doc: "Says whether the text of an initiative stays on the server's machine: what is local only is shown to no model " +
		"on another machine, neither as an event, nor as what was said before it, nor as a memory beside it. It holds from the next job on, " +
		"and can be said before the first event names the initiative.",
	Scope: Admin, Toolset: Manage, Hints: Hints{Idempotent: true}, Main: "name",
	Example: `{"name": "launch", "localOnly": true}`,
}, setInitiative)

// SetInitiativeIn is the input of initiatives.set.
type SetInitiativeIn struct {
	Name      string `json:"name" form:"name" doc:"The initiative's name."`
	LocalOnly *bool  `json:"localOnly" doc:"Whether its text stays on the server's machine."`
}

// SetInitiativeOut is the answer of initiatives.set.
type SetInitiativeOut struct{ InitiativeInfo }

func setInitiative(ctx context.Context, c *Call, in *SetInitiativeIn) (*SetInitiativeOut, error) {
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	initiative, err := c.Deps.Marks.SetLocalOnly(ctx, p, in.Name, *in.LocalOnly)
	if err != nil {
		return nil, err
	}
	return &SetInitiativeOut{initiativeInfo(&initiative)}, nil
}
