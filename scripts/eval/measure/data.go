package measure

// dataSet is dialogues with questions whose evidence is labelled.
type dataSet struct {
	name      string
	dialogues []*dialogue
}

// dialogue is what one project remembers and is asked.
type dialogue struct {
	id        string
	speakers  []string // whose names are swapped in another dialogue's questions
	turns     []turn
	questions []question
}

// turn is one event.
type turn struct {
	id       string // of the data set; unique in the dialogue
	stream   string
	content  string
	actor    string
	role     string
	at       string // RFC 3339
	metadata map[string]any
}

// question is asked of one dialogue.
type question struct {
	id       string
	text     string
	category string
	evidence []string // ids of turns; none when the dialogue does not say
	stale    []string // ids of turns that must not be cited: they hold no more
	asOf     string
	knownAt  string
	// unanswerable questions have no evidence: recall should be unsure.
	unanswerable bool
}

// answerable returns the questions that the dialogue answers.
func (d *dialogue) answerable() []question {
	var out []question
	for _, q := range d.questions {
		if !q.unanswerable {
			out = append(out, q)
		}
	}
	return out
}
