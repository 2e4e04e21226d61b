package guard

import "regexp"

// ownTable holds formats that gitleaks has not, or has narrower, by what those
// who make them say of them.
var ownTable = []rule{
	{id: "kaibo-access-key", how: byPrefix, keywords: []string{"kaibo_"}, entropy: 0,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:kaibo_[a-z2-7]{52})`) }},
	{id: "webhook-signing-secret", how: byPrefix, keywords: []string{"whsec_"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:whsec_[A-Za-z0-9+/]{24,88}={0,2})`) }},
	{id: "google-oauth-client-secret", how: byPrefix, keywords: []string{"gocspx-"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:GOCSPX-[\w-]{28})`) }},
	{id: "google-oauth-access-token", how: byPrefix, keywords: []string{"ya29."}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:ya29\.[\w-]{20,500})`) }},
	{id: "openai-api-key", how: byPrefix, keywords: []string{"sk-proj-", "sk-svcacct-", "sk-admin-"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:sk-(?:proj|svcacct|admin)-[\w-]{32,200})`) }},
	{id: "anthropic-api-key", how: byPrefix, keywords: []string{"sk-ant-"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:sk-ant-[a-z]+\d\d-[\w-]{32,200})`) }},
	{id: "openrouter-api-key", how: byPrefix, keywords: []string{"sk-or-v1-"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:sk-or-v1-[a-f0-9]{64})`) }},
	{id: "groq-api-key", how: byPrefix, keywords: []string{"gsk_"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:gsk_[A-Za-z0-9]{52})`) }},
	{id: "xai-api-key", how: byPrefix, keywords: []string{"xai-"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xai-[A-Za-z0-9]{80})`) }},
	{id: "replicate-api-token", how: byPrefix, keywords: []string{"r8_"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:r8_[A-Za-z0-9]{37})`) }},
	{id: "huggingface-access-token", how: byPrefix, keywords: []string{"hf_"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:hf_[A-Za-z0-9]{34,40})`) }},
	{id: "docker-access-token", how: byPrefix, keywords: []string{"dckr_pat_", "dckr_oat_"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:dckr_[po]at_[\w-]{27,40})`) }},
	{id: "netlify-access-token", how: byPrefix, keywords: []string{"nfp_"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:nfp_[A-Za-z0-9]{36})`) }},
	{id: "supabase-access-token", how: byPrefix, keywords: []string{"sbp_"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:sbp_[a-f0-9]{40})`) }},
	{id: "figma-access-token", how: byPrefix, keywords: []string{"figd_"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:figd_[\w-]{40})`) }},
	{id: "tailscale-key", how: byPrefix, keywords: []string{"tskey-"}, entropy: 3,
		pattern: func() *regexp.Regexp {
			return regexp.MustCompile(`\A(?:tskey-(?:auth|api|client)-\w{10,20}-\w{20,40})`)
		}},
	{id: "discord-bot-token", how: near, keywords: []string{"discord"}, entropy: 4,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\b([MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38})\b`) }},
	{id: "telegram-bot-token", how: near, keywords: []string{":aa"}, entropy: 3.5,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\b(\d{8,10}:AA[\w-]{33})(?:[^\w-]|\z)`) }},
	{id: "azure-storage-key", how: byName, keywords: []string{"accountkey"}, entropy: 4,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:[A-Za-z0-9+/]{86}==)`) }},
	{id: "azure-shared-access-signature", how: byPrefix, keywords: []string{"sig="}, entropy: 4,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:sig=[\w%+/-]{40,100}(?:=|%3[dD]))`) }},
	{id: "aws-secret-access-key", how: byName, keywords: []string{"aws_secret_access_key", "secretaccesskey", "secret access key", "aws_session_token"}, entropy: 4,
		pattern: func() *regexp.Regexp {
			return regexp.MustCompile(`\A(?:[A-Za-z0-9+/]{40}(?:[A-Za-z0-9+/]{60,440}={0,2})?)`)
		}},
	{id: "slack-token", how: byPrefix, keywords: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xox[abprs]-\d{6,14}-[\w-]{16,120})`) }},
	{id: "twilio-auth-token", how: byName, keywords: []string{"twilio"}, entropy: 3,
		pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:[a-f0-9]{32})`) }},
}

// handmade are rules that no pattern says well.
var handmade = []struct {
	keywords []string
	look     func(s *scan, at, keyword int)
}{
	{[]string{"-begin ", "- begin "}, lookPEM},
	{[]string{"putty-user-key-file-"}, lookPuTTY},
	{[]string{`"kty`}, lookJWK},
	{[]string{"://"}, lookURL},
	{[]string{"bearer ", "bearer:"}, lookBearer},
	{[]string{"basic "}, lookBasic},
	{[]string{"curl "}, lookCurl},
	{[]string{"password", "passwd", "passwort", "kennwort", "passphrase", "passcode", "pwd", "contraseña", "mot de passe", "hasło", "senha"}, lookPassword},
	{[]string{"access", "api", "auth", "key", "credential", "creds", "secret", "token"}, lookKey},
}
