package proof

import (
	"crypto/sha256"
	"encoding/base32"
	"regexp"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Deletions is the last part of the origin of a deletion ledger. No digest of a
// stream is written like it.
const Deletions = "deletions"

// digestEncoding writes 130 bits as 26 characters of a-z2-7.
var digestEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// LogName names the log of a stream inside its project: 26 characters made
// from SHA-256 over the project's id and the stream's name. Whoever knows both
// can make it again, and so tell whether a checkpoint is about the stream that
// was asked for. An empty stream means the deletion ledger.
func LogName(projectID, stream string) string {
	if stream == "" {
		return Deletions
	}
	sum := sha256.Sum256([]byte("kaibo stream\x00" + projectID + "\x00" + stream))
	return digestEncoding.EncodeToString(sum[:16])
}

// Origin is the origin line of a project's log: the deployment, the project's
// id, and the log's name. That of the log of logs is the deployment alone.
func Origin(deployment, projectID, stream string) string {
	return deployment + "/" + projectID + "/" + LogName(projectID, stream)
}

// SplitOrigin takes an origin of a project's log apart. It reports false for
// what [Origin] does not write.
func SplitOrigin(origin string) (deployment, projectID, log string, ok bool) {
	rest, log, ok1 := cutLast(origin)
	deployment, projectID, ok2 := cutLast(rest)
	ok = ok1 && ok2 && CheckDeployment(deployment) == nil && projectID != "" && log != ""
	return deployment, projectID, log, ok
}

func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

// deploymentForm is a URL without its scheme, as tlog-checkpoint recommends for
// origins, of characters that a note's key name may hold.
var deploymentForm = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)

const maxDeployment = 128 // bytes, so that an origin stays a short line

// CheckDeployment answers an Invalid error unless name can be the name of a
// deployment, such as "memory.example.com/eu".
func CheckDeployment(name string) error {
	if len(name) > maxDeployment || !deploymentForm.MatchString(name) {
		return kaibo.Errorf(kaibo.Invalid, "a deployment's name is 1 to %d of A-Z a-z 0-9 . _ ~ - in parts joined by /", maxDeployment)
	}
	return nil
}
