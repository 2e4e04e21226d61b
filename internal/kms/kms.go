// Package kms signs with a key that AWS KMS holds and never shows.
//
// A [Key] is a signer of golang.org/x/mod/sumdb/note over an Ed25519 key
// (ECC_NIST_EDWARDS25519) of KMS: what it signs is checked as any note is, and
// nobody who checks needs AWS.
//
//	key, err := kms.Open(ctx, config, "arn:aws:kms:…:key/…", "memory.example.com")
//	note.Sign(&note.Note{Text: text}, key)
//
// What is promised: the public key is read once, by Open, and every signature
// that KMS answers is checked with it before it is used. A call that was not
// answered is made again; to sign twice does no harm. What is not: that KMS is
// quick. A signature takes some milliseconds and is billed.
package kms

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awskms "github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Key signs with one key of KMS.
type Key struct {
	client   *awskms.Client
	id       string
	name     string
	hash     uint32
	public   ed25519.PublicKey
	verifier string
}

var _ note.Signer = (*Key)(nil)

// callTime bounds one call, tries and all.
const callTime = 20 * time.Second

// maxMessage is the longest message that KMS signs as it is.
const maxMessage = 4096

// Open is New with a client made from cfg.
func Open(ctx context.Context, cfg aws.Config, id, name string) (*Key, error) {
	return New(ctx, awskms.NewFromConfig(cfg), id, name)
}

// New reads the public half of a key and answers a signer whose signatures bear
// a name.
func New(ctx context.Context, client *awskms.Client, id, name string) (*Key, error) {
	k := &Key{client: client, id: id, name: name}
	var out *awskms.GetPublicKeyOutput
	err := call(ctx, func(ctx context.Context) (err error) {
		out, err = client.GetPublicKey(ctx, &awskms.GetPublicKeyInput{KeyId: &id}, once)
		return err
	})
	if err != nil {
		return nil, wrap("read public key", err)
	}
	if k.public, err = parsePublic(out.PublicKey); err != nil {
		return nil, &kaibo.Error{Op: "read public key", Err: err}
	}
	if k.verifier, err = note.NewEd25519VerifierKey(name, k.public); err != nil {
		return nil, &kaibo.Error{Op: "read public key", Err: err}
	}
	parts := strings.SplitN(k.verifier, "+", 3)
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return nil, &kaibo.Error{Op: "read public key", Err: err}
	}
	k.hash = uint32(hash)
	return k, nil
}

// parsePublic reads the SubjectPublicKeyInfo that KMS answers (RFC 8410).
func parsePublic(der []byte) (ed25519.PublicKey, error) {
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, err
	}
	public, ok := key.(ed25519.PublicKey)
	if !ok {
		return nil, fmt.Errorf("it is a %T, not an Ed25519 key: make it with ECC_NIST_EDWARDS25519", key)
	}
	return public, nil
}

// Name implements note.Signer.
func (k *Key) Name() string { return k.name }

// KeyHash implements note.Signer.
func (k *Key) KeyHash() uint32 { return k.hash }

// VerifierKey is the public half, as c2sp.org/signed-note writes it.
func (k *Key) VerifierKey() string { return k.verifier }

// Sign implements note.Signer. A message is at most 4,096 bytes.
func (k *Key) Sign(message []byte) ([]byte, error) {
	if len(message) > maxMessage {
		return nil, &kaibo.Error{Op: "sign", Err: fmt.Errorf("a message of %d bytes is over the limit of %d", len(message), maxMessage)}
	}
	var out *awskms.SignOutput
	err := call(context.Background(), func(ctx context.Context) (err error) { // note.Signer has no context
		out, err = k.client.Sign(ctx, &awskms.SignInput{KeyId: &k.id, Message: message,
			MessageType: types.MessageTypeRaw, SigningAlgorithm: types.SigningAlgorithmSpecEd25519Sha512}, once)
		return err
	})
	if err != nil {
		return nil, wrap("sign", err)
	}
	if !ed25519.Verify(k.public, message, out.Signature) {
		return nil, &kaibo.Error{Op: "sign", Err: errors.New("the signature that KMS answers is not the key's")}
	}
	return out.Signature, nil
}

// call makes a call that may be made again after a lost answer.
func call(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return awsretry.Default.Do(ctx, awsretry.Harmless, func() error { return do(ctx) })
}

// once turns the SDK's retryer off: see package awsretry.
func once(o *awskms.Options) {
	o.Retryer = aws.NopRetryer{}
	o.HTTPClient = awsretry.Sender{HTTPClient: o.HTTPClient}
}

// wrap gives an error the kind that callers know: what was not answered, or
// throttled, may fare better later.
func wrap(op string, err error) error {
	kind := kaibo.Internal
	if awsretry.OutcomeOf(err) != awsretry.Refused {
		kind = kaibo.Unavailable
	}
	return &kaibo.Error{Op: op, Kind: kind, RetryAfter: time.Second, Err: err}
}
