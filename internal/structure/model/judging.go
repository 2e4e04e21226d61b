package model

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/structure"
)

// relations are what a model may answer.
var relations = []string{string(structure.Same), string(structure.Supersedes), string(structure.Corrects),
	string(structure.Cancels), string(structure.Completes), string(structure.Conflicts)}

// ParseJudgements reads the answer to a request for judgements about so many
// candidates. What names none of them, or one twice, or an unknown relation, is
// in Dropped.
func ParseJudgements(text string, candidates []structure.Candidate) (structure.Verdict, error) {
	var answer struct {
		Judgements *[]struct {
			ID       string `json:"id"`
			Relation string `json:"relation"`
		} `json:"judgements"`
	}
	var out structure.Verdict
	if err := decode(text, &answer); err != nil {
		return out, err
	}
	if answer.Judgements == nil {
		return out, unavailable("the model's answer has no judgements")
	}
	byNumber := make(map[string]string, len(candidates))
	for i, c := range candidates {
		byNumber[number(i)] = c.ID
	}
	for _, j := range *answer.Judgements {
		id, offered := byNumber[j.ID]
		drop := func(why string) {
			out.Dropped = append(out.Dropped, structure.Dropped{Content: cut(j.ID, 40), Why: why})
		}
		switch {
		case !offered:
			drop("it names no candidate, or one twice")
		case !slices.Contains(relations, j.Relation):
			drop("its relation is not known")
		default:
			delete(byNumber, j.ID)
			out.Judgements = append(out.Judgements, structure.Judgement{MemoryID: id, Relation: structure.Relation(j.Relation)})
		}
	}
	return out, nil
}
