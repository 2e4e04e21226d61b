package objects_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/objects"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

const endpoints = "KAIBO_TEST_S3"

// bucket is a store in a bucket of its own.
type bucket struct {
	*objects.Objects
	client *s3.Client
	name   string
}

func (b bucket) Reopen(*testing.T) kaibo.Objects {
	b.Objects = objects.New(b.client, b.name, objects.Options{})
	return b
}

// fresh makes an empty bucket that goes with the test.
func fresh(t *testing.T, s awstest.Service) bucket {
	t.Helper()
	b := bucket{name: "kaibo-test-" + strings.ToLower(rand.Text()),
		client: s3.NewFromConfig(s.Config, func(o *s3.Options) { o.UsePathStyle = true })}
	if _, err := b.client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &b.name}); !awstest.Made(err) {
		t.Fatalf("create bucket: %v", err)
	}
	b.Objects = objects.New(b.client, b.name, objects.Options{})
	t.Cleanup(func() { b.remove(t) })
	return b
}

func (b bucket) remove(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	infos, err := b.List(ctx, "", "", 10000)
	for _, info := range infos {
		if err := b.Delete(ctx, info.Name); err != nil {
			t.Errorf("delete: %v", err)
		}
	}
	if err != nil {
		t.Errorf("list: %v", err)
	}
	if _, err := b.client.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: &b.name}); !awstest.Removed(err) {
		t.Errorf("delete bucket: %v", err)
	}
}

// gaps are the cases that an emulator cannot pass, and why.
var gaps = map[string]map[string]string{
	"versitygw": {"names": pathsAreFiles, "list": pathsAreFiles, "list in pages": pathsAreFiles, "reopen": pathsAreFiles},
}

const pathsAreFiles = "it keeps an object as a file under its name, so that a and a/b cannot both be there"

func TestConformance(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		porttest.Objects(t, func(t *testing.T) kaibo.Objects {
			s.SkipGap(t, gaps)
			return fresh(t, s)
		})
	})
}

// A put that is carried out and whose answer is lost is no conflict: the next
// try finds its own mark. It stays one for everybody else.
func TestLostAnswers(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		sound := fresh(t, s)
		puts := 0
		s.Config.HTTPClient = awstest.Faulty{HTTPClient: http.DefaultClient, Next: func(*http.Request) awstest.Fault {
			if puts++; puts == 1 {
				return awstest.Lose
			}
			return awstest.None
		}}
		bad := objects.Open(s.Config, sound.name, objects.Options{PathStyle: true})
		if err := bad.Put(t.Context(), "a/b", []byte("mine")); err != nil {
			t.Errorf("put whose answer was lost: %v", err)
		}
		if puts != 3 { // put, put again, look whose it is
			t.Errorf("%d requests, want 3", puts)
		}
		if err := sound.Put(t.Context(), "a/b", []byte("mine")); kaibo.KindOf(err) != kaibo.Conflict {
			t.Errorf("another put: %v", err)
		}
		got, err := sound.Get(t.Context(), "a/b", 0, -1)
		if err != nil || string(got) != "mine" {
			t.Errorf("get: %q, %v", got, err)
		}
	})
}

// While one request of three is throttled, fails or loses its answer, of two who
// put one name one wins, and knows it.
func TestFaults(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		sound := fresh(t, s)
		s.Config.HTTPClient = awstest.Faulty{HTTPClient: http.DefaultClient, Next: awstest.Seeded(2, 3)}
		bad := objects.Open(s.Config, sound.name, objects.Options{PathStyle: true,
			Retry: awsretry.Policy{Tries: 30, First: time.Millisecond, Most: 5 * time.Millisecond}})
		for i := range 20 {
			name := fmt.Sprint("o/", i)
			var errs [2]error
			var wg sync.WaitGroup
			for w := range errs {
				wg.Go(func() { errs[w] = bad.Put(t.Context(), name, fmt.Append(nil, "writer ", w)) })
			}
			wg.Wait()
			winner := slices.Index(errs[:], nil)
			if winner < 0 || kaibo.KindOf(errs[1-winner]) != kaibo.Conflict {
				t.Fatalf("%s: %v and %v, want one nil and one conflict", name, errs[0], errs[1])
			}
			got, err := bad.Get(t.Context(), name, 0, -1)
			if want := fmt.Sprint("writer ", winner); err != nil || string(got) != want {
				t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
			}
			if err := bad.Delete(t.Context(), name); err != nil {
				t.Errorf("delete: %v", err)
			}
		}
	})
}

// In a bucket that keeps versions nothing is ever deleted: the first put says
// so.
func TestVersionedBucket(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		if s.Kind == "versitygw" {
			t.Skip("it keeps versions only when it is started with a folder for them")
		}
		if s.Kind == "aws" {
			t.Skip("it would leave versions behind")
		}
		client := s3.NewFromConfig(s.Config, func(o *s3.Options) { o.UsePathStyle = true })
		name := "kaibo-test-" + strings.ToLower(rand.Text())
		_, err1 := client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &name})
		_, err2 := client.PutBucketVersioning(t.Context(), &s3.PutBucketVersioningInput{Bucket: &name,
			VersioningConfiguration: &types.VersioningConfiguration{Status: types.BucketVersioningStatusEnabled}})
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		store := objects.New(client, name, objects.Options{})
		for what, err := range map[string]error{"put": store.Put(t.Context(), "a", nil), "delete": store.Delete(t.Context(), "a")} {
			if err == nil || !strings.Contains(err.Error(), "keeps versions") {
				t.Errorf("%s in a bucket with versions: %v", what, err)
			}
		}
	})
}
