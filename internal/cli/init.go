package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// setup is what kaibo init was asked for.
type setup struct {
	global bool
	show   bool
	yes    bool
	dir    string
	name   string
}

func (s *program) initCommand() *cobra.Command {
	var o setup
	cmd := &cobra.Command{
		Use: "init [HOST]", Short: "Set up agents to use kaibo", GroupID: "program", Args: cobra.MaximumNArgs(1),
		Long: "Without an argument, shows what to paste for each program that runs agents. With the name of one (" + hostNames() + "),\n" +
			"writes it into that program's file in this folder, or with --global in your home, where everything else stays as it is.\n" +
			"Agents may read and write, and not forget.\n\n" +
			"With --url, agents reach the server there. The key in KAIBO_API_KEY makes one for them with the scopes read and write,\n" +
			"if it may, and is else kept itself. The key stands in kaibo's own file, which is yours alone, and in no file of a project.",
		RunE: func(cmd *cobra.Command, args []string) error { return s.initialise(cmd.Context(), &o, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.global, "global", false, "Write into your home, for all projects.")
	flags.BoolVar(&o.show, "print", false, "Show what would be written, and write nothing.")
	flags.BoolVar(&o.yes, "yes", false, "Replace an entry named kaibo that differs.")
	flags.StringVar(&o.dir, "dir", ".", "Folder of the project.")
	flags.StringVar(&o.name, "name", "agent", "Name of the key that is made on a server elsewhere; it shows who wrote what.")
	return cmd
}

// initialised is the answer of kaibo init.
type initialised struct {
	Host    string   `json:"host"`
	Files   []string `json:"files"` // written, or that would be
	Written bool     `json:"written"`
	Already bool     `json:"already,omitempty"` // all of it was there: nothing was written
	Command []string `json:"command"`
	Snippet string   `json:"snippet"`
	KeyID   string   `json:"keyId,omitempty"` // made for the agents
}

func (s *program) initialise(ctx context.Context, o *setup, args []string) error {
	command := s.agentCommand()
	if len(args) == 0 {
		return s.showHosts(command)
	}
	h, ok := hostNamed(args[0])
	if !ok {
		return usageError("Those that it knows: "+hostNames(), "kaibo does not know the program %q", args[0])
	}
	done := initialised{Host: h.name, Command: command, Snippet: h.snippet(command)}
	files, err := h.files(o)
	if err != nil {
		return err
	}
	contents, err := planned(o, h, files, command)
	if err != nil {
		return err
	}
	done.Files = files
	if done.Already, err = s.setUp(files, contents); err != nil {
		return err
	}
	if !o.show && !done.Already {
		if done.KeyID, err = s.agentKey(ctx, o.name); err != nil {
			return err
		}
		for i, file := range files {
			if err := writeOver(file, contents[i]); err != nil {
				return &exitError{code: exitUnreachable, err: fmt.Errorf("write %s: %w", file, err)}
			}
		}
		done.Written = true
	}
	return s.showInitialised(&done, h)
}

// setUp tells whether the files hold what they are to hold, and a server
// elsewhere has a key that is kept.
func (s *program) setUp(files []string, contents [][]byte) (bool, error) {
	for i, file := range files {
		if old, err := readRegular(file); err != nil || !bytes.Equal(old, contents[i]) {
			return false, nil // what cannot be read is written, which says what is wrong
		}
	}
	if s.url == "" {
		return true, nil
	}
	known, err := readConfig()
	return known.Servers[serverName(s.url)].Key != "", err
}

// agentCommand is how a host starts kaibo, with what this command was told of
// where the data is.
func (s *program) agentCommand() []string {
	command := []string{"kaibo", "mcp", "--scopes", "read,write"}
	if s.url != "" {
		command = append(command, "--url", s.url)
	} else if s.data != "" {
		dir, err := filepath.Abs(s.data)
		if err != nil {
			dir = s.data
		}
		command = append(command, "--data", dir)
	}
	if s.project != "" {
		command = append(command, "--project", s.project)
	}
	return command
}

// files are those that are written: the host's own, then what goes beside it.
func (h *host) files(o *setup) ([]string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	root, file := o.dir, h.file
	switch {
	case (o.global || h.file == "") && h.user != "":
		root, file = home, h.user
	case o.global:
		return nil, usageError("Run it in the project's folder, without --global.", "%s has no file for all projects that kaibo could write", h.title)
	}
	files := []string{filepath.Join(root, filepath.FromSlash(file))}
	for name := range h.extra {
		if o.global {
			name = strings.Replace(name, ".opencode", ".config/opencode", 1)
		}
		files = append(files, filepath.Join(root, filepath.FromSlash(name)))
	}
	return files, nil
}

// planned returns what the files will hold, and has said nothing and written
// nothing when one cannot be.
func planned(o *setup, h *host, files, command []string) ([][]byte, error) {
	contents := make([][]byte, len(files))
	old, err := readRegular(files[0])
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &exitError{code: exitUnreachable, err: err}
	}
	contents[0], err = h.merged(old, command, o.yes)
	if err != nil {
		return nil, &exitError{code: exitConflict, next: "Put this into it yourself, or give --yes where an entry is to be replaced:\n" + h.snippet(command),
			err: fmt.Errorf("%s is left alone: %w", files[0], err)}
	}
	for i, file := range files[1:] {
		for name, text := range h.extra {
			if filepath.Base(name) == filepath.Base(file) {
				contents[i+1] = []byte(text)
			}
		}
		there, err := readRegular(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, &exitError{code: exitUnreachable, err: err}
		}
		if err == nil && !bytes.Equal(there, contents[i+1]) && !o.yes {
			return nil, &exitError{code: exitConflict, next: "Give --yes to replace it.",
				err: fmt.Errorf("%s is there, with another text; nothing was written", file)}
		}
	}
	return contents, nil
}

// agentKey makes a key for agents on a server elsewhere, and keeps it. The
// server of one's own data directory wants none of who started it.
func (s *program) agentKey(ctx context.Context, name string) (id string, err error) {
	if s.url == "" {
		return "", nil
	}
	if s.key == "" {
		return "", &exitError{code: exitForbidden, next: "Set KAIBO_API_KEY to one. Who runs the server makes it with: kaibo keys create --scopes read,write",
			err: errors.New("a server elsewhere wants a key")}
	}
	known, err := readConfig()
	if err != nil {
		return "", err
	}
	c, err := newClient(s.url, s.key, s.project)
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(map[string]any{"name": name, "scopes": []verbs.Scope{verbs.Read, verbs.Write}})
	if err != nil {
		return "", err
	}
	var made verbs.CreateKeyOut
	answer, err := c.post(ctx, "keys.create", body, "")
	var problem *problemError
	switch {
	case errors.As(err, &problem) && problem.problem.Code == kaibo.Forbidden.String():
		fmt.Fprintln(s.err, "The key may make no keys: it is kept itself, and agents may do what it may.")
		return "", known.keep(s.url, configServer{Key: s.key, Project: s.project})
	case err != nil:
		return "", err
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	return made.ID, known.keep(s.url, configServer{Key: made.Key})
}

func (s *program) showInitialised(done *initialised, h *host) error {
	if s.json {
		b, err := json.Marshal(done)
		if err != nil {
			return err
		}
		_, err = s.out.Write(append(b, '\n'))
		return err
	}
	p := &printer{w: s.out, width: s.width}
	if done.Already {
		p.line("%s is set up already: nothing had to be changed in %s. Check with: kaibo doctor", h.title, strings.Join(done.Files, " and "))
		return nil
	}
	if !done.Written {
		p.line("%s would hold:\n\n%s", done.Files[0], done.Snippet)
		return nil
	}
	for _, file := range done.Files {
		p.line("Wrote %s", file)
	}
	if done.KeyID != "" {
		p.line("Made %s with the scopes read and write; it is kept in %s", done.KeyID, configFile())
	}
	p.line("Start %s again, and it has kaibo's tools. Check with: kaibo doctor", h.title)
	return nil
}

// showHosts shows what to paste for each program.
func (s *program) showHosts(command []string) error {
	if s.json {
		list := make([]initialised, len(hosts))
		for i := range hosts {
			list[i] = initialised{Host: hosts[i].name, Files: []string{}, Command: command, Snippet: hosts[i].snippet(command)}
		}
		b, err := json.Marshal(map[string]any{"items": list})
		if err != nil {
			return err
		}
		_, err = s.out.Write(append(b, '\n'))
		return err
	}
	p := &printer{w: s.out, width: s.width}
	if s.url == "" {
		p.line("The data is in %s. Agents on this machine need no key.", s.dataDir())
	} else {
		p.line("Agents reach %s. Run kaibo init HOST --url %s with a key in KAIBO_API_KEY to keep one for them.", s.url, s.url)
	}
	p.line("Paste this, or let kaibo init HOST do it in this folder (%s):\n", hostNames())
	p.line("Claude Code:\n  claude mcp add kaibo -- %s\n", strings.Join(command, " "))
	for i := range hosts[1:] {
		h := &hosts[i+1]
		where := h.file
		if where == "" {
			where = "~/" + h.user
		}
		p.line("%s: %s\n%s", h.title, where, h.snippet(command))
	}
	p.line("The skill at /docs/skill/SKILL.md of a running server teaches an agent when to remember and when to ask.")
	return nil
}
