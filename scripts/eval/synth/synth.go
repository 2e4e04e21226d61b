// Package synth makes text to measure speed and size with: as much as is
// wanted, the same for one seed, and of a natural distribution. It says nothing
// about how well anything finds; for that there is real text.
//
// What it makes are the turns of talks between two people. Words follow the law
// of Zipf and Mandelbrot (B. Mandelbrot, "An informational theory of the
// statistical structure of language", 1953): the word of rank r comes up as
// often as 1/(r+q)^s.
//
//	function words  53 of 100 tokens, 90 English ones, q 1, s 1
//	content words   45 of 100 tokens, 50,000 made-up ones, q 4, s 1
//	the rest        names, identifiers, numbers, dates, clock times
//
// A turn is one sentence. Its length is log-normal: in the middle 20 words, two
// thirds of them between 13 and 30, none over 60. A talk is sessions of 10 to 40
// turns, days apart; people come from 400 names.
//
// The shares and the two parameters were chosen so that three figures are about
// those of the turns and the questions of LoCoMo, all of its talks taken
// together: 23 tokens a turn, 11 of them content words; 4.2 content words a
// question; and .08 postings a turn for all words of a question together. On the
// last one every engine's time depends.
package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"time"
)

// Turn is one thing that somebody said.
type Turn struct {
	Stream  string    // the talk
	Seq     uint64    // from 1, in its talk
	Session uint64    // Seq of the first turn of its session
	Actor   string    // who says it
	At      time.Time // when
	Text    string    // one sentence

	content []string // content words and names of things, as they stand in Text
}

// turnsPerTalk is how long a talk goes on: some weeks of it.
const turnsPerTalk = 2000

// Source makes turns, one after the other. It is not safe for concurrent use.
type Source struct {
	r        *rand.Rand
	function *law
	content  *law
	talk     int
	left     int // turns of the talk
	inside   int // turns of the session
	people   [2]string
	turn     Turn // the last one
}

// New returns a source. The same seed gives the same turns.
func New(seed uint64) *Source {
	return &Source{r: rand.New(rand.NewPCG(seed, 0x6b6169626f)),
		function: newLaw(len(functionWords), 1, 1), content: newLaw(vocabulary, 4, 1)}
}

const vocabulary = 50_000 // made-up content words

// Next makes the next turn.
func (s *Source) Next() Turn {
	if s.left == 0 {
		s.openTalk()
	}
	if s.inside == 0 {
		s.inside = 10 + s.r.IntN(31)
		s.turn.Session = s.turn.Seq + 1
		s.turn.At = s.turn.At.Add(time.Duration(20+s.r.IntN(100)) * time.Hour)
	}
	s.left--
	s.inside--
	s.turn.Seq++
	s.turn.At = s.turn.At.Add(time.Duration(10+s.r.IntN(120)) * time.Second)
	s.turn.Actor = s.people[s.turn.Seq%2]
	s.turn.Text, s.turn.content = s.sentence()
	return s.turn
}

func (s *Source) openTalk() {
	s.talk++
	s.left, s.inside = turnsPerTalk, 0
	first := s.r.IntN(names)
	s.people = [2]string{Name(first), Name((first + 1 + s.r.IntN(names-1)) % names)}
	s.turn = Turn{Stream: fmt.Sprintf("talk-%d", s.talk), At: time.Date(2023, 1, 1+s.r.IntN(300), 9, 0, 0, 0, time.UTC)}
}

// sentence makes a sentence, and answers its content words too.
func (s *Source) sentence() (string, []string) {
	n := min(max(int(20*math.Exp(.4*s.r.NormFloat64())), 4), 60)
	words, content := make([]string, 0, n), make([]string, 0, n)
	for range n {
		w, carries := s.word()
		words = append(words, w)
		if carries {
			content = append(content, w)
		}
	}
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:] + ".", content
}

// word draws a word and says whether it carries content.
func (s *Source) word() (w string, carries bool) {
	switch p := s.r.IntN(1000); {
	case p < 530:
		return functionWords[s.function.draw(s.r)], false
	case p < 980:
		return Word(s.content.draw(s.r)), true
	case p < 988:
		return Name(s.r.IntN(names)), true
	case p < 992:
		return identifier(s.r), true
	case p < 997:
		return fmt.Sprint(2 + s.r.IntN(998)), true
	case p < 999:
		return fmt.Sprintf("on %d %s %d", 1+s.r.IntN(28), time.Month(1+s.r.IntN(12)), 2021+s.r.IntN(4)), false
	default:
		return fmt.Sprintf("at %d:%02d", 8+s.r.IntN(12), 5*s.r.IntN(12)), false
	}
}

// Ask makes a question about a turn: some of its content words, as they come,
// among function words; in half of the questions with the name of who said it.
func (s *Source) Ask(t Turn) string {
	words := append([]string(nil), t.content...)
	s.r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	words = words[:min(len(words), 3+s.r.IntN(3))]
	who := "they"
	if s.r.IntN(2) == 0 {
		who = t.Actor
	}
	about := strings.Join(words[:(len(words)+1)/2], " ")
	if rest := words[(len(words)+1)/2:]; len(rest) > 0 {
		about += " and the " + strings.Join(rest, " ")
	}
	return "What was it that " + who + " had about the " + about + "?"
}

// law draws ranks from 0 by the law of Zipf and Mandelbrot.
type law struct{ upTo []float64 } // the sum of the weights of all ranks up to each

func newLaw(n int, q, s float64) *law {
	l := &law{make([]float64, n)}
	sum := 0.0
	for i := range l.upTo {
		sum += math.Pow(float64(i+1)+q, -s)
		l.upTo[i] = sum
	}
	return l
}

func (l *law) draw(r *rand.Rand) int {
	x := r.Float64() * l.upTo[len(l.upTo)-1]
	return sort.SearchFloat64s(l.upTo, x)
}
