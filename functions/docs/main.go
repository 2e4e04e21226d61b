// Command docs answers GET /openapi.json and the documentation under /docs, as
// Markdown (what makes HTML of it takes longer to start than a function may), and
// says of every path that has no route that there is nothing. It needs no store
// and no right.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/docsite"
)

func main() { cloud.Start(0, build) }

func build(*cloud.Deployment) (any, error) {
	h, err := api.Documents(docsite.Server(nil))
	return gateway.Buffered(h), err
}
