package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// TestMain is also the bootstrap of the functions that the tests run: the real
// runtime client on the other side of the API.
func TestMain(m *testing.M) {
	if os.Getenv("AWS_LAMBDA_RUNTIME_API") != "" {
		lambda.Start(answerAs(os.Getenv("AWS_LAMBDA_FUNCTION_NAME")))
	}
	os.Exit(m.Run())
}

// answerAs is what a function of a name does.
func answerAs(name string) any {
	switch name {
	case "stream":
		return func(context.Context) (io.Reader, error) {
			return &events.LambdaFunctionURLStreamingResponse{StatusCode: 201, Headers: map[string]string{"X-A": "b"}, Body: strings.NewReader("one two")}, nil
		}
	case "broken":
		return func(context.Context) (io.Reader, error) {
			return &events.LambdaFunctionURLStreamingResponse{Body: io.MultiReader(strings.NewReader("half"), badReader{})}, nil
		}
	}
	return func(ctx context.Context, e map[string]string) (map[string]string, error) {
		switch e["do"] {
		case "fail":
			return nil, errors.New("no luck")
		case "exit":
			os.Exit(3)
		case "sleep":
			<-ctx.Done()
			time.Sleep(time.Minute)
		}
		return map[string]string{"body": e["do"]}, nil
	}
}

type badReader struct{}

func (badReader) Read([]byte) (int, error) { return 0, errors.New("torn") }

func functionOf(t *testing.T, name string, timeout time.Duration) *function {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f := newFunction(name, self, timeout, nil)
	t.Cleanup(f.stop)
	return f
}

func TestAFunctionAnswersAndLives(t *testing.T) {
	f := functionOf(t, "echo", 10*time.Second)
	for _, c := range []struct{ event, want, err string }{
		{`{"do": "a"}`, `{"body":"a"}`, ""},
		{`{"do": "fail"}`, "", "no luck"},
		{`{"do": "b"}`, `{"body":"b"}`, ""}, // the same process
		{`{"do": "exit"}`, "", "the process ended"},
		{`{"do": "c"}`, `{"body":"c"}`, ""}, // a new one
	} {
		a, err := f.invoke(context.Background(), []byte(c.event))
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.all()
		if string(got) != c.want || (c.err == "") != (err == nil) || (err != nil && !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %s, %v", c.event, got, err)
		}
	}
	if len(f.all) > 2 {
		t.Errorf("%d processes for five events, one of which ended one", len(f.all))
	}
}

func TestAFunctionThatIsLateIsStopped(t *testing.T) {
	f := functionOf(t, "echo", time.Second)
	a, err := f.invoke(context.Background(), []byte(`{"do": "sleep"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.all(); !errors.Is(err, errLate) {
		t.Errorf("%v", err)
	}
}

func TestPassStream(t *testing.T) {
	a, err := functionOf(t, "stream", 10*time.Second).invoke(context.Background(), []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	w := httptest.NewRecorder()
	if err := passStream(w, a); err != nil {
		t.Fatal(err)
	}
	if w.Code != 201 || w.Header().Get("X-A") != "b" || w.Body.String() != "one two" {
		t.Errorf("%d %v %q", w.Code, w.Header(), w.Body)
	}
}

// TestABrokenStreamIsNotWhole: what a client reads must end in an error.
func TestABrokenStreamIsNotWhole(t *testing.T) {
	f := functionOf(t, "broken", 10*time.Second)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, err := f.invoke(r.Context(), []byte(`{}`))
		if err != nil {
			t.Error(err)
			return
		}
		defer a.close()
		if err := passStream(w, a); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	answer, err := http.Get(server.URL) //nolint:noctx // a test's server
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("%q looks whole", body)
	}
}

func TestTheGatewayOfTheTemplate(t *testing.T) {
	template, err := stack.Read(filepath.Join("..", "..", "template.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGateway(template, &fleet{functions: map[string]*function{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, method, path, key string
		body                    []byte
		status                  int
		code                    string
	}{
		{"a key of no form", "POST", "/v1/recall", "Basic x", nil, 401, "unauthenticated"},
		{"the authorizer fails", "POST", "/v1/recall", "Bearer kaibo_x", nil, 503, "unavailable"},
		{"the function fails", "POST", "/v1/recall", "", nil, 503, "unavailable"},
		{"no route", "GET", "/", "", nil, 404, "not_found"},
		{"too large", "POST", "/v1/remember", "", make([]byte, maxRequest+1), 413, "too_large"},
	} {
		r := httptest.NewRequest(c.method, c.path, bytes.NewReader(c.body))
		if c.key != "" {
			r.Header.Set("Authorization", c.key)
		}
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Code != c.status || !strings.Contains(w.Body.String(), `"code": "`+c.code+`"`) || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
		}
	}
}

func TestReadsWhereEmulatorsAre(t *testing.T) {
	e := &emulators{endpoints: map[string]string{}}
	e.read([]byte("export KAIBO_TEST_DYNAMODB='moto=http://127.0.0.1:1'\nexport KAIBO_TEST_S3='moto=http://127.0.0.1:1 versitygw=http://127.0.0.1:2'\n" +
		"export AWS_ACCESS_KEY_ID=a AWS_REGION=here\n"))
	if e.endpoints["DYNAMODB"] != "http://127.0.0.1:1" || e.endpoints["S3"] != "http://127.0.0.1:2" || strings.Join(e.env, " ") != "AWS_ACCESS_KEY_ID=a AWS_REGION=here" {
		t.Errorf("%v %v", e.endpoints, e.env)
	}
}
