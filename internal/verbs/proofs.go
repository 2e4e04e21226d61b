package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// ProofReader reads what was signed, and proves from it; [checkpoint.Reader] is
// it.
type ProofReader interface {
	Checkpoint(ctx context.Context, log checkpoint.Log) (*checkpoint.Statement, error)
	Inclusion(ctx context.Context, log checkpoint.Log, seq uint64) ([]kaibo.Hash, *checkpoint.Statement, error)
	Consistency(ctx context.Context, log checkpoint.Log, earlier, later uint64) ([]kaibo.Hash, uint64, error)
	Keys(ctx context.Context) (*checkpoint.Published, error)
	Resource(ctx context.Context, project, name, path string) (*checkpoint.Resource, error)
}

// KeyRotator changes the keys that a local server signs with.
type KeyRotator interface {
	// BeginRotation has a new key sign beside the old one, FinishRotation lets
	// the old one go. Conflict when a rotation is, or is not, under way.
	BeginRotation(ctx context.Context) error
	FinishRotation(ctx context.Context) error
}

var checkpointVerb = define(Spec{
	Name:    "checkpoint",
	Summary: "Read a signed checkpoint",
	Doc: "Answers the newest signed statement of how large a log is and what its Merkle root is: of a stream, of the " +
		"deletion ledger, or, when neither is named, of the log of logs, which covers the deployment and which witnesses " +
		"cosign. The note is C2SP tlog-checkpoint. Whoever keeps one can demand that every later history begins with it.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/checkpoint", Main: "stream", Example: `{"stream": "main"}`,
}, readCheckpoint)

// LogIn names a log.
type LogIn struct {
	Stream    string `json:"stream,omitempty" form:"stream" doc:"The stream; without it the log of logs."`
	Deletions bool   `json:"deletions,omitempty" doc:"The deletion ledger instead."`
}

// log is the log that is named.
func (in *LogIn) log(c *Call) (checkpoint.Log, error) {
	switch {
	case in.Stream != "" && in.Deletions:
		return checkpoint.Log{}, kaibo.InvalidField("deletions", "is not given with a stream")
	case in.Stream == "" && !in.Deletions:
		return checkpoint.Log{}, nil
	case c.Create != nil:
		return checkpoint.Log{}, kaibo.Errorf(kaibo.NotFound, "there is no such log")
	}
	return checkpoint.Log{Project: c.Project.ID, Stream: in.Stream}, nil
}

// CheckpointIn is the input of checkpoint.
type CheckpointIn struct{ LogIn }

// CheckpointOut is the answer of checkpoint.
type CheckpointOut struct {
	Origin    string     `json:"origin" doc:"The log's name: deployment, project id, digest of the stream's name."`
	ProjectID string     `json:"projectId,omitempty" doc:"The project's id, from which and the stream's name the digest is made."`
	Size      uint64     `json:"size" doc:"How many entries the log has."`
	Root      kaibo.Hash `json:"root" doc:"RFC 6962 root over them."`
	SignedAt  kaibo.Time `json:"signedAt" doc:"When it was signed, by the server's clock; it is not part of what is signed."`
	Note      string     `json:"note" doc:"The signed note: C2SP tlog-checkpoint."`
	Log       string     `json:"log,omitempty" doc:"C2SP tlog-proof that the note's text is a leaf of the log of logs. Absent while it is not, and of that log itself."`
	Stopped   string     `json:"stopped,omitempty" doc:"Why nothing more is signed: the server found its own history inconsistent."`
}

func readCheckpoint(ctx context.Context, c *Call, in *CheckpointIn) (*CheckpointOut, error) {
	log, err := in.log(c)
	if err != nil {
		return nil, err
	}
	s, err := c.Deps.Proofs.Checkpoint(ctx, log)
	if err != nil {
		return nil, err
	}
	return &CheckpointOut{Origin: s.Origin, ProjectID: log.Project, Size: s.Size, Root: s.Root, SignedAt: s.At, Note: s.Note, Log: s.Log, Stopped: s.Stopped}, nil
}

var consistencyVerb = define(Spec{
	Name:    "consistency",
	Summary: "Prove that a log only grew",
	Doc: "Answers the RFC 6962 consistency proof that the log's first `to` entries begin with its first `from`: with it " +
		"and two checkpoints anyone can see that nothing of the earlier one was changed.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/consistency", Main: "stream", Example: `{"stream": "main", "from": 10, "to": 25}`,
}, proveConsistency)

// ConsistencyIn is the input of consistency.
type ConsistencyIn struct {
	LogIn
	From uint64 `json:"from,omitempty" default:"0" doc:"The earlier size."`
	To   uint64 `json:"to,omitempty" default:"0" doc:"The later size; 0 is that of the newest checkpoint."`
}

// ConsistencyOut is the answer of consistency.
type ConsistencyOut struct {
	From   uint64       `json:"from" doc:"The earlier size."`
	To     uint64       `json:"to" doc:"The later size."`
	Hashes []kaibo.Hash `json:"hashes" doc:"The proof, in the order of RFC 6962, section 2.1.2."`
}

func proveConsistency(ctx context.Context, c *Call, in *ConsistencyIn) (*ConsistencyOut, error) {
	log, err := in.log(c)
	if err != nil {
		return nil, err
	}
	path, to, err := c.Deps.Proofs.Consistency(ctx, log, in.From, in.To)
	if err != nil {
		return nil, err
	}
	return &ConsistencyOut{From: in.From, To: to, Hashes: orEmpty(path)}, nil
}

var proofVerb = define(Spec{
	Name:    "proof",
	Summary: "Prove that an event or a receipt is in the ledger",
	Doc: "Answers a C2SP tlog-proof that an event or an entry of the deletion ledger is in its log, under the log's " +
		"newest signed checkpoint, and that this checkpoint is in the log of logs. It holds the entry itself, no text, and " +
		"is checked without a server. An entry that is newer than the newest checkpoint is not_found until the next.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/proofs/{id}", Main: "id", Example: `{"id": "evt_aaaaaaaaaaaaaaaa"}`,
}, proveEntry)

// ProofIn is the input of proof.
type ProofIn struct {
	ID  string `json:"id" form:"id" doc:"The event, or the receipt."`
	Seq uint64 `json:"seq,omitempty" doc:"The receipt's seq, which stands in it: it is found at once. Without it the receipt is found by its id, which costs one more read."`
}

// ProofOut is the answer of proof.
type ProofOut struct {
	ID     string `json:"id" doc:"The event or the receipt."`
	Origin string `json:"origin" doc:"The name of its log."`
	Seq    uint64 `json:"seq" doc:"Its place there."`
	Size   uint64 `json:"size" doc:"How many entries the checkpoint covers."`
	Proof  string `json:"proof" doc:"The file: C2SP tlog-proof."`
}

func proveEntry(ctx context.Context, c *Call, in *ProofIn) (*ProofOut, error) {
	e := proof.Evidence{Project: c.Project.ID}
	log, seq := checkpoint.Log{Project: c.Project.ID}, uint64(0)
	var err error
	if kaibo.IsReceiptID(in.ID) {
		e.Receipt, err = findReceipt(ctx, c, in.ID, in.Seq)
		if err == nil {
			seq = e.Receipt.Seq
		}
	} else {
		e.Event, err = c.Deps.Ledger.Event(ctx, c.Project, in.ID)
		if err == nil {
			log.Stream, seq = e.Event.Stream, e.Event.Seq
		}
	}
	if err != nil {
		return nil, err
	}
	path, s, err := c.Deps.Proofs.Inclusion(ctx, log, seq)
	if err != nil {
		return nil, err
	}
	e.Log = s.Log
	text, err := e.Write(path, s.Note)
	if err != nil {
		return nil, &kaibo.Error{Op: "write proof", Err: err} // the store holds what its chain does not
	}
	return &ProofOut{ID: in.ID, Origin: s.Origin, Seq: seq, Size: s.Size, Proof: text}, nil
}

// findReceipt reads the receipt that stands at seq, or the one of the id when that
// is 0.
func findReceipt(ctx context.Context, c *Call, id string, seq uint64) (*kaibo.Receipt, error) {
	if seq > 0 {
		entries, _, err := c.Deps.Ledger.Deletions(ctx, c.Project, seq-1, 1)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 || entries[0].ID != id || entries[0].Seq != seq {
			return nil, kaibo.Errorf(kaibo.NotFound, "entry %d of the deletion ledger is not %s", seq, id)
		}
		return &entries[0], nil
	}
	return c.Deps.Ledger.Receipt(ctx, c.Project, id)
}

var verifierKeysVerb = define(Spec{
	Name:    "verifier_keys",
	Summary: "Read the keys that sign for the deployment",
	Doc: "Answers the public keys by which checkpoints are signed, and every list of keys that was ever published, each " +
		"signed by a key of the list before: whoever trusts one key can follow to those that sign now. It wants no key.",
	Scope: Public, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/verifier_keys", Projectless: true,
	Example: `{}`,
}, readVerifierKeys)

// VerifierKeysIn is the input of verifier_keys.
type VerifierKeysIn struct{}

// VerifierKeysOut is the answer of verifier_keys.
type VerifierKeysOut struct {
	Deployment string   `json:"deployment" doc:"The origin of the log of logs, and the name of every key."`
	Keys       []string `json:"keys" doc:"The keys that sign now, as C2SP signed-note writes verifier keys."`
	Lists      []string `json:"lists" doc:"Every list of keys, the oldest first: signed notes."`
}

func readVerifierKeys(ctx context.Context, c *Call, _ *VerifierKeysIn) (*VerifierKeysOut, error) {
	k, err := c.Deps.Proofs.Keys(ctx)
	if err != nil {
		return nil, err
	}
	return &VerifierKeysOut{Deployment: k.Deployment, Keys: k.Current, Lists: k.Lists}, nil
}

var rotateKeysVerb = define(Spec{
	Name:    "verifier_keys.rotate",
	Summary: "Change the key that the server signs with",
	Doc: "Makes a new signing key, which signs beside the old one. Once everybody who verifies has seen both, say it again " +
		"with finish: the old one is deleted and only the new one signs.",
	Scope: Operator, Toolset: Operate, Where: LocalOnly, Projectless: true,
	Example: `{}`,
}, rotateKeys)

// RotateKeysIn is the input of verifier_keys.rotate.
type RotateKeysIn struct {
	Finish bool `json:"finish,omitempty" doc:"End the rotation that was begun."`
}

func rotateKeys(ctx context.Context, c *Call, in *RotateKeysIn) (*VerifierKeysOut, error) {
	do := c.Deps.SigningKeys.BeginRotation
	if in.Finish {
		do = c.Deps.SigningKeys.FinishRotation
	}
	if err := do(ctx); err != nil {
		return nil, err
	}
	return readVerifierKeys(ctx, c, nil)
}

var _ ProofReader = (*checkpoint.Reader)(nil)
