package kms_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awskms "github.com/aws/aws-sdk-go-v2/service/kms"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/kms"
)

// service answers as KMS does: the JSON protocol of version 1.1, as far as the
// two calls go.
type service struct {
	public  any // what GetPublicKey shows
	private ed25519.PrivateKey
	forge   bool // answers a signature of something else
	failing atomic.Int32
	signed  atomic.Int32
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.failing.Add(-1) >= 0 {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	var in struct {
		KeyID            string `json:"KeyId"`
		Message          []byte
		MessageType      string
		SigningAlgorithm string
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.KeyID != "alias/key" {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"__type": "NotFoundException", "message": "no such key"}`)) // the client's trouble
		return
	}
	out := map[string]any{}
	switch r.Header.Get("X-Amz-Target") {
	case "TrentService.GetPublicKey":
		der, err := x509.MarshalPKIXPublicKey(s.public)
		if err != nil {
			panic(err)
		}
		out["PublicKey"] = der
	case "TrentService.Sign":
		s.signed.Add(1)
		if in.MessageType != "RAW" || in.SigningAlgorithm != "ED25519_SHA_512" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if s.forge {
			in.Message = append(in.Message, 'x')
		}
		out["Signature"] = ed25519.Sign(s.private, in.Message)
	}
	_ = json.NewEncoder(w).Encode(out) // the client's trouble
}

func open(t *testing.T, s *service, id string) (*kms.Key, error) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client := awskms.New(awskms.Options{Region: "eu-central-1", BaseEndpoint: &server.URL,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "a", SecretAccessKey: "b"}, nil
		})})
	return kms.New(context.Background(), client, id, "memory.example/test")
}

func newService(t *testing.T) *service {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &service{public: public, private: private}
}

func TestNotesAreCheckedWithoutAWS(t *testing.T) {
	s := newService(t)
	key, err := open(t, s, "alias/key")
	if err != nil {
		t.Fatal(err)
	}
	s.failing.Store(2) // lost answers are asked for again
	signed, err := note.Sign(&note.Note{Text: "words\n"}, key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(key.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	if n, err := note.Open(signed, note.VerifierList(v)); err != nil || n.Text != "words\n" {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestWhatIsRefused(t *testing.T) {
	if _, err := open(t, newService(t), "alias/other"); err == nil {
		t.Error("a key that is not there is opened")
	}
	s := newService(t)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s.public = &other.PublicKey
	if _, err := open(t, s, "alias/key"); err == nil || !strings.Contains(err.Error(), "EDWARDS25519") {
		t.Errorf("a key of another kind: %v", err)
	}
	s = newService(t)
	s.forge = true
	key, err := open(t, s, "alias/key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := key.Sign([]byte("words")); err == nil || !strings.Contains(err.Error(), "not the key's") {
		t.Errorf("a forged signature: %v", err)
	}
	s.signed.Store(0)
	if _, err := key.Sign(make([]byte, 4097)); err == nil || s.signed.Load() != 0 {
		t.Errorf("a message that is too long: %v", err)
	}
	s.failing.Store(1000)
	if _, err := key.Sign([]byte("words")); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Errorf("no answer: %v", err)
	}
}
