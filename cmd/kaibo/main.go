// Command kaibo is a memory for AI agents that can show its work: a server
// with everything embedded, and the command line that speaks to one.
package main

import (
	"os"

	_ "golang.org/x/crypto/x509roots/fallback" // where the system has no roots, as in the container image

	"github.com/kaibo-dev/kaibo/internal/cli"
)

func main() { os.Exit(cli.Main()) }
