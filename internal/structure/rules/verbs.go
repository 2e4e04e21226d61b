package rules

import "strings"

// Verbs that the parser knows by their base form. Regular inflections are
// made from these; irregular ones are listed.
var baseVerbs = set(
	"accept access add adjust adopt advance agree aim allow amend announce answer apply approve arrive ask assign assume attend award bake be become begin belong bill blame block book boot break bring brush build bump burn buy cache call cancel cap care carry catch cause chair change charge chat check choose clean clear climb close coach collect come compile complete compress connect consider consist contain continue convert cook copy correct cost count cover crash create cut cycle deal debate decide decrease default delay delegate delete deliver depart depend deploy deprecate describe design die direct discard discontinue discuss display do double draft draw drink drive drop eat edit employ enable end enjoy ensure enter establish exist exceed expect expire export extend face fail fall feed feel file fill find finish fire fit fix flood fly follow forbid forget freeze get give go grant grow guard guide hand handle hang happen hate have head hear heat help hide hire hit hold hope host improve include increase index inform inherit install introduce invest invite invoice join judge keep kill know label lack land last launch lay lead leak learn lease leave lend let license lie like limit link list listen live load lock log look lose love lower make manage mark marry match mean measure meet mentor merge migrate mind miss monitor mount move name need note notice nurse occur offer open operate order organise organize own pack paint park pass pause pay phone pick pin plan plant play point post postpone practise prefer prepare prescribe present press prevent print process produce promise propose protect prove provide publish pull purchase push put queue quit raise rank reach read rebuild receive recommend record redirect reduce refer refund refuse register reject relate release relocate remain remember remind remove rename renew rent repair repeat replace reply report require reschedule reserve reset resign resolve respond restart restore retire return reuse reveal review revoke ride ring rise roll rotate run save say scale schedule scrap see seem select sell send serve set settle sew share shelve shift ship shoot show shut sign sing sit sleep slip smell smoke sort sound speak specify spend split sponsor staff stand start state stay step stop store strike study submit succeed suffer suggest supply support suspect swap swim switch take talk taste teach tell terminate test think throw tidy top touch track train transfer translate transmit travel treat triage try turn type uninstall unlock update upgrade upload use validate vary version visit vote wait wake walk want warn wash watch water wear weigh win wish withdraw work worry wrap write yield abandon abolish axe rescind produce translate lease renovate escalate assemble deduct lunch nap maintain sponsor curate cater chaperone host moderate administer approve proofread tutor rehearse perform sculpt photograph drill dig sweep mow prune harvest fetch collect pickup knead swear struck supervise coordinate oversee direct present arrange charge commute subscribe unsubscribe enrol enroll adopt dissolve assign cycle",
	"put quit shut split spread earn owe shorten lengthen sleep process employ weaken strengthen widen narrow brighten darken deepen sharpen soften harden retain recycle renovate restore refurbish reorganise reorganize restructure outsource insource rehearse prefer suffer seat house store settle treat trust tutor educate enrol enroll matriculate subscribe stock supply distribute manufacture produce assemble dispatch escort greet hail inspect investigate monitor patrol supervise oversee survey translate transcribe interpret publish broadcast stream deprecate archive encrypt expose emit route log forward contact onboard attach scan tear rinse stir chop peel fold iron vacuum dust polish tighten loosen unplug plug swipe tap screw charge discharge refill empty rotate soak drain boil roast grill freeze thaw defrost whisk season serve spread slice shake pour weed rake shovel sand glue nail tidy label stamp seal pack unpack wrap unwrap mail post ship carry borrow lend exchange negotiate complain apologise apologize thank congratulate celebrate graduate marry divorce retire recover heal injure hurt burn flood collapse explode leak drip freeze crash stall hang time-out restart reboot patch compile link lint format refactor debug profile benchmark instrument audit sanitise sanitize hash sign verify authenticate authorise authorize throttle retry resize interview recruit relocate commute travel arrive depart land board climb hike jog ski skate dance practise practice train swim paddle row surf camp fish hunt garden knit crochet sew paint draw sketch sculpt compose sing perform rehearse record film edit publish promote advertise sponsor donate volunteer vote campaign protest strike elect nominate restrict stream sync tag toggle trigger truncate weigh wire cap pin bind dial ping rely")

// irregularVerbs lists base, past and participle where they are not regular.
var irregularVerbs = irregular(`be was been; be were been; be is been; be are been; become became become; begin began begun; bind bound bound; break broke broken; bring brought brought; build built built; burn burnt burnt; buy bought bought; catch caught caught; choose chose chosen; come came come; cost cost cost; cut cut cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt; find found found; fit fit fit; fly flew flown; forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; get got got; give gave given; go went gone; grow grew grown; hang hung hung; have had had; hear heard heard; hide hid hidden; hit hit hit; hold held held; keep kept kept; know knew known; lay laid laid; lead led led; learn learnt learnt; leave left left; lend lent lent; let let let; lie lay lain; lose lost lost; make made made; mean meant meant; meet met met; mow mowed mown; oversee oversaw overseen; pay paid paid; put put put; quit quit quit; read read read; rebuild rebuilt rebuilt; ride rode ridden; ring rang rung; rise rose risen; run ran run; say said said; see saw seen; sell sold sold; send sent sent; set set set; sew sewed sewn; shoot shot shot; show showed shown; shut shut shut; sing sang sung; sit sat sat; sleep slept slept; speak spoke spoken; spend spent spent; split split split; stand stood stood; strike struck struck; swear swore sworn; sweep swept swept; swim swam swum; take took taken; teach taught taught; tell told told; think thought thought; throw threw thrown; wake woke woken; wear wore worn; win won won; withdraw withdrew withdrawn; write wrote written; tear tore torn; bite bit bitten; blow blew blown; bend bent bent; dive dove dived; dream dreamt dreamt; flee fled fled; forgive forgave forgiven; grind ground ground; kneel knelt knelt; leap leapt leapt; light lit lit; overtake overtook overtaken; seek sought sought; shake shook shaken; shine shone shone; shrink shrank shrunk; sink sank sunk; slide slid slid; spell spelt spelt; spill spilt spilt; spin spun spun; spread spread spread; spring sprang sprung; steal stole stolen; stick stuck stuck; sting stung stung; swing swung swung; undo undid undone; undertake undertook undertaken; weave wove woven; wind wound wound`)

// foreignVerbs give verbs of other languages, in the present tense, the base
// form of an English verb that holds as many values.
var foreignVerbs = map[string]string{
	"kostet": "cost", "kosten": "cost", "cuesta": "cost", "cuestan": "cost", "coûte": "cost", "coûtent": "cost", "custa": "cost", "custam": "cost", "costa": "cost", "costano": "cost", "kost": "cost", "kostar": "cost",
	"beginnt": "start", "startet": "start", "empieza": "start", "comienza": "start", "commence": "start", "débute": "start", "começa": "start", "inizia": "start", "begint": "start", "börjar": "start",
	"endet": "end", "termina": "end", "finit": "end", "finisce": "end", "acaba": "end",
	"findet": "take", "lieu": "take", "realiza": "take", "celebra": "take",
	"heißt": "call", "heiße": "call", "llamo": "call", "chamo": "call", "chiamo": "call", "llama": "call", "appelle": "call", "chama": "call", "chiama": "call", "heet": "call", "heter": "call",
	"wohnt": "live", "wohne": "live", "lebe": "live", "vivo": "live", "moro": "live", "abito": "live", "woon": "live", "vive": "live", "habite": "live", "mora": "live", "abita": "live", "woont": "live", "bor": "live",
	"leitet": "lead", "leite": "lead", "dirige": "lead", "lidera": "lead", "gère": "lead", "coordena": "lead", "coordina": "lead",
	"arbeitet": "work", "arbeite": "work", "trabajo": "work", "trabalho": "work", "lavoro": "work", "werk": "work", "trabaja": "work", "travaille": "work", "trabalha": "work", "lavora": "work", "werkt": "work", "arbetar": "work",
	"öffnet": "open", "abre": "open", "ouvre": "open", "apre": "open", "öppnar": "open",
	"schließt": "close", "cierra": "close", "ferme": "close", "fecha": "close", "chiude": "close", "stänger": "close",
	"fährt": "leave", "sale": "leave", "part": "leave", "parte": "leave", "sai": "leave", "geht": "leave",
	"liegt": "lie", "steht": "stand", "queda": "lie", "fica": "lie", "trouve": "lie", "trova": "lie", "ligger": "lie",
	"dauert": "last", "dura": "last", "dure": "last", "duurt": "last", "nutzt": "use", "nutze": "use", "benutze": "use", "verwende": "use", "uso": "use", "nutzen": "use", "verwenden": "use", "usamos": "use", "utilise": "use", "utilisons": "use", "usa": "use",
}

// verb reads s as a verb of the lexicon's language.
func (lx *lexicon) verb(s string) (inflection, bool) {
	if lx == english {
		return verbOf(s)
	}
	if lemma, ok := foreignVerbs[s]; ok {
		return inflection{lemma, third}, true
	}
	if foreignChanges[s] {
		return inflection{s, participle}, true
	}
	if v, ok := auxiliaryBe[s]; ok {
		return v, true
	}
	return inflection{}, false
}

// auxiliaryBe are forms of "be" in other languages.
var auxiliaryBe = map[string]inflection{"bin": {"be", third}, "soy": {"be", third}, "estoy": {"be", third}, "suis": {"be", third}, "sou": {"be", third}, "estou": {"be", third}, "es": {"be", third}, "está": {"be", third}, "est": {"be", third}, "ist": {"be", third}, "é": {"be", third}, "è": {"be", third}, "son": {"be", third}, "sont": {"be", third}, "sind": {"be", third}, "são": {"be", third}, "sono": {"be", third}, "fue": {"be", past}, "war": {"be", past}, "foi": {"be", past}, "är": {"be", third}, "zijn": {"be", third}}

// form is how a verb is inflected.
type form uint8

const (
	base form = iota
	third
	past
	participle
	gerund
)

type inflection struct {
	lemma string
	form  form
}

func irregular(list string) map[string]inflection {
	out := map[string]inflection{}
	for _, entry := range strings.Split(list, ";") {
		f := strings.Fields(entry)
		if f[2] != f[0] {
			out[f[2]] = inflection{f[0], participle}
		}
		if f[1] != f[0] {
			out[f[1]] = inflection{f[0], past}
		}
	}
	for _, w := range []string{"is", "are", "am", "has", "does"} {
		out[w] = inflection{map[string]string{"has": "have", "does": "do"}[w], third}
		if out[w].lemma == "" {
			out[w] = inflection{"be", third}
		}
	}
	return out
}

// verbOf reads s as a form of a verb that the parser knows.
func verbOf(s string) (inflection, bool) {
	if v, ok := irregularVerbs[s]; ok {
		return v, true
	}
	if baseVerbs[s] {
		return inflection{s, base}, true
	}
	for _, e := range endings {
		if t := strings.TrimSuffix(s, e.ending); t != s && len(t) > 1 {
			if b := baseOf(t); b != "" {
				return inflection{b, e.form}, true
			}
		}
	}
	if t := strings.TrimPrefix(strings.TrimPrefix(s, "re"), "-"); t != s && len(t) > 3 {
		return verbOf(t) // to do again is to do
	}
	return inflection{}, false
}

var endings = []struct {
	ending string
	form   form
}{{"ing", gerund}, {"ied", past}, {"ed", past}, {"ies", third}, {"es", third}, {"s", third}}

// baseOf undoes what an ending does to a stem: hosted, planned, changed, tried.
func baseOf(t string) string {
	if baseVerbs[t+"e"] {
		if !baseVerbs[t] {
			return t + "e"
		}
		return t
	}
	if baseVerbs[t] {
		return t
	}
	if baseVerbs[t+"y"] {
		return t + "y"
	}
	if n := len(t); n > 2 && t[n-1] == t[n-2] && baseVerbs[t[:n-1]] {
		return t[:n-1]
	}
	return ""
}
