package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mendArguments makes every complaint about arguments a usage error in this
// program's words, which says what to type.
func mendArguments(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if check(cmd, args) != nil {
				return argumentTrouble(cmd, args)
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		mendArguments(sub)
	}
}

// argumentTrouble says what arguments a command takes. One that has commands
// below it takes what was given for the name of one.
func argumentTrouble(cmd *cobra.Command, args []string) error {
	help := "See: " + cmd.CommandPath() + " --help"
	if cmd.HasAvailableSubCommands() && len(args) > 0 {
		if cmd.SuggestionsMinimumDistance <= 0 {
			cmd.SuggestionsMinimumDistance = 2 // letters that may differ
		}
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			help = "Did you mean: " + cmd.CommandPath() + " " + strings.Join(near, ", or "+cmd.CommandPath()+" ") + "?\n" + help
		}
		return usageError(help, "unknown command %q for %q", args[0], cmd.CommandPath())
	}
	_, wanted, _ := strings.Cut(cmd.Use, " ")
	if wanted == "" {
		wanted = "no arguments"
	}
	given := "none were given"
	if len(args) > 0 {
		given = plural(len(args), "was", "were") + " given: " + strings.Join(args, " ")
	}
	return usageError("Type: "+strings.TrimSpace(cmd.CommandPath()+strings.TrimPrefix(cmd.Use, cmd.Name()))+"\n"+help, "%s takes %s; %s", cmd.CommandPath(), wanted, given)
}

// flagTrouble says in this program's words what is wrong with a flag.
func flagTrouble(err error) string {
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &value):
		return fmt.Sprintf("--%s: %q is %s", value.GetFlag().Name, value.GetValue(), notOfType(value.GetFlag().Value.Type()))
	case errors.As(err, &missing):
		return fmt.Sprintf("--%s wants a value after it", missing.GetFlag().Name)
	}
	if errors.As(err, &syntax) { // it may be a text that begins with dashes, a key for one: it is not repeated
		return "what begins with dashes is taken for a flag; a text that does comes after --, or on standard input, with - in its place"
	}
	return err.Error()
}

// notOfType says what a value is not, and how one is written.
func notOfType(kind string) string {
	switch kind {
	case "int64", "int":
		return "no whole number, such as 300"
	case "uint64", "uint":
		return "no whole number from 0 up, such as 300"
	case "float64":
		return "no number, such as 0.5"
	case "bool":
		return "neither true nor false"
	case "duration":
		return "no length of time, such as 300ms, 10s or 5m"
	}
	return "no value that it takes"
}
