//go:build !lean

package verbs

// remembering is the verb that takes events in, and guards are the settings of
// what looks at them.
var (
	remembering = []Verb{rememberVerb}
	guards      = []Verb{guardVerb, setGuardVerb, allowedVerb, allowVerb, disallowVerb, scanVerb}
)

// graphWrites are the verbs that change the curated graph.
var graphWrites = []Verb{
	jotVerb, ideaVerb, draftVerb, episodeVerb, citeVerb, taskVerb, doneVerb, checklistVerb, slotVerb, unslotVerb, remindVerb, pinVerb, unpinVerb, layerVerb, tagVerb, untagVerb, visibilityVerb,
	claimVerb, evidenceVerb, confirmVerb, refuteVerb, inconclusiveVerb, flagVerb, closeReviewVerb, linkVerb, unlinkVerb, reweightVerb,
	synthesiseVerb, supersedeVerb, reviseVerb, settleVerb, unsettleVerb, setStatusVerb, undoVerb, chainVerb, hygieneVerb, setHygieneVerb,
}

// graphReads are those that read it.
var graphReads = []Verb{
	awakeVerb, overviewVerb, recentVerb, surfaceVerb, initiativesVerb,
	atVerb, historyVerb, drillVerb, walkVerb, neighboursVerb, traceVerb, betweenVerb, taggedVerb, findVerb,
	pathVerb, chainsVerb, whyVerb, slotsVerb, boardVerb, reflectVerb, lintVerb,
}
