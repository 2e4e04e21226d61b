package rules

import (
	"regexp"
	"strings"
)

var (
	subjectPrefix = regexp.MustCompile(`^[a-z][a-z0-9_./-]*(\([^)]*\))?!?: `)
	diffStat      = regexp.MustCompile(`^\s*\S.*\|\s+(\d+|Bin)\b`)
	diffSum       = regexp.MustCompile(`^\s*\d+ files? changed`)
	trailer       = regexp.MustCompile(`^[A-Z][A-Za-z-]+(-by|-Id|-ID|es|xes|s)?: \S`)
	merges        = regexp.MustCompile(`^Merge (branch|pull request|remote-tracking branch|tag) `)
	diffModes     = regexp.MustCompile(`^\s*(create|delete) mode \d+`)
)

// cutCommit reads the message of a commit: its subject without the prefix for
// tools, the sentences of its body; no diff stat, no trailers.
func cutCommit(content string) []piece {
	ls := lines(content)
	var out []piece
	i := 0
	for i < len(ls) && strings.TrimSpace(ls[i].text) == "" {
		i++
	}
	if i == len(ls) {
		return nil
	}
	s := ls[i]
	lo := skipSpace(content, s.lo)
	if merges.MatchString(content[lo:s.hi]) {
		return nil // a merge says nothing of what was merged
	}
	if m := subjectPrefix.FindString(content[lo:s.hi]); m != "" && len(m) < 40 {
		lo += len(m)
	}
	if lo < s.hi {
		out = append(out, piece{lo: lo, hi: s.hi, cues: completes, whole: true})
	}
	end := len(ls)
	for k := i + 1; k < len(ls); k++ {
		t := ls[k].text
		if diffStat.MatchString(t) || diffSum.MatchString(t) || diffModes.MatchString(t) || strings.HasPrefix(t, "diff --git") || t == "---" {
			end = k
			break
		}
	}
	for end > i+1 && (strings.TrimSpace(ls[end-1].text) == "" || trailer.MatchString(ls[end-1].text)) {
		end--
	}
	if end > i+1 {
		body := content[:ls[end-1].hi]
		shift := ls[i+1].lo
		for _, p := range cutText(body[shift:]) {
			p.lo, p.hi = p.lo+shift, p.hi+shift
			out = append(out, p)
		}
	}
	return out
}
