package cloud

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kms"
)

// filePrefix marks a key that lies in a file: of scripts/local-aws alone.
const filePrefix = "file:"

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

// readSigning reads the keys, the name and the witnesses that checkpoints are
// signed with.
func readSigning(lookup func(string) (string, bool), c *Config) error {
	value, _ := lookup(SigningKeysVariable)
	for id := range strings.SplitSeq(value, ",") {
		if id = strings.TrimSpace(id); id != "" {
			c.SigningKeys = append(c.SigningKeys, id)
		}
	}
	switch {
	case len(c.SigningKeys) == 0:
		return fmt.Errorf("%s is not set", SigningKeysVariable)
	case strings.HasPrefix(value, filePrefix) && (!c.Loopback || len(c.SigningKeys) > 1):
		return fmt.Errorf("%s names a file, which is for scripts/local-aws alone", SigningKeysVariable)
	}
	c.Origin, _ = lookup(OriginVariable)
	witnesses, _ := lookup(WitnessesVariable)
	for text := range strings.SplitSeq(witnesses, ",") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		w, err := checkpoint.ParseWitness(text)
		if err != nil {
			return fmt.Errorf("%s: %w", WitnessesVariable, err)
		}
		c.Witnesses = append(c.Witnesses, w)
	}
	return nil
}

// signers are the keys that the configuration names.
func (d *Deployment) signers() checkpoint.Keys {
	if path, ok := strings.CutPrefix(strings.Join(d.Config.SigningKeys, ","), filePrefix); ok {
		return &checkpoint.KeyFile{Path: path}
	}
	return &kmsKeys{aws: d.aws, ids: d.Config.SigningKeys}
}

// Checkpoints signs how far the logs came.
func (d *Deployment) Checkpoints() *checkpoint.Engine {
	return d.parts.checkpoints.get(func() *checkpoint.Engine {
		return &checkpoint.Engine{Table: d.Table(), Objects: d.Objects(), Keys: d.parts.keys.get(d.signers), Projects: d.Projects(),
			Clock: d.Clock, Random: rand.Reader, Deployment: d.Config.Origin, Witnesses: d.Config.Witnesses}
	})
}

// Proofs reads what was signed.
func (d *Deployment) Proofs() *checkpoint.Reader {
	return &checkpoint.Reader{Table: d.Table(), Objects: d.Objects()}
}
