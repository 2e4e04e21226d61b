package bedrock_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/structure/model/bedrock"
)

const secret = "wJalrXUtnFEMIKEY"

// provider asks a server of this test in place of Bedrock.
func provider(t *testing.T, handle http.HandlerFunc) *bedrock.Bedrock {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	config := aws.Config{Region: "eu-central-1", Credentials: credentials.NewStaticCredentialsProvider("AKIAIOSFODNN7", secret, "")}
	return bedrock.New(config, bedrock.Options{Model: "amazon.nova-micro-v1:0", Endpoint: server.URL, Timeout: 300 * time.Millisecond})
}

var request = model.Request{System: "note down", User: "the event", Name: "statements", Schema: json.RawMessage(`{"type":"object"}`)}

// recorded is an answer of Converse with a tool used, as the service writes it.
const recorded = `{"metrics":{"latencyMs":812},"output":{"message":{"role":"assistant","content":[
 {"text":"I will use the tool."},
 {"toolUse":{"toolUseId":"tooluse_1","name":"statements","input":{"statements":[{"confidence":0.9,"n":3,"from":null}],"reason":""}}}]}},
 "stopReason":"tool_use","usage":{"inputTokens":321,"outputTokens":45,"totalTokens":366}}`

func TestConverse(t *testing.T) {
	var path, body string
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		path, body = r.URL.Path, string(b)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, recorded)
	})
	answer, err := p.Ask(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"reason":"","statements":[{"confidence":0.9,"from":null,"n":3}]}`; answer.Text != want {
		t.Errorf("the answer is %s, want %s", answer.Text, want)
	}
	if answer.Calls != 1 || answer.InputTokens != 321 || answer.OutputTokens != 45 {
		t.Errorf("the counts are %+v", answer)
	}
	if path != "/model/amazon.nova-micro-v1:0/converse" {
		t.Errorf("asked %s", path)
	}
	for _, want := range []string{`"toolChoice":{"tool":{"name":"statements"}}`, `"inputSchema":{"json":{"type":"object"}}`, `"text":"the event"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the request has no %s: %s", want, body)
		}
	}
}

func TestWhatGoesWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		slow   bool
		calls  int32
		want   string
	}{
		{"throttled", 429, `{"message":"slow down ` + secret + `"}`, false, model.MaxTries, "Bedrock answered 429"},
		{"down", 503, `{"message":"no"}`, false, model.MaxTries, "Bedrock answered 503"},
		{"no right", 403, `{"message":"User is not authorized"}`, false, 1, "Bedrock answered 403"},
		{"elsewhere", 307, ``, false, 1, "Bedrock"},
		{"slow", 200, recorded, true, model.MaxTries, "did not answer within"},
		{"no JSON", 200, `{"output":{"mess`, false, 0, "Bedrock could not be reached"},
		{"no tool", 200, `{"output":{"message":{"role":"assistant","content":[{"text":"hello"}]}},"stopReason":"end_turn"}`, false, 1, "in the form"},
		{"cut", 200, `{"output":{"message":{"role":"assistant","content":[]}},"stopReason":"max_tokens"}`, false, 1, "was cut"},
		{"another tool", 200, strings.Replace(recorded, `"name":"statements"`, `"name":"rm"`, 1), false, 1, "in the form"},
		{"enormous", 200, strings.Replace(recorded, `"reason":""`, `"reason":"`+strings.Repeat("x", 2<<20)+`"`, 1), false, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var calls atomic.Int32
			p := provider(t, func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				if c.slow {
					select {
					case <-time.After(2 * time.Second):
					case <-r.Context().Done():
					}
					return
				}
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Location", "http://203.0.113.1/")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			answer, err := p.Ask(t.Context(), request)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the error is %v, want one with %q", err, c.want)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error repeats what the service said: %v", err)
			}
			if c.calls > 0 && calls.Load() != c.calls || int(calls.Load()) != answer.Calls || calls.Load() > model.MaxTries {
				t.Errorf("there were %d calls, counted %d, want %d", calls.Load(), answer.Calls, c.calls)
			}
		})
	}
}
