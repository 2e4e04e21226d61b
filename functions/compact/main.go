// Command compact takes hints from the queue and folds the indexes of the
// projects that they name. It reads no text: an index holds terms.
package main

import (
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
)

func main() { cloud.Start(cloud.Tables|cloud.Bucket, build) }

func build(d *cloud.Deployment) (any, error) {
	return hints.Compact(d.Index(), d.Projects()), nil
}
