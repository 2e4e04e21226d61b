package objects_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/objects"
)

// tries is how often the stores of these tests try, without a wait.
const tries = 4

func scripted(t *testing.T, steps ...awstest.Step) (*objects.Objects, *awstest.Script) {
	t.Helper()
	script := awstest.NewScript(t, steps...)
	return objects.Open(script.Config(), "bucket", objects.Options{Retry: awsretry.Policy{Tries: tries}, PathStyle: true}), script
}

func fault(status int, code string) awstest.Step {
	return awstest.Answer(status, "<Error><Code>"+code+"</Code><Message>words</Message></Error>", "Content-Type", "application/xml")
}

var (
	ok     = awstest.Answer(200, "")
	lost   = awstest.Fail(awstest.ErrLost)
	taken  = fault(412, "PreconditionFailed")
	busy   = fault(409, "ConditionalRequestConflict")
	theirs = awstest.Answer(200, "", "X-Amz-Meta-Kaibo-Put", "somebody else's")
)

// own answers a HEAD with the mark that the first request carried.
func own(script **awstest.Script) awstest.Step {
	return func(r *http.Request) (*http.Response, error) {
		return awstest.Answer(200, "", "X-Amz-Meta-Kaibo-Put", (*script).Asked()[0].Header.Get("X-Amz-Meta-Kaibo-Put"))(r)
	}
}

func ops(s *awstest.Script) string {
	var all []string
	for _, r := range s.Asked() {
		all = append(all, r.Op)
	}
	return strings.Join(all, " ")
}

const noError kaibo.Kind = -1

func TestPutAnswers(t *testing.T) {
	var script *awstest.Script
	mine := own(&script)
	cases := []struct {
		name  string
		steps []awstest.Step
		ops   string
		kind  kaibo.Kind
	}{
		{"stored", []awstest.Step{ok}, "PUT", noError},
		{"taken", []awstest.Step{taken}, "PUT", kaibo.Conflict},
		{"beside another", []awstest.Step{busy, fault(409, "OperationAborted"), ok}, "PUT PUT PUT", noError},
		{"beside another that won", []awstest.Step{busy, taken}, "PUT PUT", kaibo.Conflict},
		{"always beside another", slices.Repeat([]awstest.Step{busy}, tries), "PUT PUT PUT PUT", kaibo.Unavailable},
		{"throttled", []awstest.Step{fault(503, "SlowDown"), ok}, "PUT PUT", noError},
		{"throttled, then taken", []awstest.Step{fault(503, "SlowDown"), taken}, "PUT PUT", kaibo.Conflict},
		{"throttled always", slices.Repeat([]awstest.Step{fault(503, "SlowDown")}, tries), "PUT PUT PUT PUT", kaibo.Unavailable},
		{"lost, not stored", []awstest.Step{lost, ok}, "PUT PUT", noError},
		{"lost, stored", []awstest.Step{lost, taken, mine}, "PUT PUT HEAD", noError},
		{"500, stored", []awstest.Step{fault(500, "InternalError"), busy, taken, lost, mine}, "PUT PUT PUT HEAD HEAD", noError},
		{"lost, another's", []awstest.Step{lost, taken, theirs}, "PUT PUT HEAD", kaibo.Conflict},
		{"lost, stored and deleted", []awstest.Step{lost, taken, awstest.Answer(404, "")}, "PUT PUT HEAD", kaibo.Unavailable},
		{"lost always", slices.Repeat([]awstest.Step{lost}, tries), "PUT PUT PUT PUT", kaibo.Unavailable},
		{"no right", []awstest.Step{fault(403, "AccessDenied")}, "PUT", kaibo.Internal},
		{"no bucket", []awstest.Step{fault(404, "NoSuchBucket")}, "PUT", kaibo.Internal},
		{"versions", []awstest.Step{awstest.Answer(200, "", "X-Amz-Version-Id", "v1")}, "PUT", kaibo.Internal},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var o *objects.Objects
			o, script = scripted(t, c.steps...)
			err := o.Put(t.Context(), "a/b", []byte("data"))
			wantKind(t, err, c.kind)
			if got := ops(script); got != c.ops {
				t.Errorf("asked %q, want %q", got, c.ops)
			}
			marks := map[string]bool{}
			for _, r := range script.Asked() {
				if r.Op == http.MethodPut {
					marks[r.Header.Get("X-Amz-Meta-Kaibo-Put")] = true
					if r.Header.Get("If-None-Match") != "*" || r.Header.Get("X-Amz-Checksum-Crc32c") == "" && r.Header.Get("X-Amz-Trailer") == "" {
						t.Errorf("put without its condition or checksum: %v", r.Header)
					}
				}
			}
			if len(marks) != 1 || marks[""] {
				t.Errorf("the tries of one put are marked %v", marks)
			}
		})
	}
}

func wantKind(t *testing.T, err error, want kaibo.Kind) {
	t.Helper()
	switch {
	case want == noError && err != nil:
		t.Errorf("answered %v", err)
	case want != noError && (err == nil || kaibo.KindOf(err) != want):
		t.Errorf("answered %v of kind %v, want one of kind %v", err, kaibo.KindOf(err), want)
	}
}

// cut is an answer that ends before its length says.
func cut(r *http.Request) (*http.Response, error) {
	resp, err := awstest.Answer(200, "da")(r)
	resp.ContentLength = 4
	resp.Body = io.NopCloser(io.MultiReader(strings.NewReader("da"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	return resp, err
}

func TestGetAnswers(t *testing.T) {
	missing, past := fault(404, "NoSuchKey"), fault(416, "InvalidRange")
	cases := []struct {
		name        string
		off, length int64
		steps       []awstest.Step
		ops, rng    string
		want        string
		kind        kaibo.Kind
	}{
		{"all", 0, -1, []awstest.Step{awstest.Answer(200, "data")}, "GET", "", "data", noError},
		{"a range", 2, 3, []awstest.Step{awstest.Answer(206, "ta")}, "GET", "bytes=2-4", "ta", noError},
		{"to the end", 2, -1, []awstest.Step{awstest.Answer(206, "ta")}, "GET", "bytes=2-", "ta", noError},
		{"beyond numbers", 2, 1<<63 - 1, []awstest.Step{awstest.Answer(206, "ta")}, "GET", "bytes=2-", "ta", noError},
		{"past the end", 9, 3, []awstest.Step{past}, "GET", "bytes=9-11", "", noError},
		{"nothing of one", 1, 0, []awstest.Step{ok}, "HEAD", "", "", noError},
		{"nothing of none", 1, 0, []awstest.Step{awstest.Answer(404, "")}, "HEAD", "", "", kaibo.NotFound},
		{"missing", 0, -1, []awstest.Step{missing}, "GET", "", "", kaibo.NotFound},
		{"no bucket", 0, -1, []awstest.Step{fault(404, "NoSuchBucket")}, "GET", "", "", kaibo.Internal},
		{"no right", 0, -1, []awstest.Step{fault(403, "AccessDenied")}, "GET", "", "", kaibo.Internal},
		{"lost, then cut, then whole", 0, -1, []awstest.Step{lost, cut, awstest.Answer(200, "data")}, "GET GET GET", "", "data", noError},
		{"another checksum", 0, -1, slices.Repeat([]awstest.Step{awstest.Answer(200, "data", "X-Amz-Checksum-Crc32c", "AAAAAA==")}, tries), "GET GET GET GET", "", "", kaibo.Unavailable},
		{"throttled always", 0, -1, slices.Repeat([]awstest.Step{fault(503, "SlowDown")}, tries), "GET GET GET GET", "", "", kaibo.Unavailable},
		{"before the start", -1, 1, nil, "", "", "", kaibo.Invalid},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o, script := scripted(t, c.steps...)
			got, err := o.Get(t.Context(), "a/b", c.off, c.length)
			wantKind(t, err, c.kind)
			if string(got) != c.want || ops(script) != c.ops {
				t.Errorf("got %q asking %q, want %q asking %q", got, ops(script), c.want, c.ops)
			}
			for _, r := range script.Asked() {
				if r.Header.Get("Range") != c.rng {
					t.Errorf("asked for the range %q, want %q", r.Header.Get("Range"), c.rng)
				}
			}
		})
	}
}

func TestDeleteAnswers(t *testing.T) {
	cases := []struct {
		name  string
		steps []awstest.Step
		ops   string
		kind  kaibo.Kind
	}{
		{"gone", []awstest.Step{awstest.Answer(204, "")}, "DELETE", noError},
		{"not there", []awstest.Step{fault(404, "NoSuchKey")}, "DELETE", noError},
		{"lost", []awstest.Step{lost, awstest.Answer(204, "")}, "DELETE DELETE", noError},
		{"a marker", []awstest.Step{awstest.Answer(204, "", "X-Amz-Delete-Marker", "true")}, "DELETE", kaibo.Internal},
		{"a version", []awstest.Step{awstest.Answer(204, "", "X-Amz-Version-Id", "null")}, "DELETE", kaibo.Internal},
		{"no bucket", []awstest.Step{fault(404, "NoSuchBucket")}, "DELETE", kaibo.Internal},
		{"lost always", slices.Repeat([]awstest.Step{lost}, tries), "DELETE DELETE DELETE DELETE", kaibo.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o, script := scripted(t, c.steps...)
			wantKind(t, o.Delete(t.Context(), "a/b"), c.kind)
			if got := ops(script); got != c.ops {
				t.Errorf("asked %q, want %q", got, c.ops)
			}
		})
	}
}

// listing is an answer of ListObjectsV2; next goes on.
func listing(next string, names ...string) awstest.Step {
	var b strings.Builder
	fmt.Fprintf(&b, "<ListBucketResult><IsTruncated>%v</IsTruncated>", next != "")
	if next != "" {
		fmt.Fprintf(&b, "<NextContinuationToken>%s</NextContinuationToken>", next)
	}
	for _, n := range names {
		fmt.Fprintf(&b, "<Contents><Key>%s</Key><Size>%d</Size></Contents>", n, len(n))
	}
	return awstest.Answer(200, b.String()+"</ListBucketResult>", "Content-Type", "application/xml")
}

func TestListAnswers(t *testing.T) {
	cases := []struct {
		name          string
		prefix, after string
		limit         int
		steps         []awstest.Step
		asked         []string // what the queries hold
		want          []string
		kind          kaibo.Kind
	}{
		{"in pages", "p/", "p/a", 1500, []awstest.Step{listing("token", "p/b", "p/c"), lost, listing("", "p/d")},
			[]string{"max-keys=1000&prefix=p%2F&start-after=p%2Fa", "continuation-token=token", "continuation-token=token"}, []string{"p/b", "p/c", "p/d"}, noError},
		{"as many as asked", "", "", 2, []awstest.Step{listing("token", "a", "b")}, []string{"max-keys=2"}, []string{"a", "b"}, noError},
		{"as many as are left", "", "", 3, []awstest.Step{listing("token", "a", "b"), listing("", "c")}, []string{"max-keys=3", "max-keys=1"}, []string{"a", "b", "c"}, noError},
		{"a prefix that no name has", "ä", "", 9, nil, nil, nil, noError},
		{"after what no name has", "", "b\xff", 9, []awstest.Step{listing("", "b~", "ba", "c")}, []string{"start-after=b"}, []string{"c"}, noError},
		{"no limit", "", "", 0, nil, nil, nil, kaibo.Invalid},
		{"throttled always", "", "", 9, slices.Repeat([]awstest.Step{fault(503, "SlowDown")}, tries), []string{"", "", "", ""}, nil, kaibo.Unavailable},
		{"no bucket", "", "", 9, []awstest.Step{fault(404, "NoSuchBucket")}, []string{""}, nil, kaibo.Internal},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o, script := scripted(t, c.steps...)
			got, err := o.List(t.Context(), c.prefix, c.after, c.limit)
			wantKind(t, err, c.kind)
			var names []string
			for _, info := range got {
				names = append(names, info.Name)
			}
			if d := cmp.Diff(c.want, names); d != "" {
				t.Errorf("list (-want +got):\n%s", d)
			}
			asked := script.Asked()
			for i, r := range asked {
				if i >= len(c.asked) || !strings.Contains(r.Path, c.asked[i]) {
					t.Errorf("request %d is %s", i, r.Path)
				}
			}
			if len(asked) != len(c.asked) {
				t.Errorf("%d requests, want %d", len(asked), len(c.asked))
			}
		})
	}
}
