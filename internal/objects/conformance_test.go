package objects_test

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

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
	if _, err := b.client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &b.name}); err != nil {
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
	if _, err := b.client.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: &b.name}); err != nil {
		t.Errorf("delete bucket: %v", err)
	}
}

// gaps are the cases that an emulator cannot pass, and why.
var gaps = map[string]map[string]string{}

func TestConformance(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		porttest.Objects(t, func(t *testing.T) kaibo.Objects {
			s.SkipGap(t, gaps)
			return fresh(t, s)
		})
	})
}
