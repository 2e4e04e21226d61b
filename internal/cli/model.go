package cli

import (
	"os"

	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// modelFromEnv makes the model that the environment names; nil for none.
func modelFromEnv() (*model.Model, error) {
	m, err := model.FromEnv(os.LookupEnv)
	if err != nil {
		return nil, &exitError{code: exitUsage, next: "Name it as KAIBO_MODEL_URL=http://127.0.0.1:11434/v1 KAIBO_MODEL_NAME=qwen3:8b, or leave KAIBO_MODEL_URL empty.", err: err}
	}
	return m, nil
}

func renderModel(p *printer, out *verbs.ModelOut) {
	state := "off"
	if out.On {
		state = "on"
	}
	p.line("The model is %s for this project.", state)
	if out.Model == "" {
		p.line("This server has no model.")
		return
	}
	where := "on another machine"
	if out.Loopback {
		where = "on this machine"
	}
	p.line("%s at %s, %s", out.Model, out.Address, where)
}

func renderInitiatives(p *printer, out *verbs.InitiativesOut) {
	rows := [][]string{{"INITIATIVE", "NAME", "MADE", "TEXT"}}
	for i := range out.Items {
		rows = append(rows, initiativeRow(&out.Items[i].InitiativeInfo))
	}
	p.table(rows)
	p.more(out.NextCursor)
}

func initiativeRow(in *verbs.InitiativeInfo) []string {
	mark := ""
	if in.LocalOnly {
		mark = "local only"
	}
	return []string{in.ID, in.Name, day(in.CreatedAt), mark}
}

func renderMarked(p *printer, out *verbs.SetInitiativeOut) {
	p.table([][]string{initiativeRow(&out.InitiativeInfo)})
}

// renderAsked says what a model was asked for a job.
func renderAsked(p *printer, a *verbs.Asked) {
	if a == nil {
		return
	}
	p.line("  %s: %d calls, %d tokens read, %d written, $%.6f, %d proposals dropped", a.Name, a.Calls, a.InputTokens, a.OutputTokens, a.Cost, a.Dropped)
}

func renderRestructured(p *printer, out *verbs.RestructureOut) {
	for i := range out.Items {
		r := &out.Items[i]
		did := "derived again"
		if out.DryRun {
			did = "would be derived again"
		}
		p.line("Project %s: %d events %s by %s, generation %d.", r.Project, r.Events, did, r.Structurer, r.Generation)
		p.line("  of %s before: %d the same, %d changed, %d gone", plural(r.Before, "memory", "memories"), r.Same, r.Changed, r.Gone)
		p.line("  of %d after: %d new, %d kept because people ruled on them or their event could not be read", r.After, r.New, r.Kept)
		if r.Failed > 0 {
			p.line("  %d jobs could not be read again; what they noted before stays", r.Failed)
		}
		renderAsked(p, r.Model)
		if r.EventID != "" {
			p.line("  recorded as %s", r.EventID)
		}
	}
}

// renderTrial shows what a text would be noted down as.
func renderTrial(p *printer, out *verbs.StructureOut) {
	for i := range out.Proposals {
		q := &out.Proposals[i]
		mark := "+"
		if !q.Accepted {
			mark = "-"
		}
		p.line("%s %s  (%s, %.2f, by %s)", mark, oneLine(q.Content), q.Type, q.Confidence, q.By)
		p.line("    %s", q.Why)
		for _, r := range q.Relations {
			p.line("    %s %s: %s", r.Relation, r.MemoryID, oneLine(r.Content))
		}
	}
	for _, d := range out.Dropped {
		p.line("- %s", oneLine(d.Content))
		p.line("    dropped: %s", d.Why)
	}
	if len(out.Proposals) == 0 {
		p.line("Nothing would be noted down: %s", out.Reason)
	}
	if out.LeftOut > 0 {
		p.line("%d more statements would be left out.", out.LeftOut)
	}
	renderAsked(p, out.Model)
	p.line("Nothing was written.")
}
