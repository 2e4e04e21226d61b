package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// Version is the program's, set when it is built with
// -ldflags "-X github.com/kaibo-dev/kaibo/internal/cli.Version=1.2.3".
var Version = ""

// version returns Version, or what the build recorded.
func version() string {
	if Version != "" {
		return Version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "0.0.0-dev"
}

// program is one run of kaibo: its streams, and the flags that every
// command has.
type program struct {
	in       io.Reader
	out, err io.Writer
	terminal bool // out is one, and in too: somebody can be asked
	width    int
	height   int // lines of the terminal; 0 when it is none

	url, key, project, data string
	stack, region, profile  string
	json                    bool
}

// Main runs the command line of this process and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	s := &program{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if term.IsTerminal(int(os.Stdout.Fd())) {
		s.terminal = term.IsTerminal(int(os.Stdin.Fd()))
		if width, height, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			s.width, s.height = min(width, 100), height
		}
	}
	return s.run(ctx, os.Args[1:])
}

// run executes the arguments and says what went wrong.
func (s *program) run(ctx context.Context, args []string) int {
	root := s.root()
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	err := root.ExecuteContext(ctx)
	code, next := exitCode(err)
	said := err != nil && err.Error() != ""
	if s.json && said {
		fmt.Fprintf(s.err, "%s\n", problemJSON(err, code))
		return code
	}
	if said {
		fmt.Fprintln(s.err, "kaibo: "+clean(err.Error()))
	}
	if next != "" {
		fmt.Fprintln(s.err, next)
	}
	return code
}

// root makes the whole tree of commands.
func (s *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kaibo",
		Short: "A memory for AI agents that can show its work",
		Long: "kaibo remembers what happened in hash-chained streams, notes down what it says, answers questions with\n" +
			"the few statements that matter, shows where each came from, and really forgets on request.\n\n" +
			"Begin with:\n" +
			"  kaibo remember \"The release moves from July 13 to July 17.\"\n" +
			"  kaibo recall \"When is the release?\"\n" +
			"  kaibo serve\n",
		SilenceUsage: true, SilenceErrors: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError("See: "+cmd.CommandPath()+" --help", "%s", flagTrouble(err))
	})
	flags := root.PersistentFlags()
	flags.StringVar(&s.url, "url", os.Getenv("KAIBO_URL"), "Address of a server; else KAIBO_URL, else the data directory is used.")
	flags.StringVar(&s.project, "project", os.Getenv("KAIBO_PROJECT"), "Project to act on; else KAIBO_PROJECT, else the key's own or "+httpapi.DefaultProject+".")
	flags.StringVar(&s.data, "data", os.Getenv("KAIBO_DATA"), "Data directory; else KAIBO_DATA, else "+defaultData()+".")
	flags.BoolVar(&s.json, "json", false, "Write the body of the HTTP answer instead of text for people; an error is a problem document on standard error.")
	flags.StringVar(&s.stack, "stack", "", "Run an operator's command on this stack of AWS, with your own credentials.")
	flags.StringVar(&s.region, "region", "", "Region of the stack; else the SDK's configuration: AWS_REGION, the profile's.")
	flags.StringVar(&s.profile, "profile", "", "Profile of the SDK's configuration to reach the stack as; else AWS_PROFILE.")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := s.checkStack(cmd, args); err != nil {
			return err
		}
		return s.useConfig()
	}
	s.key = os.Getenv("KAIBO_API_KEY") // no flag: arguments show in the list of processes
	root.AddGroup(&cobra.Group{ID: "verbs", Title: "Memory:"}, &cobra.Group{ID: "program", Title: "Program:"})
	root.SetHelpCommandGroupID("program")
	root.SetCompletionCommandGroupID("program")
	s.addVerbs(root)
	root.AddCommand(s.serveCommand(), s.mcpCommand(), s.verifyCommand(), s.doctorCommand(), s.restoreCommand(), s.importCommand())
	root.AddCommand(s.initCommand(), s.watchCommand(), s.manCommand(), s.versionCommand(), exitCodesTopic())
	mendArguments(root)
	return root
}

func exitCodesTopic() *cobra.Command {
	return &cobra.Command{Use: "exit-codes", Short: "What the exit codes mean", Long: exitHelp()}
}

func (s *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", GroupID: "program", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.out, "kaibo "+version())
			return err
		},
	}
}
