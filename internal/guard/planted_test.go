package guard_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A planted secret is made fresh by what the one who issues it says of its
// form: none was ever real. Name is what people call it beside its value, and
// empty for one that is known by its own form wherever it stands.
type planted struct {
	kind  string
	name  string
	value string
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	hexes  = "0123456789abcdef"
	alnum  = lower + upper + digits
	web64  = alnum + "-_"
	std64  = alnum + "+/"
	base32 = upper + "234567"
)

// maker draws random text.
type maker struct{ *rand.Rand }

func (m maker) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[m.IntN(len(alphabet))]
	}
	return string(b)
}

func (m maker) uuid() string {
	return m.of(hexes, 8) + "-" + m.of(hexes, 4) + "-4" + m.of(hexes, 3) + "-a" + m.of(hexes, 3) + "-" + m.of(hexes, 12)
}

func (m maker) jwt() string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+m.of(digits, 10)+`","iat":17`+m.of(digits, 8)+`}`) + "." + m.of(web64, 43)
}

func (m maker) pem(label string, lines int) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----\n")
	for range lines {
		b.WriteString(m.of(std64, 64) + "\n")
	}
	return b.String() + m.of(std64, 40) + "==\n-----END " + label + "-----"
}

// password is one that a person or a generator of passwords would choose.
func (m maker) password() string {
	words := []string{"Winter", "falcon", "Anchor", "river", "Quartz", "maple", "Tiger", "cobalt"}
	switch m.IntN(3) {
	case 0:
		return words[m.IntN(len(words))] + m.of("!#$%*-_", 1) + m.of(digits, 4)
	case 1:
		return m.of(alnum, 12) + m.of("!#$*", 1) + m.of(digits, 1)
	}
	return m.of(lower, 4) + m.of(digits, 2) + m.of(upper, 4) + m.of(digits, 3)
}

// kinds are made once a round.
func (m maker) secrets() []planted {
	jwk := `{"kty":"OKP","crv":"Ed25519","x":"` + m.of(web64, 43) + `","d":"` + m.of(web64, 43) + `"}`
	p := func(kind, value string) planted { return planted{kind: kind, value: value} }
	named := func(kind, name, value string) planted { return planted{kind, name, value} }
	return []planted{
		p("AWS access key id", "AKIA"+m.of(base32, 16)),
		named("AWS secret access key", "aws_secret_access_key", m.of(std64, 40)),
		p("GitHub token, classic", "ghp_"+m.of(alnum, 36)),
		p("GitHub token, fine-grained", "github_pat_"+m.of(alnum, 22)+"_"+m.of(alnum, 59)),
		p("GitHub app token", "ghs_"+m.of(alnum, 36)),
		p("GitLab token", "glpat-"+m.of(web64, 20)),
		p("Slack bot token", "xoxb-"+m.of("123456789", 12)+"-"+m.of("123456789", 12)+"-"+m.of(alnum, 24)),
		p("Slack user token", "xoxp-"+m.of("123456789", 12)+"-"+m.of("123456789", 12)+"-"+m.of("123456789", 12)+"-"+m.of(hexes, 32)),
		p("Slack webhook", "https://hooks.slack.com/services/T"+m.of(upper+digits, 10)+"/B"+m.of(upper+digits, 10)+"/"+m.of(alnum, 24)),
		p("Stripe secret key", "sk_live_"+m.of(alnum, 24)),
		p("Stripe restricted key", "rk_live_"+m.of(alnum, 24)),
		p("Webhook signing secret", "whsec_"+m.of(std64, 32)),
		p("Google API key", "AIza"+m.of(web64, 35)),
		p("Google OAuth client secret", "GOCSPX-"+m.of(web64, 28)),
		p("Google access token", "ya29."+m.of(web64, 120)),
		p("OpenAI project key", "sk-proj-"+m.of(web64, 74)+"T3BlbkFJ"+m.of(web64, 74)),
		p("OpenAI key, old", "sk-"+m.of(alnum, 20)+"T3BlbkFJ"+m.of(alnum, 20)),
		p("Anthropic key", "sk-ant-api03-"+m.of(web64, 93)+"AA"),
		p("OpenRouter key", "sk-or-v1-"+m.of(hexes, 64)),
		p("Hugging Face token", "hf_"+m.of(alnum, 34)),
		p("npm token", "npm_"+m.of(alnum, 36)),
		p("PyPI token", "pypi-AgEIcHlwaS5vcmc"+m.of(web64, 140)),
		p("Docker Hub token", "dckr_pat_"+m.of(web64, 27)),
		p("DigitalOcean token", "dop_v1_"+m.of(hexes, 64)),
		p("SendGrid key", "SG."+m.of(web64, 22)+"."+m.of(web64, 43)),
		named("Mailgun key", "mailgun_api_key", "key-"+m.of(hexes, 32)),
		p("Twilio API key", "SK"+m.of(hexes, 32)),
		named("Twilio auth token", "twilio_auth_token", m.of(hexes, 32)),
		p("Telegram bot token", m.of("123456789", 10)+":AA"+m.of(web64, 33)),
		named("Datadog API key", "datadog_api_key", m.of(hexes, 40)),
		named("Cloudflare API token", "cloudflare_api_token", m.of(web64, 40)),
		p("Vault service token", "hvs."+m.of(web64, 95)),
		p("Terraform Cloud token", m.of(alnum, 14)+".atlasv1."+m.of(web64, 67)),
		p("Databricks token", "dapi"+m.of(hexes, 32)),
		p("Shopify token", "shpat_"+m.of(hexes, 32)),
		p("Linear key", "lin_api_"+m.of(alnum, 40)),
		p("Notion token", "ntn_"+m.of(digits, 11)+m.of(alnum, 35)),
		p("Postman key", "PMAK-"+m.of(hexes, 24)+"-"+m.of(hexes, 34)),
		p("Azure AD client secret", m.of(alnum, 3)+m.of(digits, 1)+"Q~"+m.of(alnum, 34)),
		named("Azure storage key", "AccountKey", m.of(std64, 86)+"=="),
		named("Heroku API key", "heroku_api_key", m.uuid()),
		p("Grafana service account token", "glsa_"+m.of(alnum, 32)+"_"+m.of(hexes, 8)),
		p("1Password secret key", "A3-"+m.of(upper+digits, 6)+"-"+m.of(upper+digits, 11)+"-"+m.of(upper+digits, 5)+"-"+m.of(upper+digits, 5)+"-"+m.of(upper+digits, 5)),
		p("Tailscale auth key", "tskey-auth-"+m.of(alnum, 12)+"CNTRL-"+m.of(alnum, 32)),
		p("kaibo access key", "kaibo_"+m.of(lower+"234567", 52)),
		p("JSON Web Token", m.jwt()),
		named("Password", "password", m.password()),
		named("Database password", "DB_PASSWORD", m.password()),
		named("API key of nobody known", "api_key", m.of(alnum, 32)),
		named("Client secret of nobody known", "client_secret", m.of(web64, 40)),
		named("Session token, hexadecimal", "auth_token", m.of(hexes, 40)),
		p("Password in a URL", "postgres://app:"+m.of(alnum, 14)+"@db.internal:5432/orders"),
		p("RSA private key", m.pem("RSA PRIVATE KEY", 24)),
		p("PKCS 8 private key", m.pem("PRIVATE KEY", 3)),
		p("OpenSSH private key", m.pem("OPENSSH PRIVATE KEY", 6)),
		p("PGP private key", strings.Replace(m.pem("PGP PRIVATE KEY BLOCK", 14), "-----\n", "-----\n\n", 1)),
		p("JSON Web Key, private", jwk),
		p("age secret key", "AGE-SECRET-KEY-1"+m.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
	}
}

// carrier writes a secret as people do. Named ones are called by their name.
type carrier struct {
	name  string
	write func(name, value string) string
}

var carriers = []carrier{
	{"chat", func(n, v string) string {
		return "Sorry for the delay! The " + spoken(n) + " for staging is " + v + " and it expires next week."
	}},
	{"chat, at the end", func(n, v string) string { return "ok, use this " + spoken(n) + ": " + v + "." }},
	{".env", func(n, v string) string { return "LOG_LEVEL=info\n" + strings.ToUpper(n) + "=" + v + "\nPORT=8080\n" }},
	{"JSON", func(n, v string) string {
		return fmt.Sprintf(`{"region": "eu-central-1", %q: %q, "retries": 3}`, n, v)
	}},
	{"JSON in JSON", func(n, v string) string {
		return fmt.Sprintf("%q", fmt.Sprintf(`{%q: %q}`, n, v))
	}},
	{"YAML", func(n, v string) string {
		return "service:\n  host: db.internal\n  " + n + ": " + strings.ReplaceAll(v, "\n", "\n    ") + "\n  port: 5432\n"
	}},
	{"URL", func(n, v string) string {
		if strings.ContainsAny(v, "\n ") || strings.Contains(v, "://") {
			return "see " + v + " for the rest"
		}
		return "GET https://api.service.io/v2/items?page=2&" + n + "=" + v + "&sort=asc"
	}},
	{"code", func(n, v string) string { return "client = Client(region=\"eu\")\nclient." + n + " = \"" + v + "\"\n" }},
	{"Markdown", func(n, v string) string { return "- **" + n + "**: `" + v + "`" }},
	{"header", func(n, v string) string {
		return "curl -s https://api.service.io/v1/me -H \"" + strings.ReplaceAll(n, "_", "-") + ": " + v + "\""
	}},
}

func spoken(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", " ") }
