package operator_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/operator"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// outside is what a deployed stack's resources are called.
var outside = map[string]string{"AWS::StackName": "kaibo", "AWS::Region": "us-east-1", "AWS::Partition": "aws", "AWS::AccountId": "0", "AWS::URLSuffix": "amazonaws.com",
	"Api": "abc", "RecordsTable": "records", "EventsTable": "events", "Bucket": "bucket", "StructureQueue": "https://sqs/s.fifo", "CompactQueue": "https://sqs/c.fifo",
	"StructureDeadLetters": "https://sqs/sd.fifo", "CompactDeadLetters": "https://sqs/cd.fifo", "NotifyQueue": "https://sqs/n.fifo", "NotifyDeadLetters": "https://sqs/nd.fifo", "CheckpointDeadLetters": "https://sqs/y", "ScheduleDeadLetters": "https://sqs/x"}

func template(t *testing.T) *stack.Template {
	t.Helper()
	tmpl, err := stack.Read("../../../template.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range outside {
		tmpl.Outside[name] = value
	}
	return tmpl
}

// aws leads the SDK to a server and nowhere else, as somebody with keys.
func aws(t *testing.T, handler http.Handler) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	none := filepath.Join(t.TempDir(), "none")
	for name, value := range map[string]string{"AWS_ENDPOINT_URL_CLOUDFORMATION": server.URL, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
		"AWS_REGION": "us-east-1", "AWS_CONFIG_FILE": none, "AWS_SHARED_CREDENTIALS_FILE": none, "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1"} {
		t.Setenv(name, value)
	}
}

func TestFind(t *testing.T) {
	tmpl := template(t)
	tmpl.Outside["Paused"], tmpl.Outside["Grace"] = "true", "48h"
	changed := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	aws(t, tmpl.Describe("kaibo", changed))
	s, err := operator.Find(context.Background(), operator.Options{Name: "kaibo"})
	if err != nil {
		t.Fatal(err)
	}
	want := cloud.Config{Records: "records", Events: "events", Bucket: "bucket", StructureQueue: "https://sqs/s.fifo", CompactQueue: "https://sqs/c.fifo", NotifyQueue: "https://sqs/n.fifo", Grace: 48 * time.Hour}
	dead := map[string]string{"structure": "https://sqs/sd.fifo", "compact": "https://sqs/cd.fifo", "notify": "https://sqs/nd.fifo", "checkpoint": "https://sqs/y", "schedule": "https://sqs/x"}
	if !reflect.DeepEqual(s.Config, want) || !maps.Equal(s.Dead, dead) || !s.Paused || !s.Since.Equal(changed) || s.URL != "https://abc.execute-api.us-east-1.amazonaws.com/api" {
		t.Errorf("%+v", s)
	}
}

// refusing answers every request with an error of AWS.
func refusing(code, message string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte("<ErrorResponse><Error><Type>Sender</Type><Code>" + code + "</Code><Message>" + message + "</Message></Error></ErrorResponse>"))
	})
}

// TestWhatStandsBetween: each of the ways in which a stack cannot be used says
// what it is and what to type next.
func TestWhatStandsBetween(t *testing.T) {
	good := func(t *testing.T) http.Handler { return template(t).Describe("kaibo", time.Now()) }
	without := func(names ...string) func(*testing.T) http.Handler {
		return func(t *testing.T) http.Handler {
			tmpl := template(t)
			for _, name := range names {
				delete(tmpl.Outputs, name)
			}
			return tmpl.Describe("kaibo", time.Now())
		}
	}
	answers := func(code, message string) func(*testing.T) http.Handler {
		return func(*testing.T) http.Handler { return refusing(code, message) }
	}
	for name, c := range map[string]struct {
		serve      func(*testing.T) http.Handler
		env        map[string]string
		options    operator.Options
		kind       kaibo.Kind
		says, next string
	}{
		"no region":        {good, map[string]string{"AWS_REGION": ""}, operator.Options{Name: "kaibo"}, kaibo.Invalid, "no region", "--region"},
		"no credentials":   {good, map[string]string{"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}, operator.Options{Name: "kaibo"}, kaibo.Unauthenticated, "no credentials", "aws sso login"},
		"no profile":       {good, nil, operator.Options{Name: "kaibo", Profile: "nobody"}, kaibo.Unauthenticated, "no profile nobody", "list-profiles"},
		"no such stack":    {good, nil, operator.Options{Name: "kaibo-dev", Region: "eu-west-1"}, kaibo.NotFound, "no stack kaibo-dev in eu-west-1", "scripts/deploy"},
		"no rights":        {answers("AccessDenied", "no"), nil, operator.Options{Name: "kaibo"}, kaibo.Forbidden, "may not describe", "OperatorPolicyArn"},
		"expired":          {answers("ExpiredToken", "the token is expired"), nil, operator.Options{Name: "kaibo"}, kaibo.Unauthenticated, "expired", "aws sso login"},
		"no name":          {answers("ValidationError", "1 validation error detected"), nil, operator.Options{Name: "a b"}, kaibo.Invalid, "no name of a stack", "--stack"},
		"throttled":        {answers("Throttling", "slow"), nil, operator.Options{Name: "kaibo"}, kaibo.Unavailable, "describe the stack", "again"},
		"another's stack":  {without("Records", "Events", "Format"), nil, operator.Options{Name: "kaibo"}, kaibo.Invalid, "none of kaibo", "describe-stacks"},
		"an older version": {without("Format"), nil, operator.Options{Name: "kaibo"}, kaibo.Invalid, "older version", "scripts/deploy"},
		"an older one yet": {without("ScheduleDeadLettersUrl"), nil, operator.Options{Name: "kaibo"}, kaibo.Invalid, "no output ScheduleDeadLettersUrl", "scripts/deploy"},
		"a newer version": {func(t *testing.T) http.Handler {
			tmpl := template(t)
			tmpl.Outputs["Format"] = stack.Output{Value: "2"}
			return tmpl.Describe("kaibo", time.Now())
		}, nil, operator.Options{Name: "kaibo"}, kaibo.Invalid, "format 2", "version that was deployed"},
	} {
		t.Run(name, func(t *testing.T) {
			aws(t, c.serve(t))
			for key, value := range c.env {
				t.Setenv(key, value)
				if value == "" {
					_ = os.Unsetenv(key)
				}
			}
			_, err := operator.Find(context.Background(), c.options)
			var known *operator.Error
			if !errors.As(err, &known) || known.Kind != c.kind || !strings.Contains(known.Error(), c.says) || !strings.Contains(known.Next, c.next) {
				t.Errorf("%+v: %v", known, err)
			}
		})
	}
}

func TestNobodyAnswers(t *testing.T) {
	aws(t, http.NotFoundHandler())
	t.Setenv("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:1")
	var known *operator.Error
	if _, err := operator.Find(context.Background(), operator.Options{Name: "kaibo"}); !errors.As(err, &known) || known.Kind != kaibo.Unavailable {
		t.Errorf("%v", err)
	}
}
