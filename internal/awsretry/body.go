package awsretry

import (
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Sender is an HTTP client that hides from net/http that the body of a request
// of the SDK is an io.WriterTo.
//
// It is there for a race between the two. The SDK closes the body as soon as it
// has the head of the answer, and the WriteTo of a closed body answers io.EOF,
// which is no error of a Read but one of a WriteTo. A server that is quick, or
// a client that is held up right after its last write, has net/http look then
// whether the body goes on: it takes the error for a failed request, and closes
// the connection under the answer. The call was carried out and its answer is
// lost, which is the one thing that a write should not meet more often than it
// must. Seen with smithy-go v1.28 and Go 1.26 on a busy machine.
type Sender struct{ aws.HTTPClient }

// Do implements aws.HTTPClient.
func (s Sender) Do(r *http.Request) (*http.Response, error) {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = struct{ io.ReadCloser }{r.Body}
	}
	return s.HTTPClient.Do(r)
}
