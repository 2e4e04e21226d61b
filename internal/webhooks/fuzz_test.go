package webhooks_test

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// FuzzCheckURL: what passes is an https address that a request can be made of,
// with no password, and whose host, where it is an address, is public.
func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"https://example.com/hook", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]:443/", "https://a@b/", "https://0x7f.1/", "https://example.com:22", "HTTPS://[fe80::1%25e]/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if webhooks.CheckURL(raw, false) != "" {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" || len(raw) > webhooks.MaxURLBytes {
			t.Fatalf("%q passed: %+v, %v", raw, u, err)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil && !webhooks.Public(a) {
			t.Fatalf("%q passed", raw)
		}
		if strings.ContainsAny(raw, "\r\n \t") {
			t.Fatalf("%q passed", raw)
		}
		if _, err := http.NewRequest(http.MethodPost, raw, nil); err != nil { //nolint:noctx // it is not sent
			t.Fatalf("%q makes no request: %v", raw, err)
		}
	})
}

// FuzzRetryAfter: whatever a receiver asks for is between nothing and the bound.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "0", "120", "99999999999999999999", "-1", "Wed, 01 Jul 2026 09:00:30 GMT", "Wed, 01 Jul 1026 09:00:30 GMT", "1e3"} {
		f.Add(seed)
	}
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		if got := webhooks.RetryAfter(value, now); got < 0 || got > webhooks.MaxRetryAfter {
			t.Errorf("%q asks for %v", value, got)
		}
	})
}

// FuzzSign: whatever the id, the time and the body, a receiver with the library
// verifies what is sent.
func FuzzSign(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456789abcdef"), "msg_a", int64(1_780_000_000_000), []byte(`{"type":"x"}`))
	f.Fuzz(func(t *testing.T, key []byte, id string, at int64, content []byte) {
		if id == "" || strings.ContainsAny(id, "\r\n") || at < 0 || at > 1<<45 {
			return
		}
		h, err := webhooks.SignedWith(key, id, kaibo.Time(at), content)
		if err != nil {
			t.Fatal(err)
		}
		verifier, err := standardwebhooks.NewWebhookRaw(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.VerifyIgnoringTimestamp(content, h); err != nil {
			t.Errorf("%v: %v", h, err)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, " 120 ": 2 * time.Minute, "999999": webhooks.MaxRetryAfter, "99999999999999999999": webhooks.MaxRetryAfter, "-5": 0, "soon": 0,
		"Wed, 01 Jul 2026 09:00:30 GMT": 30 * time.Second, "Wed, 01 Jul 2026 08:00:30 GMT": 0, "Wed, 01 Jul 2027 08:00:30 GMT": webhooks.MaxRetryAfter,
	} {
		if got := webhooks.RetryAfter(value, now); got != want {
			t.Errorf("%q asks for %v, want %v", value, got, want)
		}
	}
}

// TestDelaysSpanADay, and their jitter takes at most a quarter off.
func TestDelaysSpanADay(t *testing.T) {
	total := time.Duration(0)
	for i, d := range webhooks.Delays {
		total += d
		for j := range 50 {
			if got := webhooks.Delay(i+1, strconv.Itoa(j)); got > d || got < d-d/4-1 {
				t.Errorf("delay %d is %v of %v", i+1, got, d)
			}
		}
	}
	if total < 23*time.Hour || total > 24*time.Hour {
		t.Errorf("retries go on for %v", total)
	}
}

func TestBodiesAreStable(t *testing.T) {
	b, err := webhooks.BodyOf(webhooks.TypeTest, kaibo.Time(1_780_000_000_123), "prj_a")
	if want := `{"type":"webhook.test","timestamp":"2026-05-28T20:26:40.123Z","data":{"projectId":"prj_a"}}`; err != nil || string(b) != want || !json.Valid(b) {
		t.Errorf("%s, %v", b, err)
	}
}
