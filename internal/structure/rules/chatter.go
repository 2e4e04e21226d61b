package rules

import (
	"strings"
	"unicode"
)

// talkWords say nothing of a person or thing: greetings, thanks, reactions,
// and the talk about the talk itself.
var talkWords = set(
	"hi hello hey hiya howdy yo welcome bye goodbye cheers ciao greetings morning evening afternoon night day week weekend holidays",
	"thanks thank thx ty please pls sorry apologies pardon congrats congratulations kudos bravo",
	"ok okay okey k kk yes yep yeah yup no nope nah sure course right correct exactly absolutely definitely indeed agreed understood noted roger alright fine true totally",
	"good great nice cool awesome perfect excellent wonderful lovely amazing brilliant fantastic superb neat sweet super fabulous terrific",
	"sound sounds looks look seems got gotcha see seen later soon again back moment second minute sec min bit well glad happy welcome enjoy hope hopefully have had having wish take care safe rest luck fun",
	"annoying annoyed funny sad bad awful terrible horrible weird strange odd crazy wild interesting charming fair enough same here there that this it one too much lot lots also",
	"haha hahaha lol lmao rofl hehe wow oh ah aha ooh uh um hmm mm ha hm yay hooray whoa ouch ugh meh phew oops eek argh omg",
	"fingers crossed loud clear hear hearing heard love loved like liked works working all everyone everybody folks guys team friends dear sir madam anyone anybody somebody someone",
	"moving move on next let us me go going come share screen slide slides deck tab mute muted unmute echo microphone mic camera window black thread question questions notes note coffee doorbell agent scroll up down try maybe promised promise through almost only few left long wait waited waiting lost little side upside other strong feelings acting still waking wake come park",
	"help helping assist assistance anything else today tonight tomorrow know let feel free happy problem worries mention pleasure bet exact thing cheer cheers keep up work job done talk speak chat appreciate appreciated support kind words mean means means way rock proud killing kill catch pleasure glad forward looking hang tough stay posted updated tell telling told agree",
	"hola gracias buenos días buenas tardes noches vale claro adiós bonjour merci salut bonsoir oui non hallo danke guten tag morgen abend bitte ja nein tschüss obrigado obrigada olá bom dia boa tarde noite sim não grazie buongiorno prego hej tack",
	"привет спасибо здравствуйте пока да нет доброе утро день",
)

// emptyTalk tells whether a sentence only greets, thanks, reacts or manages
// the talk: none of its words is about anything else.
func emptyTalk(ws []word) bool {
	if likes(ws) || comes(ws) {
		return false
	}
	content, talk := 0, 0
	for i := range ws {
		w := &ws[i]
		if symbolOnly(w.s) {
			continue
		}
		if talkWords[w.s] {
			talk++
		}
		if w.name && w.class == plain && !talkWords[w.s] && vocative(ws, i) {
			continue
		}
		if w.class == ident || w.class == clock || w.class == number && numerals[w.s] == "" {
			return false
		}
		if w.class == function || talkWords[w.s] || talkWords[w.stem] || strings.HasSuffix(w.s, "'s") && talkWords[strings.TrimSuffix(w.s, "'s")] || w.class == date && talkWords[w.s] {
			continue
		}
		content++
	}
	return content == 0 && (talk > 0 || len(ws) < 6)
}

// likings are what somebody says of what he likes, and pointing are words that
// point to what was just said: "I like coffee" tells something of a person, "I
// like that" nothing.
var (
	likings  = set("like love enjoy hate dislike adore prefer")
	pointing = set("it that this them these those you your yours him her what how to when the a an so when if seeing hearing")
)

// likes tells that somebody likes a thing that is named.
func likes(ws []word) bool {
	if len(ws) < 3 || len(ws) > 6 || ws[0].s != "i" && ws[0].s != "we" || !likings[ws[1].s] || pointing[ws[2].s] {
		return false
	}
	for i := 2; i < len(ws); i++ {
		if ws[i].class == plain && !pointing[ws[i].s] {
			return true
		}
	}
	return false
}

// comes tells that somebody will be there on a day that is named.
func comes(ws []word) bool {
	if len(ws) < 3 || ws[0].s != "i'm" && ws[0].s != "we're" || ws[1].s != "coming" && ws[1].s != "working" && ws[1].s != "moving" {
		return false
	}
	for i := 2; i < len(ws); i++ {
		if ws[i].class == date {
			return true
		}
	}
	return false
}

// callsEnd returns how many words at the start only call somebody or exclaim:
// "wow", "hey Ana", up to a comma.
func callsEnd(ws []word) int {
	for k := 1; k < len(ws) && k <= 4; k++ {
		w := &ws[k-1]
		if !talkWords[w.s] && !(w.name && w.class == plain) {
			return 0
		}
		if ws[k].pre == ',' || ws[k].pre == ';' {
			for i := range ws[:k] {
				if talkWords[ws[i].s] || k == 1 && len(ws) > 2 && (ws[1].s == "that's" || ws[1].s == "you" || ws[1].s == "you're" || ws[1].s == "i" || ws[1].s == "it's") {
					return k + callsEnd(ws[k:])
				}
			}
			return 0
		}
	}
	return 0
}

// vocative tells a name that is only spoken to: "hey Ana", "thanks, Ana".
func vocative(ws []word, i int) bool {
	if i == 0 {
		return len(ws) > 1 && ws[1].pre == ','
	}
	return ws[i].pre == ',' && (i+1 == len(ws) || ws[i+1].pre != 0) || i+1 == len(ws) && len(ws) <= 4 && talkWords[ws[i-1].s] && ws[i-1].class != function
}

func symbolOnly(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

// reaction tells "that's annoying" and "so funny": this or that, a form of
// be, and one quality.
func reaction(ws []word, text string) bool {
	if len(ws) > 6 || len(ws) == 0 {
		return false
	}
	switch ws[0].s {
	case "that's", "that", "this", "it's", "how", "so", "what", "such", "too", "very":
	default:
		return false
	}
	content := 0
	for i := range ws {
		w := &ws[i]
		if w.value() || w.name && i > 0 {
			return false
		}
		if w.class == plain && !talkWords[w.s] {
			content++
		}
	}
	return content <= 1 && (strings.HasSuffix(strings.TrimSpace(text), "!") || ws[0].s == "that's" || ws[0].s == "so" || ws[0].s == "how" || len(ws) > 1 && (ws[1].s == "is" || ws[1].s == "was"))
}

// wishWell tells good wishes and hopes for others: hope you had a nice
// weekend, have a great day, take care.
func wishWell(ws []word) bool {
	if len(ws) == 0 {
		return false
	}
	switch ws[0].s {
	case "let":
		return len(ws) > 1 && ws[1].s == "me"
	case "as":
		return len(ws) > 3 && ws[1].s == "an" && ws[2].s == "ai"
	case "have":
		return len(ws) > 2 && (ws[1].s == "a" || ws[1].s == "an" || ws[1].s == "fun") && len(ws) <= 7
	case "keep":
		return len(ws) <= 7 && (ws[1%len(ws)].s == "up" || ws[2%len(ws)].s == "up")
	case "hope":
		return len(ws) > 1 && (ws[1].s == "you" || ws[1].s == "everyone" || ws[1].s == "all" || ws[1].s == "your")
	case "enjoy", "happy", "merry":
		return len(ws) <= 5 && ws[len(ws)-1].class != number
	}
	return false
}

// delights open what one says on meeting somebody, and meetings are the verbs
// for that, in the languages of the phrase books.
var (
	delights = set("nice good great lovely pleased delighted happy glad wonderful pleasure schön freut freue toll encantado encantada gusto mucho un placer ravi ravie heureux heureuse enchanté enchantée content contente prazer muito bom piacere")
	meetings = set("meet meeting see seeing hear hearing know kennenzulernen kennenlernen kennen lernen sehen wiederzusehen conocerte conocerle conoceros conocerlo conocerla verte veros rencontrer connaître revoir conhecer conhecê-lo conhecê-la ver conoscerti")
	courtesy = set("to you again from at last finally all everyone everybody too here in person dich euch sie ihnen zu endlich wieder mich de te le os por fin otra vez placer vous vous! enfin em você vocês te di tanto so very really such it's it is was been a the")
)

// acquaints tells a courtesy on meeting: "nice to meet you, Dana". Whatever
// else it holds is a name.
func acquaints(ws []word) bool {
	i := 0
	for i < len(ws) && !delights[ws[i].s] && courtesy[ws[i].s] {
		i++
	}
	if len(ws) > 10 || i >= len(ws) || !delights[ws[i].s] {
		return false
	}
	met := ws[i].s == "enchanté" || ws[i].s == "enchantée" || ws[i].s == "freut"
	for k := range ws {
		w := &ws[k]
		switch {
		case meetings[w.s]:
			met = true
		case delights[w.s], courtesy[w.s], talkWords[w.s], symbolOnly(w.s), w.name && w.class == plain:
		default:
			return false
		}
	}
	return met
}
