// Package verbs is the registry: the only list of what kaibo can do.
//
// A verb has a name, a paragraph of documentation, the scope that it wants, a
// typed input and a typed output, and a handler. The faces read the registry
// and know no verb by name: HTTP makes a route of each, the command line a
// command, OpenAPI an operation. What a field is, how long it may be and what
// it means stands once, in the tags of the input struct:
//
//	type JobIn struct {
//		ID   string `json:"id" form:"job-id" doc:"The job, as remember answered it."`
//		Wait bool   `json:"wait,omitempty" doc:"Answer once the job has ended, or after 25 seconds."`
//	}
//
// A field without omitempty must be given. See [Field] for the other tags.
//
// A request passes three gates before its handler runs: strict decoding
// (duplicate, unknown or mistyped fields are refused), the limits of the tags,
// and what the handler itself checks first. Nothing is written before all
// three, so a refused request leaves no trace.
//
// Handlers act on the project of their [Call], never on one named in a body,
// and reach the engines through the small interfaces of [Deps]. They answer a
// struct that is served as JSON, or a *kaibo.Error.
//
// The package promises nothing about transport: it knows no status beyond the
// one that an answer may ask for ([StatusCoder]), no header and no flag.
package verbs
