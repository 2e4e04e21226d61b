package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// host is a program that runs agents, and how it is told of an MCP server that
// it starts itself.
type host struct {
	name  string
	title string
	file  string   // in the folder of a project
	user  string   // in the user's home, for all projects; empty when the program has no such file
	keys  []string // of the object in a JSON file that holds the servers; none means TOML of Codex
	entry func(command []string) any
	extra map[string]string // further files beside the one above, by their path in the project
}

// hosts are those that kaibo init knows, each as its own documentation says.
var hosts = []host{
	{name: "claude-code", title: "Claude Code", file: ".mcp.json", keys: []string{"mcpServers"}, entry: commandAndArgs},
	{name: "cursor", title: "Cursor", file: ".cursor/mcp.json", user: ".cursor/mcp.json", keys: []string{"mcpServers"}, entry: commandAndArgs},
	{name: "vscode", title: "VS Code", file: ".vscode/mcp.json", keys: []string{"servers"}, entry: func(command []string) any {
		return map[string]any{"type": "stdio", "command": command[0], "args": command[1:]}
	}},
	{name: "codex", title: "Codex", user: ".codex/config.toml"},
	{name: "opencode", title: "opencode", file: "opencode.json", user: ".config/opencode/opencode.json", keys: []string{"mcp"}, entry: func(command []string) any {
		return map[string]any{"type": "local", "command": command, "enabled": true}
	}, extra: slashCommands},
}

func commandAndArgs(command []string) any {
	return map[string]any{"command": command[0], "args": command[1:]}
}

// slashCommands are prompts that a person calls by name. opencode puts what
// stands behind the name in place of $ARGUMENTS.
var slashCommands = map[string]string{
	".opencode/command/remember.md": "---\ndescription: Write something down in kaibo\n---\n" +
		"Remember this with kaibo's tool remember, in full sentences that name their subject, as one event:\n\n$ARGUMENTS\n",
	".opencode/command/recall.md": "---\ndescription: Ask kaibo\n---\n" +
		"Ask kaibo's tool recall this, and answer with what it says, each statement with its date. When it abstains, say that you do not know.\n\n$ARGUMENTS\n",
	".opencode/command/explain.md": "---\ndescription: Show where a memory came from\n---\n" +
		"Use kaibo's tool explain on the memory that this is about (recall finds its id), and show every version with its sources:\n\n$ARGUMENTS\n",
	".opencode/command/forget.md": "---\ndescription: Forget for good, with a receipt\n---\n" +
		"Show with a dry run of kaibo's tool forget what would go. Forget it only after I have agreed, and tell me the receipt:\n\n$ARGUMENTS\n",
}

func hostNames() string {
	names := make([]string, len(hosts))
	for i := range hosts {
		names[i] = hosts[i].name
	}
	return strings.Join(names, ", ")
}

func hostNamed(name string) (*host, bool) {
	for i := range hosts {
		if hosts[i].name == name {
			return &hosts[i], true
		}
	}
	return nil, false
}

// snippet is what is pasted into the host's file.
func (h *host) snippet(command []string) string {
	if h.keys == nil {
		return codexTable(command)
	}
	b, err := indented(nest(h.keys, map[string]any{"kaibo": h.entry(command)}))
	if err != nil {
		panic(err) // maps of strings always encode
	}
	return string(b)
}

// indented writes JSON as people edit it.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

func nest(keys []string, v any) any {
	for i := len(keys) - 1; i >= 0; i-- {
		v = map[string]any{keys[i]: v}
	}
	return v
}

func codexTable(command []string) string {
	args := make([]string, len(command)-1)
	for i, a := range command[1:] {
		args[i] = tomlString(a)
	}
	return fmt.Sprintf("[mcp_servers.kaibo]\ncommand = %s\nargs = [%s]\n", tomlString(command[0]), strings.Join(args, ", "))
}

// tomlString writes a basic string of TOML, whose escapes are JSON's.
func tomlString(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(b)
}

// byteOrderMark is what editors of Windows begin a file with.
const byteOrderMark = "\ufeff"

// errDiffers is a file that has another entry for kaibo already.
var errDiffers = errors.New("it has another entry named kaibo")

// merged returns the host's file with kaibo in it; everything else stays as it
// is. Replace puts the entry in place of one that differs; without it that is
// errDiffers.
func (h *host) merged(old []byte, command []string, replace bool) ([]byte, error) {
	if h.keys == nil {
		return mergedTOML(old, command)
	}
	if len(bytes.TrimSpace(old)) == 0 {
		return []byte(h.snippet(command)), nil
	}
	if bytes.HasPrefix(old, []byte(byteOrderMark)) {
		out, err := h.merged(old[len(byteOrderMark):], command, replace)
		return append([]byte(byteOrderMark), out...), err
	}
	if !json.Valid(old) {
		return nil, errors.New("it is not plain JSON")
	}
	at, err := find(old, append(h.keys[:len(h.keys):len(h.keys)], "kaibo"))
	if err != nil {
		return nil, err
	}
	want := h.entry(command)
	if len(at.missing) > 0 {
		value := want
		if len(at.missing) > 1 {
			value = nest(at.missing[1:], want)
		}
		return at.insert(old, at.missing[0], value)
	}
	var there any
	if err := json.Unmarshal(old[at.start:at.end], &there); err != nil {
		return nil, err
	}
	switch {
	case same(there, want):
		return old, nil
	case !replace:
		return nil, errDiffers
	}
	value, err := json.MarshalIndent(want, strings.Repeat("  ", at.depth), "  ")
	return slices.Concat(old[:at.start], value, old[at.end:]), err
}

// place is where a value stands in a JSON text, or where it would.
type place struct {
	missing    []string // keys that are not there; none when the value is
	start, end int      // of the value; start is behind the brace of the object that lacks the first missing key
	depth      int      // how many objects are around it
	empty      bool     // that object has no member
}

// find looks for the value under a path of keys, each but the last an object.
func find(text []byte, keys []string) (place, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	for depth, key := range keys {
		token, err := dec.Token()
		if err != nil {
			return place{}, err
		}
		if token != json.Delim('{') {
			return place{}, fmt.Errorf("what holds its %q is no object", key)
		}
		here := place{missing: keys[depth:], start: int(dec.InputOffset()), depth: depth + 1, empty: !dec.More()}
		found := false
		for dec.More() && !found {
			name, err := dec.Token()
			if err != nil {
				return place{}, err
			}
			if found = name == key; found && depth < len(keys)-1 {
				break // its value is the next object
			}
			var value json.RawMessage
			if err := dec.Decode(&value); err != nil {
				return place{}, err
			}
			if found {
				end := int(dec.InputOffset())
				return place{start: end - len(value), end: end, depth: depth + 1}, nil
			}
		}
		if !found {
			return here, nil
		}
	}
	return place{}, errors.New("no path to look for")
}

// insert puts a member in front of the others of an object.
func (at place) insert(text []byte, key string, v any) ([]byte, error) {
	indent := strings.Repeat("  ", at.depth)
	value, err := json.MarshalIndent(v, indent, "  ")
	if err != nil {
		return nil, err
	}
	member := fmt.Sprintf("\n%s%q: %s", indent, key, value)
	if at.empty {
		member += "\n" + strings.Repeat("  ", at.depth-1)
	} else {
		member += ","
	}
	return slices.Concat(text[:at.start], []byte(member), text[at.start:]), nil
}

func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// mergedTOML adds Codex's table at the end, where it stands by itself. What is
// there is read first, and what comes out is read again: a file that already has
// such a table, in whichever way TOML can write it, is left to its owner.
func mergedTOML(old []byte, command []string) ([]byte, error) {
	var before struct {
		Servers map[string]struct {
			Command string   `toml:"command"`
			Args    []string `toml:"args"`
		} `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(old, &before); err != nil {
		return nil, fmt.Errorf("it is not TOML (%w)", err)
	}
	if there, ok := before.Servers["kaibo"]; ok {
		if there.Command == command[0] && slices.Equal(there.Args, command[1:]) {
			return old, nil
		}
		return nil, errDiffers
	}
	out := slices.Clone(old)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, '\n')
	}
	if len(out) > 0 {
		out = append(out, '\n')
	}
	out = append(out, codexTable(command)...)
	var after map[string]any
	if err := toml.Unmarshal(out, &after); err != nil { // servers in one line take no table beside it
		return nil, errors.New("its servers are written in a way that a table cannot be added to")
	}
	return out, nil
}

// readRegular reads a file that is one, or a link to one. A pipe would wait for
// ever.
func readRegular(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", file)
	}
	return os.ReadFile(file) //nolint:gosec // the user's own
}

// writeOver replaces a file by way of another one beside it, so that it is
// never half there. Its mode stays; a new file is the user's alone. A link stays
// one: what it leads to is replaced.
func writeOver(file string, content []byte) error {
	mode := fs.FileMode(0o600)
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".kaibo-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it is gone once it was renamed
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
