//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// detach puts a command into a session of its own, so that what ends the
// terminal or the host of this process does not end it.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
