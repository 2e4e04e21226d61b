package cloud

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Start is the main of a function: it reads the environment, has build make
// what answers events, and answers them until Lambda ends the process. What
// build answers is a function that [lambda.Start] takes; see [Guarded].
//
// A function that cannot start says why in one line of its log and exits,
// which Lambda reports as an error of the function's init.
func Start(needs Needs, build func(*Deployment) (any, error)) {
	slog.SetDefault(slog.New(withRequest{slog.NewJSONHandler(os.Stdout, nil)}))
	handler, err := assemble(needs, build)
	if err != nil {
		slog.Error("the function cannot start", "err", err)
		os.Exit(1)
	}
	lambda.Start(handler)
}

func assemble(needs Needs, build func(*Deployment) (any, error)) (any, error) {
	config, err := Read(os.LookupEnv, needs)
	if err != nil {
		return nil, err
	}
	if needs == 0 { // it reaches nothing
		return build(&Deployment{Config: config, Clock: kaibo.SystemClock})
	}
	d, err := Open(context.Background(), config)
	if err != nil {
		return nil, err
	}
	return build(d)
}

// withRequest adds Lambda's request id to every line that is logged for one.
type withRequest struct{ slog.Handler }

// Handle implements slog.Handler.
func (h withRequest) Handle(ctx context.Context, r slog.Record) error {
	if lc, ok := lambdacontext.FromContext(ctx); ok {
		r.AddAttrs(slog.String("requestId", lc.AwsRequestID))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h withRequest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return withRequest{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h withRequest) WithGroup(name string) slog.Handler {
	return withRequest{h.Handler.WithGroup(name)}
}

// leaveTime is how long before Lambda's deadline an event is told to stop: long
// enough to put down what it holds and to say how far it came.
const leaveTime = 2 * time.Second

// Guarded makes a handler that survives its own panics, and that ends before
// Lambda ends it. What the log is told of a panic is its value and its stack;
// the caller hears only that there was one.
func Guarded[In, Out any](name string, handle func(context.Context, In) (Out, error)) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (out Out, err error) {
		if deadline, ok := ctx.Deadline(); ok {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, deadline.Add(-leaveTime))
			defer cancel()
		}
		defer Recover(ctx, name, &err)
		return handle(ctx, in)
	}
}

// Recover makes an error of a panic. It must be deferred.
func Recover(ctx context.Context, name string, err *error) {
	if cause := recover(); cause != nil {
		slog.ErrorContext(ctx, "panic", "at", name, "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
		*err = &kaibo.Error{Op: name, Err: errPanic}
	}
}

var errPanic = fmt.Errorf("panic; the log has its stack")
