package structure

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// announce answers the write of the step's outbox, and false when nobody wants
// to hear what it changes. The step's Commit is conditional on the job, so its
// notices are written once.
//
// Who listens was read with the stream's cursor, before the job: a webhook hears
// of every job that begins after it was made, and a job that is at work then is
// announced or not.
func (s *step) announce() (kaibo.Write, bool) {
	if len(s.at.listening.Events) == 0 {
		return kaibo.Write{}, false
	}
	name := fmt.Sprintf("%s-%d", s.job.ID, s.job.Step)
	outbox, ok := s.at.listening.Announce(s.project.ID, name, s.worker.Clock(), s.notices())
	s.run.announced = s.run.announced || ok
	return outbox, ok
}

// notices says what the step does to memories: each birth, and each revision
// that changes whether a memory is current, or what ended it.
func (s *step) notices() []kaibo.Notice {
	var out []kaibo.Notice
	for _, i := range s.order {
		d := s.derivations[i]
		for n := range d.Births {
			out = append(out, Born(&d.Births[n])...)
		}
		for _, c := range d.Changes {
			r := s.batch.Record(c.MemoryID)
			before := r.Revisions[c.Revision.Version-2]
			if n, ok := Revised(c.MemoryID, d.EventID, &before, &c.Revision); ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// Born are the notices of a birth: two when the memory is not current from the
// beginning.
func Born(b *kaibo.Birth) []kaibo.Notice {
	created := revised(b.ID, b.Source.EventID, &b.First)
	created.Type = kaibo.NoticeCreated
	if b.First.Status == kaibo.StatusCurrent {
		return []kaibo.Notice{created}
	}
	return []kaibo.Notice{created, revised(b.ID, b.Source.EventID, &b.First)}
}

// Revised is the notice of a revision after another, and false when it changes
// neither whether the memory is current nor what ended it.
func Revised(memoryID, eventID string, before, r *kaibo.Revision) (kaibo.Notice, bool) {
	return revised(memoryID, eventID, r), before.Status != r.Status || before.SupersededBy != r.SupersededBy
}

// revised is the notice of a revision.
func revised(memoryID, eventID string, r *kaibo.Revision) kaibo.Notice {
	n := kaibo.Notice{Type: kaibo.NoticeSuperseded, MemoryID: memoryID, EventID: eventID, Version: r.Version, Status: r.Status,
		RecordedAt: r.RecordedAt, Supersedes: r.Supersedes, SupersededBy: r.SupersededBy}
	if r.Status == kaibo.StatusCurrent {
		n.Type = kaibo.NoticeReinstated
	}
	return n
}

// listening reads what the project's webhooks want to hear.
func (w *Worker) listening(ctx context.Context, p kaibo.Project) (kaibo.Listening, error) {
	items, err := w.Table.Get(ctx, kaibo.ListeningKey(p.ID))
	if err != nil {
		return kaibo.Listening{}, fmt.Errorf("read who listens: %w", err)
	}
	return kaibo.Listens(items[0])
}

// tellAnnounced says that the project's outbox got something.
func (r *run) tellAnnounced() {
	if r.announced && r.worker.Announced != nil {
		r.worker.Announced(r.project)
	}
}

// announceRestructured adds to the Commit that lets a restructure count that it
// does. It names no memory: every id may lead to others now.
func (w *Worker) announceRestructured(ctx context.Context, p kaibo.Project, writes []kaibo.Write, eventID string) ([]kaibo.Write, error) {
	l, err := w.listening(ctx, p)
	if err != nil {
		return nil, err
	}
	outbox, ok := l.Announce(p.ID, eventID, w.Clock(), []kaibo.Notice{{Type: kaibo.NoticeRestructured, EventID: eventID}})
	if !ok {
		return writes, nil
	}
	return append(writes, outbox), nil
}
