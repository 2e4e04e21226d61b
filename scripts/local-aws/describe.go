package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// describe answers what CloudFormation would say of the stack, and writes the
// variables for a shell that lead the SDK to it and to the stand-ins. To whoever
// asks, the stack has stood as it is for an hour.
func describe(ctx context.Context, group *errgroup.Group, o options, template *stack.Template, services *emulators, api net.Addr) error {
	listener, err := loopback(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	template.Outside["Api"] = "local"
	template.Outputs["Url"] = stack.Output{Value: "http://" + api.String()}
	server := &http.Server{Handler: template.Describe(template.Outside["AWS::StackName"], time.Now().Add(-time.Hour)), ReadHeaderTimeout: 10 * time.Second}
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		return server.Close()
	})
	lines := []string{fmt.Sprintf("export AWS_ENDPOINT_URL_CLOUDFORMATION=http://%s", listener.Addr())}
	for _, pair := range services.env {
		lines = append(lines, "export "+pair)
	}
	if err := os.WriteFile(o.env, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("write environment: %w", err)
	}
	return nil
}
