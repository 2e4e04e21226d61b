package measure

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The categories of LoCoMo's questions, by their number.
var locomoCategories = map[int]string{1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}

// adversarial questions ask for what was never said.
const adversarial = 5

// locomoSample is one conversation of the file (Maharana et al., "Evaluating
// Very Long-Term Conversational Memory of LLM Agents", ACL 2024).
type locomoSample struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	QA           []struct {
		Question string   `json:"question"`
		Evidence []string `json:"evidence"`
		Category int      `json:"category"`
	} `json:"qa"`
}

type locomoTurn struct {
	ID      string `json:"dia_id"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"`
}

func loadLoCoMo(path string) (*dataSet, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var samples []locomoSample
	if err := json.Unmarshal(data, &samples); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	set := &dataSet{name: "LoCoMo"}
	for i := range samples {
		d, err := samples[i].dialogue()
		if err != nil {
			return nil, fmt.Errorf("read %s: conversation %s: %w", path, samples[i].ID, err)
		}
		set.dialogues = append(set.dialogues, d)
	}
	return set, nil
}

func (s *locomoSample) dialogue() (*dialogue, error) {
	d := &dialogue{id: s.ID}
	for _, key := range []string{"speaker_a", "speaker_b"} {
		var name string
		if err := json.Unmarshal(s.Conversation[key], &name); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		d.speakers = append(d.speakers, name)
	}
	for n := 1; s.Conversation[sessionKey(n)] != nil || s.Conversation[sessionKey(n)+"_date_time"] != nil; n++ {
		if s.Conversation[sessionKey(n)] == nil {
			continue // a date without a session
		}
		if err := s.session(d, n); err != nil {
			return nil, fmt.Errorf("session %d: %w", n, err)
		}
	}
	s.questions(d)
	return d, nil
}

func sessionKey(n int) string { return "session_" + strconv.Itoa(n) }

// sessionTime is how LoCoMo writes when a session was.
const sessionTime = "3:04 pm on 2 January, 2006"

func (s *locomoSample) session(d *dialogue, n int) error {
	var turns []locomoTurn
	if err := json.Unmarshal(s.Conversation[sessionKey(n)], &turns); err != nil {
		return err
	}
	var when string
	if err := json.Unmarshal(s.Conversation[sessionKey(n)+"_date_time"], &when); err != nil {
		return err
	}
	at, err := time.Parse(sessionTime, when)
	if err != nil {
		return err
	}
	for _, t := range turns {
		content := t.Text
		if t.Caption != "" {
			content += " [" + t.Caption + "]"
		}
		d.turns = append(d.turns, turn{id: t.ID, stream: "main", content: content, actor: t.Speaker, at: at.Format(time.RFC3339)})
	}
	return nil
}

var evidenceID = regexp.MustCompile(`D(\d+):(\d+)`)

// questions takes over the questions whose evidence names turns that are there.
func (s *locomoSample) questions(d *dialogue) {
	known := map[string]bool{}
	for _, t := range d.turns {
		known[t.id] = true
	}
	for i, qa := range s.QA {
		q := question{id: fmt.Sprintf("%s/%d", s.ID, i), text: qa.Question, category: locomoCategories[qa.Category],
			unanswerable: qa.Category == adversarial}
		seen := map[string]bool{}
		for _, m := range evidenceID.FindAllStringSubmatch(strings.Join(qa.Evidence, " "), -1) {
			session, _ := strconv.Atoi(m[1])
			number, _ := strconv.Atoi(m[2])
			id := fmt.Sprintf("D%d:%d", session, number)
			if known[id] && !seen[id] {
				seen[id] = true
				q.evidence = append(q.evidence, id)
			}
		}
		if len(q.evidence) > 0 {
			d.questions = append(d.questions, q)
		}
	}
}
