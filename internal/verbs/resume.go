package verbs

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// LogResumer takes a stopped log up again, and answers why it was stopped. Where
// it can, it signs at once and answers why the log stopped again, if it did.
type LogResumer interface {
	Resume(ctx context.Context, log checkpoint.Log) (was, now *checkpoint.Inconsistency, err error)
}

// LogsStream is where it is recorded that a log was taken up again, each time as
// an event of kind curate.
const LogsStream = "~logs"

var resumeCheckpointVerb = define(Spec{
	Name:    "checkpoint.resume",
	Summary: "Take a stopped log up again",
	Doc: "Says that somebody has looked at why a log was stopped, and has put back what was changed: signing goes on. It " +
		"forgives nothing: the log is read from its first entry again and held to all that was ever signed of it, and one " +
		"that does not begin with that stops again. Who did it and the reason given are an event of the stream ~logs, " +
		"written before the deed. Neither stream nor deletions means the log of logs.",
	Scope: Operator, Toolset: Operate, Where: LocalOnly, Main: "stream",
	Example: `{"stream": "main", "reason": "restored events 17 to 20 from the backup of Monday"}`,
}, resumeCheckpoint)

// ResumeCheckpointIn is the input of checkpoint.resume.
type ResumeCheckpointIn struct {
	LogIn
	Reason string `json:"reason" bytes:"4096" doc:"What was found and what was done about it."`
}

// ResumeCheckpointOut is the answer of checkpoint.resume.
type ResumeCheckpointOut struct {
	Stream  string `json:"stream,omitempty" doc:"The stream whose log it is."`
	Was     string `json:"was" doc:"Why the log was stopped."`
	WasSeq  uint64 `json:"wasSeq,omitempty" doc:"The entry that was not as it was signed, where that is known."`
	Stopped string `json:"stopped,omitempty" doc:"Why it stopped again. Absent when it goes on, or when the next run will say."`
	EventID string `json:"eventId" doc:"The event of the stream ~logs that records it."`
}

// resumeRecord is the content of such an event, in RFC 8785's form.
type resumeRecord struct {
	Verb   string `json:"verb"`
	Log    string `json:"log"` // the stream, ~deletions, or ~checkpoints for the log of logs
	Reason string `json:"reason"`
}

func resumeCheckpoint(ctx context.Context, c *Call, in *ResumeCheckpointIn) (*ResumeCheckpointOut, error) {
	if in.Reason == "" {
		return nil, kaibo.InvalidField("reason", "must be given: it is what others read of it")
	}
	log, err := in.log(c)
	if err != nil {
		return nil, err
	}
	if err := c.stoppedLog(ctx, log); err != nil {
		return nil, err
	}
	name := in.Stream
	switch {
	case in.Deletions:
		name = "~deletions"
	case name == "":
		name = "~checkpoints"
	}
	content, err := canon.Marshal(resumeRecord{"checkpoint.resume", name, in.Reason})
	if err != nil {
		return nil, fmt.Errorf("write record of resuming: %w", err)
	}
	recorded, err := c.Deps.Records.Curate(ctx, c.Project, LogsStream, ledger.Entry{Content: content, Details: kaibo.Details{Actor: c.Author}})
	if err != nil {
		return nil, err
	}
	was, now, err := c.Deps.Logs.Resume(ctx, log)
	if err != nil {
		return nil, err
	}
	out := &ResumeCheckpointOut{Stream: in.Stream, Was: was.What, WasSeq: was.Seq, EventID: recorded.Event.ID}
	if now != nil {
		out.Stopped = now.What
	}
	return out, nil
}

// stoppedLog refuses a log that is not stopped before anything is recorded. One
// of which nothing was ever signed may be stopped too: that is for Resume to say.
func (c *Call) stoppedLog(ctx context.Context, log checkpoint.Log) error {
	s, err := c.Deps.Proofs.Checkpoint(ctx, log)
	if err == nil && s.Stopped == "" {
		return kaibo.Errorf(kaibo.Conflict, "the log is not stopped")
	}
	return nil
}
