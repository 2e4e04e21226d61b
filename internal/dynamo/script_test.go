package dynamo_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// tries is how often the tables of these tests try, without a wait.
const tries = 4

// scripted is a table whose answers a test wrote down.
func scripted(t *testing.T, steps ...awstest.Step) (*dynamo.Table, *awstest.Script) {
	t.Helper()
	script := awstest.NewScript(t, steps...)
	opts := dynamo.Options{Retry: awsretry.Policy{Tries: tries}}
	return dynamo.Open(script.Config(), dynamo.Tables{Records: "records", Events: "events"}, opts), script
}

func rec(partition, sort string) kaibo.Key { return kaibo.Key{Partition: partition, Sort: sort} }

func ev(partition, sort string) kaibo.Key {
	return kaibo.Key{Class: kaibo.Events, Partition: partition, Sort: sort}
}

// itemJSON is an item as DynamoDB writes it.
func itemJSON(partition, sort string, version int, data string) string {
	return fmt.Sprintf(`{"pk":{"S":%q},"sk":{"S":%q},"v":{"N":"%d"},"d":{"B":%q}}`, partition, sort, version,
		base64.StdEncoding.EncodeToString([]byte(data)))
}

func fault(status int, code string, members ...string) awstest.Step {
	members = append([]string{fmt.Sprintf(`"__type":"com.amazonaws.dynamodb.v20120810#%s","message":"words"`, code)}, members...)
	return awstest.Answer(status, "{"+strings.Join(members, ",")+"}")
}

// canceledFor is the answer to a transaction with these reasons, as JSON.
func canceledFor(reasons ...string) awstest.Step {
	return fault(400, "TransactionCanceledException", `"CancellationReasons":[`+strings.Join(reasons, ",")+"]")
}

func reason(code string) string { return fmt.Sprintf(`{"Code":%q,"Message":"words"}`, code) }

func met(item string) string { return fmt.Sprintf(`{"Code":"ConditionalCheckFailed","Item":%s}`, item) }

var done = awstest.Answer(200, "{}")

// ops lists what was asked.
func ops(s *awstest.Script) string {
	var all []string
	for _, r := range s.Asked() {
		all = append(all, r.Op)
	}
	return strings.Join(all, " ")
}

// wantOps checks what was asked; "3*X" is X three times.
func wantOps(t *testing.T, s *awstest.Script, want string) {
	t.Helper()
	for n := range 10 {
		want = strings.ReplaceAll(want, fmt.Sprintf("%d*PutItem", n), strings.TrimSpace(strings.Repeat("PutItem ", n)))
		want = strings.ReplaceAll(want, fmt.Sprintf("%d*TransactWriteItems", n), strings.TrimSpace(strings.Repeat("TransactWriteItems ", n)))
	}
	if got := ops(s); got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

// body reads a request's JSON.
func body(t *testing.T, r awstest.Request) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(r.Body), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func wantKind(t *testing.T, err error, want kaibo.Kind) {
	t.Helper()
	if err == nil || kaibo.KindOf(err) != want {
		t.Errorf("answered %v of kind %v, want one of kind %v", err, kaibo.KindOf(err), want)
	}
}

// quick fails a test that waited for what it should not wait for.
func quick(t *testing.T) {
	begin := time.Now()
	t.Cleanup(func() {
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
