package lang_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// inflected returns the inflected form of the one content word in w.
func inflected(t *testing.T, w string, l lang.Language) string {
	t.Helper()
	toks := lang.TokensIn(w, l)
	if len(toks) == 0 {
		t.Fatalf("%q has no token", w)
	}
	return toks[len(toks)-1].Inflected
}

func TestFormsThatMeet(t *testing.T) {
	for l, families := range map[lang.Language]string{
		lang.English: `
			lamp lamps lamp's
			serve serves served serving
			compress compresses compressed compressing
			rehearse rehearses rehearsed rehearsing
			stop stops stopped stopping
			buy buys bought buying
			go goes went gone going
			take takes took taken taking
			child children children's
			city cities
			box boxes
			class classes
			process processes processed processing
			cache caches cached caching
			database databases
			house houses housed housing
			virus viruses
			status statuses
			bus buses
			lens lenses
			analysis analyses
			index indices indexes indexed indexing
			movie movies
			cookie cookies
			potato potatoes
			shoe shoes
			hero heroes
			size sizes sized sizing
			quiz quizzes quizzed
			die dies died dying
			lie lies lain lying
			tie ties tied tying
			try tries tried trying
			study studies studied studying
			plan plans planned planning
			plane planes
			hop hops hopped hopping
			hope hopes hoped hoping
			rate rates rated rating
			format formats formatted formatting
			create creates created creating
			treat treats treated treating
			repeat repeats repeated repeating
			update updates updated updating
			float floats floated floating
			enable enables enabled enabling
			handle handles handled handling
			crawl crawls crawled crawling
			call calls called calling
			install installs installed installing
			control controls controlled controlling
			cancel cancels cancelled canceled cancelling
			travel travels travelled traveled traveling
			move moves moved moving
			argue argues argued arguing
			queue queues queued queueing
			organize organizes organized organizing organise organises organised organising
			announce announces announced announcing
			sync syncs synced syncing
			panic panics panicked panicking
			change changes changed changing
			arrange arranges arranged arranging
			hang hangs hanged hung hanging
			belong belongs belonged belonging
			merge merges merged merging
			manage manages managed managing
			use uses used using
			close closes closed closing
			focus focuses focused focusing focussed
			license licenses licensed licensing
			collapse collapses collapsed collapsing
			browse browses browsed browsing
			breathe breathes breathed breathing
			offer offers offered offering
			prefer prefers preferred preferring
			interfere interferes interfered interfering
			prepare prepares prepared preparing
			repair repairs repaired repairing
			appear appears appeared appearing
			require requires required requiring
			restore restores restored restoring
			store stores stored storing
			monitor monitors monitored monitoring
			refactor refactors refactored refactoring
			measure measures measured measuring
			configure configures configured configuring
			pour pours poured pouring
			complete completes completed completing
			target targets targeted targeting
			delete deletes deleted deleting
			invite invites invited inviting
			edit edits edited editing
			visit visits visited visiting
			commit commits committed committing
			wait waits waited waiting
			vote votes voted voting
			promote promotes promoted promoting
			compute computes computed computing
			route routes routed routing
			shout shouts shouted shouting
			post posts posted posting
			paste pastes pasted pasting
			upgrade upgrades upgraded upgrading
			load loads loaded loading
			decide decides decided deciding
			guide guides guided guiding
			avoid avoids avoided avoiding
			encode encodes encoded encoding
			include includes included including
			clean cleans cleaned cleaning
			open opens opened opening
			define defines defined defining
			join joins joined joining
			train trains trained training
			explain explains explained explaining
			mention mentions mentioned mentioning
			phone phones phoned phoning
			tune tunes tuned tuning
			sign signs signed signing
			rename renames renamed renaming
			claim claims claimed claiming
			consume consumes consumed consuming
			confirm confirms confirmed confirming
			scale scales scaled scaling
			signal signals signaled signalled
			mail mails mailed mailing
			compile compiles compiled compiling
			schedule schedules scheduled scheduling
			style styles styled styling
			escape escapes escaped escaping
			develop develops developed developing
			hope hopes hoped
			group groups grouped grouping
			type types typed typing
			describe describes described describing
			absorb absorbs absorbed absorbing
			bake bakes baked baking
			look looks looked looking
			invoke invokes invoked invoking
			see sees saw? seen seeing
			agree agrees agreed agreeing
			evaluate evaluates evaluated evaluating
			initiate initiates initiated initiating
			persuade persuades persuaded persuading
			write writes wrote written writing
			run runs ran running
			meet meets met meeting meetings
			build builds built building buildings
			woman women
			policeman policemen
			person people
			mouse mice
			knife knives
			colour colors color colours
			API APIs
			pdf PDFs
			taxi taxis
			menu menus
			cafe café cafés
			Muller Müller
			owe owes owed owing
			add adds added adding
			pass passes passed passing
			fix fixes fixed fixing
			catch catches caught catching
			teach teaches taught teaching
			leave leaves left leaving
			live lives lived living
			feel feels felt feeling
			do does did done doing
			staff staffs staffed staffing
			debug debugs debugged debugging
			ship ships shipped shipping
			free frees freed freeing
			echo echoes echoed echoing
			value values valued valuing
			increase increases increased increasing
			issue issues issued issuing
			renew renews renewed renewing
			fade fades faded fading
			share shares shared sharing
			care cares cared caring
			acquire acquires acquired acquiring
			resize resizes resized resizing
			interchange interchanges interchanged interchanging
			uninstall uninstalls uninstalled uninstalling
			rewrite rewrites rewrote rewritten rewriting
			chafe chafes chafed chafing
			centre centres centred centring center centers centered
			put puts putting
			reset resets resetting
			override overrides overrode overridden overriding
			undo undoes undid undone undoing`,
		lang.French:     "élève élèves eleve eleves\nélevé élevée\nchat chats\nmange manges mangent\nhabite habitent habiter\nréunion réunions reunion",
		lang.Spanish:    "necesita necesitan necesitar\npedido pedidos\nenvía envían enviar\nniño niños nino\nreunión reuniones\ncuesta cuestan\nalquiler alquileres",
		lang.Portuguese: "relatório relatórios relatorio relatorios\nfica ficam ficar\nensaia ensaiam\ntermina terminam terminar\nreunião reuniões\nanimal animais\nprecisa precisam",
		lang.Swedish:    "barn barnen barnens barnets barnet\nbil bilar bilen bilarna\nmöte möten mötet\nflicka flickor flickan flickorna",
		lang.German:     "Vertrag Verträge Vertrages Vertrags\nHaus Häuser Hauses\nliefert liefern\nwohnt wohnen\narbeitet arbeiten\nMarkt Märkte\nKatze Katzen\nStraße Strasse Straßen",
		lang.Italian:    "ragazzo ragazzi\nparla parlano parlare\nriunione riunioni\ncosta costano",
		lang.Dutch:      "boek boeken\nkat katten\nwerk werken",
		lang.Norwegian:  "bil biler bilen bilene\nmøte møter møtet mote",
		lang.Danish:     "bil biler bilen bilerne\nmøde møder mødet",
		lang.Russian:    "книга книги книгу книгой\nработает работают работать\nдоговор договора договоры",
		lang.Korean:     "회의 회의는 회의에서\n월요일 월요일에 월요일마다\n서울 서울은 서울에 서울에서 서울로\n고양이 고양이가 고양이는\n맡깁니다 맡겨요 맡겼습니다\n시작 시작합니다 시작했습니다 시작해요\n3월 3월에\n14일 14일이에요\n학생 학생입니다 학생이에요",
	} {
		for _, family := range strings.Split(strings.TrimSpace(families), "\n") {
			words := strings.Fields(family)
			want := inflected(t, words[0], l)
			for _, w := range words[1:] {
				if strings.HasSuffix(w, "?") {
					continue
				}
				if got := inflected(t, w, l); got != want {
					t.Errorf("%s: %s is %q, but %s is %q", l, w, got, words[0], want)
				}
			}
		}
	}
}

func TestFormsThatMustNotMeet(t *testing.T) {
	for _, pair := range []string{
		"university universe", "university universal", "universe universal", "contract contraction", "news new", "plan plane",
		"hop hope", "rat rate", "organ organize", "general generation", "international internal", "policy police", "wander wand",
		"past paste", "car care", "lens len", "bed b", "thing th", "need ne", "speed spe", "Carlos Carlo", "Lucas Luca", "James Jame",
		"Jonas Jona", "Andreas Andrea", "red re", "string str", "business busy", "wedding wed", "evening even", "morning morn",
		"relate relative", "status state", "import important", "custom customer", "react reactor", "physics physic", "hundred hundr",
		"billing+eu@example.com billing@example.com", "C C++", "C++ C#", "v2.3.1 v2.3.2", "OPS-118 OPS-181", "3480 34.80",
	} {
		a, b, _ := strings.Cut(pair, " ")
		if x, y := inflected(t, a, lang.English), inflected(t, b, lang.English); x == y {
			t.Errorf("%s and %s are both %q", a, b, x)
		}
	}
}

func TestFamiliesMeetWhenDerived(t *testing.T) {
	for _, family := range []string{"contract contractor? contraction", "connect connection connected", "relate relation relational?", "stand-up standup", "e-mail email"} {
		words := strings.Fields(family)
		want := derived(t, words[0])
		for _, w := range words[1:] {
			if strings.HasSuffix(w, "?") {
				continue
			}
			if got := derived(t, w); got != want {
				t.Errorf("%s is %q, but %s is %q", w, got, words[0], want)
			}
		}
	}
}

func derived(t *testing.T, w string) string {
	t.Helper()
	toks := lang.TokensIn(w, lang.English)
	if len(toks) != 1 {
		t.Fatalf("%q has %d tokens", w, len(toks))
	}
	return toks[0].Derived
}

// TestCacheIsShared: many goroutines at once get what one alone gets.
func TestCacheIsShared(t *testing.T) {
	text := "Nina moved the billing services to Lisbon while everybody rehearsed. "
	want := show(lang.Tokens(text))
	done := make(chan string)
	for range 8 {
		go func() {
			got := ""
			for i := range 200 {
				lang.TokensIn(strings.Repeat("x", i%70)+" rehearsing", lang.Language(i%int(lang.Romanian)))
				got = show(lang.Tokens(text))
			}
			done <- got
		}()
	}
	for range 8 {
		if got := <-done; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
