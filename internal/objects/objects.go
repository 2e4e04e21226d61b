package objects

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The operations as an error names them.
const (
	opPut    = "put object"
	opGet    = "get object"
	opDelete = "delete object"
	opList   = "list objects"
)

// Options are what a store can do without. The zero value is ready to use.
type Options struct {
	Retry awsretry.Policy // awsretry.Default when zero
	// PathStyle puts the bucket's name into the path and not the host, which
	// servers on one address need.
	PathStyle bool
}

// Objects is a kaibo.Objects in a bucket. It is safe for use by many
// goroutines and keeps nothing between calls.
type Objects struct {
	client *s3.Client
	bucket string
	retry  awsretry.Policy
}

var _ kaibo.Objects = (*Objects)(nil)

// Open is New with a client made from cfg. It makes no request.
func Open(cfg aws.Config, bucket string, opts Options) *Objects {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = opts.PathStyle })
	return New(client, bucket, opts)
}

// New answers the objects of a bucket. The client's own retryer is not used.
func New(client *s3.Client, bucket string, opts Options) *Objects {
	if opts.Retry.Tries == 0 {
		opts.Retry = awsretry.Default
	}
	return &Objects{client: client, bucket: bucket, retry: opts.Retry}
}

// once turns the SDK's retryer off, see package awsretry, and its checksums
// on, which a configuration made by hand lacks.
func once(o *s3.Options) {
	o.Retryer = aws.NopRetryer{}
	o.HTTPClient = awsretry.Sender{HTTPClient: o.HTTPClient}
	o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenSupported
	o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenSupported
	o.DisableLogOutputChecksumValidationSkipped = true
}

// unchecked is for a part of an object, which has no checksum.
func unchecked(o *s3.Options) {
	o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
}

// markKey is the name of the metadata that says which Put made an object.
const markKey = "kaibo-put"

// Put implements kaibo.Objects.
func (o *Objects) Put(ctx context.Context, name string, data []byte) error {
	if err := begin(ctx, opPut, name); err != nil {
		return err
	}
	mark := rand.Text()
	unsure := false // an earlier try may have been carried out
	err := o.retry.Do(ctx, mayWriteAgain, func() error {
		out, err := o.client.PutObject(ctx, &s3.PutObjectInput{
			Bucket: &o.bucket, Key: &name, Body: bytes.NewReader(data), IfNoneMatch: aws.String("*"),
			ChecksumAlgorithm: types.ChecksumAlgorithmCrc32c, Metadata: map[string]string{markKey: mark},
		}, once)
		switch {
		case err == nil:
			return o.unversioned(out.VersionId, nil)
		case isTaken(err):
			return o.whose(ctx, name, mark, unsure)
		}
		unsure = unsure || awsretry.OutcomeOf(err) == awsretry.Unknown
		return err
	})
	if isBusy(err) {
		return &kaibo.Error{Op: opPut, Kind: kaibo.Unavailable, Detail: "the object is being written", Err: err}
	}
	return awsretry.Error(opPut, err)
}

// mayWriteAgain reports whether another try can come to an answer. A 409 says
// that another write of the name was under way, and that nothing was done.
func mayWriteAgain(err error) bool {
	var ours *kaibo.Error
	return !errors.As(err, &ours) && (isBusy(err) || awsretry.Harmless(err))
}

// whose answers for a name that is taken: nil when it is by this Put's own
// earlier try, a Conflict otherwise.
func (o *Objects) whose(ctx context.Context, name, mark string, unsure bool) error {
	taken := kaibo.Errorf(kaibo.Conflict, "the object %s is there", name)
	if !unsure {
		return taken
	}
	var out *s3.HeadObjectOutput
	err := o.retry.Do(ctx, awsretry.Harmless, func() (err error) {
		out, err = o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &name}, once)
		return err
	})
	switch {
	case isMissing(err):
		return &kaibo.Error{Kind: kaibo.Unavailable, Detail: "the object was put and deleted meanwhile", Err: err}
	case err != nil:
		return awsretry.Error("look whose it is", err)
	case out.Metadata[markKey] != mark:
		return taken
	}
	return o.unversioned(out.VersionId, nil)
}

// Get implements kaibo.Objects. The object is read into memory.
func (o *Objects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	if off < 0 || length < -1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "%s: %d bytes from %d", opGet, length, off)
	}
	if err := begin(ctx, opGet, name); err != nil {
		return nil, err
	}
	var data []byte
	err := o.retry.Do(ctx, awsretry.Harmless, func() (err error) {
		if length == 0 { // no range is empty
			_, err = o.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &o.bucket, Key: &name}, once)
			return err
		}
		data, err = o.get(ctx, name, byteRange(off, length))
		return err
	})
	switch {
	case isMissing(err):
		return nil, &kaibo.Error{Op: opGet, Kind: kaibo.NotFound, Detail: "there is no object " + name, Err: err}
	case isPastEnd(err):
		return nil, nil
	case err != nil:
		return nil, awsretry.Error(opGet, err)
	}
	return data, nil
}

// get reads an object, or a range of it when rng is not nil.
func (o *Objects) get(ctx context.Context, name string, rng *string) ([]byte, error) {
	opts := []func(*s3.Options){once}
	if rng != nil {
		opts = append(opts, unchecked)
	}
	out, err := o.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &o.bucket, Key: &name, Range: rng}, opts...)
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	var buf bytes.Buffer
	if n := aws.ToInt64(out.ContentLength); n > 0 && n <= maxGrow {
		buf.Grow(int(n) + bytes.MinRead)
	}
	if _, err := buf.ReadFrom(out.Body); err != nil {
		return nil, &smithyhttp.RequestSendError{Err: fmt.Errorf("read body: %w", err)}
	}
	return buf.Bytes(), nil
}

// maxGrow bounds what is set aside on the word of a header.
const maxGrow = 64 << 20

// byteRange is the header Range of RFC 9110, section 14.1.2; nil for all.
func byteRange(off, length int64) *string {
	switch last := off + length - 1; {
	case off == 0 && length == -1:
		return nil
	case length == -1 || last < off: // to the end, or past the largest number
		return aws.String(fmt.Sprintf("bytes=%d-", off))
	default:
		return aws.String(fmt.Sprintf("bytes=%d-%d", off, last))
	}
}

// Delete implements kaibo.Objects.
func (o *Objects) Delete(ctx context.Context, name string) error {
	if err := begin(ctx, opDelete, name); err != nil {
		return err
	}
	err := o.retry.Do(ctx, mayWriteAgain, func() error {
		out, err := o.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &o.bucket, Key: &name}, once)
		if err != nil {
			return err
		}
		return o.unversioned(out.VersionId, out.DeleteMarker)
	})
	if isMissing(err) { // S3 itself does not mind
		return nil
	}
	return awsretry.Error(opDelete, err)
}

// unversioned answers an error when S3 told of a version: the bucket keeps
// what was deleted.
func (o *Objects) unversioned(version *string, marker *bool) error {
	if aws.ToString(version) == "" && !aws.ToBool(marker) {
		return nil
	}
	return &kaibo.Error{Kind: kaibo.Internal, Err: fmt.Errorf("bucket %s keeps versions: what is deleted can still be read", o.bucket)}
}

// List implements kaibo.Objects: as many requests as it takes to find limit
// objects, each for 1,000 at most.
func (o *Objects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	if limit < 1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "%s: at most %d", opList, limit)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", opList, err)
	}
	if nameBytes(prefix) < len(prefix) { // no name has such a byte
		return nil, nil
	}
	in := &s3.ListObjectsV2Input{Bucket: &o.bucket, Prefix: &prefix, StartAfter: startAfter(after)}
	var infos []kaibo.ObjectInfo
	for {
		in.MaxKeys = aws.Int32(int32(min(limit-len(infos), maxKeys)))
		var out *s3.ListObjectsV2Output
		err := o.retry.Do(ctx, awsretry.Harmless, func() (err error) {
			out, err = o.client.ListObjectsV2(ctx, in, once)
			return err
		})
		if err != nil {
			return nil, awsretry.Error(opList, err)
		}
		for _, c := range out.Contents {
			if name := aws.ToString(c.Key); name > after {
				infos = append(infos, kaibo.ObjectInfo{Name: name, Size: aws.ToInt64(c.Size)})
			}
		}
		if len(infos) >= limit || !aws.ToBool(out.IsTruncated) || aws.ToString(out.NextContinuationToken) == "" {
			return infos, nil
		}
		in.ContinuationToken = out.NextContinuationToken
	}
}

// maxKeys is how many objects S3 lists at a time.
const maxKeys = 1000

// startAfter is the part of after that can travel: up to the first byte that no
// name has. Names between that and after are left to the caller to drop.
func startAfter(after string) *string {
	if n := nameBytes(after); n > 0 {
		return aws.String(after[:n])
	}
	return nil
}

// nameBytes answers how many bytes s begins with that an object's name can
// have.
func nameBytes(s string) int {
	const other = "/._~-"
	for i := range len(s) {
		c := s[i] | 0x20 // a letter in lower case
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && !strings.Contains(other, s[i:i+1]) {
			return i
		}
	}
	return len(s)
}

// begin refuses a name that is none, and a call whose context has ended.
func begin(ctx context.Context, op, name string) error {
	if err := kaibo.CheckObjectName(name); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return nil
}

// code is S3's own word for an error; empty where it has none. A HEAD has no
// body to say it in.
func code(err error) string {
	var api smithy.APIError
	if errors.As(err, &api) {
		return api.ErrorCode()
	}
	return ""
}

func status(err error) int {
	var resp *smithyhttp.ResponseError
	if errors.As(err, &resp) {
		return resp.HTTPStatusCode()
	}
	return 0
}

func isTaken(err error) bool {
	return code(err) == "PreconditionFailed" || status(err) == http.StatusPreconditionFailed
}

func isBusy(err error) bool {
	c := code(err)
	return c == "ConditionalRequestConflict" || c == "OperationAborted"
}

func isPastEnd(err error) bool {
	return code(err) == "InvalidRange" || status(err) == http.StatusRequestedRangeNotSatisfiable
}

// isMissing is no word on the bucket: one that is not there is an error.
func isMissing(err error) bool {
	c := code(err)
	return c == "NoSuchKey" || c == "NotFound"
}
