package verbs

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// JobState is a job as it is served.
type JobState struct {
	ID     string `json:"id" doc:"The job."`
	Status string `json:"status" enum:"queued,running,done,failed" doc:"How far it is."`
	Reason string `json:"reason,omitempty" doc:"Why it learned nothing, left something out, or failed."`
}

// JobIn is the input of job.
type JobIn struct {
	ID    string `json:"id" form:"id" doc:"The job, as remember answered it."`
	Wait  bool   `json:"wait,omitempty" doc:"Answer once the job has ended, or after 25 seconds."`
	Retry bool   `json:"retry,omitempty" doc:"Take up a failed job again."`
}

// JobOut is the answer of job.
type JobOut struct {
	Job      JobState       `json:"job" doc:"The job."`
	Memories []kaibo.Memory `json:"memories" doc:"What it led to."`
}
