package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
)

// paged writes what is longer than the terminal through a pager: PAGER, else
// less. An empty PAGER, or cat, turns it off. Where no pager can be run, all is
// written at once.
func (s *program) paged(ctx context.Context, text []byte) error {
	name, arguments := pagerOf(os.LookupEnv)
	if !s.terminal || s.height == 0 || bytes.Count(text, []byte("\n")) < s.height || name == "" {
		_, err := s.out.Write(text)
		return err
	}
	path, err := exec.LookPath(name)
	if err != nil {
		_, err := s.out.Write(text)
		return err
	}
	cmd := exec.CommandContext(ctx, path, arguments...) //nolint:gosec // what the user has chosen
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), s.out, s.err
	cmd.Env = os.Environ()
	if _, set := os.LookupEnv("LESS"); !set {
		cmd.Env = append(cmd.Env, "LESS=FRX") // ends by itself when all fits, and leaves the text on the screen
	}
	if err := cmd.Run(); err != nil && ctx.Err() == nil && cmd.ProcessState == nil { // it did not start
		_, err := io.Copy(s.out, bytes.NewReader(text))
		return err
	}
	return nil
}

// pagerOf reads which pager is wanted; an empty name is none.
func pagerOf(lookup func(string) (string, bool)) (name string, arguments []string) {
	wanted, set := lookup("PAGER")
	if !set {
		wanted = "less"
	}
	words := strings.Fields(wanted)
	if len(words) == 0 || words[0] == "cat" {
		return "", nil
	}
	return words[0], words[1:]
}
