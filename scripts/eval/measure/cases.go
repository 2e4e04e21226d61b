package measure

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// labelled is one file of testdata/recall: what a project remembers and is
// asked. Its README says what each field means.
type labelled struct {
	Project string `json:"project"`
	Note    string `json:"note"`
	Held    bool   `json:"held"`
	Events  []struct {
		ID       string         `json:"id"`
		At       string         `json:"at"`
		Stream   string         `json:"stream"`
		Actor    string         `json:"actor"`
		Role     string         `json:"role"`
		Content  string         `json:"content"`
		Metadata map[string]any `json:"metadata"`
	} `json:"events"`
	Questions []struct {
		Q        string   `json:"q"`
		Kind     string   `json:"kind"`
		Evidence []string `json:"evidence"`
		Stale    []string `json:"stale"`
		AsOf     string   `json:"asOf"`
	} `json:"questions"`
}

// absentKind is the kind of a question that nothing said answers.
const absentKind = "absent"

// loadCases reads every JSON file of a folder for which keep is true of
// whether it is held out of tuning.
func loadCases(dir string, keep func(held bool) bool) (*dataSet, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	set := &dataSet{name: filepath.Base(dir)}
	for _, path := range paths {
		l, err := readLabelled(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if !keep(l.Held) {
			continue
		}
		d, err := l.dialogue()
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		set.dialogues = append(set.dialogues, d)
	}
	if len(set.dialogues) == 0 {
		return nil, fmt.Errorf("no cases in %s", dir)
	}
	return set, nil
}

func readLabelled(path string) (*labelled, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var l labelled
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return &l, nil
}

func (l *labelled) dialogue() (*dialogue, error) {
	d := &dialogue{id: l.Project}
	known := map[string]bool{}
	for _, e := range l.Events {
		if known[e.ID] || e.ID == "" {
			return nil, fmt.Errorf("event %q has no id of its own", e.ID)
		}
		known[e.ID] = true
		stream := e.Stream
		if stream == "" {
			stream = "main"
		}
		d.turns = append(d.turns, turn{id: e.ID, stream: stream, content: e.Content, actor: e.Actor, role: e.Role, at: e.At, metadata: e.Metadata})
	}
	for i, q := range l.Questions {
		if (q.Kind == absentKind) != (len(q.Evidence) == 0) {
			return nil, fmt.Errorf("question %q: exactly an absent one has no evidence", q.Q)
		}
		for _, id := range slices.Concat(q.Evidence, q.Stale) {
			if !known[id] {
				return nil, fmt.Errorf("question %q names event %q, which is not there", q.Q, id)
			}
		}
		d.questions = append(d.questions, question{id: fmt.Sprintf("%s/%d", l.Project, i+1), text: strings.TrimSpace(q.Q), category: q.Kind,
			evidence: q.Evidence, stale: q.Stale, asOf: q.AsOf, unanswerable: q.Kind == absentKind})
	}
	return d, nil
}
