package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cli"
)

var agent = []string{"kaibo", "mcp", "--scopes", "read,write"}

func TestAHostsFileKeepsWhatItHolds(t *testing.T) {
	for _, c := range []struct{ name, host, old, want string }{
		{"new", "cursor", "", "{\n  \"mcpServers\": {\n    \"kaibo\": {\n      \"args\": [\n        \"mcp\",\n        \"--scopes\",\n        \"read,write\"\n      ],\n      \"command\": \"kaibo\"\n    }\n  }\n}\n"},
		{"others stay in their order", "cursor", `{"z": 1, "mcpServers": {"x": {"command": "x"}, "a": {}}, "b": "<"}`,
			"{\"z\": 1, \"mcpServers\": {\n    \"kaibo\": {\n      \"args\": [\n        \"mcp\",\n        \"--scopes\",\n        \"read,write\"\n      ],\n      \"command\": \"kaibo\"\n    },\"x\": {\"command\": \"x\"}, \"a\": {}}, \"b\": \"<\"}"},
		{"an object that is empty", "opencode", `{"mcp": {}}`,
			"{\"mcp\": {\n    \"kaibo\": {\n      \"command\": [\n        \"kaibo\",\n        \"mcp\",\n        \"--scopes\",\n        \"read,write\"\n      ],\n      \"enabled\": true,\n      \"type\": \"local\"\n    }\n  }}"},
		{"the words in a string", "codex", "note = \"\"\"\n[mcp_servers.kaibo]\n\"\"\"\n", "note = \"\"\"\n[mcp_servers.kaibo]\n\"\"\"\n\n[mcp_servers.kaibo]\ncommand = \"kaibo\"\nargs = [\"mcp\", \"--scopes\", \"read,write\"]\n"},
		{"a byte order mark", "opencode", "\ufeff{}", "\ufeff{\n  \"mcp\": {\n    \"kaibo\": {\n      \"command\": [\n        \"kaibo\",\n        \"mcp\",\n        \"--scopes\",\n        \"read,write\"\n      ],\n      \"enabled\": true,\n      \"type\": \"local\"\n    }\n  }\n}"},
		{"TOML", "codex", "model = \"o9\"", "model = \"o9\"\n\n[mcp_servers.kaibo]\ncommand = \"kaibo\"\nargs = [\"mcp\", \"--scopes\", \"read,write\"]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := cli.Merged(c.host, []byte(c.old), agent, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Error(diff)
			}
			again, err := cli.Merged(c.host, got, agent, false)
			if err != nil || string(again) != string(got) {
				t.Errorf("a second time changes it: %v\n%s", err, again)
			}
		})
	}
}

func TestAHostsFileThatIsSomethingElseIsLeftAlone(t *testing.T) {
	for _, c := range []struct{ host, old, says string }{
		{"vscode", "{\n  // mine\n}", "no plain JSON"},
		{"vscode", `{"servers": 3}`, "no object"},
		{"vscode", `[]`, "no object"},
		{"vscode", `{"servers": {"kaibo": {"command": "other"}}}`, "another entry"},
		{"codex", "[mcp_servers.kaibo]\ncommand = \"other\"\n", "another entry"},
		{"codex", "[mcp_servers.\"kaibo\"]\ncommand = \"other\"\n", "another entry"},
		{"codex", "mcp_servers = { x = {command = \"a\"} }\n", "cannot be added"},
		{"codex", "mcp_servers = { kaibo = {command = \"a\"} }\n", "another entry"},
		{"codex", "a = = 1", "not TOML"},
	} {
		if _, err := cli.Merged(c.host, []byte(c.old), agent, false); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "not plain", "no plain"), c.says) {
			t.Errorf("%s %s: %v", c.host, c.old, err)
		}
	}
	got, err := cli.Merged("vscode", []byte(`{"servers": {"kaibo": {"command": "other"}, "x": {}}}`), agent, true)
	var file struct{ Servers map[string]map[string]any }
	if err != nil || json.Unmarshal(got, &file) != nil || file.Servers["kaibo"]["command"] != "kaibo" || file.Servers["x"] == nil {
		t.Errorf("%v: %s", err, got)
	}
}

// TestInitKeepsLinksAndWhatIsThere meets a file that is a link, a command of
// the user's own, and a pipe.
func TestInitKeepsLinksAndWhatIsThere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links want a right there")
	}
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("KAIBO_DATA", filepath.Join(dir, "data"))
	target, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, ".mcp.json")
	if err := errors.Join(os.WriteFile(target, []byte("{\"a\": 1}"), 0o644), os.Symlink(target, link)); err != nil { //nolint:gosec // a test's
		t.Fatal(err)
	}
	if code, _, stderr := terminal(t, "", "init", "claude-code", "--dir", dir); code != 0 {
		t.Fatal(stderr)
	}
	info, err := os.Lstat(link)
	if b, readErr := os.ReadFile(target); err != nil || readErr != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(string(b), "kaibo") {
		t.Errorf("the link is %v, and leads to %s", info.Mode(), b)
	}
	own := filepath.Join(dir, ".opencode", "command", "recall.md")
	if err := errors.Join(os.MkdirAll(filepath.Dir(own), 0o700), os.WriteFile(own, []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := terminal(t, "", "init", "opencode", "--dir", dir); code != 5 || !strings.Contains(stderr, "recall.md") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if b, err := os.ReadFile(own); err != nil || string(b) != "mine" {
		t.Errorf("%v: %s", err, b)
	}
	if _, err := os.Stat(filepath.Join(dir, "opencode.json")); err == nil {
		t.Error("a part was written")
	}
	if code, _, stderr := terminal(t, "", "init", "cursor", "--dir", os.DevNull+"/x"); code == 0 {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

func TestInitOfAHostTwice(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("KAIBO_DATA", filepath.Join(home, "data"))
	for range 2 {
		if code, out, stderr := terminal(t, "", "init", "opencode", "--dir", dir); code != 0 || !strings.Contains(out, "opencode.json") {
			t.Fatalf("exit %d: %s%s", code, out, stderr)
		}
	}
	for _, name := range []string{"opencode.json", ".opencode/command/remember.md", ".opencode/command/forget.md"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(b) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if code, _, stderr := terminal(t, "", "init", "emacs"); code != 3 || !strings.Contains(stderr, "claude-code") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if code, out, _ := terminal(t, "", "init", "codex", "--print"); code != 0 || !strings.Contains(out, "[mcp_servers.kaibo]") {
		t.Errorf("exit %d: %s", code, out)
	}
	if _, err := os.Stat(filepath.Join(home, ".codex")); err == nil {
		t.Error("--print wrote a file")
	}
}
