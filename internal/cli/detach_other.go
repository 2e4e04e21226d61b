//go:build !unix && !windows

package cli

import "os/exec"

// detach does nothing where processes have no sessions.
func detach(*exec.Cmd) {}
