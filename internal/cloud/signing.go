package cloud

import (
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
)

// FilePrefix marks a signing key that lies in a file: of scripts/local-aws
// alone.
const FilePrefix = "file:"

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
	case strings.HasPrefix(value, FilePrefix) && (!c.Loopback || len(c.SigningKeys) > 1):
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

// Checkpoints signs how far the logs came, with the keys that open answers.
// Package signing has it, so that no other function links what opens them.
func (d *Deployment) Checkpoints(open func() checkpoint.Keys) *checkpoint.Engine {
	return d.parts.checkpoints.get(func() *checkpoint.Engine {
		return &checkpoint.Engine{Table: d.Table(), Objects: d.Objects(), Keys: d.parts.keys.get(open), Projects: d.Projects(),
			Clock: d.Clock, Random: rand.Reader, Deployment: d.Config.Origin, Witnesses: d.Config.Witnesses}
	})
}

// Proofs reads what was signed.
func (d *Deployment) Proofs() *checkpoint.Reader {
	return &checkpoint.Reader{Table: d.Table(), Objects: d.Objects()}
}
