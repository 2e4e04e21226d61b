package rules

// since, as of, from: words that open the time from when a statement holds.
var (
	sinceWords = set("since from starting beginning effective seit ab desde depuis dès partir dal sedan vanaf")
	untilWords = set("until till through bis hasta jusqu'au jusqu'à até fino tot")
	rangeWords = set("to until till through and bis al a au à até")
)

// readSpan takes the words that say from or until when a statement holds out
// of what it says: "as of May 1, 2025", "from June 2 on", "until Friday". A
// stretch after a verb of change stays: it may name the old and new date.
func (p *parser) readSpan() {
	for i := 0; i < len(p.ws); i++ {
		w := &p.ws[i]
		asOf := w.s == "as" && i+1 < len(p.ws) && (p.ws[i+1].s == "of" || p.ws[i+1].s == "from")
		if !asOf && !sinceWords[w.s] && !untilWords[w.s] {
			continue
		}
		start := i + 1
		if asOf {
			start++
		}
		end := p.dateEnd(start)
		if end == start || p.changesBefore(i) && p.word(end, "to") == end {
			continue
		}
		closed := end < len(p.ws) && rangeWords[p.ws[end].s]
		if closed {
			if stop := p.dateEnd(end + 1); stop > end+1 {
				end = stop
			}
		}
		if !closed && i > 0 && w.pre == 0 && end < len(p.ws) && p.ws[end].pre == 0 && p.ws[end].s != "on" && p.ws[end].s != "onwards" && p.ws[end].s != "an" && !asOf {
			continue
		}
		if end < len(p.ws) && (p.ws[end].s == "on" || p.ws[end].s == "onwards" || p.ws[end].s == "an") && !closed {
			end++
		}
		if i > 0 && closed && w.pre == 0 && p.timesOnly(i) {
			continue
		}
		if !closed && !untilWords[w.s] {
			p.f.cues |= changes
		}
		for k := i; k < end; k++ {
			p.ws[k].cue = true
		}
		i = end - 1
	}
}

// timesOnly tells whether nothing but a form of be stands before word i, so
// that the stretch is what the statement says.
func (p *parser) timesOnly(i int) bool {
	return p.lx.auxiliaries[p.ws[i-1].s] || p.changesBefore(i)
}

// dateEnd is where the date that begins at word i ends; i when none does.
func (p *parser) dateEnd(i int) int {
	k, dated := i, false
	for k < len(p.ws) {
		w := &p.ws[k]
		switch {
		case w.class == date || w.class == clock:
			dated = true
		case w.class == number && (k > i || len(w.s) == 4 && w.s[0] == '2' || isOrdinal(w.s)):
			dated = dated || len(w.s) == 4
		case !dated && (w.s == "the" || w.s == "of" || w.s == "this" || w.s == "next" || w.s == "end" || w.s == "start" || w.s == "beginning" || w.class == unit || w.s == "el" || w.s == "le" || w.s == "dem" || w.s == "o"):
		case dated && (w.s == "de" || w.s == "of") && k+1 < len(p.ws) && p.ws[k+1].class >= number:
		default:
			if dated {
				return k
			}
			return i
		}
		if dated && k+1 < len(p.ws) && p.ws[k+1].pre != 0 && p.ws[k+1].class < number {
			return k + 1
		}
		k++
	}
	if dated {
		return k
	}
	return i
}

// reportVerbs give what somebody says; the sentence after them is the
// statement.
var reportVerbs = set("say tell report claim announce confirm mention explain insist think believe know agree decide remind inform warn")

// weakReports are such verbs only before "that": they also have objects.
var weakReports = set("write hear read note learn state")

// readReport answers the word where the reported sentence begins: "the doctor
// says (that) …". Without one it answers 0.
func (p *parser) readReport() int {
	for i := 1; i < len(p.ws) && i < 8; i++ {
		v, ok := p.ws[i].asVerb()
		if !ok || !reportVerbs[v.lemma] && !(weakReports[v.lemma] && i+1 < len(p.ws) && p.ws[i+1].s == "that") || v.form == gerund || p.ws[i].name || !p.finite(0, i) && !p.lx.auxiliaries[p.ws[i-1].s] {
			continue
		}
		k := i + 1
		for k < len(p.ws) && (p.ws[k].s == "us" || p.ws[k].s == "me" || p.ws[k].s == "him" || p.ws[k].s == "her" || p.ws[k].s == "them" || p.ws[k].s == "everyone") {
			k++
		}
		if k >= len(p.ws) {
			return 0
		}
		if p.ws[k].s == "that" {
			k++
		} else if p.ws[k].pre != 0 || p.lx.prepositions[p.ws[k].s] {
			return 0
		}
		if g := p.verbIn(k, p.sentenceEnd(k)); g.found && g.lo > k && !g.command {
			if v.lemma != "decide" && v.lemma != "agree" && v.lemma != "know" {
				p.f.cues |= reports
			}
			return k
		}
		return 0
	}
	return 0
}
