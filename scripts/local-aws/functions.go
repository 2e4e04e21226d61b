package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// functionType is that of the template's functions.
const functionType = "AWS::Serverless::Function"

// build builds the bootstrap of every function for this machine, with the tags
// and flags of the Makefile.
func build(ctx context.Context, o options, template *stack.Template) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(1) // the compiler uses every processor itself
	for _, name := range template.Order {
		if template.Resources[name].Type != functionType {
			continue
		}
		group.Go(func() error {
			tags := "lambda.norpc"
			if name == "ForgetFunction" || name == "ExplainFunction" {
				tags += ",lean"
			}
			command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", tags, //nolint:gosec // our own folders
				"-ldflags", "-s -w -buildid=", "-o", bootstrap(o, name), "./functions/"+folder(name))
			command.Dir, command.Stdout, command.Stderr = o.root, os.Stderr, os.Stderr
			command.Env = append(os.Environ(), "CGO_ENABLED=0")
			if err := command.Run(); err != nil {
				return fmt.Errorf("build %s: %w", name, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// folder is where the main of a function lies: remember for RememberFunction.
func folder(name string) string { return strings.ToLower(strings.TrimSuffix(name, "Function")) }

func bootstrap(o options, name string) string {
	return filepath.Join(o.functions, folder(name), "bootstrap")
}

// fleet is every function of the template.
type fleet struct{ functions map[string]*function }

// startFunctions makes the functions ready to be invoked. Their processes start
// when they are first needed, as on Lambda.
func startFunctions(o options, template *stack.Template, services *emulators) (*fleet, error) {
	f := &fleet{functions: map[string]*function{}}
	for name, r := range template.Resources {
		if r.Type != functionType {
			continue
		}
		env, err := environment(template, r)
		if err != nil {
			return nil, fmt.Errorf("read the environment of %s: %w", name, err)
		}
		for i, pair := range env { // there is no recovery window here
			if strings.HasPrefix(pair, cloud.GraceVariable+"=") {
				env[i] = cloud.GraceVariable + "=" + o.grace
			}
		}
		if private := os.Getenv(cloud.PrivateWebhooksVariable); private != "" { // receivers on this machine
			env = append(env, cloud.PrivateWebhooksVariable+"="+private)
		}
		seconds, _ := r.Properties["Timeout"].(int)
		f.functions[name] = newFunction(name, bootstrap(o, name), time.Duration(seconds)*time.Second,
			append(append(env, services.env...), cloud.LoopbackVariable+"=true"))
	}
	return f, nil
}

// environment resolves the variables that the template gives a function.
func environment(template *stack.Template, r stack.Resource) ([]string, error) {
	var env []string
	set, _ := r.Properties["Environment"].(map[string]any)
	variables, _ := set["Variables"].(map[string]any)
	for name, value := range variables {
		text, err := template.Text(value)
		if err != nil {
			return nil, err
		}
		env = append(env, name+"="+text)
	}
	return env, nil
}

// invoke has a function answer an event.
func (f *fleet) invoke(ctx context.Context, name string, event []byte) (*answer, error) {
	function, ok := f.functions[name]
	if !ok {
		return nil, fmt.Errorf("there is no function %s", name)
	}
	return function.invoke(ctx, event)
}

func (f *fleet) stop() {
	for _, function := range f.functions {
		function.stop()
	}
}

// answerEvents hands every function its file of events/, and tells of each
// what it answered.
func answerEvents(ctx context.Context, o options, template *stack.Template, functions *fleet) error {
	var errs []error
	for _, name := range template.Order {
		if template.Resources[name].Type != functionType {
			continue
		}
		event, err := os.ReadFile(filepath.Join(o.root, "events", folder(name)+".json")) //nolint:gosec // our own folders
		if err != nil {
			return err
		}
		body, cold, warm, err := twice(ctx, functions, name, event)
		if err != nil && name == "AuthorizeFunction" && strings.Contains(err.Error(), "Unauthorized") {
			err = nil // the key of the example is nobody's: that is the answer
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
			continue
		}
		fmt.Printf("%-18s cold %6.1f ms, warm %6.1f ms  %.120s\n", folder(name), ms(cold), ms(warm), strings.ReplaceAll(string(body), "\x00", " "))
	}
	return errors.Join(errs...)
}

// twice invokes a function that has no process yet, and again.
func twice(ctx context.Context, functions *fleet, name string, event []byte) (body []byte, cold, warm time.Duration, err error) {
	for _, took := range []*time.Duration{&cold, &warm} {
		began := time.Now()
		answer, invokeErr := functions.invoke(ctx, name, event)
		if invokeErr != nil {
			return nil, 0, 0, invokeErr
		}
		if body, err = answer.all(); err != nil {
			return nil, 0, 0, err
		}
		*took = time.Since(began)
	}
	return body, cold, warm, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
