package rules

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// reader reads one event.
type reader struct {
	in      structure.Input
	content string
	from    kaibo.Time // from when a statement holds unless it says otherwise
	out     structure.Reading
	seen    map[string]bool // what this event has said
	read    map[string]bool // the sentences that were read
	dropped [reasons]int
	last    *frame // of the statement before
	lastSay string
}

// Read implements [structure.Structurer]. Any bytes are valid content; it
// answers or gives an error, and never panics.
func (*Rules) Read(ctx context.Context, in structure.Input) (_ structure.Reading, err error) {
	ready()
	defer rescue("read event", &err)
	r := &reader{in: in, content: string(in.Content), seen: map[string]bool{}, read: map[string]bool{}}
	r.from = min(in.Event.OccurredAt, in.Event.RecordedAt)
	if !utf8.ValidString(r.content) || strings.ContainsRune(r.content, 0) {
		return structure.Reading{Reason: "it is not text"}, nil
	}
	for _, p := range cut(in.Event.Kind, in.Details.ContentType, r.content) {
		if err := ctx.Err(); err != nil {
			return structure.Reading{}, err
		}
		r.piece(p)
	}
	if len(r.out.Statements) == 0 {
		r.out.Reason = r.reason()
	}
	return r.out, nil
}

// piece reads the statements of one piece.
func (r *reader) piece(p piece) {
	if p.whole {
		r.sentence(p)
		return
	}
	text := p.says(r.content)
	if q, a, ok := strings.Cut(text, "?** "); ok && strings.HasPrefix(q, "**") && len(text) < maxSentence {
		p.text, p.whole = strings.TrimPrefix(q, "**")+"? "+a, true // a question and its answer
		r.sentence(p)
		return
	}
	for _, s := range shorten(text, sentences(text)) {
		q := p
		q.text = ""
		if p.text == "" {
			q.lo, q.hi = p.lo+s.Start, p.lo+s.End
		} else {
			q.text = text[s.Start:s.End]
		}
		if strings.Contains(text[s.Start:s.End], "\n") {
			q.text = strings.Join(strings.Fields(text[s.Start:s.End]), " ")
		}
		r.sentence(q)
	}
}

// sentences cuts prose and keeps a quotation of several sentences whole.
func sentences(text string) []lang.Span {
	spans := lang.Sentences(text)
	var out []lang.Span
	for _, s := range spans {
		if n := len(out); n > 0 && splitDate(text[out[n-1].Start:out[n-1].End], text[s.Start:s.End]) {
			out[n-1].End = s.End
			continue
		}
		if n := len(out); n > 0 && openQuote(text[out[n-1].Start:out[n-1].End]) && s.End-out[n-1].Start < 2000 {
			out[n-1].End = s.End
			continue
		}
		out = append(out, s)
	}
	return out
}

// maxSentence is how many bytes are read as one sentence; what is longer is
// cut at white space.
const maxSentence = 2000

// shorten cuts sentences that are too long to be one statement.
func shorten(text string, spans []lang.Span) []lang.Span {
	var out []lang.Span
	for _, s := range spans {
		for s.End-s.Start > maxSentence {
			cut := strings.LastIndexAny(text[s.Start:s.Start+maxSentence], " \n\t,;")
			if cut <= maxSentence/2 {
				cut = runeEnd(text[s.Start:], maxSentence) - 1
			}
			out = append(out, lang.Span{Start: s.Start, End: s.Start + cut + 1})
			s.Start += cut + 1
		}
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// splitDate tells a cut between a day and its month: "am 4. | Mai".
func splitDate(before, after string) bool {
	n := len(before)
	if n < 2 || before[n-1] != '.' || before[n-2] < '0' || before[n-2] > '9' {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(after), " ")
	return months[strings.Trim(first, ".,;!?")]
}

func openQuote(s string) bool {
	return strings.Count(s, `"`)%2 == 1 || strings.Count(s, "“") > strings.Count(s, "”") && !strings.Contains(s, "„") || strings.Count(s, "«") > strings.Count(s, "»")
}

// sentence turns one sentence, row or line into a statement, or drops it.
func (r *reader) sentence(p piece) {
	p = trimPiece(r.content, p)
	text := p.says(r.content)
	if strings.TrimSpace(text) == "" || r.read[text] {
		return
	}
	if len(r.out.Statements) == kaibo.MaxMemoriesEvent {
		r.out.LeftOut++ // not read any further
		return
	}
	r.read[text] = true
	if why := r.judgeTalk(p, text); why != states {
		r.dropped[why]++
		return
	}
	lead := readLabels(text)
	if p.text == "" && lead.drop > 0 && lead.drop < len(text) {
		p.lo += lead.drop
		text = text[lead.drop:]
	}
	said := r.complete(p, text)
	f := parse(text, p.typ, p.cues)
	if f.nothing {
		r.dropped[noWords]++
		return
	}
	parts := []lang.Span(nil)
	if said == text {
		parts = compound(p, text, f)
	}
	if len(parts) == 0 {
		r.say(p, text, said, f)
		return
	}
	for _, part := range parts {
		q, one := p, text[part.Start:part.End]
		if p.text != "" {
			q.text = one
		} else {
			q.lo, q.hi = p.lo+part.Start, p.lo+part.End
		}
		if len(r.out.Statements) == kaibo.MaxMemoriesEvent {
			r.out.LeftOut++
			return
		}
		r.say(q, one, one, parse(one, q.typ, q.cues))
	}
}

// say adds a statement with the name of who says it, where that is not known
// otherwise.
func (r *reader) say(p piece, text, said string, f *frame) {
	if p.by != "" && f.voice > byWay {
		said = p.by + ": " + said // or nobody would know who I is
	}
	r.state(p, text, said, f)
}

// state adds the statement unless this event said it already.
func (r *reader) state(p piece, text, said string, f *frame) {
	typ := p.typ
	if typ == "" {
		typ = typeOf(f, text, r.in.Event.Kind)
		if p.step && typ == kaibo.TypeTask {
			typ = kaibo.TypeProcedure
		}
	}
	sure := confidence(f, r.in)
	if typ == kaibo.TypeProcedure && sure == sureSupposed && (f.cues&supposes == 0 || f.cues&conditional != 0) {
		sure = outright(r.in) // what to do in a case is said, whether or not the case comes
	}
	s := structure.Statement{
		Type: typ, Start: p.lo, End: p.hi, Confidence: sure,
		ValidFrom: r.from, ValidTo: kaibo.Forever,
	}
	out, mentions := writeOut(said, r.in.Event.OccurredAt, languageOf(said))
	s.Content = clip(out)
	bound(&s, f, toCome(opened(said, fromThen(f, said, mentions)), said, r.from), r.from)
	g := parseIn(languageOf(said), s.Content, typ, f.cues&carried|p.cues)
	key := typ + "\x00" + g.key
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	if s.End-s.Start > structure.MaxStatementBytes {
		s.End = runeEnd(r.content, s.Start+structure.MaxStatementBytes)
	}
	s.Corrects = g.cues&corrects != 0
	s.Anchors = anchors(g)
	s.Parse = g
	if len(s.Anchors) == 0 {
		r.dropped[noWords]++
		return
	}
	r.last, r.lastSay = g, said
	if p.whole {
		r.last = &frame{nothing: true} // a row has no subject to lend
	}
	r.out.Statements = append(r.out.Statements, s)
}

// The confidences are the shares of statements of each kind that were so, in
// testdata/updates; docs/evaluation.md has the table. What tools and files say
// is taken for a little less than what a person says of himself.
const (
	sureSaid     = 0.97
	sureTold     = 0.9 // by a tool, a commit, a file
	sureReported = 0.6
	sureSupposed = 0.35 // a guess, a plan that is only weighed, a joke
	sureQuoted   = 0.1
)

func confidence(f *frame, in structure.Input) float64 {
	switch {
	case f.cues&quotes != 0:
		return sureQuoted
	case f.cues&(supposes|conditional) != 0, f.claim != nil && !f.claim.stands():
		return sureSupposed
	case f.cues&reports != 0:
		return sureReported
	}
	return outright(in)
}

// outright is the confidence of what is said without reserve.
func outright(in structure.Input) float64 {
	if in.Details.Role == "tool" || in.Event.Kind != kaibo.KindMessage {
		return sureTold
	}
	return sureSaid
}

// carried are the cues that writing dates out may take from the words.
const carried = changes | corrects | completes | cancels | onetime

// trimPiece takes white space and marks of emphasis off both ends.
func trimPiece(content string, p piece) piece {
	if p.text != "" {
		return p
	}
	for p.lo < p.hi && strings.IndexByte(" \t\r\n*_", content[p.lo]) >= 0 {
		p.lo++
	}
	for p.lo < p.hi && strings.IndexByte(" \t\r\n*_", content[p.hi-1]) >= 0 {
		p.hi--
	}
	return p
}

func clip(s string) string {
	if len(s) > structure.MaxStatementBytes {
		return s[:runeEnd(s, structure.MaxStatementBytes)]
	}
	return s
}

// runeEnd is the last rune boundary of s at or before i.
func runeEnd(s string, i int) int {
	i = min(i, len(s))
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// bound sets from when and until when the statement holds, where it says so.
// A task, an appointment and a record hold from when they were said.
func bound(s *structure.Statement, f *frame, mentions []dates.Mention, said kaibo.Time) {
	if s.Type == kaibo.TypeTask || s.Type == kaibo.TypeEpisode || f.cues&quotes != 0 || f.hasFormer() {
		return
	}
	for _, m := range mentions {
		if m.Recurring || m.Grain < dates.Day {
			continue
		}
		switch m.Bound {
		case dates.Since:
			s.ValidFrom = m.From
			if m.From <= said && said-m.From < grainOf(m.Grain) {
				s.ValidFrom = said
			}
		case dates.Until:
			if m.To > s.ValidFrom {
				s.ValidTo = m.To
			}
		case dates.Between:
			if m.From < m.To && !f.appointment() {
				s.ValidFrom, s.ValidTo, s.Bounded = m.From, m.To, true
			}
		}
	}
	if s.ValidTo <= s.ValidFrom {
		s.ValidFrom, s.ValidTo, s.Bounded = said, kaibo.Forever, false
	}
}

// opened marks the mentions that "from … on" makes open: from May on.
func opened(text string, mentions []dates.Mention) []dates.Mention {
	for i, m := range mentions {
		if m.Bound != dates.None || m.Start > m.End || m.End > len(text) {
			continue
		}
		before := strings.ToLower(strings.TrimRight(text[:m.Start], " "))
		after := strings.Fields(text[m.End:])
		if (before == "from" || strings.HasSuffix(before, " from")) && len(after) > 0 && (after[0] == "on" || after[0] == "onwards" || after[0] == "onward") {
			mentions[i].Bound = dates.Since
		}
	}
	return mentions
}

func grainOf(g dates.Grain) kaibo.Time {
	const day = kaibo.Time(24 * 3600 * 1000)
	switch g {
	case dates.Week, dates.Weekend:
		return 7 * day
	case dates.Month:
		return 31 * day
	case dates.Quarter:
		return 92 * day
	case dates.Half:
		return 184 * day
	case dates.Year:
		return 366 * day
	}
	return day
}

func (f *frame) hasFormer() bool {
	return len(f.with(former)) > 0 && f.cues&changes != 0 && len(f.with(current)) > 0
}

// appointmentVerbs take a stretch of time as what they say, not as the time
// for which the rest holds.
var appointmentVerbs = set("run last rent book schedule plan take reserve visit go travel be happen")

// appointment tells a statement whose value is the stretch itself: "the fair
// is from June 2 to June 4".
func (f *frame) appointment() bool {
	if f.lemma != "" && !appointmentVerbs[f.lemma] {
		return false
	}
	if f.objects() && (f.lemma == "run" || f.lemma == "take" || f.lemma == "last") {
		return false
	}
	for _, w := range f.with(value) {
		if !w.value() && f.lemma == "be" {
			return false
		}
	}
	return true
}
