package webhooks

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A secret lies in the table sealed: AES-256-GCM under a key that HKDF (RFC 5869)
// makes of the project's secret, bound to the project and the webhook, so that
// what was copied from one opens nowhere else. The project's secret lies in
// another item of the same table. Who reads the webhooks alone, in a log, an
// excerpt or with rights to their partition, cannot sign; who has both items can.
// When a project is deleted its secret goes at once, and what a backup of its
// webhooks still holds opens no more.

// sealer opens and seals the secrets of a project.
func sealer(p kaibo.Project) (cipher.AEAD, error) {
	if len(p.Secret) == 0 {
		return nil, &kaibo.Error{Op: "seal secret", Detail: "the project has no secret"}
	}
	key, err := hkdf.Key(sha256.New, p.Secret, nil, "kaibo webhook secret", 32)
	if err != nil {
		return nil, &kaibo.Error{Op: "seal secret", Err: err}
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, &kaibo.Error{Op: "seal secret", Err: err}
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// boundTo is what a sealed secret says beside itself of where it belongs.
func boundTo(p kaibo.Project, webhook string) []byte { return []byte(p.ID + "/" + webhook) }

// seal seals the secrets that are not yet, those of a version before too.
func (k *kept) seal(p kaibo.Project) error {
	for i := range k.Webhooks {
		w := &k.Webhooks[i]
		for j := range w.Secrets {
			s := &w.Secrets[j]
			if len(s.Key) == 0 {
				continue
			}
			aead, err := sealer(p)
			if err != nil {
				return err
			}
			s.Key, s.Sealed = nil, aead.Seal(nil, nil, s.Key, boundTo(p, w.ID)) //nolint:gosec // this AEAD makes its nonce itself and takes none
		}
	}
	return nil
}

// opened answers the secrets of a webhook as they sign.
func opened(p kaibo.Project, w *Webhook) ([]Secret, error) {
	out := make([]Secret, len(w.Secrets))
	for i, s := range w.Secrets {
		if len(s.Sealed) > 0 {
			aead, err := sealer(p)
			if err != nil {
				return nil, err
			}
			if s.Key, err = aead.Open(nil, nil, s.Sealed, boundTo(p, w.ID)); err != nil {
				return nil, &kaibo.Error{Op: "open secret of " + w.ID, Err: err}
			}
		}
		if len(s.Key) == 0 {
			return nil, &kaibo.Error{Op: "open secret of " + w.ID, Detail: "it is empty"}
		}
		out[i] = Secret{Key: s.Key, Until: s.Until}
	}
	return out, nil
}
