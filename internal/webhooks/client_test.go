package webhooks_test

import (
	"context"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

func TestOnlyPublicAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "2606:2800:220:1:248:1893:25c8:1946": true, "::ffff:93.184.216.34": true,
		"127.0.0.1": false, "127.9.9.9": false, "::1": false, "::ffff:127.0.0.1": false, "0.0.0.0": false, "::": false, "0.1.2.3": false,
		"10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "::ffff:10.0.0.1": false,
		"169.254.169.254": false, "::ffff:169.254.169.254": false, "fe80::1": false, "fd00:ec2::254": false, "fc00::1": false,
		"100.64.0.1": false, "100.100.100.200": false, "100.127.255.255": false, "100.128.0.1": true, "168.63.129.16": false, "192.0.0.192": false,
		"224.0.0.1": false, "ff02::1": false, "255.255.255.255": false, "240.0.0.1": false, "198.18.0.1": false, "203.0.113.7": false,
		"64:ff9b::7f00:1": false, "64:ff9b:1::a00:1": false, "2002:7f00:1::1": false, "2002:a00:1::": false, "2001:0:4136:e378:8000:63bf:3fff:fdd2": false,
		"2001:db8::1": false, "::7f00:1": false, "fec0::1": false, "3fff::1": false, "100::1": false, "fe80::1%eth0": false, "2606:2800::1%eth0": false,
	} {
		if got := webhooks.Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is public: %v", text, got)
		}
	}
}

func TestCheckURL(t *testing.T) {
	for raw, want := range map[string]bool{
		"https://example.com/hook": true, "https://example.com": true, "https://example.com:8443/a?b=c": true, "HTTPS://EXAMPLE.COM/": true,
		"https://[2606:2800:220:1:248:1893:25c8:1946]/": true, "https://93.184.216.34/": true, "https://example.com:443/": true,
		"http://example.com/": false, "ftp://example.com/": false, "//example.com/": false, "example.com": false, "": false, "https://": false,
		"https:example.com": false, "https://user@example.com/": false, "https://user:pass@example.com/": false, "https://example.com/#a": false,
		"https://example.com/#": false, "https://example.com:22/": false, "https://example.com:25/": false, "https://example.com:/": false,
		"https://example.com:0/": false, "https://example.com:99999/": false, "https://exa mple.com/": false, "https://example.com/\r\nX: y": false,
		"https://127.0.0.1/": false, "https://[::1]/": false, "https://169.254.169.254/latest/meta-data": false, "https://[::ffff:10.0.0.1]/": false,
		"https://10.0.0.1/": false, "https://[fe80::1%25eth0]/": false, "https://100.100.100.200/": false, "https://:443/": false,
		"https://example.com/" + strings.Repeat("a", webhooks.MaxURLBytes): false, "https://example.com/\xff": false, "file:///etc/passwd": false,
	} {
		if detail := webhooks.CheckURL(raw, false); (detail == "") != want {
			t.Errorf("%q: %q", raw, detail)
		}
	}
	for _, raw := range []string{"http://127.0.0.1:9000/", "https://10.0.0.1/", "http://localhost:8080/hook"} {
		if detail := webhooks.CheckURL(raw, true); detail != "" {
			t.Errorf("%q, where the operator allows it: %s", raw, detail)
		}
	}
	if webhooks.CheckURL("file:///etc/passwd", true) == "" || webhooks.CheckURL("https://u@h/", true) == "" {
		t.Error("what is allowed to private addresses is allowed to others")
	}
}

// post sends a small message and answers what came of it.
func post(c *webhooks.Client, url string) webhooks.Result {
	return c.Send(context.Background(), &webhooks.Request{URL: url, Header: http.Header{"Webhook-Id": {"msg_x"}}, Body: []byte(`{"type":"x"}`)})
}

// TestWhatReceiversDo lets receivers misbehave in every way.
func TestWhatReceiversDo(t *testing.T) {
	reached := atomic.Int64{}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	for _, c := range []struct {
		name      string
		handle    http.HandlerFunc
		delivered bool
		status    int
		problem   string
	}{
		{"takes it", func(w http.ResponseWriter, r *http.Request) {
			b, err := io.ReadAll(r.Body)
			if err != nil || string(b) != `{"type":"x"}` || r.Header.Get("Content-Type") != "application/json" || r.Header.Get("webhook-id") != "msg_x" || r.Method != http.MethodPost {
				w.WriteHeader(http.StatusTeapot)
			}
		}, true, 200, ""},
		{"takes it without a body", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, true, 204, ""},
		{"fails", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, false, 500, "answered 500"},
		{"redirects", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, false, 307, "redirects are not followed"},
		{"redirects for good", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusPermanentRedirect)
		}, false, 308, "redirects are not followed"},
		{"closes the connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false, 0, "closed the connection"},
		{"is slow", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			select {
			case <-r.Context().Done():
			case <-time.After(10 * time.Second):
			}
		}, false, 0, "took too long"},
		{"has a huge body", func(w http.ResponseWriter, r *http.Request) {
			chunk := make([]byte, 64<<10)
			for range 16 << 10 { // 1 GiB, of which a few KiB are read
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		}, true, 200, ""},
		{"drips its body", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte("."))
				w.(http.Flusher).Flush()
				time.Sleep(20 * time.Millisecond)
			}
		}, true, 200, ""},
		{"has huge headers", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) }, false, 0, "did not answer as HTTP says"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.handle)
			defer server.Close()
			client := webhooks.NewClient(true)
			client.Hurry(500 * time.Millisecond)
			began := time.Now()
			got := post(client, server.URL)
			if got.Delivered() != c.delivered || got.Status != c.status || !strings.Contains(got.Problem, c.problem) || (c.problem == "") != (got.Problem == "") {
				t.Errorf("%+v", got)
			}
			if strings.Contains(got.Problem, "127.0.0.1") {
				t.Errorf("the problem names the host: %s", got.Problem)
			}
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	t.Cleanup(func() {
		if reached.Load() != 0 {
			t.Error("a redirect was followed")
		}
	})
}

func TestOtherProblems(t *testing.T) {
	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer secure.Close()
	roots := x509.NewCertPool()
	roots.AddCert(secure.Certificate())
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer plain.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	noise, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer noise.Close()
	go func() {
		for {
			c, err := noise.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("220 mail.example ESMTP\r\n"))
			_ = c.Close()
		}
	}()
	for name, c := range map[string]struct {
		client  *webhooks.Client
		url     string
		problem string
	}{
		"a certificate that is known":      {webhooks.ClientFor(true, nil, roots), secure.URL, ""},
		"a certificate that nobody signed": {webhooks.NewClient(true), secure.URL, "certificate is not valid"},
		"a certificate of another name":    {webhooks.ClientFor(true, nil, roots), strings.Replace(secure.URL, "127.0.0.1", "localhost", 1), "certificate is not valid"},
		"no TLS where it should be":        {webhooks.NewClient(true), strings.Replace(plain.URL, "http:", "https:", 1), "did not answer as HTTP says"},
		"nobody there":                     {webhooks.NewClient(true), closed.URL, "could not be connected to"},
		"no HTTP":                          {webhooks.NewClient(true), "http://" + noise.Addr().String(), "did not answer as HTTP says"},
		"loopback":                         {webhooks.NewClient(false), secure.URL, "private network"},
		"loopback by name":                 {webhooks.NewClient(false), strings.Replace(secure.URL, "127.0.0.1", "localhost", 1), "private network"},
		"metadata":                         {webhooks.NewClient(false), "http://169.254.169.254/latest/meta-data/", "private network"},
		"mapped":                           {webhooks.NewClient(false), "https://[::ffff:10.0.0.1]/", "private network"},
		"no address":                       {webhooks.NewClient(false), "https://%zz/", "cannot be used"},
	} {
		got := post(c.client, c.url)
		if !strings.Contains(got.Problem, c.problem) || got.Problem == "" && name != "a certificate that is known" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// names is a DNS server that answers the addresses one after the other, and then
// the last again.
type names struct {
	addresses []string
	asked     atomic.Int64
}

func (n *names) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go n.answer(theirs)
		return ours, nil
	}}
}

// answer answers one question over a stream, as RFC 1035 frames it.
func (n *names) answer(c net.Conn) {
	defer c.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		q := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(c, q); err != nil {
			return
		}
		end := 12
		for q[end] != 0 {
			end += int(q[end]) + 1
		}
		question := q[12 : end+5]
		a := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question...)
		asked := binary.BigEndian.Uint16(q[end+1:])
		ip, typ := n.next(asked)
		if ip != nil {
			a[7] = 1
			a = append(a, 0xc0, 12, 0, typ, 0, 1, 0, 0, 0, 0, 0, byte(len(ip)))
			a = append(a, ip...)
		}
		binary.BigEndian.PutUint16(size[:], uint16(len(a)))
		if _, err := c.Write(append(size[:], a...)); err != nil {
			return
		}
	}
}

// next answers the address for a question of type A (1) or AAAA (28).
func (n *names) next(asked uint16) ([]byte, byte) {
	at := min(int(n.asked.Load()), len(n.addresses)-1)
	ip := netip.MustParseAddr(n.addresses[at])
	if asked == 1 && ip.Is4() || asked == 28 && ip.Is6() {
		n.asked.Add(1)
		return ip.AsSlice(), byte(asked)
	}
	return nil, 0
}

// TestANameThatMeansAnotherAddressNow: a receiver's name may be public when it is
// first looked up and private when it is connected to. What counts is what is
// connected to.
func TestANameThatMeansAnotherAddressNow(t *testing.T) {
	for _, addresses := range [][]string{{"127.0.0.1"}, {"169.254.169.254"}, {"::ffff:10.0.0.1"}, {"::1"}, {"fd00:ec2::254"}, {"100.64.0.9"},
		{"93.184.216.34", "127.0.0.1"}} {
		n := &names{addresses: addresses}
		if len(addresses) > 1 {
			n.asked.Add(1) // the first answer was given to somebody who looked before
		}
		client := webhooks.ClientFor(false, n.resolver(), nil)
		if got := post(client, "https://rebind.example/hook"); !strings.Contains(got.Problem, "private network") {
			t.Errorf("%v: %+v", addresses, got)
		}
		if n.asked.Load() == 0 {
			t.Errorf("%v: nobody asked", addresses)
		}
	}
}

// TestTheEnvironmentsProxyIsNotAsked: it would connect in our place, and look at
// no address.
func TestTheEnvironmentsProxyIsNotAsked(t *testing.T) {
	asked := false
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer proxy.Close()
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	n := &names{addresses: []string{"127.0.0.1"}}
	post(webhooks.ClientFor(false, n.resolver(), nil), "http://receiver.example/")
	if asked {
		t.Error("the proxy was asked")
	}
}

// TestAReplayIsRefused: a message that somebody recorded verifies now, and not
// five minutes later, nor with another body, id or time.
func TestAReplayIsRefused(t *testing.T) {
	key := []byte("0123456789abcdef0123456789abcdef")
	verifier, err := standardwebhooks.NewWebhookRaw(key)
	if err != nil {
		t.Fatal(err)
	}
	now := kaibo.SystemClock()
	body := []byte(`{"type":"memory.created"}`)
	for _, c := range []struct {
		name string
		at   kaibo.Time
		do   func(h http.Header, b []byte) []byte
		want error
	}{
		{"as it is", now, nil, nil},
		{"ten minutes old", now - 600_000, nil, standardwebhooks.ErrMessageTooOld},
		{"ten minutes ahead", now + 600_000, nil, standardwebhooks.ErrMessageTooNew},
		{"old, with a new time", now - 600_000, func(h http.Header, b []byte) []byte {
			h.Set("webhook-timestamp", strconv.FormatInt(time.Now().Unix(), 10))
			return b
		}, standardwebhooks.ErrNoMatchingSignature},
		{"another id", now, func(h http.Header, b []byte) []byte { h.Set("webhook-id", "msg_b"); return b }, standardwebhooks.ErrNoMatchingSignature},
		{"another body", now, func(_ http.Header, b []byte) []byte { return append(b, ' ') }, standardwebhooks.ErrNoMatchingSignature},
		{"no signature", now, func(h http.Header, b []byte) []byte { h.Del("webhook-signature"); return b }, standardwebhooks.ErrRequiredHeaders},
	} {
		h, err := webhooks.SignedWith(key, "msg_a", c.at, body)
		if err != nil {
			t.Fatal(err)
		}
		sent := append([]byte{}, body...)
		if c.do != nil {
			sent = c.do(h, sent)
		}
		if err := verifier.Verify(sent, h); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}
