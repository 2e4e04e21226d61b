package rules

import (
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// set makes a set of the words of its arguments.
func set(lists ...string) map[string]bool {
	out := map[string]bool{}
	later(func() {
		for _, l := range lists {
			for w := range strings.FieldsSeq(l) {
				out[w] = true
			}
		}
	})
	return out
}

// Words of the calendar, in the languages that the rules know.
var (
	months = set("january february march april may june july august september october november december",
		"jan feb mar apr jun jul aug sep sept oct nov dec",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"januar februar märz juni juli oktober dezember",
		"janeiro fevereiro março maio junho julho setembro outubro novembro dezembro",
		"gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre")
	weekdays = set("monday tuesday wednesday thursday friday saturday sunday",
		"mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue wed thu fri",
		"lunes martes miércoles jueves viernes sábado sábados domingo domingos",
		"lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis samedis dimanches",
		"montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags",
		"segunda segunda-feira terça terça-feira quarta quarta-feira quinta quinta-feira sexta sexta-feira quintas terças segundas quartas sextas segundas-feiras terças-feiras quartas-feiras quintas-feiras sextas-feiras",
		"lunedì martedì mercoledì giovedì venerdì sabato domenica")
	dayWords = set("today tomorrow yesterday tonight morning mornings evening evenings afternoon afternoons night nights noon midnight",
		"weekend weekends weekday weekdays daily weekly monthly yearly annually spring summer autumn winter fall",
		"q1 q2 q3 q4 quarter heute morgen gestern hoy mañana ayer aujourd'hui demain hier hoje amanhã ontem")
	// In Portuguese these are days, in Spanish and Italian ordinals.
	ordinalDays = set("segunda terça quarta quinta sexta quintas")
	dayHalves   = set("am pm a.m p.m o'clock uhr")
	units       = set("euro euros dollar dollars pound pounds eur usd chf gbp cent cents franc francs krone kroner kronor yen",
		"percent % per cent points percentage",
		"ms milliseconds millisecond s sec secs second seconds min mins minute minutes h hour hours day days week weeks month months year years",
		"b kb mb gb tb pb byte bytes kib mib gib tib bit bits",
		"mm cm m km meter meters metre metres kilometers kilometres mile miles foot feet inch inches",
		"g gram grams kg kilo kilos kilogram kilograms ton tons tonne tonnes ml cl l liter liters litre litres",
		"degree degrees ° °c °f celsius bar volt volts watt watts kw kwh mhz ghz hz rpm px")
	numerals = map[string]string{"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
		"seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14",
		"fifteen": "15", "sixteen": "16", "eighteen": "18", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
		"sixty": "60", "ninety": "90", "hundred": "100", "thousand": "1000", "million": "1000000",
		"dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "deux": "2", "trois": "3", "quatre": "4", "zwei": "2", "drei": "3", "vier": "4"}
	numberWords = numeralWords()
)

func numeralWords() map[string]bool {
	out := set("half dozen twice thrice once")
	for w := range numerals {
		out[w] = true
	}
	return out
}

// lexicon holds the function words of one language: they carry grammar, never
// the subject of a statement.
type lexicon struct {
	language     lang.Language
	function     map[string]bool
	prepositions map[string]bool // begin a phrase of their own after the verb
	determiners  map[string]bool
	auxiliaries  map[string]bool
}

// lexiconOf returns the words of a language; one that the rules do not know
// is read with the words of none.
func lexiconOf(l lang.Language) *lexicon {
	switch l {
	case lang.Spanish:
		return spanish
	case lang.French:
		return french
	case lang.German:
		return german
	case lang.Portuguese:
		return portuguese
	case lang.Italian:
		return italian
	case lang.Dutch:
		return dutch
	case lang.Swedish, lang.Norwegian, lang.Danish:
		return nordic
	case lang.Unknown, lang.English:
		return english
	}
	return foreign
}

// languageOf detects the language of text. A short text that could be any is
// that of the most function words in it.
func languageOf(text string) lang.Language {
	if l, ok := detected.of(text); ok {
		return l
	}
	l := detect(text)
	detected.keep(text, l)
	return l
}

// detected remembers the languages of the texts that were asked for last: one
// sentence is looked at from several sides, and a candidate by many statements.
var detected = languages{seen: map[string]lang.Language{}}

type languages struct {
	mu   sync.Mutex
	seen map[string]lang.Language
}

// maxDetected and maxDetectedBytes bound what is remembered: under 1 MiB.
const (
	maxDetected      = 2048
	maxDetectedBytes = 400
)

func (d *languages) of(text string) (lang.Language, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.seen[text]
	return l, ok
}

func (d *languages) keep(text string, l lang.Language) {
	if len(text) > maxDetectedBytes {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.seen) >= maxDetected {
		clear(d.seen)
	}
	d.seen[strings.Clone(text)] = l
}

func detect(text string) lang.Language {
	if body := readLabels(text).end; body < len(text) && strings.ContainsAny(strings.Trim(text[body:], " .!?"), " \t\n") {
		text = text[body:] // a label may be of any language, unless it says most
	}
	l := lang.Detect(text)
	if len(text) > 200 {
		return l
	}
	hits := func(lx *lexicon) int {
		n := 0
		for _, w := range strings.Fields(strings.ToLower(text)) {
			if w = strings.Trim(w, ".,:;!?"); lx.function[w] {
				n++
			}
		}
		return n + spelled(text, lx) + bookOf(lx.language).hits(text)
	}
	best, most := l, hits(lexiconOf(l))
	for _, lx := range []*lexicon{english, spanish, french, german, portuguese, italian, dutch, nordic} {
		if n := hits(lx); n > most && (n > most+1 || most == 0) {
			best, most = lx.language, n
		}
	}
	if rest, ok := afterName(text, lexiconOf(best)); ok && best != lang.English && best != lang.Unknown {
		text = rest
		if own, e := hits(lexiconOf(best)), hits(english); e > own || e == own && own == 0 {
			return lang.English
		}
	}
	return best
}

// afterName answers what follows a first word that may be a name though the
// language has it too, "Uma runs …", "Ella owns …": an English verb in the
// third person follows, which is no word that can follow in that language. Of
// plurals, prepositions and the second person it says nothing: nouns and verbs
// in -s may follow them.
func afterName(text string, lx *lexicon) (string, bool) {
	first, rest, ok := strings.Cut(text, " ")
	next, more, _ := strings.Cut(rest, " ")
	if isAdverb(next) {
		next, _, _ = strings.Cut(more, " ")
	}
	low := strings.ToLower(first)
	if !ok || low == first || !lx.function[low] || strings.HasSuffix(low, "s") && lx.language != lang.German || low == "tu" {
		return "", false
	}
	next = strings.TrimRight(next, ".,;:!?")
	if v, ok := verbOf(next); !ok || v.form != third || lx.function[next] || foreignVerbs[next] != "" {
		return "", false
	}
	return rest, !lx.prepositions[low]
}

func newLexicon(l lang.Language, function, prepositions, determiners, auxiliaries string) *lexicon {
	return &lexicon{l, set(function, prepositions, determiners, auxiliaries), set(prepositions), set(determiners), set(auxiliaries)}
}

// spellings are letters and endings that one language has and its neighbours
// have not; each counts as much as two function words.
var spellings = map[lang.Language][]string{
	lang.Portuguese: {"ã", "õ", "ção", "nh", "ança", "lh"},
	lang.Spanish:    {"ñ", "¿", "¡", "ción", "mos "},
	lang.German:     {"ß", "ä", "sch"},
	lang.French:     {"œ", "ê", "eau", "aux ", "l'", "d'"},
	lang.Italian:    {"zione", "gli ", "ò ", "sso "},
	lang.Swedish:    {"å"},
}

func spelled(text string, lx *lexicon) int {
	for _, s := range spellings[lx.language] {
		if strings.Contains(strings.ToLower(text), s) {
			return 2
		}
	}
	return 0
}

var english = newLexicon(lang.English,
	"there here all both either i me my mine myself we us our ours you yours he him she hers it they them theirs who whom whose which what "+
		"being 's 're 've 'm 'd 'll having of than up down out off and or but nor so yet if unless because while although though when where why how whether then "+
		"not no very too also just only still even quite rather really please again already soon ever never always that's",
	"in on at by for with from to into onto over under about after before during since until till through via as behind beside near within without between against toward towards around across along among upon per",
	"a an the this that these those my our your his her its their every each some any no another",
	"am is are was were be been being has have had do does did will would shall should can could may might must "+
		"isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shouldn't can't couldn't mustn't cannot "+
		"it's that's he's she's there's we're they're i'm you're i've we've they've i'll we'll they'll you'll he'll she'll it'll i'd you'd he'd she'd we'd they'd")

var spanish = newLexicon(lang.Spanish, "de del y o que se no muy más su sus lo les me te nos yo él ella ellos ellas usted como cuando donde si ya",
	"en a al con por desde hasta sobre para entre sin", "el la los las un una unos unas mi mis tu tus su sus nuestro nuestra este esta estos estas",
	"soy estoy es son está están era eran fue fueron será serán ha han había hay tiene tienen he hemos somos estamos estaba estaban fui fuimos estuvo habrá puede pueden podemos puedo debe deben")

var french = newLexicon(lang.French, "j' m' t' s' n' c' qu' de du des d'un d'une et ou que qui ne pas se son sa ses leur leurs il elle ils elles on nous vous je y en ce plus très si quand où",
	"à au aux dans sur sous pour par avec chez vers en sans", "le la les un une des ce cette ces mon ma mes ton ta notre votre nos vos",
	"suis est sont était étaient a ont avait sera seront fut été ai avons avez sommes êtes serai serons aura auront avaient peut peuvent pouvons")

var german = newLexicon(lang.German, "und oder nicht sich dass es er sie wir ihr ich man sehr wenn wo wie als noch schon auch nur",
	"am im um auf bei mit für von vom zu zum zur nach in an aus ab seit bis durch über unter vor ohne gegen", "der die das den dem des ein eine einen einem einer eines mein meine unser unsere ihre seine diese dieser dieses",
	"bin ist sind war waren wird werden wurde wurden hat haben hatte hatten habe seid werde kann können darf dürfen muss müssen soll sollen")

var portuguese = newLexicon(lang.Portuguese, "de do da dos das e ou que se não seu sua seus suas ele ela eles elas eu nós você muito mais quando onde já",
	"em no na nos nas ao à aos às com para por pelo pela desde até sobre sem", "o a os as um uma uns umas meu minha nosso nossa este esta esse essa",
	"sou estou é são era está estão foi foram será tem têm há estamos somos fui fomos serão pode podem podemos estava estavam tinha")

var italian = newLexicon(lang.Italian, "di del della dei delle dell' e o che si non suo sua suoi loro lui lei noi io molto più quando dove già",
	"a al alla ai alle in nel nella con per da dal dalla su sul sulla tra fra", "il lo la i gli le un uno una mio mia nostro nostra questo questa",
	"è sono era erano ha hanno sarà fu stato stata")

var dutch = newLexicon(lang.Dutch, "en of niet dat het er hij zij wij ik men zeer als waar hoe nog ook",
	"in op om bij met voor van naar uit aan tot sinds door over onder zonder", "de het een mijn onze ons deze dit die",
	"is zijn was waren wordt worden werd heeft hebben")

var nordic = newLexicon(lang.Swedish, "och eller inte som det han hon vi jag de den mycket när var hur men men ikke og",
	"i på om vid med för från till av åt mot under över efter før fra til ved hos", "en ett den det de min vår mitt vårt et",
	"är var blir blev har hade er bliver blev ble")

var foreign = newLexicon(lang.Unknown, "", "", "", "")

var subjectPronouns = set("i we you he she it they that's it's he's she's we're they're i'm you're i've we've they've there who")

var adverbs = set("now also just only still even already always never often usually currently then soon again once together here there instead too well actually really very quite officially finally eventually unfortunately sadly luckily fortunately regrettably back forward ahead away off ahora ya jetzt nun désormais maintenant agora ora adesso nu inzwischen künftig")
