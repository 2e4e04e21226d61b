package verbs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Some verbs write no event that could carry their idempotency key. Their
// answer is kept in an item of its own: claimed before the verb runs, so that
// two requests with one key run it once, and filled afterwards.
//
// The answer is sealed under the idempotency key itself, of which only a
// digest is stored: whoever copies the table reads no answer, and so no access
// key, without knowing that.

// claimFor is how long a claim without an answer keeps others away: well over
// what any of these verbs takes.
const claimFor = 2 * time.Minute

// keptAnswer is the item. Sealed is empty while the verb runs.
type keptAnswer struct {
	ClaimedAt kaibo.Time `json:"claimedAt"`
	Sealed    []byte     `json:"sealed,omitempty"`
}

// keep runs a verb once for an idempotency key of a project, and answers the
// same from then on. Without a key it only runs it.
func keep[Out any](ctx context.Context, c *Call, p kaibo.Project, verb string, run func() (*Out, error)) (*Out, error) {
	if c.IdempotencyKey == "" {
		return run()
	}
	at := kaibo.AnswerKey(p, verb, c.IdempotencyKey)
	old, claimed, err := claim(ctx, c, at)
	if err != nil {
		return nil, err
	}
	if old != nil {
		return unseal[Out](c.IdempotencyKey, p, old)
	}
	out, err := run()
	if err != nil {
		// The verb may be run again. Should this fail too, the claim ends by
		// itself.
		_ = c.Deps.Table.Commit(context.WithoutCancel(ctx), []kaibo.Write{kaibo.DeleteAt(at, claimed)})
		return nil, err
	}
	sealed, err := seal(c.IdempotencyKey, p, out)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(keptAnswer{ClaimedAt: kaibo.TimeOf(c.Arrived), Sealed: sealed})
	if err == nil {
		err = c.Deps.Table.Commit(context.WithoutCancel(ctx), []kaibo.Write{kaibo.PutOver(at, claimed, b)})
	}
	if err != nil {
		return nil, fmt.Errorf("keep answer: %w", err)
	}
	return out, nil
}

// claim takes the item for this call, or answers what an earlier one left.
func claim(ctx context.Context, c *Call, at kaibo.Key) (sealed []byte, version uint64, err error) {
	items, err := c.Deps.Table.Get(ctx, at)
	if err != nil {
		return nil, 0, fmt.Errorf("read kept answer: %w", err)
	}
	if items[0].Found() {
		var k keptAnswer
		if err := json.Unmarshal(items[0].Data, &k); err != nil {
			return nil, 0, &kaibo.Error{Op: "read kept answer", Err: err}
		}
		if len(k.Sealed) > 0 {
			return k.Sealed, 0, nil
		}
		if c.Arrived.Sub(k.ClaimedAt.Std()) < claimFor {
			return nil, 0, errClaimed()
		}
	}
	b, err := json.Marshal(keptAnswer{ClaimedAt: kaibo.TimeOf(c.Arrived)})
	if err != nil {
		return nil, 0, err
	}
	err = c.Deps.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(at, items[0].Version, b)})
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return nil, 0, errClaimed()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("claim idempotency key: %w", err)
	}
	return nil, items[0].Version + 1, nil
}

func errClaimed() error {
	return &kaibo.Error{Kind: kaibo.Unavailable, RetryAfter: time.Second,
		Detail: "another request with this idempotency key is being served; ask again for its answer"}
}

// sealer is AES-256-GCM under a key made from the idempotency key (HKDF, RFC
// 5869), with the project's secret as salt.
func sealer(key string, p kaibo.Project) (cipher.AEAD, error) {
	k, err := hkdf.Key(sha256.New, []byte(key), p.Secret, "kaibo kept answer", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func seal(key string, p kaibo.Project, out any) ([]byte, error) {
	b, err := json.Marshal(out)
	if err != nil {
		return nil, &kaibo.Error{Op: "seal answer", Err: err}
	}
	aead, err := sealer(key, p)
	if err != nil {
		return nil, &kaibo.Error{Op: "seal answer", Err: err}
	}
	return aead.Seal(nil, nil, b, nil), nil //nolint:gosec // NewGCMWithRandomNonce makes the nonce itself
}

func unseal[Out any](key string, p kaibo.Project, sealed []byte) (*Out, error) {
	aead, err := sealer(key, p)
	if err != nil {
		return nil, &kaibo.Error{Op: "open kept answer", Err: err}
	}
	b, err := aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, &kaibo.Error{Op: "open kept answer", Err: err}
	}
	out := new(Out)
	if err := json.Unmarshal(b, out); err != nil {
		return nil, &kaibo.Error{Op: "open kept answer", Err: err}
	}
	return out, nil
}
