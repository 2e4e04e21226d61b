package guard_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/guard"
)

func newMaker() maker { return maker{rand.New(rand.NewPCG(7, 7))} } //nolint:gosec // the same secrets each time

func TestFindingsSayRuleAndPlace(t *testing.T) {
	m := newMaker()
	github, password, access := "ghp_"+m.of(alnum, 36), m.of(alnum, 14), m.of(alnum, 32)
	for _, c := range []struct {
		name, before, value, after string
		rule                       string
		class                      guard.Class
	}{
		{"a token in a sentence", "It is ", github, ", I think.", "github-pat", guard.Token},
		{"a token in brackets", "(", github, ")", "github-pat", guard.Token},
		{"a token of a longer form is taken whole", "x=", github + "abcdef", " y", "github-pat", guard.Token},
		{"a password in a URL", "postgres://app:", password, "@db:5432/x", "url-password", guard.Credential},
		{"a value of a name", "api_key = '", access, "'", "generic-api-key", guard.Credential},
		{"upper case", "API_KEY=", access, "\n", "generic-api-key", guard.Credential},
		{"a password with marks", "password: ", "Falcon#9!river", " ok", "password", guard.Credential},
		{"a password that is said", "The password of the printer is ", "river77Falcon", ".", "password", guard.Credential},
		{"a password that is said in German", "Das Passwort lautet ", "Fluss77Falke", ", bitte merken", "password", guard.Credential},
		{"a bearer token", "Authorization: Bearer ", access, "", "authorization-bearer", guard.Credential},
		{"a user of curl", "curl -s -u ana:", password, " https://x.io", "curl-user", guard.Credential},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := guard.Scan(c.before + c.value + c.after)
			if len(got) != 1 {
				t.Fatalf("findings: %+v", got)
			}
			f := got[0]
			want := guard.Finding{Rule: c.rule, Class: c.class, Start: len(c.before), End: len(c.before) + len(c.value), Masked: f.Masked}
			if diff := cmp.Diff(want, f); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(c.value, strings.TrimSuffix(f.Masked, "***")) && len(f.Masked) > 3+len(c.value)/4 {
				t.Errorf("masked %q shows too much", f.Masked)
			}
		})
	}
}

func TestPrivateKeysAreOneFinding(t *testing.T) {
	m := newMaker()
	whole := m.pem("RSA PRIVATE KEY", 20)
	for name, block := range map[string]string{
		"whole":           whole,
		"line ends gone":  strings.ReplaceAll(whole, "\n", " "),
		"line ends typed": strings.ReplaceAll(whole, "\n", `\n`),
		"cut off":         whole[:700],
		"encrypted": "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC," + m.of(hexes, 32) + "\n\n" +
			m.of(std64, 64) + "\n" + m.of(std64, 64) + "\n-----END RSA PRIVATE KEY-----",
		"SSH2":  "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n" + m.of(std64, 70) + "\n" + m.of(std64, 70) + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
		"PuTTY": "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n" + m.of(std64, 64) + "\nPrivate-Lines: 1\n" + m.of(std64, 48) + "\nPrivate-MAC: ",
	} {
		text := "My key:\n" + block + "\nThat was it."
		got := guard.Scan(text)
		if len(got) != 1 || got[0].Class != guard.PrivateKey || got[0].Start != 8 {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		if name != "PuTTY" && got[0].End != 8+len(block) {
			t.Errorf("%s: ends at %d of %d", name, got[0].End, 8+len(block))
		}
		if strings.Contains(got[0].Masked, block[40:60]) {
			t.Errorf("%s: masked %q", name, got[0].Masked)
		}
	}
}

func TestWhatIsNoSecretIsSilent(t *testing.T) {
	for _, text := range []string{
		"",
		"p",
		"The password is wrong again.",
		"My password is correct, the token was rejected.",
		"password: string, token: string",
		"password := os.Getenv(\"DB_PASSWORD\")",
		"DB_PASSWORD=${DB_PASSWORD}",
		"api_key: <your key here>",
		"aws_access_key_id = AKIAIOSFODNN7EXAMPLE",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"postgres://postgres:postgres@localhost:5432/app",
		"https://user:password@host/path",
		"-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
		"-----BEGIN CERTIFICATE-----\n" + strings.Repeat("MIIDdzCCAl", 30) + "\n-----END CERTIFICATE-----",
		"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----",
		"the idempotency key slack-1719826200.003",
		`"idempotencyKey": "slack-1719826200.003"`,
		"token: mem_a2b3c4d5e6f7g2h3",
		"The primary key is user_id2024_ab12cd34ef56.",
		"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"Her passport is in the drawer, the key point is on page 12.",
		"Sie hat das Passwort gestern geändert.",
		"Keyboard layout: QWERTZ-105-de-latin1-nodeadkeys",
		"Authorization: Basic realm=\"x\"",
		"Call me at 555, the code review is at 10:30.",
	} {
		if got := guard.Scan(text); len(got) != 0 {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestPersonalData(t *testing.T) {
	for _, c := range []struct{ text, rule, value string }{
		{"Write to ana.lima+x@kaibo-mail.dev, please.", "email", "ana.lima+x@kaibo-mail.dev"},
		{"Call +49 30 1234 5678 now", "phone", "+49 30 1234 5678"},
		{"or (212) 555-0123.", "phone", "(212) 555-0123"},
		{"or 212-555-0123", "phone", "212-555-0123"},
		{"Pay DE89 3704 0044 0532 0130 00 today", "iban", "DE89 3704 0044 0532 0130 00"},
		{"GB82WEST12345698765432", "iban", "GB82WEST12345698765432"},
		{"card 4111 1111 1111 1111 exp", "payment-card", "4111 1111 1111 1111"},
		{"5555555555554444", "payment-card", "5555555555554444"},
		{"from 10.20.30.40:80", "ip-address", "10.20.30.40"},
		{"from 2a02:908:1234:5600:c0ff:ee00:1:2 at", "ip-address", "2a02:908:1234:5600:c0ff:ee00:1:2"},
		{"at fe80::1ff:fe23:4567:890a.", "ip-address", "fe80::1ff:fe23:4567:890a"},
	} {
		var got []string
		for _, f := range guard.Find(c.text) {
			got = append(got, f.Rule+" "+c.text[f.Start:f.End])
		}
		if diff := cmp.Diff([]string{c.rule + " " + c.value}, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
		if len(guard.Scan(c.text)) != 0 {
			t.Errorf("%q is found though nobody asked for personal data", c.text)
		}
	}
	for _, text := range []string{
		"ana@example.com", "git@github.com:x/y", "a @ b", "@ana", "2026-07-01 09:30:00", "1719826200003", "4111 1111 1111 1112", "DE00 3704 0044 0532 0130 00",
		"v1.2.3.4", "127.0.0.1", "192.0.2.7", "::", "std::string", "10:30:45", "ab:cd", "12:34:56:78", "version 2.0.1", "+1", "(2026)", "seq 16 of 4000000000000000",
	} {
		for _, f := range guard.Find(text) {
			t.Errorf("%q: %+v", text, f)
		}
	}
}

func TestAPolicyJudges(t *testing.T) {
	m := newMaker()
	github := "ghp_" + m.of(alnum, 36)
	text := "token = " + github + " mail ana@kaibo-mail.dev"
	found := guard.Find(text)
	kept := func(judged []guard.Judged) string {
		var all []string
		for _, j := range judged {
			all = append(all, string(j.Action)+" "+j.Rule)
		}
		return strings.Join(all, ", ")
	}
	for _, c := range []struct {
		policy  guard.Policy
		allowed func(guard.Finding) bool
		want    string
	}{
		{nil, nil, "warn github-pat"},
		{guard.Policy{guard.Token: guard.ActOff, guard.Credential: guard.ActOff}, nil, ""},
		{guard.Policy{guard.Email: guard.ActRedact}, nil, "warn github-pat, redact email"},
		{guard.Policy{guard.Token: guard.ActRefuse}, nil, "refuse github-pat"},
		{nil, func(f guard.Finding) bool { return text[f.Start:f.End] == github }, ""},
	} {
		if got := kept(c.policy.Judge(found, c.allowed)); got != c.want {
			t.Errorf("%v: %q, want %q", c.policy, got, c.want)
		}
	}
	if !guard.Permits(guard.PrivateKey, guard.ActRedact) || guard.Permits(guard.PrivateKey, guard.ActWarn) || guard.Permits("colour", guard.ActWarn) || guard.Permits(guard.Email, "burn") {
		t.Error("Permits")
	}
	if got := guard.Strictest(nil); got != guard.ActOff {
		t.Error(got)
	}
}

func TestRedactWritesOverTheWholeValue(t *testing.T) {
	m := newMaker()
	github, password := "ghp_"+m.of(alnum, 36), m.of(alnum, 14)
	text := "One " + github + ", two postgres://app:" + password + "@db/x, three."
	policy := guard.Policy{guard.Token: guard.ActRedact, guard.Credential: guard.ActWarn}
	judged := policy.Judge(guard.Find(text), nil)
	got, moved := guard.Redact(text, judged)
	if want := "One [redacted:github-pat], two postgres://app:" + password + "@db/x, three."; got != want {
		t.Fatal(got)
	}
	if len(moved) != 2 || got[moved[0].Start:moved[0].End] != "[redacted:github-pat]" || got[moved[1].Start:moved[1].End] != password {
		t.Errorf("%+v", moved)
	}
	if guard.Strictest(judged) != guard.ActRedact {
		t.Error("strictest")
	}
	if again := guard.Scan(got); len(again) != 1 {
		t.Errorf("what is redacted is found again: %+v", again)
	}
}

// checkFindings holds what is promised of every finding.
func checkFindings(t *testing.T, text string) {
	t.Helper()
	found := guard.Find(text)
	for _, f := range found {
		if f.Start < 0 || f.End <= f.Start || f.End > len(text) {
			t.Fatalf("place %d to %d of %d bytes", f.Start, f.End, len(text))
		}
		shown, ok := strings.CutSuffix(f.Masked, "***")
		value := text[f.Start:f.End]
		if !ok || len(shown) > len(value)/4 || !strings.HasPrefix(value, shown) {
			t.Fatalf("masked %q of a value of %d bytes", f.Masked, len(value))
		}
		if f.Rule == "" || f.Class == "" {
			t.Fatalf("%+v", f)
		}
	}
	all := guard.Policy{}
	for _, c := range guard.Classes {
		all[c] = guard.ActRedact
	}
	judged := all.Judge(found, nil)
	end := 0
	for _, j := range judged {
		if j.Start < end {
			t.Fatalf("findings overlap: %+v", judged)
		}
		end = j.End
	}
	clean, moved := guard.Redact(text, judged)
	for _, j := range moved {
		if clean[j.Start:j.End] != "[redacted:"+j.Rule+"]" {
			t.Fatalf("%q stands where a finding was written over", clean[j.Start:j.End])
		}
	}
}

func FuzzScan(f *testing.F) {
	m := newMaker()
	for _, s := range m.secrets() {
		for _, c := range carriers {
			f.Add(c.write(s.kind, s.value))
		}
	}
	f.Add("password is é\xff\xfe is \xc3")
	f.Add("ana@b.de +49 30 1234567 4111111111111111 DE89370400440532013000 ::1 1.2.3.4")
	f.Fuzz(checkFindings)
}

// TestHostileTextIsBounded holds that no text makes the guard work for long: what
// repeats keywords without end is scanned at some megabytes a second.
func TestHostileTextIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	for _, unit := range []string{"key=", "key=a1b2c3d4e5f6g7 ", "token token is is ", "-----BEGIN PRIVATE KEY-----", "https://a:b", "ey.ey", "twitter: a1b2c3d4e5f6a1b2 ", "Q~", "::", "1 ", "+1 ", "(2", "AA11", "\"kty\"{", "@a.b", "curl -u a:"} {
		text := strings.Repeat(unit, 64<<10/len(unit))
		checkTime(t, unit, text)
	}
}
