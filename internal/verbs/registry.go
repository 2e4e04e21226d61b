package verbs

// registry is every verb, in the order in which they are documented.
var registry = []Verb{
	streamsVerb, eventsVerb, payloadVerb, deletionsVerb,
	healthVerb,
}
