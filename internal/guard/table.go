package guard

import "regexp"

// Code generated from rules/gitleaks.toml (MIT, see rules/LICENSE) by go test -run Table -update. DO NOT EDIT.

// table holds the formats of vendors, after gitleaks. Its order is gitleaks'.
var table = []rule{
	{id: "1password-secret-key", how: byPrefix, keywords: []string{"a3-"}, entropy: 3.8, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:A3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})`)
	}},
	{id: "1password-service-account-token", how: byPrefix, keywords: []string{"ops_"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:ops_eyJ[a-zA-Z0-9+/]{250,}={0,3})`) }},
	{id: "adafruit-api-key", how: byName, keywords: []string{"adafruit"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9_-]{32}))`) }},
	{id: "adobe-client-id", how: byName, keywords: []string{"adobe"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{32}))`) }},
	{id: "adobe-client-secret", how: byPrefix, keywords: []string{"p8e-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(p8e-(?i)[a-z0-9]{32}))`) }},
	{id: "age-secret-key", how: byPrefix, keywords: []string{"age-secret-key-1"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58})`)
	}},
	{id: "airtable-api-key", how: byName, keywords: []string{"airtable"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{17}))`) }},
	{id: "airtable-personal-access-token", how: byPrefix, keywords: []string{"pat"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:pat[[:alnum:]]{14}\.[a-f0-9]{64})`) }},
	{id: "algolia-api-key", how: byName, keywords: []string{"algolia"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "alibaba-access-key-id", how: byPrefix, keywords: []string{"ltai"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(LTAI(?i)[a-z0-9]{20}))`) }},
	{id: "alibaba-secret-key", how: byName, keywords: []string{"alibaba"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{30}))`) }},
	{id: "anthropic-admin-api-key", how: byPrefix, keywords: []string{"sk-ant-admin01"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sk-ant-admin01-[a-zA-Z0-9_\-]{93}AA))`) }},
	{id: "anthropic-api-key", how: byPrefix, keywords: []string{"sk-ant-api03"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sk-ant-api03-[a-zA-Z0-9_\-]{93}AA))`) }},
	{id: "artifactory-api-key", how: byPrefix, keywords: []string{"akcp"}, entropy: 4.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:AKCp[A-Za-z0-9]{69})`) }},
	{id: "artifactory-reference-token", how: byPrefix, keywords: []string{"cmvmd"}, entropy: 4.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:cmVmd[A-Za-z0-9]{59})`) }},
	{id: "asana-client-secret", how: byName, keywords: []string{"asana"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "atlassian-api-token", how: byName, keywords: []string{"atlassian", "confluence", "jira"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)[a-z0-9]{20}[a-f0-9]{4})`) }},
	{id: "atlassian-api-token", how: byPrefix, keywords: []string{"atatt3"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:ATATT3[A-Za-z0-9_\-=]{186})`) }},
	{id: "authress-service-client-access-key", how: byPrefix, keywords: []string{"sc_", "ext_", "scauth_", "authress_"}, entropy: 2, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:((?:sc|ext|scauth|authress)_(?i)[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.(?-i:acc)[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120}))`)
	}},
	{id: "aws-access-token", how: byPrefix, keywords: []string{"a3t", "akia", "asia", "abia", "acca"}, entropy: 3, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}))`)
	}},
	{id: "aws-amazon-bedrock-api-key-long-lived", how: byPrefix, keywords: []string{"absk"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(ABSK[A-Za-z0-9+/]{109,269}={0,2}))`) }},
	{id: "aws-amazon-bedrock-api-key-short-lived", how: byPrefix, keywords: []string{"bedrock-api-key-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t)`) }},
	{id: "azure-ad-client-secret", how: near, keywords: []string{"q~"}, entropy: 3, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\w~.])([\w~.]{3}\dQ~[\w~.-]{31,34})(?:[^\w~-]|$)`)
	}},
	{id: "beamer-api-token", how: byName, keywords: []string{"beamer"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(b_[a-z0-9=_\-]{44}))`) }},
	{id: "bitbucket-client-id", how: byName, keywords: []string{"bitbucket"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "bitbucket-client-secret", how: byName, keywords: []string{"bitbucket"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{64}))`) }},
	{id: "bittrex-access-key", how: byName, keywords: []string{"bittrex"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "bittrex-secret-key", how: byName, keywords: []string{"bittrex"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "cisco-meraki-api-key", how: byName, keywords: []string{"meraki"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:([0-9a-f]{40}))`) }},
	{id: "clickhouse-cloud-api-secret-key", how: byPrefix, keywords: []string{"4b1d"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(4b1d[A-Za-z0-9]{38}))`) }},
	{id: "clojars-api-token", how: byPrefix, keywords: []string{"clojars_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)CLOJARS_[a-z0-9]{60})`) }},
	{id: "cloudflare-api-key", how: byName, keywords: []string{"cloudflare"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9_-]{40}))`) }},
	{id: "cloudflare-global-api-key", how: byName, keywords: []string{"cloudflare"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{37}))`) }},
	{id: "cloudflare-origin-ca-key", how: byPrefix, keywords: []string{"v1.0-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:v1\.0-[a-f0-9]{24}-[a-f0-9]{146})`) }},
	{id: "codecov-access-token", how: byName, keywords: []string{"codecov"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "cohere-api-token", how: byName, keywords: []string{"cohere", "co_api_key"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:([a-zA-Z0-9]{40}))`) }},
	{id: "coinbase-access-token", how: byName, keywords: []string{"coinbase"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9_-]{64}))`) }},
	{id: "confluent-access-token", how: byName, keywords: []string{"confluent"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{16}))`) }},
	{id: "confluent-secret-key", how: byName, keywords: []string{"confluent"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{64}))`) }},
	{id: "contentful-delivery-api-token", how: byName, keywords: []string{"contentful"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{43}))`) }},
	{id: "databricks-api-token", how: byPrefix, keywords: []string{"dapi"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(dapi[a-f0-9]{32}(?:-\d)?))`) }},
	{id: "datadog-access-token", how: byName, keywords: []string{"datadog"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{40}))`) }},
	{id: "defined-networking-api-token", how: byName, keywords: []string{"dnkey"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)(dnkey-[a-z0-9=_\-]{26}-[a-z0-9=_\-]{52}))`)
	}},
	{id: "digitalocean-access-token", how: byPrefix, keywords: []string{"doo_v1_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(doo_v1_[a-f0-9]{64}))`) }},
	{id: "digitalocean-pat", how: byPrefix, keywords: []string{"dop_v1_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(dop_v1_[a-f0-9]{64}))`) }},
	{id: "digitalocean-refresh-token", how: byPrefix, keywords: []string{"dor_v1_"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(dor_v1_[a-f0-9]{64}))`) }},
	{id: "discord-api-token", how: byName, keywords: []string{"discord"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{64}))`) }},
	{id: "discord-client-secret", how: byName, keywords: []string{"discord"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{32}))`) }},
	{id: "doppler-api-token", how: byPrefix, keywords: []string{"dp.pt."}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:dp\.pt\.(?i)[a-z0-9]{43})`) }},
	{id: "droneci-access-token", how: byName, keywords: []string{"droneci"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "dropbox-api-token", how: byName, keywords: []string{"dropbox"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{15}))`) }},
	{id: "dropbox-long-lived-api-token", how: byName, keywords: []string{"dropbox"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{11}(AAAAAAAAAA)[a-z0-9\-_=]{43}))`)
	}},
	{id: "dropbox-short-lived-api-token", how: byName, keywords: []string{"dropbox"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(sl\.[a-z0-9\-=_]{135}))`) }},
	{id: "duffel-api-token", how: byPrefix, keywords: []string{"duffel_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:duffel_(?:test|live)_(?i)[a-z0-9_\-=]{43})`) }},
	{id: "dynatrace-api-token", how: byPrefix, keywords: []string{"dt0c01."}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:dt0c01\.(?i)[a-z0-9]{24}\.[a-z0-9]{64})`) }},
	{id: "easypost-api-token", how: byPrefix, keywords: []string{"ezak"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:EZAK(?i)[a-z0-9]{54})`) }},
	{id: "easypost-test-api-token", how: byPrefix, keywords: []string{"eztk"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:EZTK(?i)[a-z0-9]{54})`) }},
	{id: "etsy-access-token", how: byName, keywords: []string{"etsy"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{24}))`) }},
	{id: "facebook-page-access-token", how: byPrefix, keywords: []string{"eaam", "eaac"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(EAA[MC](?i)[a-z0-9]{100,}))`) }},
	{id: "facebook-secret", how: byName, keywords: []string{"facebook"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{32}))`) }},
	{id: "fastly-api-token", how: byName, keywords: []string{"fastly"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{32}))`) }},
	{id: "finicity-api-token", how: byName, keywords: []string{"finicity"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{32}))`) }},
	{id: "finicity-client-secret", how: byName, keywords: []string{"finicity"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{20}))`) }},
	{id: "finnhub-access-token", how: byName, keywords: []string{"finnhub"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{20}))`) }},
	{id: "flickr-access-token", how: byName, keywords: []string{"flickr"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{32}))`) }},
	{id: "flutterwave-encryption-key", how: byPrefix, keywords: []string{"flwseck_test"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:FLWSECK_TEST-(?i)[a-h0-9]{12})`) }},
	{id: "flutterwave-public-key", how: byPrefix, keywords: []string{"flwpubk_test"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:FLWPUBK_TEST-(?i)[a-h0-9]{32}-X)`) }},
	{id: "flutterwave-secret-key", how: byPrefix, keywords: []string{"flwseck_test"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:FLWSECK_TEST-(?i)[a-h0-9]{32}-X)`) }},
	{id: "flyio-access-token", how: byPrefix, keywords: []string{"fo1_", "fm1a_", "fm1r_", "fm2_"}, entropy: 4, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[a-zA-Z0-9+/]{100,}={0,3}))`)
	}},
	{id: "frameio-api-token", how: byPrefix, keywords: []string{"fio-u-"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:fio-u-(?i)[a-z0-9\-_=]{64})`) }},
	{id: "freshbooks-access-token", how: byName, keywords: []string{"freshbooks"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{64}))`) }},
	{id: "gcp-api-key", how: byPrefix, keywords: []string{"aiza"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(AIza[\w-]{35}))`) }},
	{id: "github-app-token", how: byPrefix, keywords: []string{"ghu_", "ghs_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?:ghu|ghs)_[0-9a-zA-Z]{36})`) }},
	{id: "github-fine-grained-pat", how: byPrefix, keywords: []string{"github_pat_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:github_pat_\w{82})`) }},
	{id: "github-oauth", how: byPrefix, keywords: []string{"gho_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:gho_[0-9a-zA-Z]{36})`) }},
	{id: "github-pat", how: byPrefix, keywords: []string{"ghp_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:ghp_[0-9a-zA-Z]{36})`) }},
	{id: "github-refresh-token", how: byPrefix, keywords: []string{"ghr_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:ghr_[0-9a-zA-Z]{36})`) }},
	{id: "gitlab-cicd-job-token", how: byPrefix, keywords: []string{"glcbt-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20})`) }},
	{id: "gitlab-deploy-token", how: byPrefix, keywords: []string{"gldt-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:gldt-[0-9a-zA-Z_\-]{20})`) }},
	{id: "gitlab-feature-flag-client-token", how: byPrefix, keywords: []string{"glffct-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glffct-[0-9a-zA-Z_\-]{20})`) }},
	{id: "gitlab-feed-token", how: byPrefix, keywords: []string{"glft-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glft-[0-9a-zA-Z_\-]{20})`) }},
	{id: "gitlab-incoming-mail-token", how: byPrefix, keywords: []string{"glimt-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glimt-[0-9a-zA-Z_\-]{25})`) }},
	{id: "gitlab-kubernetes-agent-token", how: byPrefix, keywords: []string{"glagent-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glagent-[0-9a-zA-Z_\-]{50})`) }},
	{id: "gitlab-oauth-app-secret", how: byPrefix, keywords: []string{"gloas-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:gloas-[0-9a-zA-Z_\-]{64})`) }},
	{id: "gitlab-pat", how: byPrefix, keywords: []string{"glpat-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glpat-[\w-]{20})`) }},
	{id: "gitlab-pat-routable", how: byPrefix, keywords: []string{"glpat-"}, entropy: 4, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:glpat-[0-9a-zA-Z_-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7})`)
	}},
	{id: "gitlab-ptt", how: byPrefix, keywords: []string{"glptt-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glptt-[0-9a-f]{40})`) }},
	{id: "gitlab-rrt", how: byPrefix, keywords: []string{"gr1348941"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:GR1348941[\w-]{20})`) }},
	{id: "gitlab-runner-authentication-token", how: byPrefix, keywords: []string{"glrt-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glrt-[0-9a-zA-Z_\-]{20})`) }},
	{id: "gitlab-runner-authentication-token-routable", how: byPrefix, keywords: []string{"glrt-"}, entropy: 4, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:glrt-t\d_[0-9a-zA-Z_\-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7})`)
	}},
	{id: "gitlab-scim-token", how: byPrefix, keywords: []string{"glsoat-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:glsoat-[0-9a-zA-Z_\-]{20})`) }},
	{id: "gitlab-session-cookie", how: byPrefix, keywords: []string{"_gitlab_session="}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:_gitlab_session=[0-9a-z]{32})`) }},
	{id: "gitter-access-token", how: byName, keywords: []string{"gitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9_-]{40}))`) }},
	{id: "gocardless-api-token", how: byName, keywords: []string{"live_", "gocardless"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(live_(?i)[a-z0-9\-_=]{40}))`) }},
	{id: "grafana-api-key", how: byPrefix, keywords: []string{"eyjrijoi"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(eyJrIjoi[A-Za-z0-9]{70,400}={0,3}))`) }},
	{id: "grafana-cloud-api-token", how: byPrefix, keywords: []string{"glc_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(glc_[A-Za-z0-9+/]{32,400}={0,3}))`) }},
	{id: "grafana-service-account-token", how: byPrefix, keywords: []string{"glsa_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}))`) }},
	{id: "harness-api-key", how: byPrefix, keywords: []string{"pat.", "sat."}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?:pat|sat)\.[a-zA-Z0-9_-]{22}\.[a-zA-Z0-9]{24}\.[a-zA-Z0-9]{20})`)
	}},
	{id: "hashicorp-tf-api-token", how: near, keywords: []string{"atlasv1"}, entropy: 3.5, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)[a-z0-9]{14}\.(?-i:atlasv1)\.[a-z0-9\-_=]{60,70}`)
	}},
	{id: "hashicorp-tf-password", how: byName, keywords: []string{"administrator_login_password"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)[a-z0-9=_\-]{8,20})`) }},
	{id: "heroku-api-key", how: byName, keywords: []string{"heroku"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "heroku-api-key-v2", how: byPrefix, keywords: []string{"hrku-aa"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:((HRKU-AA[0-9a-zA-Z_-]{58})))`) }},
	{id: "hubspot-api-key", how: byName, keywords: []string{"hubspot"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}))`)
	}},
	{id: "huggingface-access-token", how: byPrefix, keywords: []string{"hf_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(hf_(?i:[a-z]{34})))`) }},
	{id: "huggingface-organization-api-token", how: byPrefix, keywords: []string{"api_org_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(api_org_(?i:[a-z]{34})))`) }},
	{id: "infracost-api-token", how: byPrefix, keywords: []string{"ico-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(ico-[a-zA-Z0-9]{32}))`) }},
	{id: "intercom-api-key", how: byName, keywords: []string{"intercom"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{60}))`) }},
	{id: "intra42-client-secret", how: byPrefix, keywords: []string{"s-s4t2ud-", "s-s4t2af-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:s-s4t2(?:ud|af)-(?i)[abcdef0123456789]{64})`) }},
	{id: "jfrog-api-key", how: byName, keywords: []string{"jfrog", "artifactory", "bintray", "xray"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{73}))`) }},
	{id: "jfrog-identity-token", how: byName, keywords: []string{"jfrog", "artifactory", "bintray", "xray"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{64}))`) }},
	{id: "jwt", how: byPrefix, keywords: []string{"ey"}, entropy: 3, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(ey[a-zA-Z0-9]{17,}\.ey[a-zA-Z0-9\/\\_-]{17,}\.(?:[a-zA-Z0-9\/\\_-]{10,}={0,2})?))`)
	}},
	{id: "jwt-base64", how: byPrefix, keywords: []string{"zxlk"}, entropy: 2, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:ZXlK(?:(?P<alg>aGJHY2lPaU)|(?P<apu>aGNIVWlPaU)|(?P<apv>aGNIWWlPaU)|(?P<aud>aGRXUWlPaU)|(?P<b64>aU5qUWlP)|(?P<crit>amNtbDBJanBi)|(?P<cty>amRIa2lPaU)|(?P<epk>bGNHc2lPbn)|(?P<enc>bGJtTWlPaU)|(?P<jku>cWEzVWlPaU)|(?P<jwk>cWQyc2lPb)|(?P<iss>cGMzTWlPaU)|(?P<iv>cGRpSTZJ)|(?P<kid>cmFXUWlP)|(?P<key_ops>clpYbGZiM0J6SWpwY)|(?P<kty>cmRIa2lPaUp)|(?P<nonce>dWIyNWpaU0k2)|(?P<p2c>d01tTWlP)|(?P<p2s>d01uTWlPaU)|(?P<ppt>d2NIUWlPaU)|(?P<sub>emRXSWlPaU)|(?P<svt>emRuUWlP)|(?P<tag>MFlXY2lPaU)|(?P<typ>MGVYQWlPaUp)|(?P<url>MWNtd2l)|(?P<use>MWMyVWlPaUp)|(?P<ver>MlpYSWlPaU)|(?P<version>MlpYSnphVzl1SWpv)|(?P<x>NElqb2)|(?P<x5c>NE5XTWlP)|(?P<x5t>NE5YUWlPaU)|(?P<x5ts256>NE5YUWpVekkxTmlJNkl)|(?P<x5u>NE5YVWlPaU)|(?P<zip>NmFYQWlPaU))[a-zA-Z0-9\/\\_+\-\r\n]{40,}={0,2})`)
	}},
	{id: "kraken-access-token", how: byName, keywords: []string{"kraken"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9\/=_\+\-]{80,90}))`) }},
	{id: "kucoin-access-token", how: byName, keywords: []string{"kucoin"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{24}))`) }},
	{id: "kucoin-secret-key", how: byName, keywords: []string{"kucoin"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "launchdarkly-access-token", how: byName, keywords: []string{"launchdarkly"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{40}))`) }},
	{id: "linear-api-key", how: byPrefix, keywords: []string{"lin_api_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:lin_api_(?i)[a-z0-9]{40})`) }},
	{id: "linear-client-secret", how: byName, keywords: []string{"linear"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{32}))`) }},
	{id: "linkedin-client-secret", how: byName, keywords: []string{"linkedin", "linked_in", "linked-in"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{16}))`) }},
	{id: "lob-api-key", how: byName, keywords: []string{"test_", "live_"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)((live|test)_[a-f0-9]{35}))`) }},
	{id: "lob-pub-api-key", how: byName, keywords: []string{"test_pub", "live_pub", "_pub"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)((test|live)_pub_[a-f0-9]{31}))`) }},
	{id: "looker-client-id", how: byName, keywords: []string{"looker"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{20}))`) }},
	{id: "looker-client-secret", how: byName, keywords: []string{"looker"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{24}))`) }},
	{id: "mailchimp-api-key", how: byName, keywords: []string{"mailchimp"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{32}-us\d\d))`) }},
	{id: "mailgun-private-api-token", how: byName, keywords: []string{"mailgun"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(key-[a-f0-9]{32}))`) }},
	{id: "mailgun-pub-key", how: byName, keywords: []string{"mailgun"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(pubkey-[a-f0-9]{32}))`) }},
	{id: "mailgun-signing-key", how: byName, keywords: []string{"mailgun"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8}))`) }},
	{id: "mapbox-api-token", how: byName, keywords: []string{"mapbox"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(pk\.[a-z0-9]{60}\.[a-z0-9]{22}))`) }},
	{id: "mattermost-access-token", how: byName, keywords: []string{"mattermost"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{26}))`) }},
	{id: "maxmind-license-key", how: near, keywords: []string{"_mmk"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)`) }},
	{id: "messagebird-api-token", how: byName, keywords: []string{"messagebird", "message-bird", "message_bird"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{25}))`) }},
	{id: "messagebird-client-id", how: byName, keywords: []string{"messagebird", "message-bird", "message_bird"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "microsoft-teams-webhook", how: near, keywords: []string{"incomingwebhook"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`https://[a-z0-9]+\.webhook\.office\.com/webhookb2/[a-z0-9-]{36}@[a-z0-9-]{36}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9-]{36}`)
	}},
	{id: "netlify-access-token", how: byName, keywords: []string{"netlify"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{40,46}))`) }},
	{id: "new-relic-browser-api-token", how: byName, keywords: []string{"nrjs-"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(NRJS-[a-f0-9]{19}))`) }},
	{id: "new-relic-insert-key", how: byName, keywords: []string{"nrii-"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(NRII-[a-z0-9-]{32}))`) }},
	{id: "new-relic-user-api-id", how: byName, keywords: []string{"new-relic", "newrelic", "new_relic"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{64}))`) }},
	{id: "new-relic-user-api-key", how: byName, keywords: []string{"nrak"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(NRAK-[a-z0-9]{27}))`) }},
	{id: "notion-api-token", how: byPrefix, keywords: []string{"ntn_"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3}))`) }},
	{id: "npm-access-token", how: byPrefix, keywords: []string{"npm_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(npm_[a-z0-9]{36}))`) }},
	{id: "nuget-config-password", how: byPrefix, keywords: []string{"<add key="}, entropy: 1, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)<add key=\"(?:(?:ClearText)?Password)\"\s*value=\"(.{8,})\"\s*/>)`)
	}},
	{id: "nytimes-access-token", how: byName, keywords: []string{"nytimes", "new-york-times", "newyorktimes"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9=_\-]{32}))`) }},
	{id: "octopus-deploy-api-key", how: byPrefix, keywords: []string{"api-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(API-[A-Z0-9]{26}))`) }},
	{id: "okta-access-token", how: byName, keywords: []string{"okta"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(00[\w=\-]{40}))`) }},
	{id: "openai-api-key", how: near, keywords: []string{"t3blbkfj"}, entropy: 3, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})`)
	}},
	{id: "openshift-user-token", how: byPrefix, keywords: []string{"sha256~"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sha256~[\w-]{43}))`) }},
	{id: "perplexity-api-key", how: byPrefix, keywords: []string{"pplx-"}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(pplx-[a-zA-Z0-9]{48}))`) }},
	{id: "plaid-api-token", how: byName, keywords: []string{"plaid"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)(access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "plaid-client-id", how: byName, keywords: []string{"plaid"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{24}))`) }},
	{id: "plaid-secret-key", how: byName, keywords: []string{"plaid"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{30}))`) }},
	{id: "planetscale-api-token", how: byPrefix, keywords: []string{"pscale_tkn_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(pscale_tkn_(?i)[\w=\.-]{32,64}))`) }},
	{id: "planetscale-oauth-token", how: byPrefix, keywords: []string{"pscale_oauth_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(pscale_oauth_[\w=\.-]{32,64}))`) }},
	{id: "planetscale-password", how: byPrefix, keywords: []string{"pscale_pw_"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(pscale_pw_(?i)[\w=\.-]{32,64}))`) }},
	{id: "postman-api-token", how: byPrefix, keywords: []string{"pmak-"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(PMAK-(?i)[a-f0-9]{24}\-[a-f0-9]{34}))`) }},
	{id: "prefect-api-token", how: byPrefix, keywords: []string{"pnu_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(pnu_[a-zA-Z0-9]{36}))`) }},
	{id: "privateai-api-token", how: byName, keywords: []string{"privateai", "private_ai", "private-ai"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:([a-z0-9]{32}))`) }},
	{id: "pulumi-api-token", how: byPrefix, keywords: []string{"pul-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(pul-[a-f0-9]{40}))`) }},
	{id: "pypi-upload-token", how: byPrefix, keywords: []string{"pypi-ageichlwas5vcmc"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:pypi-AgEIcHlwaS5vcmc[\w-]{50,1000})`) }},
	{id: "rapidapi-access-token", how: byName, keywords: []string{"rapidapi"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9_-]{50}))`) }},
	{id: "readme-api-token", how: byPrefix, keywords: []string{"rdme_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(rdme_[a-z0-9]{70}))`) }},
	{id: "rubygems-api-token", how: byPrefix, keywords: []string{"rubygems_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(rubygems_[a-f0-9]{48}))`) }},
	{id: "scalingo-api-token", how: byPrefix, keywords: []string{"tk-us-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(tk-us-[\w-]{48}))`) }},
	{id: "sendbird-access-id", how: byName, keywords: []string{"sendbird"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "sendbird-access-token", how: byName, keywords: []string{"sendbird"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{40}))`) }},
	{id: "sendgrid-api-token", how: byPrefix, keywords: []string{"sg."}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(SG\.(?i)[a-z0-9=_\-\.]{66}))`) }},
	{id: "sendinblue-api-token", how: byPrefix, keywords: []string{"xkeysib-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(xkeysib-[a-f0-9]{64}\-(?i)[a-z0-9]{16}))`) }},
	{id: "sentry-access-token", how: byName, keywords: []string{"sentry"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{64}))`) }},
	{id: "sentry-org-token", how: byPrefix, keywords: []string{"sntrys_eyjpyxqio"}, entropy: 4.5, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:sntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43})`)
	}},
	{id: "sentry-user-token", how: byPrefix, keywords: []string{"sntryu_"}, entropy: 3.5, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sntryu_[a-f0-9]{64}))`) }},
	{id: "settlemint-application-access-token", how: byPrefix, keywords: []string{"sm_aat"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sm_aat_[a-zA-Z0-9]{16}))`) }},
	{id: "settlemint-personal-access-token", how: byPrefix, keywords: []string{"sm_pat"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sm_pat_[a-zA-Z0-9]{16}))`) }},
	{id: "settlemint-service-access-token", how: byPrefix, keywords: []string{"sm_sat"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(sm_sat_[a-zA-Z0-9]{16}))`) }},
	{id: "shippo-api-token", how: byPrefix, keywords: []string{"shippo_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(shippo_(?:live|test)_[a-fA-F0-9]{40}))`) }},
	{id: "shopify-access-token", how: byPrefix, keywords: []string{"shpat_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:shpat_[a-fA-F0-9]{32})`) }},
	{id: "shopify-custom-access-token", how: byPrefix, keywords: []string{"shpca_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:shpca_[a-fA-F0-9]{32})`) }},
	{id: "shopify-private-app-access-token", how: byPrefix, keywords: []string{"shppa_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:shppa_[a-fA-F0-9]{32})`) }},
	{id: "shopify-shared-secret", how: byPrefix, keywords: []string{"shpss_"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:shpss_[a-fA-F0-9]{32})`) }},
	{id: "sidekiq-secret", how: byName, keywords: []string{"bundle_enterprise__contribsys__com", "bundle_gems__contribsys__com"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-f0-9]{8}:[a-f0-9]{8}))`) }},
	{id: "sidekiq-sensitive-url", how: near, keywords: []string{"gems.contribsys.com", "enterprise.contribsys.com"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)https?://([a-f0-9]{8}:[a-f0-9]{8})@(?:gems.contribsys.com|enterprise.contribsys.com)(?:[\/|\#|\?|:]|$)`)
	}},
	{id: "slack-app-token", how: byPrefix, keywords: []string{"xapp"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+)`) }},
	{id: "slack-bot-token", how: byPrefix, keywords: []string{"xoxb"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]*)`) }},
	{id: "slack-config-access-token", how: near, keywords: []string{"xoxe.xoxb-", "xoxe.xoxp-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`(?i)xoxe.xox[bp]-\d-[A-Z0-9]{163,166}`) }},
	{id: "slack-config-refresh-token", how: byPrefix, keywords: []string{"xoxe-"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)xoxe-\d-[A-Z0-9]{146})`) }},
	{id: "slack-legacy-bot-token", how: byPrefix, keywords: []string{"xoxb"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26})`) }},
	{id: "slack-legacy-token", how: byPrefix, keywords: []string{"xoxo", "xoxs"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xox[os]-\d+-\d+-\d+-[a-fA-F\d]+)`) }},
	{id: "slack-legacy-workspace-token", how: byPrefix, keywords: []string{"xoxa", "xoxr"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:xox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48})`) }},
	{id: "slack-user-token", how: byPrefix, keywords: []string{"xoxp-", "xoxe-"}, entropy: 2, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:xox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34})`)
	}},
	{id: "slack-webhook-url", how: byPrefix, keywords: []string{"hooks.slack.com"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56})`)
	}},
	{id: "snyk-api-token", how: byName, keywords: []string{"snyk"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "sonar-api-token", how: byName, keywords: []string{"sonar"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)((?:squ_|sqp_|sqa_)?[a-z0-9=_\-]{40}))`) }},
	{id: "sourcegraph-access-token", how: byPrefix, keywords: []string{"sgp_"}, entropy: 3, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40})`)
	}},
	{id: "sourcegraph-access-token", how: byName, keywords: []string{"sourcegraph"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)[a-f0-9]{40})`) }},
	{id: "square-access-token", how: byPrefix, keywords: []string{"sq0atp-", "eaaa"}, entropy: 2, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:((?:EAAA|sq0atp-)[\w-]{22,60}))`) }},
	{id: "squarespace-access-token", how: byName, keywords: []string{"squarespace"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))`)
	}},
	{id: "stripe-access-token", how: byPrefix, keywords: []string{"sk_test", "sk_live", "sk_prod", "rk_test", "rk_live", "rk_prod"}, entropy: 2, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99}))`)
	}},
	{id: "sumologic-access-id", how: byName, keywords: []string{"sumo"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(su[a-zA-Z0-9]{12}))`) }},
	{id: "sumologic-access-token", how: byName, keywords: []string{"sumo"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{64}))`) }},
	{id: "telegram-bot-api-token", how: byName, keywords: []string{"telegr"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([0-9]{5,16}:(?-i:A)[a-z0-9_\-]{34}))`) }},
	{id: "travisci-access-token", how: byName, keywords: []string{"travis"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{22}))`) }},
	{id: "twilio-api-key", how: byPrefix, keywords: []string{"sk"}, entropy: 3, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:SK[0-9a-fA-F]{32})`) }},
	{id: "twitch-api-token", how: byName, keywords: []string{"twitch"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{30}))`) }},
	{id: "twitter-access-secret", how: byName, keywords: []string{"twitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{45}))`) }},
	{id: "twitter-access-token", how: byName, keywords: []string{"twitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([0-9]{15,25}-[a-zA-Z0-9]{20,40}))`) }},
	{id: "twitter-api-key", how: byName, keywords: []string{"twitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{25}))`) }},
	{id: "twitter-api-secret", how: byName, keywords: []string{"twitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{50}))`) }},
	{id: "twitter-bearer-token", how: byName, keywords: []string{"twitter"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(A{22}[a-zA-Z0-9%]{80,100}))`) }},
	{id: "typeform-api-token", how: byName, keywords: []string{"tfp_"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(tfp_[a-z0-9\-_\.=]{59}))`) }},
	{id: "vault-batch-token", how: byPrefix, keywords: []string{"hvb."}, entropy: 4, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(hvb\.[\w-]{138,300}))`) }},
	{id: "vault-service-token", how: byPrefix, keywords: []string{"hvs.", "s."}, entropy: 3.5, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:((?:hvs\.[\w-]{90,120}|s\.(?i:[a-z0-9]{24}))))`)
	}},
	{id: "yandex-access-token", how: byName, keywords: []string{"yandex"}, entropy: 0, pattern: func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?:(?i)(t1\.[A-Z0-9a-z_-]+[=]{0,2}\.[A-Z0-9a-z_-]{86}[=]{0,2}))`)
	}},
	{id: "yandex-api-key", how: byName, keywords: []string{"yandex"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(AQVN[A-Za-z0-9_\-]{35,38}))`) }},
	{id: "yandex-aws-access-token", how: byName, keywords: []string{"yandex"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)(YC[a-zA-Z0-9_\-]{38}))`) }},
	{id: "zendesk-secret-key", how: byName, keywords: []string{"zendesk"}, entropy: 0, pattern: func() *regexp.Regexp { return regexp.MustCompile(`\A(?:(?i)([a-z0-9]{40}))`) }},
}

// harmlessNames matches a name and the beginning of its value when the name says
// that the value is no secret.
func harmlessNames() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:access(?:ibility|or)|access[_.-]?id|random[_.-]?access|api[_.-]?(?:id|name|version)|rapid|capital|[a-z0-9-]*?api[a-z0-9-]*?:jar:|author|X-MS-Exchange-Organization-Auth|Authentication-Results|(?:credentials?[_.-]?id|withCredentials)|(?:bucket|foreign|hot|idx|natural|primary|pub(?:lic)?|schema|sequence)[_.-]?key|(?:turkey)|key[_.-]?(?:alias|board|code|frame|id|length|mesh|name|pair|press(?:ed)?|ring|selector|signature|size|stone|storetype|word|up|down|left|right)|key[_.-]?vault[_.-]?(?:id|name)|keyVaultToStoreSecrets|key(?:store|tab)[_.-]?(?:file|path)|issuerkeyhash|(?-i:[DdMm]onkey|[DM]ONKEY)|keying|(?:secret)[_.-]?(?:length|name|size)|UserSecretsId|(?:csrf)[_.-]?token|(?:io\.jsonwebtoken[ \t]?:[ \t]?[\w-]+)|(?:api|credentials|token)[_.-]?(?:endpoint|ur[il])|public[_.-]?token|(?:key|token)[_.-]?file|(?-i:(?:[A-Z_]+=\n[A-Z_]+=|[a-z_]+=\n[a-z_]+=)(?:\n|\z))|(?-i:(?:[A-Z.]+=\n[A-Z.]+=|[a-z.]+=\n[a-z.]+=)(?:\n|\z)))`)
}

// stopWords are what identifiers hold and random values hardly do.
const stopWords = "000000 6fe4476ee5a1832882e326b506d14126 _ec2_ aaaaaa about abstract academy acces account act- act. act_ action active actively activity adapter add- add-on add. add_ addon addres admin adobe advanced adventure agent agile air- air. air_ ajax akka alert alfred algorithm all- all. all_ alloy alpha amazon amqp analysi analytic analyzer android angular angularj animate animation another ansible answer ant- ant. ant_ any- any. any_ apache app- app. app_ apple arch archive archived arduino array art- art. art_ article asp- asp. asp_ asset async atom attention audio audit aura auth author authorize auto automated automatic awesome aws_ azure back backbone backend backup bar- bar. bar_ base based bash basic batch been beer behavior being benchmark best beta better big- big. big_ binary binding bit- bit. bit_ bitcoin block blog board book bookmark boost boot bootstrap bosh bot- bot. bot_ bower box- box. box_ boxen bracket branch bridge browser brunch buffer bug- bug. bug_ build builder building buildout buildpack built bundle busines but- but. but_ button cache caching cakephp calendar call camera campfire can- can. can_ canva captcha capture card carousel case cassandra cat- cat. cat_ category center cento challenge change changelog channel chart chat cheat check checker chef ches chinese chosen chrome ckeditor clas classe classic clean cli- cli. cli_ client clojure clone closure cloud club cluster cms- cms_ coco code coding coffee color combination combo command commander comment commit common community compas compiler complete component composer computer computing con- con. con_ concept conf config connect connector console contact container contao content contest context control convert converter conway' cookbook cookie cool copy cordova core couchbase couchdb countdown counter course craft crawler create creating creator credential crm- crm. crm_ cros crud csv- csv. csv_ cube cucumber cuda current currently custom daemon dark dart dash dashboard data database date day- day. day_ dead debian debug debugger deck define del- del. del_ delete demo deploy design designer desktop detection detector dev- dev. dev_ develop developer device devise diff digital directive directory discovery display django dns- dns_ doc- doc. doc_ docker docpad doctrine document doe- doe. doe_ dojo dom- dom. dom_ domain don't done dot- dot. dot_ dotfile download draft drag drill drive driven driver drop dropbox drupal dsl- dsl. dsl_ dynamic easy ecdsa eclipse edit editing edition editor element emac email embed embedded ember emitter emulator encoding endpoint engine english enhanced entity entry env_ episode erlang error espresso event evented example exchange exercise experiment expire exploit explorer export exporter expres ext- ext. ext_ extended extension external extra extractor fabric facebook factory fake fast feature feed fewfwef ffmpeg field file filter find finder firefox firmware first fish fix- fix_ flash flask flat flex flexible flickr flow fluent fluentd fluid folder font force foreman fork form format formatter forum foundry framework free friend friendly front-end frontend ftp- ftp. ftp_ fuel full fun- fun. fun_ func future gaia gallery game gateway gem- gem. gem_ gen- gen. gen_ general generator generic genetic get- get. get_ getenv getting ghost gist git- git. git_ github gitignore gitlab glas gmail gnome gnu- gnu. gnu_ goal golang gollum good google gpu- gpu. gpu_ gradle grail graph graphic great grid groovy group grunt guard gui- gui. gui_ guide guideline gulp gwt- gwt. gwt_ hack hackathon hacker hacking hadoop haml handler hardware has- has_ hash haskell have haxe hello help helper here hero heroku high hipchat history home homebrew homepage hook host hosting hot- hot. hot_ house how- how. how_ html http hub- hub. hub_ hubot human icon ide- ide. ide_ idea identity idiomatic image impact import important importer impres index infinite info injection inline input inside inspector instagram install installer instant intellij interface internet interview into intro ionic iphone ipython irc- irc_ iso- iso. iso_ issue jade jasmine java jbos jekyll jenkin jetbrains job- job. job_ joomla jpa- jpa. jpa_ jquery json just kafka karma kata kernel keyboard kindle kit- kit. kit_ kitchen knife koan kohana lab- lab. lab_ lambda lamp language laravel last latest latex launcher layer layout lazy ldap leaflet league learn learning led- led. led_ leetcode les- les. les_ level leveldb lib- lib. lib_ librarie library license life liferay light lightbox like line link linked linkedin linux lisp list lite little load loader local location lock log- log. log_ logger logging logic login logstash longer look love lua- lua. lua_ mac- mac. mac_ machine made magento magic mail make maker making man- man. man_ manage manager manifest manual map- map. map_ mapper mapping markdown markup master math matrix maven md5 mean media mediawiki meetup memcached memory menu merchant message messaging meta metadata meteor method metric micro middleman migration minecraft miner mini minimal mirror mit- mit. mit_ mobile mocha mock mod- mod. mod_ mode model modern modular module modx money mongo mongodb mongoid mongoose monitor monkey more motion moved movie mozilla mqtt mule multi multiple music mustache mvc- mvc. mvc_ mysql nagio name native need neo- neo. neo_ nest nested net- net. net_ nette network new- new. new_ next nginx ninja nlp- nlp. nlp_ node nodej nosql not- not. not_ note notebook notepad notice notifier now- now. now_ number oauth object objective obsolete ocaml octopres official old- old. old_ onboard online only open opencv opengl openshift openwrt option oracle org- org. org_ origin original orm- orm. orm_ osx- osx_ our- our. our_ out- out. out_ output over overview own- own. own_ pack package packet page panel paper paperclip para parallax parallel parse parser parsing particle party password patch path pattern payment paypal pdf- pdf. pdf_ pebble people perl personal phalcon phoenix phone phonegap photo php- php. php_ physic picker pipeline platform play player please plu- plu. plu_ plug-in plugin plupload png- png. png_ poker polyfill polymer pool pop- pop. pop_ popcorn popup port portable portal portfolio post power powered powerful prelude pretty preview principle print pro- pro. pro_ problem proc product profile profiler program progres project protocol prototype provider proxy public pull puppet pure purpose push pusher pyramid python quality query queue quick rabbitmq rack radio rail railscast random range raspberry rdf- rdf. rdf_ react reactive read reader readme ready real real-time reality realtime recipe recorder red- red. red_ reddit redi redmine reference refinery refresh registry related release remote rendering repo report request require required requirej research resource response resque rest restful resume reveal reverse review riak rich right ring robot role room router routing rpc- rpc. rpc_ rpg- rpg. rpg_ rspec ruby- ruby. ruby_ rule run- run. run_ runner running runtime rust rvm- rvm. rvm_ salt sample sandbox sas- sas. sas_ sbt- sbt. sbt_ scala scalable scanner schema scheme school science scraper scratch screen script scroll scs- scs. scs_ sdk- sdk. sdk_ sdl- sdl. sdl_ search secure security see- see. see_ seed select selector selenium semantic sencha send sentiment serie server service session set- set. set_ setting setup sha1 sha2 sha256 share shared sharing sheet shell shield shipping shop shopify shortener should show showcase side silex simple simulator single site skeleton sketch skin slack slide slider slim small smart smtp snake snapshot snippet soap social socket software solarized solr solution solver some soon source space spark spatial spec sphinx spine spotify spree spring sprite sql- sql. sql_ sqlite ssh- ssh. ssh_ stack staging standard stanford start started starter startup stat statamic state static statistic statsd statu steam step still stm- stm. stm_ storage store storm story strategy stream streaming string stripe structure studio study stuff style sublime sugar suite summary super support supported svg- svg. svg_ svn- svn. svn_ swagger swift switch switcher symfony symphony sync synopsi syntax system tab- tab. tab_ table tag- tag. tag_ talk target task tcp- tcp. tcp_ tdd- tdd. tdd_ team tech template term terminal testing tetri text textmate theme theory three thrift time timeline timer tiny tinymce tip- tip. tip_ title todo todomvc token tool toolbox toolkit top- top. top_ tornado touch tower tracker tracking traffic training transfer translate transport tree trello try- try. try_ tumblr tut- tut. tut_ tutorial tweet twig twitter type typo ubuntu uiview ultimate under unit unity universal unix update updated upgrade upload uploader uri- uri. uri_ url- url. url_ usage usb- usb. usb_ use- use. use_ used useful user using util utilitie utility vagrant validator value variou varnish version via- via. via_ video view viewer vim- vim. vim_ vimrc virtual vision visual vpn want warning watch watcher wave way- way. way_ weather web- web_ webapp webgl webhook webkit webrtc website websocket welcome what what' when where which why- why. why_ widget wifi wiki win- win. win_ window wip- wip. wip_ within without wizard word wordpres work worker workflow working workshop world wrapper write writer writing written www- www. www_ xamarin xcode xml- xml. xml_ xmpp xxxxxx yahoo yaml yandex yeoman yet- yet. yet_ yii- yii. yii_ youtube yui- yui. yui_ zend zero zip- zip. zip_ zsh- zsh. zsh_"
