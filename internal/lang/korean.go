package lang

import "strings"

// Hangul syllables are composed by arithmetic (Unicode standard, section 3.12):
// base + (lead*21 + vowel)*28 + tail.
const (
	hangulBase  = 0xAC00
	hangulEnd   = 0xD7A4
	hangulTails = 28
	vowelYeo    = 6
	vowelI      = 20
	tailB       = 17
	tailSS      = 20
)

// Particles and endings, longest first. The ones after a consonant and the
// ones after a vowel are told apart, as Korean does; short ones that often end
// a noun need two syllables before them.
var koreanEndings = []struct {
	text  string
	tail  int // 1: only after a syllable with a tail, -1: only after one without, 0: either
	least int // syllables that must stay
}{
	{"이었습니다", 1, 1}, {"였습니다", -1, 1}, {"입니다", 0, 1}, {"입니까", 0, 1}, {"이에요", 1, 1}, {"인가요", 0, 1}, {"예요", -1, 1},
	{"습니다", 1, 1}, {"습니까", 1, 1}, {"에서는", 0, 1}, {"에게서", 0, 1}, {"으로는", 1, 1}, {"에서", 0, 1}, {"에게", 0, 1}, {"에는", 0, 1},
	{"한테", 0, 1}, {"까지", 0, 1}, {"부터", 0, 1}, {"마다", 0, 1}, {"처럼", 0, 1}, {"보다", 0, 1}, {"이라고", 1, 1}, {"이나", 1, 2}, {"들", 0, 2},
	{"으로", 1, 1}, {"이랑", 1, 1}, {"어요", 1, 1}, {"아요", 1, 1}, {"을", 1, 1}, {"를", -1, 1}, {"은", 1, 1}, {"는", -1, 1}, {"에", 0, 1},
	{"이", 1, 2}, {"가", -1, 2}, {"과", 1, 2}, {"와", -1, 2}, {"의", 0, 2}, {"로", 0, 2}, {"도", 0, 2}, {"만", 0, 2}, {"요", 0, 1}, {"하", 0, 2},
}

func isHangul(r rune) bool { return hangulBase <= r && r < hangulEnd }

func tailOf(r rune) int { return int(r-hangulBase) % hangulTails }

// stemKorean cuts particles and common endings off a word until none is left,
// so that a noun meets itself whatever its role, and a verb's polite forms meet
// (맡깁니다, 맡겨요, 맡겼습니다: 맡기).
func stemKorean(w string) string {
	s := []rune(w)
	for len(s) > 1 {
		if cut := cutPolite(s); cut != nil {
			s = cut
			continue
		}
		cut := cutEnding(s)
		if len(cut) == len(s) {
			break
		}
		s = cut
		if last := len(s) - 1; isHangul(s[last]) {
			s[last] = fullVowel(s[last])
		}
	}
	return string(s)
}

func cutEnding(s []rune) []rune {
	text := string(s)
	for _, e := range koreanEndings {
		base, ok := strings.CutSuffix(text, e.text)
		if !ok {
			continue
		}
		stem := []rune(base)
		if len(stem) < e.least || len(stem) == 0 {
			continue
		}
		last := stem[len(stem)-1]
		if !isHangul(last) && e.tail == 0 || isHangul(last) && (e.tail == 0 || (e.tail > 0) == (tailOf(last) > 0)) {
			return stem
		}
	}
	return s
}

// cutPolite undoes -ㅂ니다 and -ㅂ니까, whose ㅂ sits in the last syllable of the
// stem. It answers nil when they are not there.
func cutPolite(s []rune) []rune {
	n := len(s)
	if n < 3 || s[n-2] != '니' || s[n-1] != '다' && s[n-1] != '까' || !isHangul(s[n-3]) || tailOf(s[n-3]) != tailB {
		return nil
	}
	if s[n-3] == '습' || s[n-3] == '입' {
		return nil // these endings have their own rows
	}
	stem := append([]rune(nil), s[:n-2]...)
	stem[n-3] -= tailB
	return stem
}

// fullVowel undoes the contractions of a stem with -어 and -었: 겨 and 겼 are 기,
// 했 and 해 are 하, 갔 is 가.
func fullVowel(r rune) rune {
	tail := tailOf(r)
	if tail != 0 && tail != tailSS {
		return r
	}
	switch open := r - rune(tail); {
	case open == '해':
		return '하'
	case int(open-hangulBase)/hangulTails%21 == vowelYeo:
		return open + (vowelI-vowelYeo)*hangulTails
	case tail == tailSS && open != '이':
		return open
	}
	return r
}
