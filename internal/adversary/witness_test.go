package adversary_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

// witness cosigns whatever it is shown, at one moment: what a witness refuses is
// tested where it is asked.
type witness struct {
	id     []byte
	secret ed25519.PrivateKey
	public string
}

const witnessName = "witness.example/w"

func newWitness(testing.TB) *witness {
	seed := sha256.Sum256([]byte("adversary witness"))
	secret := ed25519.NewKeyFromSeed(seed[:])
	algorithm := append([]byte{4}, secret.Public().(ed25519.PublicKey)...)
	id := sha256.Sum256(append([]byte(witnessName+"\n"), algorithm...))
	return &witness{id[:4], secret, fmt.Sprintf("%s+%08x+%s", witnessName, binary.BigEndian.Uint32(id[:4]), base64.StdEncoding.EncodeToString(algorithm))}
}

func (w *witness) cosign(body string) string {
	const at = 1782898200
	signature := ed25519.Sign(w.secret, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, body))
	return "— " + witnessName + " " + base64.StdEncoding.EncodeToString(slices.Concat(w.id, binary.BigEndian.AppendUint64(nil, at), signature)) + "\n"
}
