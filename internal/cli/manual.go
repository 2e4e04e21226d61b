package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

const manualHead = `# Command line

Made from the program: a test holds this page to it. ` + "`kaibo COMMAND --help`" + ` says the same, and ` + "`kaibo man DIR`" + ` writes it as
man pages. ` + "`kaibo completion SHELL`" + ` writes completions for bash, zsh, fish and PowerShell.

On a terminal, output is for people: tables as wide as the terminal, and questions before what cannot be undone. Elsewhere it
asks nothing, and what cannot be undone wants ` + "`--yes`" + `. Nothing is coloured, so ` + "`NO_COLOR`" + ` has nothing to turn off. ` + "`--json`" + ` writes the body of the HTTP answer, whatever the terminal. Text of
memories is shown without what could move the cursor or change its colour.

`

// Manual is the page docs/cli.md: every command with its flags.
func Manual() []byte {
	var b bytes.Buffer
	b.WriteString(manualHead)
	b.WriteString("## Variables of the environment\n\n| variable | meaning |\n| --- | --- |\n")
	for _, v := range variables {
		fmt.Fprintf(&b, "| `%s` | %s |\n", v.name, v.meaning)
	}
	b.WriteString("\n## Exit codes\n\n| code | meaning |\n| --- | --- |\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "| %d | %s |\n", e.code, e.meaning)
	}
	root := manualRoot()
	b.WriteString("\n## Flags of every command\n\n")
	manualFlags(&b, root.PersistentFlags())
	b.WriteString("## Commands\n\n")
	manualCommands(&b, root)
	return b.Bytes()
}

// variables lists what the program reads from its environment.
var variables = []struct{ name, meaning string }{
	{"KAIBO_DATA", "data directory; `--data` goes before it"},
	{"KAIBO_URL", "address of a server; `--url` goes before it"},
	{"KAIBO_API_KEY", "key that is sent to the server"},
	{"KAIBO_CONFIG", "file that keeps keys of servers elsewhere, as `kaibo init` writes it; else the user's own for settings of programs"},
	{"KAIBO_PROJECT", "project to act on; `--project` goes before it"},
	{"KAIBO_MODEL_URL, KAIBO_MODEL_NAME, KAIBO_MODEL_KEY", "a model that reads events, for `serve` ([models](models.md))"},
	{allowPrivateVariable, "`true` lets webhooks post to this machine and its networks"},
	{"PAGER", "program that shows answers longer than the terminal; `less` when it is not set, none when it is empty or `cat`"},
	{"OTEL_EXPORTER_OTLP_ENDPOINT", "collector that `serve` sends traces of requests to ([observability](observability.md))"},
	{"AWS_PROFILE, AWS_REGION", "and what else the SDK of AWS reads, with `--stack`"},
}

// manualRoot is the tree of commands as nobody's machine has it: defaults do not
// name a home directory.
func manualRoot() *cobra.Command {
	root := (&program{}).root()
	data := root.PersistentFlags().Lookup("data")
	data.Usage = "Data directory; else KAIBO_DATA, else the user's own for data of programs, as doctor shows it."
	for _, f := range []string{"url", "project", "data"} {
		root.PersistentFlags().Lookup(f).DefValue = ""
	}
	root.DisableAutoGenTag = true
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

func manualCommands(b *bytes.Buffer, parent *cobra.Command) {
	commands := parent.Commands()
	slices.SortFunc(commands, func(x, y *cobra.Command) int { return strings.Compare(x.Name(), y.Name()) })
	for _, c := range commands {
		if c.Hidden || c.Name() == "help" || parent.Name() == "completion" {
			continue
		}
		manualCommand(b, c)
		manualCommands(b, c)
	}
}

func manualCommand(b *bytes.Buffer, c *cobra.Command) {
	long := c.Long
	if long == "" {
		long = c.Short + "."
	}
	fmt.Fprintf(b, "### %s\n\n", c.CommandPath())
	switch {
	case !c.Runnable():
		fmt.Fprintf(b, "%s.\n\n", strings.TrimSuffix(c.Short, "."))
		return
	case c.Name() == "completion":
		fmt.Fprintf(b, "%s\n\n", "Writes a completion script: `kaibo completion bash`, `zsh`, `fish` or `powershell`. Each one's `--help` says where it goes.")
		return
	}
	fmt.Fprintf(b, "`%s`\n\n%s\n\n", c.UseLine(), strings.TrimSpace(long))
	if c.Example != "" {
		fmt.Fprintf(b, "```sh no-run: an example of a form\n%s\n```\n\n", strings.TrimSpace(c.Example))
	}
	manualFlags(b, c.LocalNonPersistentFlags())
}

func manualFlags(b *bytes.Buffer, flags *pflag.FlagSet) {
	var rows []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "`--" + f.Name
		if value != "" {
			name += " " + value
		}
		if set := f.DefValue; set != "" && set != "false" && set != "0" && set != "[]" && set != "0s" {
			usage += " Default: `" + set + "`."
		}
		rows = append(rows, fmt.Sprintf("| %s` | %s |", name, strings.ReplaceAll(usage, "|", `\|`)))
	})
	if len(rows) > 0 {
		fmt.Fprintf(b, "| flag | meaning |\n| --- | --- |\n%s\n\n", strings.Join(rows, "\n"))
	}
}

func (s *program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write the man pages into a directory", GroupID: "program", Args: cobra.ExactArgs(1),
		Long: "Writes a man page for every command into a directory, which is made when it is not there. Put them where man looks:\n" +
			"kaibo man ~/.local/share/man/man1",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // pages that everybody may read
				return err
			}
			header := &doc.GenManHeader{Title: "KAIBO", Section: "1", Source: "kaibo " + version(), Manual: "kaibo"}
			if err := doc.GenManTree(manualRoot(), header, args[0]); err != nil {
				return err
			}
			pages, err := filepath.Glob(filepath.Join(args[0], "kaibo*.1"))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.out, "Wrote %d man pages to %s\n", len(pages), args[0])
			return err
		},
	}
}
