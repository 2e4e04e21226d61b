package guard_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/kaibo-dev/kaibo/internal/guard"
)

var update = flag.Bool("update", false, "write the table and docs/guard.md anew")

// source is what is read of gitleaks' configuration.
type source struct {
	Rules []sourceRule
}

type sourceRule struct {
	ID         string
	Regex      string
	Entropy    float64
	Keywords   []string
	Path       string
	Allowlists []struct {
		Regexes     []string
		RegexTarget string
		Stopwords   []string
	}
}

// The parts that many rules of gitleaks are built of: what may stand between a
// name and its value, and what ends a value. The matcher knows both by itself.
const (
	sourceOperator = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`
	looseOperator  = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`
	sourceEnd      = `(?:[\x60'"\s;]|\\[nr]|$)`
)

// leftOut are rules that the table does not have, and why.
var leftOut = map[string]string{
	"pkcs12-file":            "names a file by its path; there are no paths here",
	"freemius-secret-key":    "holds in files that end in .php alone",
	"kubernetes-secret-yaml": "holds in files that end in .yaml alone; its values are found as assignments",
	"private-key":            "written by hand, so that a block may be cut off, escaped or of any length",
	"curl-auth-header":       "written by hand, for headers anywhere",
	"curl-auth-user":         "written by hand, within bounds",
	"discord-client-id":      "public by design",
	"asana-client-id":        "public by design",
	"linkedin-client-id":     "public by design",
	"facebook-access-token":  "fifteen digits and a bar, beside the word: app tokens are found by facebook-secret",
}

// rewritten are rules whose pattern had to be said in another way for the
// matcher: those that name a vendor only to have a keyword, or that hold two
// formats in one.
var rewritten = map[string][]guard.Rule{
	"airtable-personnal-access-token": {{ID: "airtable-personal-access-token", How: guard.ByPrefix, Keywords: []string{"pat"}, Pattern: `pat[[:alnum:]]{14}\.[a-f0-9]{64}`}},
	"atlassian-api-token": {
		{ID: "atlassian-api-token", How: guard.ByName, Keywords: []string{"atlassian", "confluence", "jira"}, Pattern: `(?i)[a-z0-9]{20}[a-f0-9]{4}`, Entropy: 3.5},
		{ID: "atlassian-api-token", How: guard.ByPrefix, Keywords: []string{"atatt3"}, Pattern: `ATATT3[A-Za-z0-9_\-=]{186}`, Entropy: 3.5}},
	"slack-webhook-url":        {{ID: "slack-webhook-url", How: guard.ByPrefix, Keywords: []string{"hooks.slack.com"}, Pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}`}},
	"cloudflare-origin-ca-key": {{ID: "cloudflare-origin-ca-key", How: guard.ByPrefix, Keywords: []string{"v1.0-"}, Pattern: `v1\.0-[a-f0-9]{24}-[a-f0-9]{146}`, Entropy: 2}},
	"intra42-client-secret":    {{ID: "intra42-client-secret", How: guard.ByPrefix, Keywords: []string{"s-s4t2ud-", "s-s4t2af-"}, Pattern: `s-s4t2(?:ud|af)-(?i)[abcdef0123456789]{64}`, Entropy: 3}},
	"sourcegraph-access-token": {
		{ID: "sourcegraph-access-token", How: guard.ByPrefix, Keywords: []string{"sgp_"}, Pattern: `(?i)sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}`, Entropy: 3},
		{ID: "sourcegraph-access-token", How: guard.ByName, Keywords: []string{"sourcegraph"}, Pattern: `(?i)[a-f0-9]{40}`, Entropy: 3}},
	"azure-ad-client-secret": {{ID: "azure-ad-client-secret", How: guard.Near, Keywords: []string{"q~"},
		Pattern: `(?:^|[^\w~.])([\w~.]{3}\dQ~[\w~.-]{31,34})(?:[^\w~-]|$)`, Entropy: 3}},
	"microsoft-teams-webhook": {{ID: "microsoft-teams-webhook", How: guard.Near, Keywords: []string{"incomingwebhook"},
		Pattern: `https://[a-z0-9]+\.webhook\.office\.com/webhookb2/[a-z0-9-]{36}@[a-z0-9-]{36}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9-]{36}`}},
	"hashicorp-tf-password": {{ID: "hashicorp-tf-password", How: guard.ByName, Keywords: []string{"administrator_login_password"}, Pattern: `(?i)[a-z0-9=_\-]{8,20}`, Entropy: 2}},
	"flyio-access-token": {{ID: "flyio-access-token", How: guard.ByPrefix, Keywords: []string{"fo1_", "fm1a_", "fm1r_", "fm2_"},
		Pattern: `(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[a-zA-Z0-9+/]{100,}={0,3})`, Entropy: 4}},
}

// TestTable holds table.go to rules/gitleaks.toml. With -update it writes it.
func TestTable(t *testing.T) {
	b, err := os.ReadFile("rules/gitleaks.toml")
	if err != nil {
		t.Fatal(err)
	}
	var src source
	if err := toml.Unmarshal(b, &src); err != nil {
		t.Fatal(err)
	}
	want := tableSource(t, &src)
	if *update {
		if err := os.WriteFile("table.go", want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("table.go is not what rules/gitleaks.toml makes; run go test ./internal/guard -run Table -update")
	}
}

func tableSource(t *testing.T, src *source) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("package guard\n\nimport \"regexp\"\n\n// Code generated from rules/gitleaks.toml (MIT, see rules/LICENSE) by go test -run Table -update. DO NOT EDIT.\n\n" +
		"// table holds the formats of vendors, after gitleaks. Its order is gitleaks'.\nvar table = []rule{\n")
	names := []string{}
	for i := range src.Rules {
		r := &src.Rules[i]
		names = append(names, r.ID)
		if leftOut[r.ID] != "" || r.ID == "generic-api-key" {
			continue
		}
		rules, ok := rewritten[r.ID]
		if !ok {
			rules = []guard.Rule{translate(t, r)}
		}
		for _, rule := range rules {
			if _, err := regexp.Compile(rule.Pattern); err != nil {
				t.Fatalf("%s: %v", r.ID, err)
			}
			how := map[guard.How]string{guard.ByName: "byName", guard.ByPrefix: "byPrefix", guard.Near: "near"}[rule.How]
			pattern := rule.Pattern
			if rule.How != guard.Near {
				pattern = `\A(?:` + pattern + `)`
			}
			fmt.Fprintf(&out, "\t{id: %q, how: %s, keywords: %#v, entropy: %v, pattern: func() *regexp.Regexp { return regexp.MustCompile(%s) }},\n", rule.ID, how, rule.Keywords, rule.Entropy, quote(pattern))
		}
	}
	out.WriteString("}\n\n")
	for id := range maps.Keys(leftOut) {
		if !slices.Contains(names, id) {
			t.Errorf("there is no rule %s to leave out", id)
		}
	}
	for id := range maps.Keys(rewritten) {
		if !slices.Contains(names, id) {
			t.Errorf("there is no rule %s to write anew", id)
		}
	}
	generic := src.Rules[slices.IndexFunc(src.Rules, func(r sourceRule) bool { return r.ID == "generic-api-key" })]
	for _, list := range generic.Allowlists {
		if list.RegexTarget == "match" {
			fmt.Fprintf(&out, "// harmlessNames matches a name and the beginning of its value when the name says\n// that the value is no secret.\nfunc harmlessNames() *regexp.Regexp { return regexp.MustCompile(%s) }\n\n", quote(list.Regexes[0]))
		}
		if len(list.Stopwords) > 0 {
			fmt.Fprintf(&out, "// stopWords are what identifiers hold and random values hardly do.\nconst stopWords = %q\n", strings.Join(list.Stopwords, " "))
		}
	}
	formatted, err := format.Source(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return formatted
}

func quote(s string) string {
	if strings.Contains(s, "`") {
		return strconv.Quote(s)
	}
	return "`" + s + "`"
}

// translate makes a rule of gitleaks one of the table.
func translate(t *testing.T, r *sourceRule) guard.Rule {
	t.Helper()
	out := guard.Rule{ID: r.ID, Keywords: r.Keywords, Entropy: r.Entropy}
	pattern, ended := strings.CutSuffix(r.Regex, sourceEnd)
	if ended && strings.Count(pattern, looseOperator) == 1 {
		at := strings.Index(pattern, looseOperator)
		out.How, out.Pattern = guard.ByName, pattern[at+len(looseOperator):]
		if strings.HasPrefix(pattern, "(?i)") && strings.Contains(pattern, sourceOperator) {
			out.Pattern = "(?i)" + out.Pattern
		}
		return out
	}
	pattern = strings.TrimSuffix(strings.TrimSuffix(pattern, `(?:[\x60'"\s;]|\\[nr]|$|\b)`), `\b`)
	pattern = strings.TrimSuffix(strings.TrimSuffix(pattern, `(?:[^\w-]|\z)`), `(?:[^a-zA-Z0-9+/]|\z)`)
	fold, rest := "", pattern
	if after, ok := strings.CutPrefix(rest, "(?i)"); ok {
		fold, rest = "(?i)", after
	}
	out.Pattern = fold + strings.TrimPrefix(rest, `\b`)
	out.How = guard.ByPrefix
	if !beginsWith(t, out.Pattern, r.Keywords) {
		out.How = guard.Near
	}
	return out
}

// beginsWith reports whether all that a pattern matches begins with one of the
// keywords.
func beginsWith(t *testing.T, pattern string, keywords []string) bool {
	t.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	starts := leading(re.Simplify())
	return len(starts) > 0 && !slices.ContainsFunc(starts, func(s string) bool {
		return !slices.ContainsFunc(keywords, func(k string) bool { return strings.HasPrefix(strings.ToLower(s), k) })
	})
}

// leading are the literals that a pattern may begin with; none when one of them
// is unknown.
func leading(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCapture:
		return leading(re.Sub[0])
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1]-re.Rune[i] > 30 {
				return nil
			}
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				all = append(all, string(c))
			}
		}
		return all
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			more := leading(sub)
			if more == nil {
				return nil
			}
			all = append(all, more...)
		}
		return all
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			more := leading(sub)
			if more == nil {
				break
			}
			var longer []string
			for _, a := range all {
				for _, m := range more {
					longer = append(longer, a+m)
				}
			}
			if len(longer) > 500 {
				break
			}
			all = longer
			if sub.Op != syntax.OpLiteral && sub.Op != syntax.OpCapture && sub.Op != syntax.OpAlternate && sub.Op != syntax.OpCharClass {
				break
			}
		}
		return all
	}
	return nil
}
