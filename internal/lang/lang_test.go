package lang_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"":             "und",
		"db-7 OPS-118": "und",
		"Deploy failed on db-7 because of the disk":                            "en",
		"where did nina move":                                                  "en",
		"What is the wifi password?":                                           "en",
		"Maria de la Cruz and Jan van der Berg signed the contract.":           "en",
		"Mail billing+eu@example.com or billing@example.com, and see /a/b?x=1": "en",
		"On Mon we meet. Maria de la Cruz is on call.":                         "en",
		"¿Cuánto cuesta el alquiler?":                                          "es",
		"El pedido se envía a los clientes de Madrid.":                         "es",
		"Où habite l'élève ?":                                                  "fr",
		"Le sac d'Émile est pour les élèves de l'école.":                       "fr",
		"Wie viele Äpfel hat Frau Müller?":                                     "de",
		"Der Vermieter wohnt in Berlin und heißt Brandt.":                      "de",
		"Quem fica com os relatórios?":                                         "pt",
		"Os relatórios ficam na pasta e não no servidor.":                      "pt",
		"Dov'è il cane? Perché non c'è nessuno?":                               "it",
		"Какой договор подписал Иван?":                                         "ru",
		"Vem äger båten? När ska barnen till skolan?":                          "sv",
		"De vergadering is op maandag. Wie heeft de sleutel?":                  "nl",
		"Møtet er på mandag. Hvem har nøkkelen?":                               "no",
		"Mødet er på mandag, og hvornår kommer toget fra byen?":                "da",
		"谁负责部署？":                                                               "zh",
		"担当者は誰ですか。":                                                            "ja",
		"회의는 몇 시입니까?":                                                          "ko",
		"מי גר בתל אביב?":                                                      "he",
		"متى الاجتماع؟":                                                        "ar",
		"สวัสดีครับ":                                                           "th",
		"Πότε είναι η σύσκεψη;":                                                "el",
	} {
		if got := lang.Detect(text).String(); got != want {
			t.Errorf("Detect(%q) = %s, want %s", text, got, want)
		}
	}
	if got := lang.Language(200).String(); got != "und" {
		t.Errorf("a language out of range is %q", got)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "",
		"plain":                      "plain",
		"  Two\t\n Words ":           "two words",
		"STRASSE Straße":             "strasse strasse",
		"e\u0301le\u0300ve":          "élève",
		"ﬁne Ｆｕｌｌ １２":                "fine full 12",
		"zero\u200bwidth so\u00adft": "zerowidth soft",
		"a\u00a0b\u3000c":            "a b c",
		"a\x00b\x7f":                 "ab",
		"\xff":                       "\ufffd",
		"Σίσυφος":                    "σίσυφοσ",
		"\ufeffbom":                  "bom",
		"İsmail I\u0307zmir":         "ismail izmir",
	} {
		if got := lang.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

// show writes tokens as tests state them: the exact form of each; / before its
// parts; then ! for a function word and @ for a name.
func show(tokens []lang.Token) string {
	var out []string
	for _, k := range tokens {
		s := k.Exact
		if len(k.Parts) > 0 {
			s += "(" + strings.Join(k.Parts, " ") + ")"
		}
		if k.Stop {
			s += "!"
		}
		if k.Name {
			s += "@"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		// words, possessives, contractions
		"Nina's lamps":                   "nina@ lamps",
		"that’s don't we're can't won't": "that's! don't! we're! can't! won't!",
		"who's there, o'clock":           "who's! there! o'clock",
		"self-service desk":              "self-service(self service) desk",
		"two stand-ups":                  "two stand-ups(stand up)",
		// identifiers
		"queue_drain_seconds":            "queue_drain_seconds(queue drain second)",
		"the queueDrain of HTTPServer":   "the! queuedrain(queue drain) of! httpserver(http server)@",
		"OPS-118, db-7; v2.3.1.":         "ops-118(ops 118) db-7(db 7) v2.3.1(v2 3 1)",
		"8841-220-07 0x8007":             "8841-220-07(8841 220 07) 0x8007",
		"PINE-GUEST Tulip-88":            "pine-guest(pine guest) tulip-88(tulip 88)",
		"(config/flags/prod.yaml),":      "config/flags/prod.yaml(config flag prod.yaml prod yaml)",
		"/finance/2025/q2 .env ~/n.txt":  "/finance/2025/q2(finance 2025 q2) .env(env) ~/n.txt(n.txt n txt)",
		"to billing+eu@example.com.":     "to! billing+eu@example.com(billing+eu bill eu example.com example com)",
		"see https://example.com/a?x=1.": "see https://example.com/a?x=1(https example.com example com a x 1)",
		"stage-5.example.net":            "stage-5.example.net(stage 5 example net)",
		"C++, C# and C++17":              "c++ c# and! c++17(c++ 17)",
		"12 GB/s and 10GB":               "12 gb/s(gb s) and! 10gb(10 gb)",
		"lunch/dinner and/or":            "lunch dinner and! or!",
		"at 14:10 on 2025-03-14":         "at! 14:10(14 10) on! 2025-03-14(2025 03 14)",
		"call +1 (555) 123-4567":         "call +15551234567(1 555 123 4567)",
		"_maybe_ __init__ foo_bar_":      "maybe! init foo_bar(foo bar)",
		"192.168.100.200":                "192.168.100.200(192 168 100 200)",
		"at 10:30am":                     "at! 10:30am(10 30 am)",
		"2025-03-14T10:00:00Z":           "2025-03-14t10:00:00z(2025-03-14 2025-03-14t10 2025 03 14t10 00)",
		// numbers
		"$1,250/month":                "1250 month",
		"3,480 = 3480 = 3.480":        "3480 3480 3480",
		"3 480 people, 3\u202f480":    "3480 people 3480",
		"$1,250.00 or 1.250,00":       "1250.00 or! 1250.00",
		"99.95 and 0.125, pi 3.14159": "99.95 and! 0.125 pi 3.14159",
		"1,2,3 of 555 123 4567":       "1 2 3 of! 555 123 4567",
		"10,000-ft":                   "10000 ft",
		"2.3.1 is no number":          "2.3.1(2 3 1) is! no! number",
		// names
		"Omar moved to Lisbon in May.":           "omar@ moved to! lisbon@ in! may",
		"Lamps are off. Remember to call Nina.":  "lamps are! off! remember to! call nina@",
		"I met Dr. Weiß and Ms. Page on Monday.": "i! met dr weiss@ and! ms page@ on! monday",
		"J. R. Smith and Will left.":             "j@ r@ smith@ and! will@ left",
		"where did nina move":                    "where! did! nina move",
		"WHERE DID NINA MOVE":                    "where! did! nina move",
		"The IT department of the US":            "the! it department of! the! us@",
		"U.S. troops, e.g. this":                 "us@ troops eg! this!",
		"McDonald met Anne-Marie O'Brien":        "mcdonald(mc donald)@ met anne-marie(anne marie)@ o'brien@",
		"Zed is here. We saw Zed.":               "zed@ is! here! we! saw zed@",
		// other languages
		"¿Cuánto cuesta el alquiler?":           "cuánto! cuesta el! alquiler",
		"Le sac d'Émile est pour l'élève.":      "le! sac d! émile@ est! pour! l! élève",
		"Der Müller liefert Äpfel an Frau Weiß": "der! müller liefert äpfel an! frau weiss@",
		"Wo sind die Waren, die Sie waren?":     "wo! sind! die! waren die! sie! waren!",
		"Wann kommt der Zug?":                   "wann! kommt der! zug",
		"担当者は誰ですか":                              "担当 当者 は! 誰! です! すか!",
		"会議は何時ですか。":                             "会議 は! 何時! です! すか!",
		"谁负责部署":                                 "谁负! 负责 责部 部署",
		"目的是多少":                                 "目的 的是! 是多! 多少!",
		"회의는 언제입니까?":                            "회의는 언제입니까!",
		"מי גר שם":                              "מי! גר שם!",
		"สวัส":                                  "สว วั ัส",
		"👩\u200d💻 ❤️ done":                      "👩💻 ❤ done!",
	} {
		if diff := cmp.Diff(want, show(lang.Tokens(text))); diff != "" {
			t.Errorf("Tokens(%q) (-want +got):\n%s", text, diff)
		}
	}
}

// TestTokenSpans: a possessive is outside the span, an emoji whole inside.
func TestTokenSpans(t *testing.T) {
	text := "Nina's 👩\u200d💻 config/a.yaml, 3,480."
	var got []string
	for _, k := range lang.Tokens(text) {
		got = append(got, text[k.Start:k.End])
	}
	if diff := cmp.Diff([]string{"Nina", "👩\u200d💻", "config/a.yaml", "3,480"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestKinds(t *testing.T) {
	want := map[string]lang.TokenKind{
		"lamp": lang.Word, "self-service": lang.Word, "3,480": lang.Number, "3480": lang.Number, "db-7": lang.Identifier,
		"prod.yaml": lang.Identifier, "C++": lang.Identifier, "東京": lang.Bigram, "👍": lang.Symbol, "서울": lang.Word,
	}
	for w, kind := range want {
		toks := lang.Tokens(w)
		if len(toks) != 1 || toks[0].Kind != kind {
			t.Errorf("%q is %+v, want one token of kind %d", w, toks, kind)
		}
	}
}

// TestInflectedKeys: ways to write one identifier or number that meet.
func TestInflectedKeys(t *testing.T) {
	for _, group := range []string{"v2.3.1 2.3.1", "/finance/q2 finance/q2", "https://example.com/a example.com/a", ".env ./env", "1,250.00 1250"} {
		words := strings.Fields(group)
		if a, b := inflected(t, words[0], lang.English), inflected(t, words[1], lang.English); a != b {
			t.Errorf("%s is %q, %s is %q", words[0], a, words[1], b)
		}
	}
}

func TestIsStop(t *testing.T) {
	for l, words := range map[lang.Language]string{
		lang.English: "who whom whose what which when where why how many much do does did have has had can could will would the a of in and or not That's DON'T we’re",
		lang.Unknown: "the who", lang.Language(99): "the who",
		lang.Spanish: "quién quien cuándo cuánto el la de y", lang.French: "qui où ou combien le la d l quand", lang.German: "wer wieviele der und für",
		lang.Portuguese: "quem quando os na", lang.Italian: "chi dove il è", lang.Russian: "кто когда в и", lang.Swedish: "vem när och",
		lang.Dutch: "wie wanneer het", lang.Norwegian: "hvem når og", lang.Danish: "hvem hvornår og",
		lang.Korean: "누구 언제", lang.Hebrew: "מי מתי", lang.Japanese: "です は 何 誰", lang.Chinese: "的 谁 什么 多少",
	} {
		for w := range strings.FieldsSeq(words) {
			if !lang.IsStop(w, l) {
				t.Errorf("%s: %q carries no content", l, w)
			}
		}
	}
	for l, words := range map[lang.Language]string{
		lang.English: "lamp Nina Nina's owner number name time work home day week right last well past", lang.Spanish: "alquiler nombre", lang.French: "été clé eau",
		lang.German: "Haus Zeit Ware", lang.Swedish: "far", lang.Japanese: "会議 りんご", lang.Chinese: "目的 部署", lang.Thai: "สวัสดี", lang.English + 100: "lamp",
	} {
		for w := range strings.FieldsSeq(words) {
			if lang.IsStop(w, l) {
				t.Errorf("%s: %q is content", l, w)
			}
		}
	}
}

// A capital letter behind a word tells things of one kind apart; an article at
// the head of a sentence, or in a title, does not.
func TestALetterThatTellsThingsApart(t *testing.T) {
	for text, want := range map[string]string{
		"When does bus A leave?":     "when! do! bus a leave",
		"Plan A is late":             "plan a be! late",
		"A bus leaves at nine.":      "a! bus leave at! nine",
		"We missed the bus. A pity.": "we! miss the! bus a! pity",
		"Tell Me A Story.":           "tell me! a! story@",
		"He bought a bus":            "he! buy a! bus",
		"The team I joined":          "the! team i! join",
		"¿Dónde para la línea A?":    "dond! par! la! line a",
	} {
		var got []string
		for _, k := range lang.Tokens(text) {
			w := k.Inflected
			if k.Stop {
				w += "!"
			}
			if k.Name {
				w += "@"
			}
			got = append(got, w)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q is %q, want %q", text, s, want)
		}
	}
}

func TestTurkishNamesMeetTheirForms(t *testing.T) {
	inflected := func(text string) string { return lang.TokensIn(text, lang.Turkish)[0].Inflected }
	for _, text := range []string{"İstanbul'da", "İstanbul’un", "istanbul", "I\u0307stanbul"} {
		if got := inflected(text); got != "istanbul" {
			t.Errorf("%q is %q", text, got)
		}
	}
}
