package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// serving is what kaibo serve was asked for.
type serving struct {
	listen     string
	grace      time.Duration
	requireKey bool
	logJSON    bool
	verbose    bool
	idleExit   time.Duration
	publicURL  string
	oauth      []string
	origin     string
	witnesses  []string
	keysLost   bool

	allowPrivateWebhooks bool
}

func (s *program) serveCommand() *cobra.Command {
	var o serving
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve the API over the data directory", GroupID: "program", Args: cobra.NoArgs,
		Long: "Serves the HTTP API over the data directory, structures what comes in, and purges what is due, until it is\n" +
			"interrupted. On a loopback address it wants no key until the first is made; on any other it wants one always.",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.serve(cmd.Context(), &o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8080", "Address to listen on. Another than a loopback address wants a key to be there.")
	flags.DurationVar(&o.grace, "forget-grace", forget.DefaultGrace, "How long after forgetting the text is purged.")
	flags.BoolVar(&o.requireKey, "require-key", false, "Want a key with every request, also on a loopback address.")
	flags.StringVar(&o.origin, "origin", "", "Name of this deployment in what it signs: a URL without its scheme that is yours. Otherwise one is made. It cannot change later.")
	flags.StringArrayVar(&o.witnesses, "witness", nil, "Witness that cosigns: its URL, a space and its verifier key. May be given again.")
	flags.BoolVar(&o.keysLost, "signing-keys-lost", false, "Begin a new list of signing keys that the lost ones cannot sign. Whoever verifies is told.")
	flags.BoolVar(&o.allowPrivateWebhooks, "allow-private-webhooks", allowPrivateWebhooks(),
		"Let webhooks post to this machine and its networks, and over plain HTTP; else "+allowPrivateVariable+"=true does.")
	flags.BoolVar(&o.logJSON, "log-json", false, "Log in JSON.")
	flags.BoolVar(&o.verbose, "verbose", false, "Log every request.")
	flags.DurationVar(&o.idleExit, "idle-exit", 0, "Stop after so long without a connection; 0 never does.")
	flags.StringVar(&o.publicURL, "public-url", "", "URL under which others reach this server, such as https://memory.example.com.")
	flags.StringSliceVar(&o.oauth, "authorization-server", nil, "Issuer of access tokens that are keys of this server, named to MCP clients that speak OAuth.")
	return cmd
}

func (s *program) serve(ctx context.Context, o *serving) (err error) {
	if o.grace < 0 || o.idleExit < 0 {
		return usageError("", "--forget-grace and --idle-exit must not be negative")
	}
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return usageError("Write it as --listen 127.0.0.1:8080", "--listen %q is no address with a port", o.listen)
	}
	m, err := modelFromEnv()
	if err != nil {
		return err
	}
	witnesses, err := o.readWitnesses()
	if err != nil {
		return err
	}
	log := s.logger(o)
	slog.SetDefault(log)
	if o.grace == 0 {
		o.grace = -1 // none, where app's zero value is the default
	}
	a, err := app.Open(ctx, app.Options{Dir: s.dataDir(), LockTimeout: time.Second, Grace: o.grace, Version: version(), Log: log, Model: m,
		PublicURL: o.publicURL, AuthorizationServers: o.oauth, Origin: o.origin, Witnesses: witnesses, KeysLost: o.keysLost,
		AllowPrivateWebhooks: o.allowPrivateWebhooks, Environment: os.LookupEnv})
	if err != nil {
		return openError(err)
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	exposure := app.Exposure{Loopback: isLoopback(host), RequireKey: o.requireKey}
	if err := s.mayServe(ctx, a, exposure); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.listen)
	if err != nil {
		return &exitError{code: exitUnreachable, next: "Choose another one with --listen.", err: err}
	}
	if exposure.Loopback && !isLoopbackAddr(listener.Addr()) { // a name that meant another address just now
		exposure.Loopback = false
		if err := s.mayServe(ctx, a, exposure); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	if err := a.Announce(listener.Addr()); err != nil {
		return errors.Join(&exitError{code: exitUnreachable, err: err}, listener.Close())
	}
	s.greet(ctx, a, listener.Addr(), exposure)
	if o.idleExit > 0 {
		var idle context.CancelFunc
		ctx, idle = context.WithCancel(ctx)
		defer idle()
		listener = newIdleListener(listener, o.idleExit, idle)
	}
	if err := a.Run(ctx, listener, exposure); err != nil {
		return &exitError{code: exitInternal, err: err}
	}
	fmt.Fprintln(s.err, "Stopped.")
	return nil
}

// readWitnesses reads the flags that name witnesses, and holds the origin to what
// can be one.
func (o *serving) readWitnesses() ([]checkpoint.Witness, error) {
	if o.origin != "" {
		if err := proof.CheckDeployment(o.origin); err != nil {
			return nil, usageError("", "--origin: %s", detailOf(err))
		}
	}
	var out []checkpoint.Witness
	for _, text := range o.witnesses {
		w, err := checkpoint.ParseWitness(text)
		if err != nil {
			return nil, usageError("", "--witness: %s", detailOf(err))
		}
		out = append(out, w)
	}
	return out, nil
}

func (s *program) logger(o *serving) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelWarn}
	if o.verbose {
		options.Level = slog.LevelInfo
	}
	if o.logJSON {
		return slog.New(slog.NewJSONHandler(s.err, options))
	}
	return slog.New(slog.NewTextHandler(s.err, options))
}

// mayServe refuses to be reachable from elsewhere while no key was made: then
// nobody could use it, and whoever believes otherwise should be told now.
func (s *program) mayServe(ctx context.Context, a *app.App, e app.Exposure) error {
	if e.Loopback {
		return nil
	}
	made, err := a.AnyKey(ctx)
	if err != nil {
		return err
	}
	if !made {
		return &exitError{code: exitForbidden, next: "Make one first: kaibo keys create --scopes read,write",
			err: errors.New("an address that others can reach wants a key, and none was made")}
	}
	return nil
}

// greet says where everything is and what to type next.
func (s *program) greet(ctx context.Context, a *app.App, addr net.Addr, e app.Exposure) {
	made, err := a.AnyKey(ctx)
	open := err == nil && e.Loopback && !e.RequireKey && !made
	fmt.Fprintf(s.err, "kaibo %s listens on http://%s\n", version(), addr)
	fmt.Fprintf(s.err, "The data is in %s\n", s.dataDir())
	switch {
	case !open && !made:
		fmt.Fprintln(s.err, "Every request wants a key, and none was made yet. Make one with: kaibo keys create --scopes read,write")
	case !open:
		fmt.Fprintln(s.err, "Every request wants a key.")
	case sharedMachine():
		fmt.Fprintln(s.err, "No key was made: whoever is on this machine can read and change everything, and other people have")
		fmt.Fprintln(s.err, "accounts here. Close it with --require-key, or make a key: kaibo keys create --scopes read,write")
	default:
		fmt.Fprintln(s.err, "No key was made: whoever is on this machine can read and change everything.")
	}
	where := ""
	if s.data != "" && s.data != os.Getenv("KAIBO_DATA") {
		where = " --data " + s.data
	}
	fmt.Fprint(s.err, "\nTry in another terminal:\n"+
		"  kaibo remember \"The release moves from July 13 to July 17.\""+where+"\n"+
		"  kaibo recall \"When is the release?\""+where+"\n"+
		"  curl http://"+addr.String()+"/openapi.json\n\n"+
		"Ctrl-C stops it.\n")
}

// sharedMachine guesses whether other people have accounts here: by the home
// directories.
func sharedMachine() bool {
	dir := "/home"
	if runtime.GOOS == "darwin" {
		dir = "/Users"
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	people := 0
	for _, e := range entries {
		if e.IsDir() && e.Name() != "Shared" && e.Name() != "lost+found" && e.Name()[0] != '.' {
			people++
		}
	}
	return people > 1
}

// isLoopback reports whether a host to listen on is reached from this machine
// alone. Other names than localhost are decided by what they resolve to.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func isLoopbackAddr(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
