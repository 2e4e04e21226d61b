package rules

import "strings"

// set makes a set of the words of its arguments.
func set(lists ...string) map[string]bool {
	out := map[string]bool{}
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			out[w] = true
		}
	}
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
		"lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis",
		"montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags",
		"segunda segunda-feira terça terça-feira quarta quarta-feira quinta quinta-feira sexta sexta-feira quintas",
		"lunedì martedì mercoledì giovedì venerdì sabato domenica")
	dayWords = set("today tomorrow yesterday tonight morning mornings evening evenings afternoon afternoons night nights noon midnight",
		"weekend weekends weekday weekdays daily weekly monthly yearly annually spring summer autumn winter fall",
		"q1 q2 q3 q4 quarter heute morgen gestern hoy mañana ayer aujourd'hui demain hier hoje amanhã ontem")
	dayHalves = set("am pm a.m p.m o'clock uhr")
	units     = set("euro euros dollar dollars pound pounds eur usd chf gbp cent cents franc francs krone kroner kronor yen",
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
	out := set("half dozen double twice thrice once first second third")
	delete(out, "second")
	delete(out, "first")
	delete(out, "third")
	delete(out, "double")
	for w := range numerals {
		out[w] = true
	}
	return out
}

// Function words: they carry grammar, never the subject of a statement.
var functionWords = set(
	"a an the this that these those there here some any each every all both either",
	"i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs who whom whose which what",
	"am is are was were be been being 's 're 've 'm 'd 'll has have had having do does did will would shall should can could may might must ought",
	"isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't couldn't mustn't cannot",
	"that's it's he's she's there's what's who's let's i'm i've i'll i'd we're we've we'll you're you've they're they've",
	"of in on at by for with from to into onto over under about after before during since until till through via as per than upon within without between among against toward towards behind beside besides near off out up down around across along",
	"and or but nor so yet if unless because while although though when where why how whether then",
	"not no very too also just only still even quite rather really please again already soon ever never always",
	"de la el los las lo un una unos unas del al en y o que se su sus es son está están ha han fue por para con a",
	"le les des du une au aux et ou dans sur sous est sont ont été sera pour avec ne pas ce cette ces son sa ses leur il elle ils elles on nous vous je à",
	"der die das den dem ein eine einen einem einer des und oder im ins am vom zum zur auf aus bei mit nach von zu ist sind war waren wird werden wurde hat haben sich nicht wir ihr sie er es ich unser unsere",
	"os as um uma do da dos das no na nos nas ao à às pelo pela é são foi está com por seu sua e",
	"il lo gli i una del della dei delle nel nella sul sulla è sono con per che di da",
)

// Prepositions that begin a phrase of their own after the verb.
var prepositions = set("in on at by for with from to into onto over under about after before during since until till through via as behind beside near within without between against toward towards around across along per",
	"en a al para con por desde hasta sobre", "à au aux dans sur sous pour avec chez vers le", "am im um auf bei mit für von zu nach in aus ab", "em no na nos nas às ao à com para por", "il alle al nel nella a con per da")

var determiners = set("a an the this that these those my our your his her its their every each some any no another",
	"el la los las un una su sus mi nuestro nuestra le les l' une notre mon ma son sa der die das den dem ein eine einen mein meine unser unsere o os as um uma meu minha nosso nossa")

var subjectPronouns = set("i we you he she it they that's it's he's she's we're they're i'm you're i've we've they've there who")

var auxiliaries = set("am is are was were be been being has have had do does did will would shall should can could may might must",
	"isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shouldn't can't couldn't mustn't cannot",
	"it's that's he's she's there's we're they're i'm you're i've we've they've i'll we'll",
	"es son está están ha han fue será est sont a ont sera ist sind wird wurde hat war é são foi está será è sono")

var adverbs = set("now also just only still even already always never often usually currently then soon again once together here there instead too well actually really very quite officially finally eventually ahora ya jetzt nun désormais maintenant agora ora adesso nu inzwischen künftig")
