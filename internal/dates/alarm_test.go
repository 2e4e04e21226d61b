package dates_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// timeWords are the words by which a sentence may speak of a time; one with
// none of them is free of dates. Words that only look like dates (may, march,
// second, sun, spring, past, numbers) are not among them.
var timeWords = regexp.MustCompile(`(?i)\b(january|february|april|june|july|september|october|november|december|jan|feb|apr|jun|jul|sept?|oct|nov|dec|` +
	`(mon|tues|wednes|thurs|fri|satur|sun)days?|fri|tues?|thurs?|wed|today|tomorrow|yesterday|tonight|ago|days?|weeks?|weekends?|months?|years?|hours?|minutes?|seconds|` +
	`decades?|century|centuries|mornings?|afternoons?|evenings?|nights?|noon|midnight|daily|weekly|monthly|yearly|annual(ly)?|summer|winter|autumn|season|` +
	`christmas|thanksgiving|halloween|easter|valentine'?s?|o'clock|utc|now|eod|quarter|(the|in|this|last|next|since|by|until) (may|march|august|fall|spring)|(may|march|august) \d+|q[1-4])\b|` +
	`\b(19|20)\d\d\b|\d(st|nd|rd|th)\b|\d ?[ap]\.?m\b|\d:\d\d|\d+s\b|\d{4}-\d\d`)

// sentence is one to look for false alarms in, and where it stands.
type sentence struct{ where, text string }

// TestFalseAlarms looks for dates in sentences that have none: those of the
// dialogues in KAIBO_DATA_LOCOMO, a file, and of this repository's documents.
func TestFalseAlarms(t *testing.T) {
	file := os.Getenv("KAIBO_DATA_LOCOMO")
	if file == "" {
		t.Skip("KAIBO_DATA_LOCOMO is not set")
	}
	talk, docs := dateFree(dialogues(t, file)), dateFree(documents(t))
	const wanted = 2000
	all := docs
	for i, n := 0, min(len(talk), max(0, wanted-len(docs))); i < n; i++ {
		all = append(all, talk[i*len(talk)/n]) // from all dialogues alike
	}
	ref, err := kaibo.ParseTime("2025-03-12T10:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	var alarms []string
	for _, s := range all {
		for _, m := range dates.Find(s.text, ref) {
			if !m.Recurring {
				alarms = append(alarms, s.where)
				if os.Getenv("KAIBO_DATES_MISSES") != "" {
					fmt.Printf("ALARM %s [%s] in %q\n", s.where, s.text[m.Start:m.End], s.text)
				}
				break
			}
		}
	}
	t.Logf("%d sentences (%d of documents), %d false alarms: %s", len(all), len(docs), len(alarms), strings.Join(alarms, " "))
	if len(all) < wanted || 100*len(alarms) >= 3*len(all) {
		t.Errorf("%d false alarms in %d sentences; want under 3 %% of %d", len(alarms), len(all), wanted)
	}
}

func dateFree(in []sentence) (out []sentence) {
	for _, s := range in {
		for _, span := range lang.Sentences(s.text) {
			if text := s.text[span.Start:span.End]; len(strings.Fields(text)) > 2 && !timeWords.MatchString(text) {
				out = append(out, sentence{s.where, text})
			}
		}
	}
	return out
}

func dialogues(t *testing.T, file string) (out []sentence) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Conversation map[string]json.RawMessage }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	for n, d := range all {
		for s := 1; ; s++ {
			raw, ok := d.Conversation[fmt.Sprintf("session_%d", s)]
			if !ok {
				break
			}
			var turns []struct {
				Text string
				ID   string `json:"dia_id"`
			}
			if err := json.Unmarshal(raw, &turns); err != nil {
				t.Fatal(err)
			}
			for _, turn := range turns {
				out = append(out, sentence{fmt.Sprintf("%d/%s", n+1, turn.ID), turn.Text})
			}
		}
	}
	return out
}

func documents(t *testing.T) (out []sentence) {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/decisions/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, f := range files {
		if strings.Contains(f, "evaluation") { // it speaks of dates
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sentence{filepath.Base(f), string(b)})
	}
	return out
}
