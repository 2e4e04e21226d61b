// Command local-aws runs a deployment on one machine, without Docker and
// without an account: stand-ins for DynamoDB, S3 and SQS, the functions as the
// binaries that Lambda would run, and around them a small API Gateway, the
// poller of the queues and the schedule. All of it is read from template.yaml.
//
//	go run ./scripts/local-aws --listen 127.0.0.1:8080
//	go run ./scripts/local-aws --events
//
// The first serves until it is interrupted. The second starts every function,
// hands it its file of events/, and exits 1 when one does not answer.
//
// What is like AWS: the binaries, the Runtime API that they speak, the events
// that they get, the routes, the gateway's own answers, the authorizer with its
// cache, partial batch failures, dead letters after the template's number of
// tries. What is not: rights (nobody checks a policy), limits of size and rate,
// the stream of the events table, and time: a message that failed comes again
// after two seconds. Without a key requests may go, as the contract says of a
// server on the loopback, until the first key is made.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// options are the flags.
type options struct {
	listen    string
	root      string // of the module
	work      string // data, logs and, unless functions says otherwise, binaries
	functions string // binaries
	emulators string // names, separated by spaces
	grace     string
	events    bool
	built     bool
	env       string // file for the shell
	paused    bool
}

func main() {
	o := options{}
	flag.StringVar(&o.listen, "listen", "127.0.0.1:8080", "loopback address of the gateway")
	flag.StringVar(&o.root, "root", ".", "directory with template.yaml")
	flag.StringVar(&o.work, "work", "", "directory for binaries and data; a temporary one when empty")
	flag.StringVar(&o.emulators, "emulators", "moto versitygw fauxqs", "stand-ins to start, the first for each service is used")
	flag.StringVar(&o.grace, "grace", "24h", "how long purging waits after forgetting; there is no recovery window here")
	flag.StringVar(&o.env, "env", "", "file to write for a shell in which kaibo --stack reaches this; --work/env when empty")
	flag.BoolVar(&o.paused, "paused", false, "stand still, as a stack does that is deployed with Paused=true, so that kaibo --stack rebuild works alone")
	flag.BoolVar(&o.events, "events", false, "hand every function its file of events/ and exit")
	flag.StringVar(&o.functions, "functions", "", "directory for the binaries; --work/functions when empty")
	flag.BoolVar(&o.built, "built", false, "take the binaries that an earlier run left")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		slog.Error("local-aws", "err", err)
		os.Exit(1)
	}
}

// run makes everything, in the order in which one needs the other, and takes it
// down in the other order.
func run(ctx context.Context, o options) (err error) {
	template, err := stack.Read(filepath.Join(o.root, "template.yaml"))
	if err != nil {
		return err
	}
	if o.work == "" {
		if o.work, err = os.MkdirTemp("", "kaibo-local-aws"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(o.work)) }()
	}
	if o.work, err = filepath.Abs(o.work); err != nil {
		return err
	}
	if o.functions == "" {
		o.functions = filepath.Join(o.work, "functions")
	}
	if o.env == "" {
		o.env = filepath.Join(o.work, "env")
	}
	template.Outside["Paused"] = strconv.FormatBool(o.paused)
	services, err := startEmulators(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, services.stop()) }()
	made, err := makeResources(ctx, template, services, o.work)
	if err != nil {
		return err
	}
	if !o.built {
		if err := build(ctx, o, template); err != nil {
			return err
		}
	}
	functions, err := startFunctions(o, template, services)
	if err != nil {
		return err
	}
	defer functions.stop()
	if o.events {
		return answerEvents(ctx, o, template, functions)
	}
	return serve(ctx, o, template, functions, made, services)
}

// serve runs what calls the functions until ctx ends.
func serve(ctx context.Context, o options, template *stack.Template, functions *fleet, made *resources, services *emulators) error {
	gateway, err := newGateway(template, functions)
	if err != nil {
		return err
	}
	listener, err := loopback(ctx, o.listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: gateway, ReadHeaderTimeout: 10 * time.Second}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return server.Shutdown(end)
	})
	if err := describe(ctx, group, o, template, services, listener.Addr()); err != nil {
		return err
	}
	if gateway.paused = o.paused; !o.paused {
		if err := poll(ctx, group, template, functions, made); err != nil {
			return err
		}
		if err := schedule(ctx, group, template, functions); err != nil {
			return err
		}
	}
	fmt.Printf("the operator's commands: . %s && kaibo --stack %s keys\n", o.env, template.Outside["AWS::StackName"])
	fmt.Printf("kaibo's functions listen on http://%s\n", listener.Addr())
	return group.Wait()
}

// loopback listens where only this machine can reach: requests without a key go.
func loopback(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return nil, errors.Join(fmt.Errorf("%s is no loopback address", address), listener.Close())
	}
	return listener, nil
}
