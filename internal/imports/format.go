package imports

import (
	"context"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Format reads one kind of source.
type Format struct {
	Name  string // as a person gives it: "chatgpt"
	Title string // one line for the help
	// sniff reports whether a source looks like this format; nil when it cannot
	// be told from another one by looking.
	sniff func(*Source) bool
	// unlisted formats do not want the files of a directory.
	unlisted bool
	read     func(context.Context, *Source, *Reading, *Out) error
}

// Reading is what a format is told about the run that it is part of.
type Reading struct {
	// Name makes an id of something that says more than an id should, such as
	// the name of a file: a keyed digest.
	Name func(string) string
	// SourceID stands for the source in keys that are made from places in it.
	SourceID string
	// Me is the actor that a person's own messages get in an export that does
	// not name its owner.
	Me string
}

// me is the actor of the owner of an export.
func (r *Reading) me() string {
	if r.Me == "" {
		return "user"
	}
	return r.Me
}

// Formats lists what can be read, in the order in which they are documented and
// in which a source is looked at.
func Formats() []Format {
	return []Format{chatgptFormat, claudeFormat, claudeCodeFormat, codexFormat, slackFormat, mboxFormat,
		mem0Format, zepFormat, hindsightFormat, serverMemoryFormat, kaeruFormat, basicMemoryFormat, obsidianFormat,
		gitFormat, markdownFormat, jsonlFormat}
}

// Auto is the name that has the format found by looking at the source.
const Auto = "auto"

// Choose finds a format by its name, or by looking when the name is [Auto].
func Choose(src *Source, name string) (Format, error) {
	if name == Auto {
		if err := src.list(); err != nil {
			return Format{}, err
		}
	}
	var names []string
	for _, f := range Formats() {
		if f.Name == name || name == Auto && f.sniff != nil && f.sniff(src) {
			return f, nil
		}
		names = append(names, f.Name)
	}
	if name == Auto {
		return Format{}, kaibo.Errorf(kaibo.Invalid, "%s does not look like any format that is known; name it: %s", src.path, strings.Join(names, ", "))
	}
	return Format{}, kaibo.Errorf(kaibo.Invalid, "there is no format %q; there are %s", name, strings.Join(names, ", "))
}
