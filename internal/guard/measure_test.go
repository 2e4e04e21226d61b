package guard_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/guard"
)

// What must be reached, of planted secrets that are caught and of ordinary
// lines that raise an alarm.
const (
	leastCaught = 0.95
	mostAlarms  = 0.005
)

// rounds is how often every kind is planted in every carrier.
const rounds = 5

type tally struct {
	name         string
	caught, made int
	missed       string // the first
}

// plant plants every kind in every carrier and counts what is caught: a finding
// that meets the value, or lies in the text when the carrier had to escape it.
func plant(seed uint64) (byKind, byCarrier []*tally) {
	m := maker{rand.New(rand.NewPCG(seed, 9))} //nolint:gosec // the same secrets each time
	kinds := map[string]*tally{}
	for _, c := range carriers {
		byCarrier = append(byCarrier, &tally{name: c.name})
	}
	for range rounds {
		for i, c := range carriers {
			for _, s := range m.secrets() {
				if kinds[s.kind] == nil {
					kinds[s.kind] = &tally{name: s.kind}
					byKind = append(byKind, kinds[s.kind])
				}
				name := cmp.Or(s.name, "setting")
				text := c.write(name, s.value)
				kinds[s.kind].made++
				byCarrier[i].made++
				if covers(text, s.value) {
					kinds[s.kind].caught++
					byCarrier[i].caught++
					continue
				}
				kinds[s.kind].missed = cmp.Or(kinds[s.kind].missed, c.name+": "+text)
				byCarrier[i].missed = cmp.Or(byCarrier[i].missed, text)
			}
		}
	}
	return byKind, byCarrier
}

func covers(text, value string) bool {
	at := strings.Index(text, value)
	if at < 0 {
		at, value = 0, text
	}
	for _, f := range guard.Scan(text) {
		overlap := min(f.End, at+len(value)) - max(f.Start, at)
		if overlap >= 8 {
			return true
		}
	}
	return false
}

func TestPlantedSecretsAreCaught(t *testing.T) {
	byKind, _ := plant(1)
	caught, made := 0, 0
	for _, k := range byKind {
		caught, made = caught+k.caught, made+k.made
		if k.caught < k.made {
			t.Logf("%s: %d of %d; missed %.200q", k.name, k.caught, k.made, k.missed)
		}
		if k.caught*2 < k.made {
			t.Errorf("%s: %d of %d caught", k.name, k.caught, k.made)
		}
	}
	if len(byKind) < 40 {
		t.Errorf("%d kinds", len(byKind))
	}
	if share := float64(caught) / float64(made); share < leastCaught {
		t.Errorf("%d of %d planted secrets caught: %.3f", caught, made, share)
	} else {
		t.Logf("%d of %d planted secrets caught: %.4f", caught, made, share)
	}
}

// ordinary are lines in which nobody wrote a secret: this repository's
// documentation and code, and, where KAIBO_TEST_DIALOGUES names a file of LoCoMo's
// form, what people say to each other there.
func ordinary(t *testing.T) map[string][]string {
	t.Helper()
	lines := map[string][]string{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == ".git" || name == "node_modules" || name == "dist" {
				return filepath.SkipDir
			}
			return nil
		}
		kind := map[string]string{".md": "documentation", ".go": "code", ".ts": "code", ".py": "code", ".yaml": "code"}[filepath.Ext(path)]
		if kind == "" || strings.Contains(path, filepath.Join("guard", "table.go")) {
			return nil
		}
		b, err := os.ReadFile(path) //nolint:gosec // of this repository
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimSpace(line); len(line) >= 20 {
				lines[kind] = append(lines[kind], line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("KAIBO_TEST_DIALOGUES"); path != "" {
		lines["dialogue"] = dialogue(t, path)
	}
	return lines
}

// dialogue reads the turns of a file of LoCoMo's form.
func dialogue(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path) //nolint:gosec // named by whoever runs the test
	if err != nil {
		t.Fatal(err)
	}
	var talks []struct {
		Conversation map[string]json.RawMessage `json:"conversation"`
	}
	if err := json.Unmarshal(b, &talks); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, talk := range talks {
		for key, raw := range talk.Conversation {
			var turns []struct {
				Text string `json:"text"`
			}
			if strings.HasPrefix(key, "session_") && json.Unmarshal(raw, &turns) == nil {
				for _, turn := range turns {
					lines = append(lines, turn.Text)
				}
			}
		}
	}
	return lines
}

// page is where the tables stand, between its marks.
const (
	page  = "../../docs/guard.md"
	begin = "<!-- measured: go test ./internal/guard -run Page -update -->\n"
	end   = "<!-- end -->"
)

// TestPage holds that docs/guard.md has tables; with -update it measures them
// anew.
func TestPage(t *testing.T) {
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), begin)
	tables, after, closed := strings.Cut(rest, end)
	if !ok || !closed || !strings.Contains(tables, "| kind |") || !strings.Contains(tables, "| documentation |") {
		if !*update {
			t.Fatal("docs/guard.md has no tables")
		}
	}
	if !*update {
		return
	}
	if err := os.WriteFile(page, []byte(before+begin+measured(t)+end+after), 0o600); err != nil {
		t.Fatal(err)
	}
}

// measured are the tables.
func measured(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("\n| ordinary lines | lines | with a false alarm | share | with personal data, were it looked for |\n| --- | --- | --- | --- | --- |\n")
	lines := ordinary(t)
	total, wrong := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(lines)) {
		n, personal, _ := alarms(lines[kind])
		total, wrong = total+len(lines[kind]), wrong+n
		fmt.Fprintf(&out, "| %s | %d | %d | %.3f %% | %d |\n", kind, len(lines[kind]), n, 100*float64(n)/float64(len(lines[kind])), personal)
	}
	fmt.Fprintf(&out, "| all | %d | %d | %.3f %% | |\n\n", total, wrong, 100*float64(wrong)/float64(total))
	byKind, byCarrier := plant(1)
	for _, table := range []struct {
		head string
		rows []*tally
	}{{"carrier", byCarrier}, {"kind", byKind}} {
		caught, made := 0, 0
		fmt.Fprintf(&out, "| %s | planted | caught | share |\n| --- | --- | --- | --- |\n", table.head)
		for _, k := range table.rows {
			caught, made = caught+k.caught, made+k.made
			fmt.Fprintf(&out, "| %s | %d | %d | %.1f %% |\n", k.name, k.made, k.caught, 100*float64(k.caught)/float64(k.made))
		}
		fmt.Fprintf(&out, "| all | %d | %d | %.1f %% |\n\n", made, caught, 100*float64(caught)/float64(made))
	}
	return out.String()
}

// alarms counts lines with a secret in them, by the policy that nobody changed,
// and with personal data.
func alarms(lines []string) (secrets, personal int, first []string) {
	for _, line := range lines {
		if found := guard.Scan(line); len(found) > 0 {
			secrets++
			first = append(first, found[0].Rule+" in "+line)
		}
		if slices.ContainsFunc(guard.Find(line), func(f guard.Finding) bool { return !f.Class.Secret() }) {
			personal++
		}
	}
	return secrets, personal, first
}

func TestOrdinaryTextIsSilent(t *testing.T) {
	lines := ordinary(t)
	total, false_ := 0, 0
	for kind, all := range lines {
		n, _, first := alarms(all)
		total, false_ = total+len(all), false_+n
		t.Logf("%s: %d of %d lines", kind, n, len(all))
		for _, line := range first[:min(len(first), 60)] {
			t.Logf("  %.200s", line)
		}
		if share := float64(n) / float64(len(all)); share >= mostAlarms {
			t.Errorf("%s: %.4f of the lines raise an alarm", kind, share)
		}
	}
	if total < 10_000 {
		t.Errorf("only %d lines", total)
	}
	t.Logf("%d of %d lines: %.5f", false_, total, float64(false_)/float64(total))
}
