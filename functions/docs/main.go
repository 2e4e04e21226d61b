// Command docs answers GET /openapi.json and the documentation under /docs, and
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
	site, err := docsite.New()
	if err != nil {
		return nil, err
	}
	h, err := api.Documents(site.Serve)
	return gateway.Buffered(h), err
}
