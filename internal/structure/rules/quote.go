package rules

import "strings"

// outsideQuotes tells whether the statement is carried by a sentence between
// quotation marks: a speech verb or a colon before a quotation of more than
// three words that ends the text. A quoted name or value is no such sentence.
func outsideQuotes(text string) bool {
	open := strings.IndexAny(text, "\"“«„")
	if open < 0 {
		return false
	}
	inside, after := quotation(text[open:])
	words := strings.Fields(inside)
	if len(words) < 4 {
		return false
	}
	before := strings.TrimSpace(text[:open])
	if before == "" {
		return true
	}
	if strings.TrimLeft(after, " .!?,;)") != "" {
		return false
	}
	if strings.HasSuffix(before, ":") || strings.HasSuffix(before, ",") {
		return true
	}
	fields := strings.Fields(before)
	v, ok := verbOf(foldWord(fields[len(fields)-1]))
	return ok && speechVerbs[v.lemma]
}

// quotation returns what stands between the marks at the start of text, and
// what follows.
func quotation(text string) (inside, after string) {
	closing := map[string]string{"\"": "\"", "“": "”", "«": "»", "„": "“"}
	for o, c := range closing {
		if strings.HasPrefix(text, o) {
			rest := text[len(o):]
			if i := strings.Index(rest, c); i >= 0 {
				return rest[:i], rest[i+len(c):]
			}
			return rest, ""
		}
	}
	return "", text
}

// speechVerbs report what somebody said.
var speechVerbs = set("say tell write report claim joke answer reply announce mention shout ask note think believe promise state argue insist explain confirm warn admit hear read")
