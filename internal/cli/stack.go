package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/cloud/operator"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// onStack annotates the commands that run on a stack.
const onStack = "stack"

// checkStack refuses flags that do not go together, before anything is reached.
func (s *program) checkStack(cmd *cobra.Command, _ []string) error {
	given := func(name string) bool { f := cmd.Flags().Lookup(name); return f != nil && f.Changed }
	switch {
	case !given("stack") && (given("region") || given("profile")):
		return usageError("Name the stack: --stack NAME", "--region and --profile say how to reach a stack, and none is named")
	case !given("stack"):
		return nil
	case s.stack == "":
		return usageError("Name it as samconfig.toml does: --stack kaibo-dev", "--stack wants the name of a stack")
	case given("url") || given("data"):
		return usageError("", "--stack, --url and --data each name where to work; give one of them")
	case cmd.Annotations[onStack] == "":
		return usageError("Ask its API: the stack's output Url is for --url, and a key for KAIBO_API_KEY.",
			"%s is no command of the operator, and --stack is for those", cmd.CommandPath())
	}
	return nil
}

// deployed serves the operator's commands over the stores of a stack, within
// this process.
func (s *program) deployed(ctx context.Context) (*client, error) {
	stack, err := operator.Find(ctx, operator.Options{Name: s.stack, Region: s.region, Profile: s.profile})
	if err != nil {
		return nil, stackError(err)
	}
	token := rand.Text() + rand.Text()
	handler, err := stack.Handler(token, version(), slog.Default())
	if err != nil {
		return nil, err
	}
	c, err := newClient("http://localhost", token, s.project)
	if err != nil {
		return nil, err
	}
	transport := &app.InProcess{Handler: handler}
	c.http.Transport = transport
	c.http.Timeout = 0 // a rebuild over the network takes what it takes
	c.where = "the stack " + stack.Name
	c.close = func() error { transport.Wait(); return nil }
	return c, nil
}

// exitOfKind is how the process ends when a stack cannot be used.
var exitOfKind = map[kaibo.Kind]int{
	kaibo.Unauthenticated: exitForbidden, kaibo.Forbidden: exitForbidden, kaibo.NotFound: exitNotFound, kaibo.Invalid: exitUsage,
}

// stackError says what to type next.
func stackError(err error) error {
	var known *operator.Error
	if !errors.As(err, &known) {
		return fmt.Errorf("find the stack: %w", err)
	}
	code, ok := exitOfKind[known.Kind]
	if !ok {
		code = exitUnreachable
	}
	return &exitError{code: code, next: known.Next, err: known}
}
