// Command checkpoint signs how far the logs came: those that the stream of the
// events table names, and once a day all that changed. It alone may use the
// signing keys, and it can add no event.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/cloud/signing"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket|cloud.SigningKeys, build) }

func build(d *cloud.Deployment) (any, error) {
	return hints.Checkpoint(signing.Engine(d)), nil
}
