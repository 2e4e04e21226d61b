package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// kaibo is the program as a host of MCP servers starts it.
func kaibo(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("kaibo")
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(path, args...) //nolint:gosec // the program under test
}

// sharedData is a data directory whose server, when one was started, is ended
// with the test.
func sharedData(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		owner, err := local.ReadOwner(dir)
		if err != nil {
			return
		}
		p, err := os.FindProcess(owner.PID)
		if err != nil {
			t.Error(err)
			return
		}
		_ = p.Signal(os.Interrupt)
		for range 200 { // it is no child of ours, so it is gone when it has let go of the data
			if vacant, err := local.Vacant(dir); err == nil && vacant {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("the server %d does not end", owner.PID)
		_ = p.Kill()
	})
	return dir
}

func session(t *testing.T, version string, args ...string) (*mcp.ClientSession, error) {
	t.Helper()
	transport := &mcp.CommandTransport{Command: kaibo(t, append([]string{"mcp"}, args...)...)}
	transport.Command.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(context.Background(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
}

func call(s *mcp.ClientSession, tool string, arguments map[string]any) (string, error) {
	r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", err
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return "", fmt.Errorf("%s: %s", tool, text)
	}
	return text, nil
}

// TestEightSessionsShareOneServer begins with no server and no data: all look
// for one at the same moment, and one is started.
func TestEightSessionsShareOneServer(t *testing.T) {
	dir := sharedData(t)
	const sessions = 8
	versions := []string{"", "2025-11-25", "2025-06-18", "2024-11-05"}
	all := make([]*mcp.ClientSession, sessions)
	var mu sync.Mutex
	var group errgroup.Group
	for i := range sessions {
		group.Go(func() error {
			s, err := session(t, versions[i%len(versions)], "--data", dir)
			if err != nil {
				return err
			}
			mu.Lock()
			all[i] = s
			mu.Unlock()
			_, err = call(s, "remember", map[string]any{"content": fmt.Sprintf("Locker %d belongs to team %c.", 100+i, 'A'+i), "idempotencyKey": fmt.Sprint("s", i), "wait": true})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	owner, err := local.ReadOwner(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range all {
		group.Go(func() error {
			other := (i + 3) % sessions
			text, err := call(s, "recall", map[string]any{"question": fmt.Sprintf("Who owns locker %d?", 100+other)})
			if err == nil && !strings.Contains(text, fmt.Sprintf("team %c", 'A'+other)) {
				err = fmt.Errorf("session %d does not know what %d wrote: %s", i, other, text)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	text, err := call(all[0], "verify", nil)
	if err != nil || !strings.Contains(text, `"ok":true`) || !strings.Contains(text, `"events":8`) {
		t.Errorf("verify: %v %s", err, text)
	}
	for i, s := range all {
		if err := s.Close(); err != nil { // closes standard input and waits: an exit code is an error
			t.Errorf("session %d ended with %v", i, err)
		}
	}
	if now, err := local.ReadOwner(dir); err != nil || now.PID != owner.PID {
		t.Errorf("the server was %v and is %v, %v", owner, now, err)
	}
}

// TestASessionOutlivesItsServer: one that ended is started again.
func TestASessionOutlivesItsServer(t *testing.T) {
	dir := sharedData(t)
	s, err := session(t, "", "--data", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // looked at above
	if _, err := call(s, "remember", map[string]any{"content": "The sluice opens at dawn.", "wait": true}); err != nil {
		t.Fatal(err)
	}
	owner, err := local.ReadOwner(dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := os.FindProcess(owner.PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	for {
		if vacant, err := local.Vacant(dir); err != nil || vacant {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if text, err := call(s, "recall", map[string]any{"question": "When does the sluice open?"}); err != nil || !strings.Contains(text, "dawn") {
		t.Errorf("%v %s", err, text)
	}
	if text, err := call(s, "verify", nil); err != nil || !strings.Contains(text, `"ok":true`) {
		t.Errorf("%v %s", err, text)
	}
}

// TestOnlyTheProtocolIsWritten reads standard output line by line, and closes
// standard input while nothing is asked.
func TestOnlyTheProtocolIsWritten(t *testing.T) {
	c := kaibo(t, "mcp", "--data", sharedData(t), "--toolsets", "mend,verify", "--scopes", "read,write")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	ask := func(message string) map[string]any {
		t.Helper()
		if _, err := io.WriteString(in, message+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err, stderr.String())
		}
		var got map[string]any
		if err := json.Unmarshal(line, &got); err != nil || got["jsonrpc"] != "2.0" {
			t.Fatalf("%v: %s", err, line)
		}
		return got
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	if _, err := io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	list := ask(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	var names []string
	for _, tool := range list["result"].(map[string]any)["tools"].([]any) {
		names = append(names, tool.(map[string]any)["name"].(string))
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "alias call correct dispute reinstate verbs verify" {
		t.Errorf("listed are %s", got)
	}
	if got := fmt.Sprint(ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"call","arguments":{"verb":"forget","arguments":{"query":"x","dryRun":true}}}}`)); !strings.Contains(got, "may not use the scope forget") {
		t.Errorf("a scope that was not given: %s", got)
	}
	if got := fmt.Sprint(ask(`{"jsonrpc":"2.0","id":4,"method":"no/such"}`)); !strings.Contains(got, "error") {
		t.Errorf("no/such: %s", got)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil || len(rest) > 0 {
		t.Errorf("more was written: %q, %v", rest, err)
	}
	if err := c.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("it ended with %v and said %q", err, stderr.String())
	}
}

// TestTheToolsOfASessionAreBrief: over stdio there is one more.
func TestTheToolsOfASessionAreBrief(t *testing.T) {
	s, err := session(t, "", "--data", sharedData(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // looked at above
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	if n := tokens.Count(string(b)); n > 1800 || !strings.Contains(string(b), `"verify"`) {
		t.Errorf("%d tokens: %s", n, b)
	}
}

// TestASessionWithAServerElsewhere goes by --url and --key, and starts nothing.
func TestASessionWithAServerElsewhere(t *testing.T) {
	dir := sharedData(t)
	first, err := session(t, "", "--data", dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := call(first, "keys_create", map[string]any{"name": "agent", "scopes": []string{"read", "write"}})
	if err != nil {
		t.Fatal(err)
	}
	key := text[strings.Index(text, `"key":"`)+len(`"key":"`):]
	key = key[:strings.Index(key, `"`)]
	owner, err := local.ReadOwner(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "none")
	s, err := session(t, "", "--url", "http://"+owner.Address, "--key", key, "--data", elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call(s, "remember", map[string]any{"content": "The weir is closed.", "wait": true}); err != nil {
		t.Error(err)
	}
	if _, err := call(s, "forget", map[string]any{"query": "weir", "dryRun": true}); err == nil || !strings.Contains(err.Error(), "forbidden: the key lacks the scope forget") {
		t.Errorf("forget: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(elsewhere); !os.IsNotExist(err) {
		t.Errorf("a data directory was made: %v", err)
	}
	s, err = session(t, "", "--url", "http://"+owner.Address, "--key", "kaibo_wrong")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call(s, "memories", nil); err == nil || !strings.Contains(err.Error(), "unauthenticated: ") || !strings.Contains(err.Error(), "ask your user for a key") {
		t.Errorf("a wrong key: %v", err)
	}
	_ = s.Close()
}
