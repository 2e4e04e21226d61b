package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
)

// emulators are the stand-ins that run.
type emulators struct {
	script, dir string
	env         []string // for the SDK: addresses, credentials, region
	endpoints   map[string]string
}

// serviceVariables are the SDK's, by the name that scripts/emulators has for a
// service.
var serviceVariables = map[string]string{
	"DYNAMODB": "AWS_ENDPOINT_URL_DYNAMODB", "S3": "AWS_ENDPOINT_URL_S3", "SQS": "AWS_ENDPOINT_URL_SQS",
}

// preferred says which stand-in serves when several could: moto serves all, and
// the others are faster and nearer to AWS at what they do.
var preferred = []string{"versitygw", "fauxqs", "moto"}

// startEmulators starts the stand-ins and reads where they are.
func startEmulators(ctx context.Context, o options) (*emulators, error) {
	e := &emulators{script: filepath.Join(o.root, "scripts", "emulators"), dir: filepath.Join(o.work, "emulators"), endpoints: map[string]string{}}
	arguments := append([]string{"start", "--run", e.dir}, strings.Fields(o.emulators)...)
	command := exec.CommandContext(ctx, e.script, arguments...) //nolint:gosec // our own script
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("start emulators: %w", err)
	}
	e.read(out)
	for service, variable := range serviceVariables {
		if e.endpoints[service] == "" {
			return nil, fmt.Errorf("start emulators: none of %q serves %s", o.emulators, service)
		}
		e.env = append(e.env, variable+"="+e.endpoints[service])
	}
	return e, nil
}

// read reads the lines that the script prints for a shell.
func (e *emulators) read(out []byte) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "export ")
		if rest, ok := strings.CutPrefix(line, "KAIBO_TEST_"); ok {
			service, addresses, _ := strings.Cut(rest, "=")
			e.endpoints[service] = pick(strings.Fields(strings.Trim(addresses, "'")))
			continue
		}
		e.env = append(e.env, strings.Fields(line)...)
	}
}

// pick chooses among "kind=address".
func pick(all []string) string {
	for _, want := range preferred {
		for _, one := range all {
			if kind, address, _ := strings.Cut(one, "="); kind == want {
				return address
			}
		}
	}
	return ""
}

// config is the SDK's configuration for them.
func (e *emulators) config(ctx context.Context) (aws.Config, error) {
	for _, pair := range e.env {
		name, value, _ := strings.Cut(pair, "=")
		if err := os.Setenv(name, value); err != nil {
			return aws.Config{}, err
		}
	}
	return awsconfig.LoadDefaultConfig(ctx)
}

// stop ends them and removes their data.
func (e *emulators) stop() error {
	command := exec.Command(e.script, "stop", "--run", e.dir) //nolint:gosec,noctx // our own script; it must run to its end
	command.Stderr = os.Stderr
	return command.Run()
}
