package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A sandbox is one process of a function and the Runtime API that it speaks:
// the process asks for the next event and posts its answer, one at a time. The
// API is that of the Lambda developer guide, "Using the Lambda runtime API for
// custom runtimes", version 2018-06-01.
type sandbox struct {
	process *exec.Cmd
	server  *http.Server
	events  chan *invocation
	gone    chan struct{} // closed when the process has ended

	mu      sync.Mutex
	current *invocation
}

// invocation is an event on its way through a sandbox.
type invocation struct {
	id       string
	event    []byte
	deadline time.Time
	arn      string
	answered chan *answer // takes one
}

// answer is what a function answered: a whole document, or a stream of one of
// the type of streamType.
type answer struct {
	media string
	body  io.ReadCloser
	err   error // the function failed
	done  func()
}

// streamType is the content type of an answer that begins with the status and
// headers of an HTTP response.
const streamType = "application/vnd.awslambda.http-integration-response"

// all reads a whole answer.
func (a *answer) all() ([]byte, error) {
	defer a.close()
	if a.err != nil {
		return nil, a.err
	}
	return io.ReadAll(a.body)
}

// close gives the sandbox back.
func (a *answer) close() {
	if a.body != nil {
		_ = a.body.Close()
	}
	a.done()
}

const runtimePath = "/2018-06-01/runtime"

// startSandbox starts the process of a function.
func startSandbox(ctx context.Context, name, path string, env []string) (*sandbox, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sandbox{events: make(chan *invocation), gone: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+runtimePath+"/invocation/next", s.next)
	mux.HandleFunc("POST "+runtimePath+"/invocation/{id}/response", s.response)
	mux.HandleFunc("POST "+runtimePath+"/invocation/{id}/error", s.failure)
	mux.HandleFunc("POST "+runtimePath+"/init/error", s.initError)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.server.Serve(listener) }()
	s.process = exec.Command(path) //nolint:gosec,noctx // a binary that was just built; it outlives the request that starts it
	s.process.Env = append([]string{"PATH=" + os.Getenv("PATH"), "AWS_LAMBDA_RUNTIME_API=" + listener.Addr().String(),
		"AWS_LAMBDA_FUNCTION_NAME=" + name, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=1769", "_HANDLER=bootstrap"}, env...)
	s.process.Stdout, s.process.Stderr = os.Stderr, os.Stderr
	if err := s.process.Start(); err != nil {
		return nil, errors.Join(err, s.server.Close())
	}
	go s.await()
	return s, nil
}

// await notes the end of the process. An event that it had fails.
func (s *sandbox) await() {
	err := s.process.Wait()
	close(s.gone)
	_ = s.server.Close()
	s.settle(&answer{err: fmt.Errorf("the process ended: %w", errOr(err, "exit status 0"))})
}

func errOr(err error, text string) error {
	if err != nil {
		return err
	}
	return errors.New(text)
}

func (s *sandbox) stop() { _ = s.process.Process.Kill() }

// settle answers the event that the sandbox has, if any.
func (s *sandbox) settle(a *answer) bool {
	s.mu.Lock()
	current := s.current
	s.current = nil
	s.mu.Unlock()
	if current == nil {
		return false
	}
	current.answered <- a
	return true
}

// next hands the process its next event.
func (s *sandbox) next(w http.ResponseWriter, r *http.Request) {
	select {
	case in := <-s.events:
		s.mu.Lock()
		s.current = in
		s.mu.Unlock()
		h := w.Header()
		h.Set("Lambda-Runtime-Aws-Request-Id", in.id)
		h.Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(in.deadline.UnixMilli(), 10))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", in.arn)
		h.Set("Content-Type", "application/json")
		_, _ = w.Write(in.event)
	case <-r.Context().Done():
	}
}

// response passes an answer on while it comes in: a stream is read by whoever
// waits for it as it is written.
func (s *sandbox) response(w http.ResponseWriter, r *http.Request) {
	out, in := io.Pipe()
	if !s.settle(&answer{media: r.Header.Get("Content-Type"), body: out}) {
		http.Error(w, "no event waits for an answer", http.StatusForbidden)
		return
	}
	_, err := io.Copy(in, r.Body)
	if kind := r.Trailer.Get("Lambda-Runtime-Function-Error-Type"); err == nil && kind != "" {
		err = fmt.Errorf("the function broke its answer off: %s", kind)
	}
	_ = in.CloseWithError(err) // nil is the end
	w.WriteHeader(http.StatusAccepted)
}

func (s *sandbox) failure(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err == nil {
		err = fmt.Errorf("the function failed: %s", strings.TrimSpace(string(body)))
	}
	s.settle(&answer{err: err})
	w.WriteHeader(http.StatusAccepted)
}

func (s *sandbox) initError(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusAccepted)
	s.stop()
}

// run has the process answer one event. A process that does not within the
// deadline is stopped, as Lambda does.
func (s *sandbox) run(ctx context.Context, in *invocation) *answer {
	late := time.NewTimer(time.Until(in.deadline))
	defer late.Stop()
	select {
	case s.events <- in:
	case <-s.gone:
		return &answer{err: errors.New("the process ended before it took the event")}
	case <-late.C:
		s.stop()
		return &answer{err: errLate}
	case <-ctx.Done():
		return &answer{err: ctx.Err()}
	}
	select {
	case a := <-in.answered:
		return a
	case <-late.C:
		s.stop()
		return &answer{err: errLate}
	}
}

var errLate = errors.New("the function did not answer within its time-out")

// function is a function with the sandboxes that it has.
type function struct {
	name, path string
	timeout    time.Duration
	env        []string
	room       chan struct{} // one for each sandbox that may run

	mu   sync.Mutex
	idle []*sandbox
	all  map[*sandbox]bool
}

// maxSandboxes is how many processes of a function run at a time.
const maxSandboxes = 10

func newFunction(name, path string, timeout time.Duration, env []string) *function {
	return &function{name: name, path: path, timeout: timeout, env: env, room: make(chan struct{}, maxSandboxes), all: map[*sandbox]bool{}}
}

// invoke has one of the sandboxes answer an event, a new one when all are at
// work. The answer must be closed.
func (f *function) invoke(ctx context.Context, event []byte) (*answer, error) {
	select {
	case f.room <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s, err := f.take(ctx)
	if err != nil {
		<-f.room
		return nil, err
	}
	a := s.run(ctx, &invocation{id: rand.Text(), event: event, deadline: time.Now().Add(f.timeout),
		arn: "arn:aws:lambda:us-east-1:000000000000:function:" + f.name, answered: make(chan *answer, 1)})
	a.done = sync.OnceFunc(func() { f.give(s); <-f.room })
	return a, nil
}

// take answers an idle sandbox or starts one.
func (f *function) take(ctx context.Context) (*sandbox, error) {
	f.mu.Lock()
	for len(f.idle) > 0 {
		s := f.idle[len(f.idle)-1]
		f.idle = f.idle[:len(f.idle)-1]
		select {
		case <-s.gone:
			delete(f.all, s)
			continue
		default:
		}
		f.mu.Unlock()
		return s, nil
	}
	f.mu.Unlock()
	s, err := startSandbox(context.WithoutCancel(ctx), f.name, f.path, f.env)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.all[s] = true
	f.mu.Unlock()
	return s, nil
}

func (f *function) give(s *sandbox) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle = append(f.idle, s)
}

func (f *function) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range f.all {
		s.stop()
	}
}
