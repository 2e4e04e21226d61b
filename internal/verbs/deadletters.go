package verbs

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// DeadLetters is what nobody works at any more: jobs that failed their last
// attempt and, in a deployment, messages that a function failed at five times.
type DeadLetters interface {
	// FailedJobs lists the failed jobs of a project, from after the cursor.
	FailedJobs(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Job, string, error)
	// TakeUp has a failed job tried again. It answers the job as it is
	// afterwards, or nil when another process will try.
	TakeUp(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
	// Letters takes up to limit messages that are wanted, of which it answers
	// whether there may be more. The embedded store has none. They are hidden
	// from other callers until Release, or for some minutes.
	Letters(ctx context.Context, wanted func(*Letter) bool, limit int) ([]Letter, bool, error)
	// Redrive sends a message back to where it came from and takes it out of
	// the dead letters. It answers false when there is nothing to send: then
	// it only takes it out.
	Redrive(ctx context.Context, l *Letter) (bool, error)
	Release(ctx context.Context, letters []Letter)
}

// Letter is a message that was given up, as the store tells it.
type Letter struct {
	DeadLetter
	ProjectID string
	Handle    any // the store's own
}

// The kinds of dead letters.
const (
	DeadJob        = "job"
	DeadStructure  = "structure"
	DeadCompact    = "compact"
	DeadNotify     = "notify"
	DeadCheckpoint = "checkpoint"
	DeadSchedule   = "schedule"
)

// The outcomes of a redrive.
const (
	RedriveDone    = "done"    // the job was tried again and is done
	RedriveSent    = "sent"    // it is on its way to the function
	RedriveDropped = "dropped" // there was nothing left to do
	RedriveFailed  = "failed"  // the job failed again
	RedriveWaits   = "waits"   // a dry run: it would be redriven
)

var listDeadLettersVerb = define(Spec{
	Name:    "dead_letters",
	Summary: "List what failed for good",
	Doc: "Lists jobs that failed their last attempt and, in a deployment, hints and runs of the schedule that their function " +
		"failed at five times: ids and reasons, never text. Of every project, unless the call names one.",
	Scope: Operator, Toolset: Operate, Hints: Hints{ReadOnly: true, Idempotent: true}, Where: LocalOnly,
	Example: `{"limit": 20}`,
}, listDeadLetters)

var redriveVerb = define(Spec{
	Name:    "dead_letters.redrive",
	Summary: "Have what failed for good tried again",
	Doc: "Tries again one dead letter by its id, or with all every one that the call finds: jobs are taken up again, hints go " +
		"back to their queue. Doing so twice changes nothing more. See what it would do with dryRun.",
	Scope: Operator, Toolset: Operate, Hints: Hints{Idempotent: true}, Where: LocalOnly, Main: "id",
	Example: `{"all": true, "dryRun": true}`,
}, redrive)

// DeadLetter is one thing that failed for good.
type DeadLetter struct {
	ID       string     `json:"id" doc:"Names it to dead_letters.redrive: a job, or a message."`
	Kind     string     `json:"kind" enum:"job,structure,compact,notify,checkpoint,schedule" doc:"A failed job, or a message to the function of this name."`
	Project  string     `json:"project,omitempty" doc:"The project's name; its id when it is gone."`
	Stream   string     `json:"stream,omitempty" doc:"The stream to structure."`
	Job      string     `json:"job,omitempty" doc:"The job to take up again."`
	Attempts int        `json:"attempts" doc:"How often it was tried."`
	Since    kaibo.Time `json:"since" doc:"When it was given up."`
	Reason   string     `json:"reason" doc:"Why, as far as may be told; the log has the cause."`
}

// DeadLettersIn is the input of dead_letters.
type DeadLettersIn struct {
	Kinds []string `json:"kinds,omitempty" enum:"job,structure,compact,notify,checkpoint,schedule" items:"6" doc:"Only these kinds."`
	Limit *int     `json:"limit,omitempty" min:"1" max:"1000" default:"100" doc:"Most items to answer."`
}

// DeadLettersOut is the answer of dead_letters.
type DeadLettersOut struct {
	Items []DeadLetter `json:"items" doc:"What failed."`
	More  bool         `json:"more,omitempty" doc:"There are more."`
}

// RedriveIn is the input of dead_letters.redrive.
type RedriveIn struct {
	DeadLettersIn
	ID     string `json:"id,omitempty" form:"id" doc:"The one to try again, as dead_letters has it."`
	All    bool   `json:"all,omitempty" doc:"Try every one again, up to limit."`
	DryRun bool   `json:"dryRun,omitempty" doc:"Only show which."`
}

// Redriven is a dead letter and what became of it.
type Redriven struct {
	DeadLetter
	Outcome string `json:"outcome" enum:"done,sent,dropped,failed,waits" doc:"done: the job is done. sent: on its way to its function. dropped: nothing was left to do. failed: it failed again. waits: a dry run."`
}

// RedriveOut is the answer of dead_letters.redrive.
type RedriveOut struct {
	Items []Redriven `json:"items" doc:"What was tried again."`
	More  bool       `json:"more,omitempty" doc:"There are more: call again."`
	OK    bool       `json:"ok" doc:"Nothing failed again."`
}

func (in *DeadLettersIn) limit() int {
	if in.Limit == nil {
		return kaibo.DefaultListLimit
	}
	return *in.Limit
}

func (in *DeadLettersIn) wants(kind string) bool {
	return len(in.Kinds) == 0 || slices.Contains(in.Kinds, kind)
}

func listDeadLetters(ctx context.Context, c *Call, in *DeadLettersIn) (*DeadLettersOut, error) {
	found, letters, more, err := lookForDead(ctx, c, in, "")
	if err != nil {
		return nil, err
	}
	c.Deps.Dead.Release(ctx, letters)
	return &DeadLettersOut{Items: orEmpty(found), More: more}, nil
}

// lookForDead finds failed jobs and letters, those with an id if it is given.
// The letters are the last of what it found, and held.
func lookForDead(ctx context.Context, c *Call, in *DeadLettersIn, id string) ([]DeadLetter, []Letter, bool, error) {
	projects, err := allProjects(ctx, c)
	if err != nil {
		return nil, nil, false, err
	}
	names := map[string]string{}
	for _, p := range projects {
		names[p.ID] = p.Name
	}
	if c.Named {
		projects = []kaibo.Project{c.Project}
	}
	var found []DeadLetter
	if in.wants(DeadJob) {
		if found, err = deadJobs(ctx, c, projects, id, in.limit()+1); err != nil {
			return nil, nil, false, err
		}
	}
	if len(found) > in.limit() {
		return found[:in.limit()], nil, true, nil
	}
	if id != "" && len(found) > 0 {
		return found, nil, false, nil
	}
	wanted := func(l *Letter) bool {
		return in.wants(l.Kind) && (id == "" || l.ID == id) && (!c.Named || l.ProjectID == c.Project.ID)
	}
	room := in.limit() - len(found)
	letters, more, err := c.Deps.Dead.Letters(ctx, wanted, max(room, 1))
	if err != nil {
		return nil, nil, false, err
	}
	if room == 0 {
		c.Deps.Dead.Release(ctx, letters)
		return found, nil, len(letters) > 0, nil
	}
	for i := range letters {
		letters[i].Project = letters[i].ProjectID
		if name := names[letters[i].ProjectID]; name != "" {
			letters[i].Project = name
		}
		found = append(found, letters[i].DeadLetter)
	}
	return found, letters, more, nil
}

// deadJobs lists failed jobs of projects, at most limit.
func deadJobs(ctx context.Context, c *Call, projects []kaibo.Project, id string, limit int) ([]DeadLetter, error) {
	var found []DeadLetter
	for _, p := range projects {
		for cursor := ""; ; {
			jobs, next, err := c.Deps.Dead.FailedJobs(ctx, p, cursor, kaibo.MaxGetKeys)
			if err != nil {
				return nil, err
			}
			for i := range jobs {
				if j := &jobs[i]; id == "" || j.ID == id {
					found = append(found, DeadLetter{ID: j.ID, Kind: DeadJob, Project: p.Name, Stream: j.Stream, Job: j.ID,
						Attempts: j.Attempts, Since: j.UpdatedAt, Reason: j.Reason})
				}
			}
			if len(found) >= limit {
				return found[:limit], nil
			}
			if cursor = next; cursor == "" {
				break
			}
		}
	}
	return found, nil
}

func redrive(ctx context.Context, c *Call, in *RedriveIn) (*RedriveOut, error) {
	if (in.ID == "") != in.All {
		return nil, kaibo.Errorf(kaibo.Invalid, "name one dead letter by its id, or ask for all")
	}
	found, letters, more, err := lookForDead(ctx, c, &in.DeadLettersIn, in.ID)
	if err != nil {
		return nil, err
	}
	if in.ID != "" && len(found) == 0 {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no dead letter %s; one that somebody else looks at right now shows again in two minutes", in.ID)
	}
	out := &RedriveOut{Items: make([]Redriven, 0, len(found)), More: more, OK: true}
	if in.DryRun {
		c.Deps.Dead.Release(ctx, letters)
		for _, d := range found {
			out.Items = append(out.Items, Redriven{DeadLetter: d, Outcome: RedriveWaits})
		}
		return out, nil
	}
	jobs := found[:len(found)-len(letters)]
	for i, d := range found {
		var l *Letter
		if i >= len(jobs) {
			l = &letters[i-len(jobs)]
		}
		outcome, err := redriveOne(ctx, c, &d, l)
		if err != nil {
			c.Deps.Dead.Release(context.WithoutCancel(ctx), letters[max(0, i-len(jobs)):])
			return nil, fmt.Errorf("redrive %s, after %d were redriven: %w", d.ID, i, err)
		}
		out.OK = out.OK && outcome != RedriveFailed
		out.Items = append(out.Items, Redriven{DeadLetter: d, Outcome: outcome})
	}
	return out, nil
}

// redriveOne tries one dead letter again; a job's reason becomes what it is
// afterwards.
func redriveOne(ctx context.Context, c *Call, d *DeadLetter, l *Letter) (string, error) {
	if l != nil {
		sent, err := c.Deps.Dead.Redrive(ctx, l)
		if err != nil || sent {
			return RedriveSent, err
		}
		return RedriveDropped, nil
	}
	p, err := c.Deps.Projects.Project(ctx, d.Project)
	if err != nil {
		return "", err
	}
	job, err := c.Deps.Dead.TakeUp(ctx, p, d.ID)
	switch {
	case err != nil:
		return "", err
	case job == nil:
		return RedriveSent, nil
	case job.Status == kaibo.JobFailed:
		d.Attempts, d.Reason = job.Attempts, job.Reason
		return RedriveFailed, nil
	}
	d.Attempts, d.Reason = job.Attempts, job.Reason
	return RedriveDone, nil
}
