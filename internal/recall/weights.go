package recall

// weights are the parameters of the score. There is one set of them for every
// kind of text. docs/evaluation.md has what each was measured to gain.
type weights struct {
	// Of one text; see scorer.
	k1, b       float64 // BM25: how fast a further occurrence stops counting; what a long text pays
	usualLength float64 // content words of a statement: fixed, so that a score does not move with what else is stored
	derived     float64 // of an exact match, what one of the same family counts: contract, contraction
	speakerName float64 // of its weight, what the name of one who speaks keeps: their own words seldom have it

	// Of a turn; see conversation.
	sentence    float64 // the share of a memory's score that its own words have; its whole passage has the rest
	otherSaying float64 // of what the best memory of an event gets, what a further one gets that bears nothing
	before      float64 // what the turn before says
	asked       float64 // what the turn before says that nothing was learned from: a question
	beforeThat  float64
	after       float64 // what the turn after says
	afterThat   float64
	sameSpeaker float64 // of all four, what is left when the same one speaks, or nobody is named
	session     float64 // the rest of its session
	sessionK1   float64

	// Of what is known besides the words.
	actor      float64 // the person named said it
	actorToo   float64 // the second person named did
	role       float64 // the part that the question speaks of said it: I, you
	ofType     float64 // it is of the type asked for
	confidence float64 // what a full point of confidence adds: hearsay and plans come after statements
	recency    float64 // the newest over the oldest: a tie-breaker
	interrupts float64 // a statement made for a bounded time over what it interrupts

	// Of telling rivals apart; see scorer.apart.
	shareLost float64 // of a word's weight, what it loses when all rivals bear it
	power     float64 // of the score: below 1 it lets more into an answer
	coverTurn float64 // how far the words of its passage count as a memory's own
	coverNear float64 // how far those of the turns around it do

	// Of dates and of what is asked for; see asks.
	sameDay, daysAfter, sameMonth, sameYear float64
	timeAsked, numberAsked                  float64
}

var tuned = weights{
	k1: 1.35, b: .4, usualLength: 8, derived: .6, speakerName: .35,
	sentence: .4, otherSaying: .25,
	before: .4, asked: 1, beforeThat: .25, after: .4, afterThat: .28, sameSpeaker: .4,
	session: .8, sessionK1: 2,
	actor: 2.2, actorToo: 1.2, role: 2, ofType: 1.1, confidence: .1, recency: .05, interrupts: 1.01,
	shareLost: .85, power: .55, coverTurn: .9, coverNear: .9,
	sameDay: 4, daysAfter: 3, sameMonth: 2, sameYear: .3,
	timeAsked: .2, numberAsked: .2,
}

// usualConfidence is that of a plain statement; what has no record yet is
// taken for one.
const usualConfidence = 0.9
