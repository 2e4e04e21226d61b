package dates_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// expectation is one text of a measuring set and the intervals that it names.
type expectation struct {
	set, language, text string
	supported           bool // every implementation of the set's own gets it right
	ref                 time.Time
	want                []interval
}

// interval holds every start (and end, where there is one) that counts as
// right: the sets give both a past and a coming one where the text leaves it
// open.
type interval struct {
	kind   string
	starts []time.Time
	ends   []time.Time
}

// score counts found against expected.
type score struct{ want, found, right, aside int }

// convention is a way of reading in which a set differs from this package. A
// row that was missed is set aside where a convention accounts for it, and is
// counted with its reason.
type convention struct {
	reason string
	text   *regexp.Regexp
	kinds  string // the kinds of interval that it is about; "" for all
	when   func(e expectation, w interval, got []dates.Mention) bool
}

const weekdayNames = `(mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|jueves|lundi|mardi|jeudi|montag|dienstag|donnerstag|freitag|` +
	`maandag|donderdag|(mån|tis|ons|tors|fre|lör|sön)dag|понедельник|среду|luned|gioved|星期.|木曜日|\(?木\)?`

var conventions = []convention{
	{"early, late, later and end of: a third of the whole here, a half there", regexp.MustCompile(`(?i)\b(earl(y|ier)|later?|beginning|start|end|mid|eoy)\b`), "daterange", nil},
	{"now is no date here, a moment there", regexp.MustCompile(`(?i)\b(now|moment|present|minute|jetzt|ahora|maintenant|agora|adesso|nu)\b|сейчас|而家`), "datetime date time", nil},
	{"last Wednesday: the latest one here, that of the week before there", regexp.MustCompile(`(?i)\b(last|previous) (mon|tues|wednes|thurs|fri)day\b`), "date", nil},
	{"a bare weekday: the next one here, the nearest or none in particular there", regexp.MustCompile(`(?i)^\D{0,12}(` + weekdayNames + `)\D{0,10}$`), "date time", nil},
	{"a duration is no date here, the moment of its end there", regexp.MustCompile(`(?i)\b(timer|minuterie|temporizador)\b|^(für|por|pour|wait|give it) `), "date time", nil},
	{"the next two weeks: a stretch here, its last day there", regexp.MustCompile(`(?i)next|nästa|passerade|komende|следующие|прошлые|prochaines|vergangenen|letzten`), "date time", func(_ expectation, _ interval, got []dates.Mention) bool { return stretch(got) }},
	{"a time with its zone: the moment here, the time of the clock there", regexp.MustCompile(`\b(PST|pst|JST|CET|CEST|cest|EST|est|EDT)\b|\+0\d00`), "date time", nil},
	{"what is past: read as past here, as to come there", regexp.MustCompile(`.`), "date time", rolled},
	{"an afternoon or a midnight by itself: this package gives midnight to the day that it ends", regexp.MustCompile(`(?i)midnight|mitternacht|mezzanotte|полночь|midnatt`), "", nil},
}

// stretch reports a mention of more than a day.
func stretch(got []dates.Mention) bool {
	return slices.ContainsFunc(got, func(m dates.Mention) bool { return m.Bound == dates.Between && m.To-m.From > 24*3600*1000 })
}

// rolled reports a mention that lies a day, a week or a year from what is
// expected: the set read the text as of the future, or of the past.
func rolled(_ expectation, w interval, got []dates.Mention) bool {
	if len(got) != 1 {
		return false
	}
	for _, m := range got {
		for _, s := range w.starts {
			from, day := m.From.Std(), s.Truncate(24*time.Hour)
			if !m.HasTime {
				s = day
			}
			for _, sign := range []int{-1, 1} {
				if s.Equal(from.AddDate(sign, 0, 0)) || s.Equal(from.AddDate(0, 0, 7*sign)) || m.HasTime && s.Equal(from.AddDate(0, 0, sign)) {
					return true
				}
			}
		}
	}
	return false
}

// asideFor returns why a missed row is set aside; "" where it is just missed.
func asideFor(e expectation, w interval, got []dates.Mention) string {
	for _, c := range conventions {
		if (c.kinds == "" || slices.Contains(strings.Fields(c.kinds), w.kind)) && c.text.MatchString(e.text) && (c.when == nil || c.when(e, w, got)) {
			return c.reason
		}
	}
	return ""
}

// TestMeasure prints precision and recall against the sets that lie in
// KAIBO_DATA_DATES, the folder with chrono_tests.jsonl and recognizers/.
func TestMeasure(t *testing.T) {
	dir := os.Getenv("KAIBO_DATA_DATES")
	if dir == "" {
		t.Skip("KAIBO_DATA_DATES is not set")
	}
	sets := append(chronoSet(t, filepath.Join(dir, "chrono_tests.jsonl")), recognizerSets(t, filepath.Join(dir, "recognizers"))...)
	scores := map[string]*score{}
	at := func(key string) *score {
		if scores[key] == nil {
			scores[key] = &score{}
		}
		return scores[key]
	}
	for _, e := range sets {
		measure(e, at)
	}
	keys := make([]string, 0, len(scores))
	for k := range scores {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		s := scores[k]
		if strings.HasPrefix(k, "aside ") {
			t.Logf("%-60s %4d", k, s.want)
			continue
		}
		if strings.Contains(k, " kind ") {
			t.Logf("%-40s want %4d right %4d aside %3d recall %.3f without aside %.3f", k, s.want, s.right, s.aside, ratio(s.right, s.want), ratio(s.right, s.want-s.aside))
			continue
		}
		t.Logf("%-40s want %4d found %4d right %4d aside %3d precision %.3f recall %.3f without aside %.3f", k, s.want, s.found, s.right, s.aside,
			ratio(s.right, s.found), ratio(s.right, s.want), ratio(s.right, s.want-s.aside))
		if strict[k] && 10*s.aside > s.want {
			t.Errorf("%s: %d of %d rows are set aside, more than one in ten", k, s.aside, s.want)
		}
	}
	checkGoals(t, at)
}

// strict are the rows of which no more than one in ten may be set aside. In the
// languages of chrono other than English nothing is.
var strict = map[string]bool{"all": true, "chrono": true, "recognizers": true, "chrono en": true, "recognizers en": true, "recognizers en supported": true}

// limits are the recalls that must be reached.
var limits = map[string]float64{
	"all": 0, "chrono": 0, "recognizers": 0,
	"recognizers en": 0.70, "recognizers en supported": 0.80, "chrono en": 0.80,
	"chrono de": 0.65, "chrono fr": 0.65, "chrono es": 0.65, "chrono it": 0.65, "chrono pt": 0.65, "chrono ru": 0.65,
	"chrono nl": 0.65, "chrono sv": 0.65, "chrono zh": 0.65, "chrono ja": 0.65,
}

// checkGoals holds the counts to the limits. Single dates and ranges of the
// English rows have their own.
func checkGoals(t *testing.T, at func(string) *score) {
	t.Helper()
	for k, least := range limits {
		s := at(k)
		want := s.want
		if strict[k] {
			want -= s.aside
		}
		if ratio(s.right, want) < least {
			t.Errorf("%s: recall %.3f, want %.2f", k, ratio(s.right, want), least)
		}
	}
	for _, g := range []struct {
		name, kind  string
		all, strict float64
	}{{"single dates", "date", 0.70, 0.85}, {"ranges", "daterange", 0.55, 0.80}} {
		for rows, least := range map[string]float64{"recognizers en": g.all, "recognizers en supported": g.strict} {
			a, b := at(rows+" kind "+g.kind), at(rows+" kind "+strings.Replace(g.kind, "date", "datetime", 1))
			want := a.want + b.want - a.aside - b.aside
			t.Logf("%s, %s: recall %.3f", rows, g.name, ratio(a.right+b.right, want))
			if ratio(a.right+b.right, want) < least {
				t.Errorf("%s, %s: recall %.3f, want %.2f", rows, g.name, ratio(a.right+b.right, want), least)
			}
		}
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func measure(e expectation, at func(string) *score) {
	var got []dates.Mention
	for _, m := range dates.FindIn(e.text, kaibo.TimeOf(e.ref), e.language) {
		if !m.Recurring {
			got = append(got, m)
		}
	}
	groups := []*score{at("all"), at(e.set), at(e.set + " " + e.language)}
	if e.set == "recognizers" && e.supported {
		groups = append(groups, at(e.set+" "+e.language+" supported"))
	}
	for _, g := range groups {
		g.want += len(e.want)
		g.found += len(got)
	}
	used := make([]bool, len(got))
	for _, w := range e.want {
		kinds := []*score{at(e.set + " " + e.language + " kind " + w.kind)}
		if e.set == "recognizers" && e.supported {
			kinds = append(kinds, at(e.set+" "+e.language+" supported kind "+w.kind))
		}
		hit := false
		for i, m := range got {
			if !used[i] && agrees(m, w) {
				used[i], hit = true, true
				break
			}
		}
		for _, k := range kinds {
			k.want++
			if hit {
				k.right++
			}
		}
		if hit {
			for _, g := range groups {
				g.right++
			}
			continue
		}
		explain(e, w, got)
		if reason := asideFor(e, w, got); reason != "" {
			at("aside "+e.set+": "+reason).want++
			for _, g := range append(groups, kinds...) {
				g.aside++
			}
		}
	}
	if len(e.want) == 0 && len(got) > 0 {
		explain(e, interval{kind: "nothing"}, got)
	}
}

func explain(e expectation, w interval, got []dates.Mention) {
	if os.Getenv("KAIBO_DATES_MISSES") == "" {
		return
	}
	fmt.Printf("MISS %s %s %q ref %s want %s %v %v got", e.set, e.language, e.text, e.ref.Format("Mon 2006-01-02"), w.kind, short(w.starts), short(w.ends))
	for _, m := range got {
		fmt.Printf(" [%s]%v..%v", e.text[m.Start:m.End], m.From, m.To)
	}
	fmt.Println()
}

func short(ts []time.Time) (out []string) {
	for _, t := range ts {
		out = append(out, t.Format("2006-01-02T15:04"))
	}
	return out
}

// agrees reports that the mention is the interval: it starts on the same day
// (at the same minute, where a time is part of it) and ends within a day of
// the expected end, since the sets differ in whether the last day counts.
func agrees(m dates.Mention, w interval) bool {
	if m.Bound == dates.By && (m.Grain == dates.Day || m.HasTime) && near(m.To, w.starts) {
		return true // the day of a deadline is its last
	}
	if m.Bound == dates.Until {
		return near(m.To, w.ends) || near(m.To, w.starts)
	}
	for _, s := range w.starts {
		got, day := m.From.Std(), s.Truncate(24*time.Hour)
		switch {
		case m.HasTime && w.kind != "date" && got.Equal(s.Truncate(time.Minute)):
		case m.Grain > dates.Day && !m.HasTime && !day.Before(got) && s.Before(m.To.Std()):
		case !m.HasTime && got.Equal(day):
		case m.HasTime && w.kind == "date" && got.Truncate(24*time.Hour).Equal(day):
		default:
			continue
		}
		if len(w.ends) == 0 || m.To == kaibo.Forever || near(m.To, w.ends) || lastUnit(m, w.ends) {
			return true
		}
	}
	return len(w.starts) == 0 && (near(m.From, w.ends) || m.Bound == dates.By && near(m.To, w.ends))
}

// lastUnit reports an end that is the start of the mention's last month or
// year: to the sets, "from 2014 to 2018" ends when 2018 begins.
func lastUnit(m dates.Mention, ends []time.Time) bool {
	length := map[dates.Grain]time.Duration{dates.Month: 31, dates.Quarter: 92, dates.Half: 184, dates.Year: 366}[m.Grain] * 24 * time.Hour
	for _, e := range ends {
		if d := m.To.Std().Sub(e); m.Bound == dates.Between && d >= 0 && d <= length {
			return true
		}
		if y := m.To.Std(); m.Bound == dates.Between && y.YearDay() == 1 && e.YearDay() == 1 && y.Year() == e.Year()+1 {
			return true
		}
	}
	return false
}

func near(t kaibo.Time, ends []time.Time) bool {
	for _, e := range ends {
		d := t.Std().Sub(e)
		if d >= -time.Hour && d <= 24*time.Hour {
			return true
		}
	}
	return false
}

type chronoCase struct {
	File, Parser, Text, Ref, Start, End string
	Expect                              json.RawMessage
	Parts                               map[string]int `json:"start_parts"`
}

func chronoSet(t *testing.T, path string) []expectation {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []expectation
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var c chronoCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		lang := chronoLanguage(c.File)
		if strings.HasSuffix(c.Parser, "strict") {
			continue
		}
		ref, err := time.Parse("2006-01-02T15:04:05.000", c.Ref)
		if lang == "" || err != nil {
			continue
		}
		e := expectation{set: "chrono", language: lang, text: c.Text, ref: ref}
		if w, ok := chronoInterval(c, ref); ok {
			e.want = []interval{w}
		} else if string(c.Expect) != "null" {
			continue
		}
		out = append(out, e)
	}
	return out
}

// chronoLanguage is the folder of a case, "" for a language that the package
// does not read.
func chronoLanguage(file string) string {
	lang, _, ok := strings.Cut(file, "/")
	switch {
	case !ok, len(lang) != 2:
		return "en"
	case strings.Contains(" uk vi fi ", " "+lang+" "):
		return ""
	}
	return lang
}

func chronoInterval(c chronoCase, ref time.Time) (interval, bool) {
	w := interval{kind: "date"}
	if _, ok := c.Parts["hour"]; ok {
		w.kind = "time"
	}
	if c.Start != "" {
		s, err := time.Parse("2006-01-02T15:04:05.000", c.Start)
		if err != nil {
			return w, false
		}
		w.starts = append(w.starts, s)
	} else if len(c.Parts) > 0 {
		get := func(name string, or int) int {
			if v, ok := c.Parts[name]; ok {
				return v
			}
			return or
		}
		w.starts = append(w.starts, time.Date(get("year", ref.Year()), time.Month(get("month", int(ref.Month()))), get("day", ref.Day()),
			get("hour", 12), get("minute", 0), 0, 0, time.UTC))
	} else {
		return w, false
	}
	if c.End != "" {
		if e, err := time.Parse("2006-01-02T15:04:05.000", c.End); err == nil {
			w.ends = append(w.ends, e)
		}
	}
	return w, true
}

type recognizerCase struct {
	Input        string
	NotSupported string
	Context      struct{ ReferenceDateTime string }
	Results      []struct {
		Type, TypeName string
		Resolution     struct{ Values []map[string]any }
		Value          struct {
			FutureResolution, PastResolution map[string]any
		}
	}
}

func recognizerSets(t *testing.T, dir string) []expectation {
	t.Helper()
	var out []expectation
	for name, code := range map[string]string{"English": "en", "Spanish": "es", "French": "fr", "German": "de"} {
		for _, file := range []string{"DateParser", "DatePeriodParser", "DateTimeModel"} {
			b, err := os.ReadFile(filepath.Join(dir, name, file+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var cases []recognizerCase
			if err := json.Unmarshal([]byte(strings.TrimPrefix(string(b), "\ufeff")), &cases); err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				if e, ok := recognizerCaseOf(c, code); ok {
					e.set = "recognizers"
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// recognizerCaseOf leaves out what is no date: durations, habits, times of day
// without a date.
func recognizerCaseOf(c recognizerCase, code string) (expectation, bool) {
	ref, err := time.Parse("2006-01-02T15:04:05", c.Context.ReferenceDateTime)
	e := expectation{language: code, text: c.Input, ref: ref, supported: c.NotSupported == ""}
	for _, r := range c.Results {
		kind := strings.TrimPrefix(r.Type+r.TypeName, "datetimeV2.")
		switch kind {
		case "date", "datetime", "daterange", "datetimerange":
		default:
			return e, false
		}
		w := interval{kind: kind}
		values := r.Resolution.Values
		values = append(values, r.Value.FutureResolution, r.Value.PastResolution)
		for _, v := range values {
			for key, val := range v {
				s, ok := parseAny(val)
				switch {
				case !ok, s.Year() < 2 && s.YearDay() == 1: // no such day: nothing to find
				case key == "value" || key == "date" || key == "start" || key == "startDate":
					w.starts = append(w.starts, s)
				case key == "end" || key == "endDate":
					w.ends = append(w.ends, s)
				}
			}
		}
		if len(w.starts)+len(w.ends) == 0 {
			if strings.Contains(fmt.Sprint(values), "0001-01-01") {
				continue
			}
			return e, false
		}
		e.want = append(e.want, w)
	}
	return e, err == nil
}

func parseAny(v any) (time.Time, bool) {
	s, _ := v.(string)
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
