// Package signing opens the keys that checkpoints are signed with. Only the
// function that signs links it, and with it the client of KMS.
package signing

import (
	"context"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kms"
)

// Engine signs how far the logs of a deployment came, with the keys that its
// configuration names.
func Engine(d *cloud.Deployment) *checkpoint.Engine {
	return d.Checkpoints(func() checkpoint.Keys {
		if path, ok := strings.CutPrefix(strings.Join(d.Config.SigningKeys, ","), cloud.FilePrefix); ok {
			return &checkpoint.KeyFile{Path: path}
		}
		return &kmsKeys{aws: d.AWS(), ids: d.Config.SigningKeys}
	})
}

// kmsKeys are keys of KMS. Their public halves are read once a process.
type kmsKeys struct {
	aws aws.Config
	ids []string

	mu   sync.Mutex
	open []checkpoint.Signer
}

// Signers implements checkpoint.Keys.
func (k *kmsKeys) Signers(ctx context.Context, name string) ([]checkpoint.Signer, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.open) > 0 && k.open[0].Name() == name {
		return k.open, nil
	}
	k.open = nil
	for _, id := range k.ids {
		key, err := kms.Open(ctx, k.aws, id, name)
		if err != nil {
			k.open = nil
			return nil, err
		}
		k.open = append(k.open, key)
	}
	return k.open, nil
}
