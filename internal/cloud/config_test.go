package cloud_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
)

func from(set map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := set[name]; return v, ok }
}

const all = cloud.Tables | cloud.Bucket | cloud.StructureQueue | cloud.CompactQueue | cloud.Grace

func TestEverythingMissingIsToldAtOnce(t *testing.T) {
	_, err := cloud.Read(from(map[string]string{cloud.GraceVariable: "a day", cloud.LoopbackVariable: "true"}), all)
	if err == nil {
		t.Fatal("nothing is set, and nothing was missed")
	}
	for _, want := range []string{cloud.RecordsVariable, cloud.EventsVariable, cloud.BucketVariable, cloud.StructureQueueVariable,
		cloud.CompactQueueVariable, cloud.GraceVariable, cloud.LoopbackVariable} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is not told: %v", want, err)
		}
	}
}

func TestOnlyWhatIsNeededIsRead(t *testing.T) {
	c, err := cloud.Read(from(map[string]string{cloud.RecordsVariable: "r", cloud.EventsVariable: "e", cloud.GraceVariable: "a day"}), cloud.Tables)
	if err != nil || !reflect.DeepEqual(c, cloud.Config{Records: "r", Events: "e"}) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestTheTablesDiffer(t *testing.T) {
	if _, err := cloud.Read(from(map[string]string{cloud.RecordsVariable: "one", cloud.EventsVariable: "one"}), cloud.Tables); err == nil {
		t.Error("events lie where everything may be changed")
	}
}

func TestGrace(t *testing.T) {
	local := map[string]string{cloud.LoopbackVariable: "true", "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:8000"}
	for _, c := range []struct {
		grace string
		local bool
		want  time.Duration
		ok    bool
	}{
		{"", false, 24 * time.Hour, true},
		{"24h", false, 24 * time.Hour, true},
		{"72h", false, 72 * time.Hour, true},
		{"23h59m", false, 0, false}, // yesterday's table could still be had back
		{"-1h", false, 0, false},
		{"1s", true, time.Second, true},
		{"-1s", true, 0, true},
		{"soon", true, 0, false},
	} {
		set := map[string]string{cloud.GraceVariable: c.grace}
		if c.local {
			for name, value := range local {
				set[name] = value
			}
		}
		got, err := cloud.Read(from(set), cloud.Grace)
		if (err == nil) != c.ok || got.Grace != c.want {
			t.Errorf("grace %q, local %v: %v, %v", c.grace, c.local, got.Grace, err)
		}
	}
}

// TestOnlyALocalTableMakesADeploymentLoopback: a variable set by mistake in a
// deployment must not open it.
func TestOnlyALocalTableMakesADeploymentLoopback(t *testing.T) {
	for _, c := range []struct {
		value, endpoint string
		want, ok        bool
	}{
		{"", "http://127.0.0.1:8000", false, true},
		{"true", "http://127.0.0.1:8000", true, true},
		{"true", "http://[::1]:8000", true, true},
		{"true", "", false, false},
		{"true", "https://dynamodb.eu-central-1.amazonaws.com", false, false},
		{"true", "http://127.0.0.1.example.com", false, false},
		{"yes", "http://127.0.0.1:8000", false, false},
	} {
		got, err := cloud.Read(from(map[string]string{cloud.LoopbackVariable: c.value, "AWS_ENDPOINT_URL_DYNAMODB": c.endpoint}), 0)
		if got.Loopback != c.want || (err == nil) != c.ok {
			t.Errorf("%q with %q: %v, %v", c.value, c.endpoint, got.Loopback, err)
		}
	}
}

// TestSigning: keys of KMS by their names, a file only where the tables are on
// this machine, witnesses with a key that can be one.
func TestSigning(t *testing.T) {
	const witness = "https://w.example/ w.example+ec9e2b3d+BKl2v4pHi3Ml0zjSvt0Kpr5gnJw5xsEUQmFJJjnOOxFM"
	for _, c := range []struct {
		keys, witnesses string
		local, ok       bool
	}{
		{"", "", false, false},
		{"arn:aws:kms:a", "", false, true},
		{"arn:aws:kms:a,arn:aws:kms:b", "", false, true},
		{"file:/tmp/keys", "", false, false},
		{"file:/tmp/keys", "", true, true},
		{"file:/tmp/keys,arn:aws:kms:b", "", true, false},
		{"arn:aws:kms:a", "https://w.example/", false, false},
		{"arn:aws:kms:a", witness[:len(witness)-6], false, false},
	} {
		set := map[string]string{cloud.SigningKeysVariable: c.keys, cloud.WitnessesVariable: c.witnesses}
		if c.local {
			set[cloud.LoopbackVariable], set["AWS_ENDPOINT_URL_DYNAMODB"] = "true", "http://127.0.0.1:8000"
		}
		if got, err := cloud.Read(from(set), cloud.SigningKeys); (err == nil) != c.ok {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}
