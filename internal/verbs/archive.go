package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Archiver writes projects to files of the server's machine, and makes projects
// of such files.
type Archiver interface {
	// ExportArchive writes a new file.
	ExportArchive(ctx context.Context, p kaibo.Project, path string, progress func(done, total uint64)) (*ArchiveOut, error)
	// CheckArchive reads a file and changes nothing.
	CheckArchive(ctx context.Context, path string, keys []string, progress func(done, total uint64)) (*ArchiveOut, error)
	// LoadArchive makes the project of this name, which must not be there.
	LoadArchive(ctx context.Context, path, project string, keys []string, progress func(done, total uint64)) (*LoadArchiveOut, error)
}

var checkArchiveVerb = define(Spec{
	Name:    "archive",
	Summary: "Check an archive of a project",
	Doc: "Reads all of an archive that archive.export wrote and believes nothing of it: it recomputes every chain and every " +
		"digest, and checks what was signed. What is wrong is named by its part. It changes nothing.",
	Scope: Operator, Toolset: Operate, Hints: Hints{ReadOnly: true, Idempotent: true}, Where: LocalOnly, Streaming: true, Projectless: true,
	Main: "path", Example: `{"path": "/var/backups/earlier.kaibo.tar.gz"}`,
}, checkArchive)

var exportArchiveVerb = define(Spec{
	Name:    "archive.export",
	Summary: "Write all that a project holds into one file",
	Doc: "Writes the project's events as the exact lines that its chains are over, their payloads, memories with their links, " +
		"receipts and signed checkpoints into a new file of the server's machine; the format is documented. What was " +
		"forgotten has no text in it. The file holds the project's secret and is as secret as the data; a later purge does " +
		"not reach it.",
	Scope: Operator, Toolset: Operate, Hints: Hints{Idempotent: true}, Where: LocalOnly, Streaming: true,
	Main: "path", Example: `{"path": "/var/backups/launch.kaibo.tar.gz"}`,
}, exportArchive)

var loadArchiveVerb = define(Spec{
	Name:    "archive.load",
	Summary: "Make a project of an archive, with the same hashes",
	Doc: "Checks an archive and makes a project of it, which must not be there yet: the same streams byte for byte, the same " +
		"keys, memories and receipts. Nobody sees it before all of it is there, and one that stopped is gone on with when it " +
		"is imported again. What this server forgot of the same project since is forgotten again first, and an archive of a " +
		"project that this server deleted is refused.",
	Scope: Operator, Toolset: Operate, Hints: Hints{}, Where: LocalOnly, Streaming: true, Projectless: true,
	Main: "path", Example: `{"path": "/var/backups/earlier.kaibo.tar.gz", "name": "launch-again"}`, Statuses: []Status{{"200", "Made."}},
}, loadArchive)

// ArchivePath names an archive.
type ArchivePath struct {
	Path string `json:"path" bytes:"4096" doc:"The file: an absolute path on the server's machine."`
}

// TrustedKeys are keys that checkpoints must lead from.
type TrustedKeys struct {
	Keys []string `json:"keys,omitempty" items:"64" bytes:"512" doc:"Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by one that they lead to. Without any, the archive's own are believed."`
}

// CheckArchiveIn is the input of archive.
type CheckArchiveIn struct {
	ArchivePath
	TrustedKeys
}

// ExportArchiveIn is the input of archive.export.
type ExportArchiveIn struct{ ArchivePath }

// LoadArchiveIn is the input of archive.load.
type LoadArchiveIn struct {
	ArchivePath
	Name string `json:"name,omitempty" form:"project" doc:"The name of the project to make; without it, the one that the archive says."`
	TrustedKeys
}

// ArchiveOut tells what an archive holds.
type ArchiveOut struct {
	Path        string     `json:"path" doc:"Where it is."`
	Project     string     `json:"project" doc:"The name of the project that it was taken of."`
	ProjectID   string     `json:"projectId" doc:"That project's id."`
	TakenAt     kaibo.Time `json:"takenAt" doc:"When it was taken."`
	Bytes       int64      `json:"bytes" doc:"Size of the file."`
	Digest      string     `json:"digest,omitempty" doc:"SHA-256 of the list of its parts: it stands for the archive."`
	Deployment  string     `json:"deployment,omitempty" doc:"Name of the deployment that signed its checkpoints."`
	Streams     int        `json:"streams" doc:"Streams in it."`
	Events      uint64     `json:"events" doc:"Events in it."`
	Payloads    uint64     `json:"payloads" doc:"Those of them with their text."`
	Forgotten   uint64     `json:"forgotten" doc:"Those of them that were forgotten."`
	Derivations uint64     `json:"derivations" doc:"Records of what events led to: memories are folded from them."`
	Deletions   uint64     `json:"deletions" doc:"Entries of the deletion ledger."`
	Checkpoints int        `json:"checkpoints" doc:"Signed checkpoints in it."`
}

// LoadArchiveOut is the answer of archive.load.
type LoadArchiveOut struct {
	Archive   ArchiveOut  `json:"archive" doc:"What the archive holds."`
	Made      ProjectInfo `json:"made" doc:"The project that was made."`
	Memories  int         `json:"memories" doc:"Memories of it."`
	Forgotten int         `json:"forgotten" doc:"Events that were forgotten again, because this server had forgotten them since."`
	OK        bool        `json:"ok" doc:"Its views are what its derivations give."`
	Findings  []string    `json:"findings" doc:"Where they are not; none when all is well."`
}

func archiver(c *Call) (Archiver, error) {
	if c.Deps.Archives == nil {
		return nil, kaibo.Errorf(kaibo.Invalid, "archives are for the embedded store; of a deployed stack take events with projects.export")
	}
	return c.Deps.Archives, nil
}

func checkArchive(ctx context.Context, c *Call, in *CheckArchiveIn) (*ArchiveOut, error) {
	a, err := archiver(c)
	if err != nil {
		return nil, err
	}
	return a.CheckArchive(ctx, in.Path, in.Keys, tellProgress(c, "archive"))
}

func exportArchive(ctx context.Context, c *Call, in *ExportArchiveIn) (*ArchiveOut, error) {
	a, err := archiver(c)
	if err != nil {
		return nil, err
	}
	if c.Create != nil {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no such project")
	}
	return a.ExportArchive(ctx, c.Project, in.Path, tellProgress(c, c.Project.Name))
}

func loadArchive(ctx context.Context, c *Call, in *LoadArchiveIn) (*LoadArchiveOut, error) {
	a, err := archiver(c)
	if err != nil {
		return nil, err
	}
	if ReservedProject(in.Name) {
		return nil, kaibo.InvalidField("name", "names that begin with ~ are the server's own")
	}
	return a.LoadArchive(ctx, in.Path, in.Name, in.Keys, tellProgress(c, "archive"))
}
