package verbs

import (
	"context"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var jobVerb = define(Spec{
	Name:    "job",
	Summary: "See how far the structuring of an event is",
	Doc: "Answers a job and, once it is done, the memories that it led to. A job that learned nothing says why; one that " +
		"failed says why and can be taken up again with retry.",
	Scope: Read, Toolset: Memory, Limited: true, Hints: Hints{Idempotent: true}, Main: "id",
	Statuses: []Status{{"200", "The job has ended."}, {"202", "The job still runs."}},
	Example:  `{"id": "job_aaaaaaaaaaaaaaaa", "wait": true}`,
}, readJob)

// JobState is a job as it is served.
type JobState struct {
	ID     string `json:"id" doc:"The job."`
	Status string `json:"status" enum:"queued,running,done,failed" doc:"How far it is."`
	Reason string `json:"reason,omitempty" doc:"Why it learned nothing, left something out, or failed."`
	Model  *Asked `json:"model,omitempty" doc:"What a model was asked for it; absent when none was."`

	Warnings []kaibo.SecretWarning `json:"warnings,omitempty" doc:"Where the secret guard found something in its events, at most 100; never the value."`
	Unwarned int                   `json:"unwarned,omitempty" doc:"How many findings were left out of warnings."`
}

// Asked is what a model was asked for a job.
type Asked struct {
	Name         string  `json:"name" doc:"The model."`
	Calls        int     `json:"calls" doc:"Requests, repeated ones too."`
	InputTokens  int     `json:"inputTokens" doc:"As the model counts them."`
	OutputTokens int     `json:"outputTokens" doc:"As the model counts them."`
	Cost         float64 `json:"cost" doc:"Dollars, by the prices that the server was given; 0 without."`
	Dropped      int     `json:"dropped" doc:"Proposals that failed a check."`
	Rules        string  `json:"rules,omitempty" doc:"Why the rules answered in its place; absent when they never did."`
}

func stateOf(j *kaibo.Job) JobState {
	return JobState{ID: j.ID, Status: j.Status, Reason: j.Reason, Model: askedOf(j.Model), Warnings: j.Warnings, Unwarned: j.Unwarned}
}

func askedOf(u *kaibo.ModelUse) *Asked {
	if u == nil {
		return nil
	}
	return &Asked{Name: u.Name, Calls: u.Calls, InputTokens: u.InputTokens, OutputTokens: u.OutputTokens,
		Cost: float64(u.CostMicros) / 1e6, Dropped: u.Dropped, Rules: u.Rules}
}

// ended reports whether nothing more will come of the job by itself.
func (s *JobState) ended() bool { return s.Status == kaibo.JobDone || s.Status == kaibo.JobFailed }

// JobIn is the input of job.
type JobIn struct {
	ID    string `json:"id" form:"id" doc:"The job, as remember answered it."`
	Wait  bool   `json:"wait,omitempty" doc:"Answer once the job has ended, or after 25 seconds."`
	Retry bool   `json:"retry,omitempty" doc:"Take up a failed job again; wants the scope write."`
}

// JobOut is the answer of job.
type JobOut struct {
	Job      JobState       `json:"job" doc:"The job."`
	Memories []kaibo.Memory `json:"memories" doc:"What it led to."`

	waited bool
}

// StatusCode implements StatusCoder: 202 tells whoever waited to ask again.
func (o *JobOut) StatusCode() int {
	if o.waited && !o.Job.ended() {
		return http.StatusAccepted
	}
	return http.StatusOK
}

func readJob(ctx context.Context, c *Call, in *JobIn) (*JobOut, error) {
	job, err := c.Deps.Ledger.Job(ctx, c.Project, in.ID)
	if err != nil {
		return nil, err
	}
	if err := c.mustSeeJob(ctx, job); err != nil {
		return nil, err
	}
	if in.Retry {
		if !c.Allows(Write) {
			return nil, kaibo.Errorf(kaibo.Forbidden, "the key lacks the scope write, which retry wants")
		}
		if job, err = c.Deps.Jobs.RetryJob(ctx, c.Project, in.ID); err != nil {
			return nil, err
		}
	}
	if in.Wait {
		if job, err = await(ctx, c, in.ID); err != nil {
			return nil, err
		}
	}
	out := &JobOut{Job: stateOf(job), waited: in.Wait}
	out.Memories, err = serveIDs(ctx, c, job.Memories)
	return out, err
}

// await answers a job once it has ended, or as it is MaxWait after the request
// arrived.
func await(ctx context.Context, c *Call, id string) (*kaibo.Job, error) {
	wait, cancel := context.WithDeadline(ctx, c.Arrived.Add(MaxWait))
	defer cancel()
	return c.Deps.Jobs.Wait(wait, c.Project, id)
}

// serveIDs reads memories by id and leaves out those that are not there.
func serveIDs(ctx context.Context, c *Call, ids []string) ([]kaibo.Memory, error) {
	records, err := c.Deps.Derived.Standing(ctx, c.Project, ids)
	if err != nil {
		return nil, err
	}
	found := make([]*kaibo.MemoryRecord, 0, len(records))
	for _, r := range records {
		if r != nil {
			found = append(found, r)
		}
	}
	memories, err := c.Deps.Derived.Serve(ctx, c.Project, found, kaibo.Forever)
	if err != nil {
		return orEmpty(memories[:0]), err
	}
	memories, err = c.seen(ctx, memories)
	return orEmpty(memories[:fits(memories, maxAnswer)]), err
}
