package lang

import "strings"

// DetectByFields is Detect's vote without its short way for plain words and
// without what is kept of words.
func DetectByFields(text string) (fields, words bool) {
	fields, words = true, true
	for field := range strings.FieldsSeq(text) {
		n := letters(field)
		if n == 0 || !endsField(field[n:]) {
			continue
		}
		short, long := ballot{first: true}, ballot{first: true}
		short.word(field[:n], n < len(field))
		long.field(field)
		fields = fields && short == long
		kept, made := voiceOf(field[:n]), newVoice(field[:n])
		words = words && kept.raw == made.raw && len(kept.voters) == len(made.voters) && kept.capital == made.capital &&
			kept.particle == made.particle && kept.common == made.common
	}
	return fields, words
}
