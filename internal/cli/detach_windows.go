package cli

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// detach gives a command no console and a process group of its own, so that
// what ends the console or the host of this process does not end it.
func detach(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}
