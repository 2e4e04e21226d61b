package imports

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Why a record is left out that the server had and forgot, and one of which
// nothing tells whether its text is the one that was forgotten.
const (
	forgottenSince = "forgotten since"
	maybeForgotten = "forgotten since, or edited after it: nothing on this machine tells"
)

// sameID is what is wrong with a record whose key another text has.
const sameID = "another record has this id, with another text"

// send sends records, counts what came of them, and notes those that the server
// has.
func (r *run) send(ctx context.Context, stream string, records []Record) error {
	kept, last, err := r.settle(ctx, stream, records)
	if err != nil || r.Known == nil || len(kept) == 0 {
		return err
	}
	return r.Known.Add(kept, last)
}

// ask sends records and holds that each is answered.
func (r *run) ask(ctx context.Context, stream string, records []Record) ([]Outcome, error) {
	outcomes, err := r.Sender.Send(ctx, stream, records)
	if err != nil {
		return nil, err
	}
	if len(outcomes) != len(records) {
		return nil, &kaibo.Error{Op: "send records", Err: fmt.Errorf("%d records were answered with %d outcomes", len(records), len(outcomes))}
	}
	return outcomes, nil
}

// settle sends records and counts what came of them. It answers those that the
// server has now, and the newest event among them: what was forgotten is not
// among them, so that every run hears of it, and neither is what is bad.
func (r *run) settle(ctx context.Context, stream string, records []Record) (kept []Record, last string, err error) {
	outcomes, err := r.ask(ctx, stream, records)
	if err != nil {
		return nil, "", err
	}
	var others []Record
	for i, o := range outcomes {
		rec := &records[i]
		has := false
		switch {
		case rec.Edited:
			if o, has, err = r.revise(ctx, stream, *rec, o); err != nil {
				return nil, "", err
			}
		case o.Replayed && o.Forgotten:
			r.report.Skipped[forgottenSince]++
		case o.Replayed && o.PayloadDiffers && rec.Other != "":
			others = append(others, *rec)
		case o.Replayed && o.PayloadDiffers:
			r.bad(rec.Position, sameID)
		default:
			has = true
			r.count(o)
		}
		if has {
			kept, last = append(kept, *rec), o.EventID
		}
	}
	if len(others) == 0 {
		return kept, last, nil
	}
	more, newest, err := r.settleOthers(ctx, stream, others)
	if len(more) > 0 {
		last = newest
	}
	return append(kept, more...), last, err
}

// settleOthers is settle under the other keys of records. What it answers has
// the keys that the records came with.
func (r *run) settleOthers(ctx context.Context, stream string, records []Record) (kept []Record, last string, err error) {
	came := make(map[string]string, len(records))
	for i := range records {
		came[records[i].Other] = records[i].Key
		records[i].Key, records[i].Other = records[i].Other, ""
	}
	kept, last, err = r.settle(ctx, stream, records)
	for i := range kept {
		kept[i].Key = came[kept[i].Key]
	}
	return kept, last, err
}

// count counts a record that the server has.
func (r *run) count(o Outcome) {
	if o.Replayed {
		r.report.Present++
	} else {
		r.report.Added++
	}
}

// maxVersions is how many versions of one record are kept apart.
const maxVersions = 1000

// revise settles a record whose text may have been edited since it was first
// sent; o is what its own key was answered with. While a version has another
// text, or had another one that was forgotten, it is sent under the key of the
// next. It answers false when the server does not have the text at the end.
func (r *run) revise(ctx context.Context, stream string, rec Record, o Outcome) (Outcome, bool, error) {
	first := rec.Key
	for version := 2; ; version++ {
		switch {
		case o.Replayed && o.Forgotten:
			if why := r.forgotten(o.EventID, rec.Content); why != "" {
				r.report.Skipped[why]++
				return o, false, nil
			}
		case !o.Replayed || !o.PayloadDiffers:
			r.count(o)
			if r.Texts == nil {
				return o, true, nil
			}
			return o, true, r.Texts.Note(o.EventID, rec.Content)
		}
		if version > maxVersions {
			r.bad(rec.Position, fmt.Sprintf("it was edited more than %d times", maxVersions))
			return o, false, nil
		}
		rec.Key = fmt.Sprintf("%s@%d", first, version)
		outcomes, err := r.ask(ctx, stream, []Record{rec})
		if err != nil {
			return Outcome{}, false, err
		}
		o = outcomes[0]
	}
}

// forgotten says why a text is not taken that may be that of a forgotten event;
// empty when it is another one.
func (r *run) forgotten(eventID string, text []byte) string {
	if r.Texts == nil {
		return forgottenSince
	}
	switch had, known := r.Texts.Had(eventID, text); {
	case had:
		return forgottenSince
	case !known:
		return maybeForgotten
	}
	return ""
}
