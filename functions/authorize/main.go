// Command authorize is the authorizer of the API: it answers who has a key.
// All it may do is read the items of keys and projects.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
)

func main() { cloud.Start(cloud.Tables, build) }

func build(d *cloud.Deployment) (any, error) {
	return cloud.Guarded("authorize", gateway.Authorize(d.Access())), nil
}
