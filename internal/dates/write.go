package dates

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// piece is a stretch of the mention that depends on the reference, and the
// date to write in its place.
type piece struct {
	start, end int // bytes in the text; none when they are equal
	from, to   int // days
	at         int64
	grain      Grain
	part       int16
	weekday    bool
	exact      bool
	window     bool // many days: both ends are written
	bare       bool // a weekday alone: it needs no preposition
	season     bool
	lead       string // the preposition, where it is not the usual one of the grain
	partAt     int    // where the words for the part of the day begin, after those for the day; 0 when there are none
}

func (p *parser) piece(r reading) piece {
	if r.kind != Relative || r.relTo <= r.relFrom {
		return piece{}
	}
	from, to := r.from, r.to
	if !r.exact {
		from, to = p.whole(r)
	}
	partAt := 0
	for k := r.relTo - 1; k > r.relFrom && r.grain == Day; k-- {
		if p.is(k, dayPart) {
			partAt = p.toks[k].start
		}
	}
	return piece{
		partAt: partAt,
		start:  p.toks[r.relFrom].start, end: p.toks[r.relTo-1].end,
		from: from, to: to, at: r.at, grain: r.grain, part: r.part, weekday: r.weekday, exact: r.exact, window: r.between,
		bare: r.weekday && r.relTo == r.relFrom+1 && p.is(r.relFrom, weekday), season: r.season,
	}
}

// whole returns the unit around the part of it that "end of" or "early" left.
func (p *parser) whole(r reading) (from, to int) {
	if r.grain <= Day || r.between || r.season {
		return r.from, r.to
	}
	return unitAround(r.from, r.grain, 0)
}

// Write returns the mention written out absolutely, with its year, in the
// words of text where they say enough: "tomorrow at 8:15" becomes "on
// September 11, 2025 at 8:15". A mention that is absolute, or recurs, or whose
// year was only guessed is returned as it stands. In languages other than
// English the ISO date stands in the place of the words.
//
// m is one that [Find] returned for this text.
func Write(m Mention, text string) string {
	if m.Start < 0 || m.End > len(text) || m.Start > m.End {
		return ""
	}
	if m.Kind != Relative || m.Recurring {
		return text[m.Start:m.End]
	}
	var b strings.Builder
	at := m.Start
	for _, p := range m.pieces {
		if p.start < at || p.end > m.End || p.start == p.end {
			continue
		}
		b.WriteString(text[at:p.start])
		if m.english {
			b.WriteString(p.english(text))
		} else {
			b.WriteString(p.iso() + p.partWords(text))
		}
		at = p.end
	}
	b.WriteString(text[at:m.End])
	return b.String()
}

// english writes the piece with the preposition that its place asks for.
func (p *piece) english(text string) string {
	prev := wordBefore(text, p.start)
	words, prep := p.words()
	if p.lead != "" {
		prep = p.lead
	}
	switch {
	case p.lead != "":
	case leads[prev], p.bare:
		prep = ""
	case isTerm(prev):
		prep = ""
	case p.subject(text):
		prep = ""
	}
	if prev == "the" || prev == "this" {
		words = strings.TrimPrefix(words, "the ")
	}
	if first := text[p.start]; p.opens(text) && first >= 'A' && first <= 'Z' && prep != "" {
		prep = strings.ToUpper(prep[:1]) + prep[1:]
	} else if p.opens(text) && first >= 'A' && first <= 'Z' {
		words = strings.ToUpper(words[:1]) + words[1:]
	}
	return prefixed(prep, words)
}

func prefixed(prep, words string) string {
	if prep == "" {
		return words
	}
	return prep + " " + words
}

// words returns the date and the preposition that goes with it.
func (p *piece) words() (words, prep string) {
	day := civilTime(p.from)
	switch {
	case p.exact:
		t := time.UnixMilli(p.at).UTC()
		return t.Format("15:04 on January 2, 2006"), "at"
	case p.window:
		last := civilTime(p.to - 1)
		if p.to-p.from == 1 {
			return day.Format("January 2, 2006"), "on"
		}
		return day.Format("January 2, 2006") + " to " + last.Format("January 2, 2006"), "from"
	}
	switch p.grain {
	case Weekend:
		return "the weekend of " + day.Format("January 2, 2006"), "on"
	case Week:
		return "the week of " + day.Format("January 2, 2006"), "in"
	case Month:
		return day.Format("January 2006"), "in"
	case Quarter:
		if p.season {
			return "the " + seasonNames[int(day.Month())/3] + " of " + day.Format("2006"), "in"
		}
		return fmt.Sprintf("Q%d %d", (int(day.Month())-1)/3+1, day.Year()), "in"
	case Half:
		return fmt.Sprintf("H%d %d", (int(day.Month())-1)/6+1, day.Year()), "in"
	case Year:
		return day.Format("2006"), "in"
	}
	layout := "January 2, 2006"
	if p.weekday {
		layout = "Monday, January 2, 2006"
	}
	words = day.Format(layout)
	if name := partNames[p.part&7]; name != "" {
		words = "the " + name + " of " + words
	}
	return words, "on"
}

// seasonNames are those of the northern half of the earth, by the month that
// they start with.
var seasonNames = [5]string{1: "spring", 2: "summer", 3: "fall", 4: "winter"}

var partNames = [8]string{morning: "morning", afternoon: "afternoon", evening: "evening", night: "night"}

// iso writes the piece in digits.
func (p *piece) iso() string {
	day := civilTime(p.from)
	switch {
	case p.exact:
		return kaibo.Time(p.at).String()
	case p.grain == Month && !p.window:
		return day.Format("2006-01")
	case p.grain == Quarter:
		return fmt.Sprintf("%04d-Q%d", day.Year(), (int(day.Month())-1)/3+1)
	case p.grain == Year:
		return day.Format("2006")
	case p.to-p.from > 1:
		return day.Format("2006-01-02") + "/" + civilTime(p.to-1).Format("2006-01-02")
	}
	return day.Format("2006-01-02")
}

// partWords answers the words for the part of the day after those for the day,
// which digits do not say: "por la tarde" of "mañana por la tarde", 上午 of
// 明天上午. An hour often follows, and means nothing without them.
func (p *piece) partWords(text string) string {
	if p.partAt > p.start && p.partAt < p.end {
		day := strings.TrimRight(text[p.start:p.partAt], " ")
		return text[p.start+len(day) : p.end]
	}
	if words := text[p.start:p.end]; p.part != 0 && strings.Contains(words, " ") && !lastPart.MatchString(words) {
		return words[strings.IndexByte(words, ' '):] // the evening of "morgen Abend"
	}
	for _, part := range glued {
		if rest, ok := strings.CutSuffix(text[p.start:p.end], part); ok && rest != "" {
			return part
		}
	}
	return ""
}

// lastPart tells words that say "last night": what stands in them beside the day
// would be read as a part of the day that is written in their place.
var lastPart = regexp.MustCompile(`(?i)dernière|scors[ao]|passada|прошл|letzte|afgelopen|^(i|la|el) `)

// glued are the parts of the day in Chinese, Japanese and Korean, the longer
// before those that they end in.
var glued = []string{"早上", "上午", "早晨", "中午", "下午", "午后", "午後", "晚上", "午前", "夕方", "晚", "夜", "朝", "아침", "오전", "오후", "저녁", "밤"}

func civilTime(day int) time.Time { return time.Unix(int64(day)*24*60*60, 0).UTC() }

// leads are the words after which a date needs no preposition of its own.
var leads = set("on in at by before after since until till through from to for of around about between during over than the and/or due this starting beginning effective approximately circa ~ up within throughout")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func isTerm(prev string) bool { return prev == "early" || prev == "late" || prev == "mid" }

// wordBefore returns the word that ends before byte i, in lower case, or the
// mark there.
func wordBefore(text string, i int) string {
	text = strings.TrimRight(text[:i], " \t\n")
	end := len(text)
	start := end
	for start > 0 && end-start < 20 && isASCIILetter(text[start-1]) {
		start--
	}
	if start == end && end > 0 && text[end-1] == '-' {
		return wordBefore(text, end-1)
	}
	return strings.ToLower(text[start:end])
}

func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// opens reports that the piece starts a sentence.
func (p *piece) opens(text string) bool {
	before := strings.TrimRight(text[:p.start], " \t\"'(*>#")
	return before == "" || strings.ContainsRune(".!?\n:", rune(before[len(before)-1]))
}

// subject reports that the piece is what its sentence speaks of: "Tomorrow is
// a holiday".
func (p *piece) subject(text string) bool {
	rest := strings.TrimLeft(text[p.end:], " ")
	n := 0
	for n < len(rest) && n < 12 && isASCIILetter(rest[n]) {
		n++
	}
	if !subjectVerbs[strings.ToLower(rest[:n])] {
		return false
	}
	prev := wordBefore(text, p.start)
	return prev == "" || clauseOpeners[prev]
}

var (
	subjectVerbs  = set("is was works will isn wasn would looks sounds")
	clauseOpeners = set("that and but if because so whether or think guess since as")
)

// WriteOut returns text with every relative mention in its [Write] form, and
// the mentions of the text as it was. What comes out reads as a sentence: no
// preposition is doubled, and a sentence still starts with a capital.
func WriteOut(text string, ref kaibo.Time) (string, []Mention) {
	found := Find(text, ref)
	var b strings.Builder
	at := 0
	for _, m := range found {
		if m.Kind != Relative || m.Recurring {
			continue
		}
		b.WriteString(text[at:m.Start])
		written := Write(m, text)
		at = m.End
		if rest := text[at:]; m.english && possessive(rest) > 0 {
			written, at = owned(written, m.Grain == Week || m.Grain == Weekend), at+possessive(rest)
		}
		b.WriteString(written)
	}
	if at == 0 {
		return text, found
	}
	b.WriteString(text[at:])
	return b.String(), found
}

// possessive returns the length of the "'s" that rest starts with, 0 for none.
func possessive(rest string) int {
	for _, s := range []string{"'s", "’s"} {
		if strings.HasPrefix(rest, s+" ") {
			return len(s)
		}
	}
	return 0
}

// owned writes "yesterday's standup" as "the March 4, 2025 standup", and
// "next week's" as "the week of March 10, 2025's".
func owned(written string, keeps bool) string {
	the := "the "
	for _, prep := range []string{"on ", "in ", "On ", "In "} {
		rest, ok := strings.CutPrefix(written, prep)
		if !ok {
			continue
		}
		if prep[0] < 'a' {
			the = "The "
		}
		written = rest
		break
	}
	written = strings.TrimPrefix(written, "the ")
	if keeps {
		return the + written + "'s"
	}
	return the + written
}
