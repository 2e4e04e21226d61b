package verbs

import (
	"context"
	"encoding/base64"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var logVerb = define(Spec{
	Name:    "log",
	Summary: "Read a part of a log: its checkpoint, a tile, or entries",
	Doc: "Answers what C2SP tlog-tiles has under a path below a log's prefix, which is /v1/logs/ and the last part of the " +
		"log's origin: `checkpoint`; `tile/<level>/<index>`, 256 hashes of its Merkle tree, with `.p/<width>` for the first " +
		"of them; `tile/entries/<index>`, the hashes of 256 events or receipts. The log of logs is `deployment`, and has no " +
		"entries here. With tiles a verifier proves what it wants from what it verified before, whatever the log's length. " +
		"The GET answers the bytes themselves.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/logs/{log}/{path...}", Example: `{"log": "deployment", "path": "checkpoint"}`,
}, readLog)

// LogResourceIn is the input of log.
type LogResourceIn struct {
	Log  string `json:"log" doc:"The last part of the log's origin, or deployment for the log of logs."`
	Path string `json:"path" doc:"What of it, as C2SP tlog-tiles writes paths: checkpoint, tile/0/x001/234, tile/0/000.p/17, tile/entries/000."`
}

// LogResourceOut is the answer of log.
type LogResourceOut struct {
	Log         string  `json:"log" doc:"The log."`
	Path        string  `json:"path" doc:"What of it."`
	ContentType string  `json:"contentType" doc:"Its media type."`
	Text        *string `json:"text,omitempty" doc:"A checkpoint's note."`
	Base64      *string `json:"base64,omitempty" doc:"Other bytes, in base64."`

	data []byte
}

// Raw answers the bytes for a GET, whose caller wants no JSON around them.
func (o *LogResourceOut) Raw() (contentType string, body []byte) { return o.ContentType, o.data }

// Raw is an answer that a GET sends as bytes of a type of its own.
type Raw interface {
	Raw() (contentType string, body []byte)
}

var _ Raw = (*LogResourceOut)(nil)

func readLog(ctx context.Context, c *Call, in *LogResourceIn) (*LogResourceOut, error) {
	if c.Create != nil && in.Log != "deployment" {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no such log")
	}
	r, err := c.Deps.Proofs.Resource(ctx, c.Project.ID, in.Log, in.Path)
	if err != nil {
		return nil, err
	}
	out := &LogResourceOut{Log: in.Log, Path: in.Path, ContentType: r.ContentType, data: r.Data}
	if in.Path == "checkpoint" && utf8.Valid(r.Data) {
		text := string(r.Data)
		out.Text = &text
	} else {
		text := base64.StdEncoding.EncodeToString(r.Data)
		out.Base64 = &text
	}
	return out, nil
}
