package rules

import (
	"strings"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// voice is where a statement names the one who says it.
type voice uint8

const (
	unvoiced  voice = iota
	byWay           // in passing: "I moved the demo to Friday" is about the demo
	possessor       // its topic is the speaker's: "my car is red"
	speaker         // the speaker is its topic: "I work at Alder"
)

// firstPerson are the words by which one speaker names himself; possessives
// are those that stand before what is his.
var firstPerson, possessives = map[lang.Language]map[string]bool{
	lang.English:    set("i i'm i've i'll i'd me my mine myself"),
	lang.German:     set("ich mich mir mein meine meinen meinem meiner meines"),
	lang.Spanish:    set("yo mi mis mí me mío mía míos mías conmigo"),
	lang.French:     set("je j' moi me m' mon ma mes mien mienne"),
	lang.Portuguese: set("eu mim me meu minha meus minhas comigo"),
	lang.Italian:    set("io me mi mio mia miei mie"),
	lang.Dutch:      set("ik mij me mijn"),
	lang.Swedish:    set("jag mig min mitt mina"),
}, set("my mein meine meinen meinem meiner meines mi mis mon ma mes meu minha meus minhas mio mia miei mie mijn min mitt mina")

// impliedSpeaker are verbs of languages that leave "I" out, which have this
// form for no other person.
var impliedSpeaker = map[lang.Language]map[string]bool{
	lang.Spanish:    set("soy estoy tengo he voy vivo trabajo prefiero uso conduzco hablo mudé trasladé dejé cambié empecé compré vendí renuncié vendí pasé cancelé"),
	lang.Portuguese: set("sou estou tenho vou mudei-me vivo moro trabalho prefiro uso falo mudei deixei troquei comecei comprei vendi saí passei cancelei"),
	lang.Italian:    set("ho sto vado vivo abito lavoro preferisco uso parlo"),
}

// voiced finds out where the statement names its speaker, once the words have
// their roles. Quoted words are another's.
func (p *parser) voiced() voice {
	own, implied := firstPerson[p.lx.language], impliedSpeaker[p.lx.language]
	out, topics := unvoiced, false
	for i := range p.ws {
		topics = topics || p.roles[i] == topic && p.ws[i].content()
	}
	for i := range p.ws {
		w := &p.ws[i]
		mine := own[w.s] && w.class == function
		if !mine && !(implied[w.s] && p.leadAt(0, len(p.ws)) == i) {
			continue
		}
		switch {
		case p.roles[i] == topic && possessives[w.s] || !topics && p.roles[i] == value && p.preps[i] == "" && possessives[w.s]:
			out = max(out, possessor)
		case p.roles[i] == topic && !topics, p.roles[i] == action, !mine, !topics && p.roles[i] == value && p.preps[i] == "" && p.f.pronoun == "":
			out = max(out, speaker)
		case p.roles[i] == topic:
			out = max(out, possessor)
		default:
			out = max(out, byWay)
		}
	}
	return out
}

// nameSpeaker reads the name before a colon as the one who speaks: "Ana: I
// live in Turku" is about Ana.
func (p *parser) nameSpeaker() {
	n := 0
	for n < len(p.ws) && n < 3 && p.ws[n].name && p.ws[n].class == plain && !p.ws[n].cue && (n == 0 || p.ws[n].pre == 0) {
		n++
	}
	if n == 0 || n == len(p.ws) || p.ws[n].pre != ':' {
		return
	}
	if p.f.voice == speaker && p.f.form == base {
		p.f.form = third
	}
	p.mark(0, n, topic)
	p.f.voice, p.f.pronoun = unvoiced, ""
}

// strangers tells whether two statements are on two subjects because "I" is
// another person in each: one is about its speaker, and the other names a
// different one.
func strangers(f *frame, actor string, g *frame, other string) bool {
	if actor == "" || other == "" || foldWord(actor) == foldWord(other) {
		return false
	}
	return f.voice > byWay && g.voice != unvoiced || g.voice > byWay && f.voice != unvoiced
}

// introduce gives a statement on its speaker the speaker's name, where the
// other one calls its subject by that: "I work at Alder", said by ana, beside
// "Ana works at Alder". It answers f itself when they have nothing in common.
func introduce(f *frame, actor string, g *frame) *frame {
	if f.voice <= byWay || g.voice > byWay || actor == "" {
		return f
	}
	topics := g.with(topic)
	names := nameParts(topics, nameWords(actor))
	if names == nil || f.voice == speaker && len(names) != len(topics) || f.voice == possessor && len(names) == len(topics) {
		return f
	}
	for i := range names {
		names[i].chunk, names[i].head = -1, names[i].head && f.voice == speaker
	}
	return f.withSubject(names)
}

// withSubject is the frame with a subject of the third person in place of "I".
func (f *frame) withSubject(names []part) *frame {
	out := *f
	out.voice, out.pronoun = unvoiced, ""
	out.parts = append(names, f.parts...)
	if out.form == base {
		out.form = third
	}
	if s, ok := thirdPerson[out.aux]; ok {
		out.aux = s
	}
	return &out
}

// soleVerbs say of a person what can be so in one way at a time.
var soleVerbs = set("live work base station reside study stay park report weigh earn drive use call")

// alike tells whether both say of their speaker what can be so in one way at
// a time: where he is, how old he is, whom he works for.
func alike(f, g *frame) bool {
	return f.voice == speaker && g.voice == speaker && f.lemma == g.lemma && (soleVerbs[f.lemma] || f.lemma == "be" && f.placed() && g.placed())
}

// placed tells whether what is said is a place with a name, or a number.
func (f *frame) placed() bool {
	for i, w := range f.with(value) {
		if places[w.prep] && w.name || i == 0 && w.class == number {
			return true
		}
	}
	return false
}

// self is the subject of a statement on its speaker, where both are.
func self() []part {
	return []part{{word: word{s: "i", stem: "i", root: "i", name: true}, role: topic, chunk: -1, head: true}}
}

// nameWords are the words of an actor's name, which may be a handle: ana,
// ana.lopez, ana@example.org.
func nameWords(actor string) []string {
	name, _, _ := strings.Cut(foldWord(actor), "@")
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
}

// nameParts answers the parts that spell the name, in order; nil when it is
// not there as a whole.
func nameParts(parts []*part, name []string) []part {
	for i := range parts {
		if len(name) == 0 || len(parts)-i < len(name) {
			return nil
		}
		var out []part
		for k, w := range name {
			if p := parts[i+k]; p.s == w && p.name && p.class == plain {
				out = append(out, *p)
			}
		}
		if len(out) == len(name) {
			return out
		}
	}
	return nil
}

// thirdPerson turns the auxiliaries of the first person.
var thirdPerson = map[string]string{"am": "is", "i'm": "is", "have": "has", "i've": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't", "i'll": "will", "i'd": "would"}

// tellsTheSame tells whether f says of its speaker, named actor, what g says
// of one of that name, word by word.
func tellsTheSame(f *frame, actor string, g *frame) bool {
	if f.voice <= byWay || g.voice != unvoiced || f.foreign || g.foreign || actor == "" {
		return false
	}
	name := strings.Join(nameWords(actor), " ")
	return name != "" && impersonal(f.key, name) == impersonal(g.key, name)
}

// impersonal is a key with the speaker's name for "I" and "my", and verbs of
// the present without the ending of the third person.
func impersonal(key, name string) string {
	var out []string
	for _, w := range strings.Fields(key) {
		switch aux := thirdPerson[w]; {
		case strings.HasPrefix(w, "i'"):
			out = append(out, name, aux)
		case aux != "":
			out = append(out, aux)
		case w == "i" || w == "me":
			out = append(out, name)
		case w == "my" || w == "mine":
			out = append(out, name+"'s")
		default:
			if v, ok := verbOf(w); ok && v.form == third && v.lemma != "be" {
				w = v.lemma
			}
			if s, ok := thirdPerson[w]; ok {
				w = s
			}
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// meet relates a statement and a candidate as their speakers let them.
func meet(f *frame, s structure.Statement, g *frame, c structure.Candidate) (a, b *frame, same, apart bool) {
	if strangers(f, s.Actor, g, c.Actor) {
		return f, g, false, true
	}
	if s.Type == c.Type && (tellsTheSame(f, s.Actor, g) || tellsTheSame(g, c.Actor, f)) {
		return f, g, true, false
	}
	if alike(f, g) {
		return f.withSubject(self()), g.withSubject(self()), false, false
	}
	return introduce(f, s.Actor, g), introduce(g, c.Actor, f), false, false
}
