package cli_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kaibo-dev/kaibo/internal/cli"
	"github.com/kaibo-dev/kaibo/internal/local"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kaibo": func() { os.Exit(cli.Main()) }})
}

// TestScripts runs the real program. In a script, $KAIBO_DATA is a directory of
// its own, "exits N kaibo …" wants that exit code, and "served" waits until a
// server in the background answers and sets $SERVER to its address.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("KAIBO_DATA", filepath.Join(env.WorkDir, "data"))
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"served": served,
			"setkey": setKey,
			"pick":   pick,
			"forge":  forge,
		},
	})
}

// exits runs a command and wants its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// served waits for the server of the data directory.
func served(ts *testscript.TestScript, _ bool, _ []string) {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		owner, err := local.ReadOwner(ts.Getenv("KAIBO_DATA"))
		if err != nil {
			continue
		}
		resp, err := http.Get("http://" + owner.Address + "/healthz")
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		if _, _, err := net.SplitHostPort(owner.Address); err != nil {
			ts.Fatalf("address %q", owner.Address)
		}
		ts.Setenv("SERVER", "http://"+owner.Address)
		return
	}
	ts.Fatalf("no server came up")
}

// pick sets a variable to what a pattern first matches in a file.
func pick(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile(args[1]).FindString(ts.ReadFile(args[0]))
	if found == "" {
		ts.Fatalf("%s has nothing like %s", args[0], args[1])
	}
	ts.Setenv(args[2], found)
}

// forge puts another text in place of the first one like it in a file.
func forge(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s has no %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// setKey sets $KAIBO_API_KEY to the first line of a file.
func setKey(ts *testscript.TestScript, _ bool, args []string) {
	line, _, _ := strings.Cut(ts.ReadFile(args[0]), "\n")
	ts.Setenv("KAIBO_API_KEY", line)
}
