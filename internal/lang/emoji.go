package lang

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// isEmoji tells whether r can start an emoji: pictographs, dingbats, weather
// and game symbols, flags. Arrows, currency and mathematics are none.
func isEmoji(r rune) bool {
	switch {
	case 0x1F000 <= r && r <= 0x1FAFF:
		return true
	case 0x2600 <= r && r <= 0x27BF:
		return r < 0x2768 || 0x2795 <= r && r <= 0x2797 || r == 0x27B0 || r == 0x27BF
	case r == 0x231A, r == 0x231B, 0x23E9 <= r && r <= 0x23F3, r == 0x2B50, r == 0x2B55, r == 0x2B1B, r == 0x2B1C:
		return true
	}
	return false
}

// symbol adds the emoji at i, with its modifiers and what ZWJ joins to it, and
// returns its end. A cluster is one token (UAX 29).
func (s *scanner) symbol(i int) int {
	it := graphemes.FromString(s.text[i:])
	if !it.Next() {
		return i + runeLen(s.text[i:])
	}
	cluster := it.Value()
	end := i + len(cluster)
	// A variation selector says how to draw an emoji, not which one it is; the
	// joiner does say which and stays out only because Exact has nothing invisible.
	exact := Fold(strings.ReplaceAll(cluster, "\uFE0F", ""))
	if exact != "" {
		s.out = append(s.out, Token{Start: i, End: end, Exact: exact, Inflected: exact, Derived: exact, Kind: Symbol})
	}
	return end
}
