package guard

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Class groups rules, so that a policy can name them.
type Class string

// The classes. The first three are secrets, the others personal data.
const (
	PrivateKey Class = "privateKey" // PEM, OpenSSH, PGP, PuTTY, JWK and age private keys
	Token      Class = "token"      // values whose own format gives them away
	Credential Class = "credential" // what is called a password, key or token beside it
	Email      Class = "email"
	Phone      Class = "phone" // international, or as North America writes them
	IBAN       Class = "iban"  // ISO 13616, with its check digits
	Card       Class = "card"  // numbers of payment cards, with Luhn's check digit
	IP         Class = "ip"    // addresses of both versions
)

// Classes lists the classes, the gravest first.
var Classes = []Class{PrivateKey, Token, Credential, Card, IBAN, Email, Phone, IP}

// Secret reports whether a class is one of secrets, which are looked for unless
// somebody says otherwise.
func (c Class) Secret() bool { return c == PrivateKey || c == Token || c == Credential }

// Finding is one place that a rule met. Start and End are bytes of the text,
// End exclusive. Masked shows at most a quarter of the value, and nothing of a
// password; it is for people who have to find the place.
type Finding struct {
	Rule   string
	Class  Class
	Start  int
	End    int
	Masked string
}

// Find answers all that the rules meet in a text, secrets and personal data, in
// no order; places may overlap. It is what [Policy.Judge] takes.
func Find(text string) []Finding {
	s := &scan{text: text}
	s.secrets()
	s.personal()
	return s.found
}

// Scan answers the secrets in a text, in the order of their places, none over
// another. It is [Find] under the policy that nobody changed.
func Scan(text string) []Finding {
	s := &scan{text: text}
	s.secrets()
	judged := Policy{}.Judge(s.found, nil)
	out := make([]Finding, len(judged))
	for i := range judged {
		out[i] = judged[i].Finding
	}
	return out
}

// mask is what is shown of a value.
func mask(class Class, value string) string {
	shown := 0
	if class == Token { // its beginning says whose it is
		shown = min(4, len(value)/4)
	}
	for shown > 0 && !utf8.RuneStart(value[shown]) {
		shown--
	}
	return value[:shown] + "***"
}

// Redact writes over every finding whose action is [ActRedact], with the name of
// its rule. The findings come back with the places that they have in the text
// that is answered; they must be what [Policy.Judge] answered for this text.
func Redact(text string, judged []Judged) (string, []Judged) {
	var out strings.Builder
	moved := slices.Clone(judged)
	at := 0
	for i := range moved {
		f := &moved[i]
		out.WriteString(text[at:f.Start])
		at = f.End
		start := out.Len()
		if f.Action == ActRedact {
			out.WriteString("[redacted:" + f.Rule + "]")
		} else {
			out.WriteString(text[f.Start:f.End])
		}
		f.Start, f.End = start, out.Len()
	}
	out.WriteString(text[at:])
	return out.String(), moved
}

// byPlace orders findings.
func byPlace(a, b Judged) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
}
