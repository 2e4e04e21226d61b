package lang

// Language is a natural language that this package has words for. The zero
// value, Unknown, is stemmed as English.
type Language uint8

// The languages that Detect can answer.
const (
	Unknown Language = iota
	English
	Spanish
	French
	German
	Portuguese
	Italian
	Russian
	Swedish
	Dutch
	Norwegian
	Danish
	Chinese
	Japanese
	Korean
	Hebrew
	Arabic
	Thai
	Greek
	Finnish
	Turkish
	Hungarian
	Romanian
	languages // how many there are
)

var codes = [languages]string{
	"und", "en", "es", "fr", "de", "pt", "it", "ru", "sv", "nl", "no", "da",
	"zh", "ja", "ko", "he", "ar", "th", "el", "fi", "tr", "hu", "ro",
}

// String returns the BCP 47 code of l, such as "en", and "und" for Unknown.
func (l Language) String() string {
	if l >= languages {
		l = Unknown
	}
	return codes[l]
}
