package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

var (
	timeType     = reflect.TypeFor[kaibo.Time]()
	metadataType = reflect.TypeFor[verbs.Metadata]()
)

// globalFlags are those that every command has.
var globalFlags = map[string]bool{"url": true, "project": true, "data": true, "json": true}

// addFlags gives a command a flag for each field of a verb's input.
func addFlags(flags *pflag.FlagSet, fields []verbs.Field) {
	for i := range fields {
		f := &fields[i]
		name, usage := f.Flag(), usageOf(f)
		if globalFlags[name] { // it says where the server is; the field comes as the argument
			continue
		}
		switch {
		case f.Type == timeType:
			flags.String(name, "", usage+" In RFC 3339, or a day, which begins at midnight in UTC.")
		case f.Type == metadataType:
			flags.StringArray(name, nil, usage+" As key=text or key:=number; may be repeated.")
		case f.Type.Kind() == reflect.Bool:
			flags.Bool(name, false, usage)
		case f.Type.Kind() == reflect.Int || f.Type.Kind() == reflect.Uint64:
			flags.Int64(name, 0, usage) // one below nothing is for the verb to refuse, with its bounds
		case f.Type.Kind() == reflect.Float64:
			flags.Float64(name, 0, usage)
		case isText(f):
			flags.StringArray(name, nil, usage+" May be repeated.")
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.String:
			flags.StringSlice(name, nil, usage+" Apart by commas, or repeated.")
		case f.Type.Kind() == reflect.Slice:
			flags.String(name, "", usage+" As a JSON array.")
		default:
			flags.String(name, "", usage)
		}
	}
}

// isText reports whether a field lists free text, in which a comma is a comma.
func isText(f *verbs.Field) bool {
	return f.Type.Kind() == reflect.Slice && f.Form == "name"
}

// completeFlags lets a shell complete the choices of a flag.
func completeFlags(cmd *cobra.Command, fields []verbs.Field) {
	for i := range fields {
		if choices := fields[i].Enum; len(choices) > 0 {
			complete := cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
			if err := cmd.RegisterFlagCompletionFunc(fields[i].Flag(), complete); err != nil {
				panic(err) // the flag was added just now
			}
		}
	}
}

// usageOf is the help of a flag: the field's documentation, its choices and
// its default.
func usageOf(f *verbs.Field) string {
	usage := strings.ReplaceAll(f.Doc, "`", "'")
	if len(f.Enum) > 1 {
		usage += " One of " + strings.Join(f.Enum, ", ") + "."
	}
	if f.Default != "" {
		usage += " Default " + f.Default + "."
	}
	return usage
}

// bodyOf makes the JSON object of a request from the flags that were given and
// the argument.
func bodyOf(cmd *cobra.Command, spec *verbs.Spec, fields []verbs.Field, args []string, stdin io.Reader) (map[string]any, error) {
	body := map[string]any{}
	for i := range fields {
		f := &fields[i]
		if globalFlags[f.Flag()] || !cmd.Flags().Changed(f.Flag()) {
			continue
		}
		value, err := flagValue(cmd.Flags(), f)
		if err != nil {
			return nil, err
		}
		body[f.Name] = value
	}
	if len(args) == 0 {
		return body, nil
	}
	if _, twice := body[spec.Main]; twice {
		return nil, usageError("", "%s is given twice: as an argument and as a flag", spec.Main)
	}
	if i := slices.IndexFunc(fields, func(f verbs.Field) bool { return f.Name == spec.Main }); i >= 0 && fields[i].Type.Kind() == reflect.Slice {
		body[spec.Main] = args
		return body, nil
	}
	text, err := argument(args, stdin)
	if err != nil {
		return nil, err
	}
	body[spec.Main] = text
	return body, nil
}

// argument joins the words of the argument; "-" alone reads standard input.
func argument(args []string, stdin io.Reader) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	b, err := io.ReadAll(io.LimitReader(stdin, kaibo.MaxContentBytes+1))
	if err != nil {
		return "", &exitError{code: exitUnreachable, err: fmt.Errorf("read standard input: %w", err)}
	}
	if len(b) > kaibo.MaxContentBytes {
		return "", usageError("", "standard input is longer than %d bytes", kaibo.MaxContentBytes)
	}
	if !utf8.Valid(b) {
		return "", usageError("Give a file as: kaibo remember --file PATH", "standard input is not text in UTF-8")
	}
	return string(b), nil
}

func flagValue(flags *pflag.FlagSet, f *verbs.Field) (any, error) {
	name := f.Flag()
	switch {
	case f.Type == metadataType:
		pairs, err := flags.GetStringArray(name)
		if err != nil {
			return nil, err
		}
		return metadataOf(pairs)
	case f.Type == timeType:
		at, err := flags.GetString(name)
		return beginOfDay(at), err
	case f.Type.Kind() == reflect.Bool:
		return flags.GetBool(name)
	case f.Type.Kind() == reflect.Int || f.Type.Kind() == reflect.Uint64:
		return flags.GetInt64(name)
	case f.Type.Kind() == reflect.Float64:
		return flags.GetFloat64(name)
	case isText(f):
		return flags.GetStringArray(name)
	case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.String:
		return flags.GetStringSlice(name)
	case f.Type.Kind() == reflect.Slice:
		return jsonFlag(flags, name)
	default:
		return flags.GetString(name)
	}
}

// beginOfDay is the first moment of a plain day, in UTC. Everything else is left
// as it is, for the verb to judge.
func beginOfDay(at string) string {
	if _, err := time.Parse(time.DateOnly, at); err != nil {
		return at
	}
	return at + "T00:00:00Z"
}

func jsonFlag(flags *pflag.FlagSet, name string) (any, error) {
	text, err := flags.GetString(name)
	if err != nil {
		return nil, err
	}
	if !json.Valid([]byte(text)) {
		return nil, usageError("", "--%s is not JSON", name)
	}
	return json.RawMessage(text), nil
}

// metadataOf reads key=text and key:=number.
func metadataOf(pairs []string) (map[string]any, error) {
	metadata := map[string]any{}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, usageError("Write it as --metadata thread=T-9", "%q is no entry of metadata", pair)
		}
		if number, typed := strings.CutSuffix(key, ":"); typed {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, usageError("Write text as key=text", "%q is not an integer", value)
			}
			metadata[number] = n
			continue
		}
		metadata[key] = value
	}
	return metadata, nil
}
