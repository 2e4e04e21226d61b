package webhooks

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// shown is a secret as Standard Webhooks writes it.
func shown(s Secret) string { return prefixSecret + base64.StdEncoding.EncodeToString(s.Key) }

// sign answers the headers of a message: its id, the time of this attempt in
// seconds, and one signature for each secret that is good now, apart by spaces,
// so that a receiver may hold the old one or the new one.
func sign(secrets []Secret, id string, at kaibo.Time, body []byte) (http.Header, error) {
	var signatures []string
	now := at.Std().Truncate(time.Second)
	for _, s := range secrets {
		if s.Until != nil && *s.Until <= at {
			continue
		}
		signer, err := standardwebhooks.NewWebhookRaw(s.Key)
		if err != nil {
			return nil, &kaibo.Error{Op: "sign message", Err: err}
		}
		signature, err := signer.Sign(id, now, body)
		if err != nil {
			return nil, &kaibo.Error{Op: "sign message", Err: err}
		}
		signatures = append(signatures, signature)
	}
	h := http.Header{}
	h.Set(standardwebhooks.HeaderWebhookID, id)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return h, nil
}
