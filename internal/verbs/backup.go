package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// BackupTaker copies the data of an embedded store to a directory of the
// server's machine and reads the copy again.
type BackupTaker interface {
	Backup(ctx context.Context, dir string, progress func(done, total uint64)) (*BackupOut, error)
}

var backupVerb = define(Spec{
	Name:    "backup",
	Summary: "Copy all data to a directory while it is in use",
	Doc: "Copies the data of every project as it is at one moment to a directory of the server's machine, and reads all of " +
		"the copy again: chains and digests. Into the same directory again it copies only what is new, and takes away what " +
		"was purged. kaibo restore brings it back. The copy is as secret as the data, and is the operator's to keep and to " +
		"destroy: a purge does not reach it until the next backup into it. As text/event-stream it tells its progress.",
	Scope: Operator, Toolset: Operate, Hints: Hints{Idempotent: true}, Where: LocalOnly, Streaming: true, Projectless: true,
	Main: "path", Example: `{"path": "/var/backups/kaibo"}`,
}, takeBackup)

// BackupIn is the input of backup.
type BackupIn struct {
	Path string `json:"path" bytes:"4096" doc:"Where to: an absolute path of a directory that is new, empty, or holds an earlier backup."`
}

// BackupOut is the answer of backup.
type BackupOut struct {
	OK        bool       `json:"ok" doc:"The copy is whole and as its chains say."`
	Path      string     `json:"path" doc:"Where it is."`
	TakenAt   kaibo.Time `json:"takenAt" doc:"The moment that it shows."`
	Bytes     int64      `json:"bytes" doc:"Size of the table's copy."`
	Objects   int        `json:"objects" doc:"Payloads and index segments in it."`
	Copied    int        `json:"copied" doc:"Those of them that were not in the directory before."`
	Projects  int        `json:"projects" doc:"Projects in it."`
	Events    uint64     `json:"events" doc:"Events in it."`
	Forgotten uint64     `json:"forgotten" doc:"Those of them whose payload is forgotten."`
	Findings  []string   `json:"findings" doc:"What is wrong with it; none in a good one."`
}

func takeBackup(ctx context.Context, c *Call, in *BackupIn) (*BackupOut, error) {
	if c.Deps.Backups == nil {
		return nil, kaibo.Errorf(kaibo.Invalid, "backup is for the embedded store; a deployed stack has the recovery of its tables, see docs/operations.md")
	}
	return c.Deps.Backups.Backup(ctx, in.Path, tellProgress(c, "backup"))
}
