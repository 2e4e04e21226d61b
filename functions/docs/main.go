// Command docs answers GET /openapi.json, and says of every path that has no
// route that there is nothing. It needs no store and no right.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
)

func main() { cloud.Start(0, build) }

func build(*cloud.Deployment) (any, error) {
	h, err := api.Documents()
	return gateway.Buffered(h), err
}
