package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// sums are the SHA-256 of every object of a backup, by name. They lie in a file
// of their own, one object a line as sha256sum writes it, whose digest the seal
// holds.
type sums map[string]string

const sumsPrefix = "objects-"

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// write writes the file and syncs it.
func (s sums) write(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // the path is the operator's
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(w, "%s  %s\n", s[name], name) // Flush tells what failed
	}
	return errors.Join(w.Flush(), f.Sync(), f.Close())
}

// readSums reads such a file.
func readSums(path string) (sums, error) {
	f, err := os.Open(path) //nolint:gosec // the path is the operator's
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	s := sums{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok || len(sum) != 2*sha256.Size || kaibo.CheckObjectName(name) != nil {
			return nil, fmt.Errorf("%s cannot be read", filepath.Base(path))
		}
		s[name] = sum
	}
	return s, lines.Err()
}

// checkObjects compares every object of a backup with its sum.
func (r *Report) checkObjects(ctx context.Context, dir string, objects kaibo.Objects) error {
	path := filepath.Join(dir, r.Seal.Sums)
	if sum, _, err := digestFile(path); err != nil || sum != r.Seal.SumsSHA256 {
		r.found("%s is not the file that was sealed", r.Seal.Sums)
		return nil
	}
	want, err := readSums(path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		b, err := objects.Get(ctx, name, 0, -1)
		switch {
		case kaibo.KindOf(err) == kaibo.NotFound:
			r.found("object %s is missing", name)
		case err != nil:
			return err
		case sumOf(b) != want[name]:
			r.found("object %s is not the one that was copied", name)
		}
	}
	return nil
}
