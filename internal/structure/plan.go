package structure

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// storedPlan is the object that holds the plan of a job of several steps, so
// that whoever takes the job up need not plan anew. It holds text: it goes when
// the job ends, and what is read from a forgotten event goes with the purge.
type storedPlan struct {
	Reason     []string  `json:"reason,omitempty"`
	Statements []planned `json:"statements"`
}

// PlanPrefix is where the plans of a project lie.
func PlanPrefix(project string) string { return project + "/plan/" }

// storePlan writes the run's plan as an object. The step that is committed next
// names it.
func (r *run) storePlan(ctx context.Context) error {
	name, err := r.worker.putPlan(ctx, r.project, r.job.ID, storedPlan{Reason: r.reason, Statements: r.plan})
	r.job.Plan = name
	return err
}

func (w *Worker) putPlan(ctx context.Context, p kaibo.Project, jobID string, plan storedPlan) (string, error) {
	b, err := json.Marshal(plan)
	if err != nil {
		return "", &kaibo.Error{Op: "store plan", Err: err}
	}
	var tail [8]byte
	if _, err := io.ReadFull(w.Random, tail[:]); err != nil {
		return "", &kaibo.Error{Op: "name plan", Err: err}
	}
	name := PlanPrefix(p.ID) + jobID + "-" + hex.EncodeToString(tail[:])
	if err := w.Objects.Put(ctx, name, b); err != nil {
		return "", fmt.Errorf("store plan: %w", err)
	}
	return name, nil
}

func (w *Worker) readPlan(ctx context.Context, name string) (storedPlan, error) {
	var plan storedPlan
	b, err := w.Objects.Get(ctx, name, 0, -1)
	if err != nil {
		return plan, fmt.Errorf("read plan: %w", err)
	}
	if err := json.Unmarshal(b, &plan); err != nil {
		return plan, &kaibo.Error{Op: "read plan " + name, Err: err}
	}
	return plan, nil
}

// SweepPlans deletes the plans of a project that are left of jobs which are
// done, and answers how many: a process that stops between the last step and
// the deletion leaves one, and so does an attempt that another overtook. A plan
// of a job that is open or failed stays, for it may be taken up.
func (w *Worker) SweepPlans(ctx context.Context, p kaibo.Project) (int, error) {
	deleted, after := 0, ""
	for {
		list, err := w.Objects.List(ctx, PlanPrefix(p.ID), after, kaibo.MaxListLimit)
		if err != nil {
			return deleted, fmt.Errorf("list plans: %w", err)
		}
		for _, o := range list {
			after = o.Name
			done, err := w.planIsOver(ctx, p, o.Name)
			if err != nil {
				return deleted, err
			}
			if !done {
				continue
			}
			if err := w.Objects.Delete(ctx, o.Name); err != nil {
				return deleted, fmt.Errorf("delete plan: %w", err)
			}
			deleted++
		}
		if len(list) < kaibo.MaxListLimit {
			return deleted, nil
		}
	}
}

// planIsOver reports whether the job that a plan is named after is done.
func (w *Worker) planIsOver(ctx context.Context, p kaibo.Project, name string) (bool, error) {
	id, _, _ := strings.Cut(strings.TrimPrefix(name, PlanPrefix(p.ID)), "-")
	job, err := w.Ledger.Job(ctx, p, id)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return false, nil // its append is on its way, or it is no plan of ours
	}
	if err != nil {
		return false, fmt.Errorf("find job of a plan: %w", err)
	}
	return job.Status == kaibo.JobDone, nil
}

// PurgePlans removes from the plans of a job all that was read from events
// which are forgotten by now; first is the seq of the job's first event. A job
// that may still be taken up keeps the rest of its plan, in the same places.
//
// An Unavailable error says that the job moved meanwhile: call it again.
func (w *Worker) PurgePlans(ctx context.Context, p kaibo.Project, stream string, first uint64) error {
	job, version, err := w.readJob(ctx, p, stream, first)
	if err != nil {
		return err
	}
	list, err := w.Objects.List(ctx, PlanPrefix(p.ID)+job.ID+"-", "", kaibo.MaxListLimit)
	if err != nil {
		return fmt.Errorf("list plans: %w", err)
	}
	for _, o := range list {
		if o.Name == job.Plan && job.Status != kaibo.JobDone {
			if err := w.redactPlan(ctx, p, job, version); err != nil {
				return err
			}
		}
		if err := w.Objects.Delete(ctx, o.Name); err != nil {
			return fmt.Errorf("delete plan: %w", err)
		}
	}
	return nil
}

// redactPlan gives a job a plan without the words of forgotten events.
func (w *Worker) redactPlan(ctx context.Context, p kaibo.Project, job kaibo.Job, version uint64) error {
	plan, err := w.readPlan(ctx, job.Plan)
	if err != nil {
		return err
	}
	r := &run{worker: w, project: p, job: job}
	if err := r.readEvents(ctx); err != nil {
		return err
	}
	for i := range plan.Statements {
		if pl := &plan.Statements[i]; r.events[pl.Event].gone {
			pl.Statement = Statement{}
		}
	}
	if job.Plan, err = w.putPlan(ctx, p, job.ID, plan); err != nil {
		return err
	}
	err = w.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(kaibo.JobKey(p.ID, job.Stream, job.First), version, kaibo.Encode(job))})
	if err != nil {
		return &kaibo.Error{Op: "redact plan", Kind: kaibo.Unavailable, Detail: "the job moved; not yet", Err: err}
	}
	return nil
}
