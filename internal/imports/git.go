package imports

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A git history is read with "git log" in a format of our own; the placeholders
// are described at https://git-scm.com/docs/git-log, trailers at
// https://git-scm.com/docs/git-interpret-trailers. git itself knows every form
// of repository (worktrees, alternates, packs of tomorrow), which a library
// would have to learn; it is run without a shell, with a fixed environment, and
// with everything off by which a repository could have it run something else.
//
// What is taken: every commit that HEAD reaches, oldest first, with its message,
// author, times and trailers. A revert is linked to what it reverts.
var gitFormat = Format{
	Name: "git", Title: "the history of a git repository: every commit that HEAD reaches",
	sniff: func(s *Source) bool {
		_, err := os.Stat(filepath.Join(s.real, ".git"))
		return s.dir && err == nil
	},
	unlisted: true, read: readGit,
}

// gitFields ends each field but the last with the unit separator. The message is
// last, so that one in it does no harm; -z ends a commit with a NUL, which no
// message has.
const gitFields = "%H%x1f%P%x1f%an%x1f%aI%x1f%cn%x1f%cI%x1f%(trailers:only,unfold,separator=%x1e)%x1f%B"

// gitCommand runs git on a repository that may be anybody's.
func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	safe := []string{"-C", dir, "--no-pager", "--no-replace-objects", "--literal-pathspecs",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "log.showSignature=false", "-c", "protocol.allow=never", "-c", "core.pager=cat"}
	cmd := exec.CommandContext(ctx, "git", append(safe, args...)...) //nolint:gosec // the arguments are ours
	cmd.Env = []string{"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_PAGER=cat"}
	for _, name := range []string{"PATH", "HOME", "USERPROFILE", "SystemRoot", "XDG_CONFIG_HOME"} { // HOME for safe.directory
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	return cmd
}

func readGit(ctx context.Context, src *Source, _ *Reading, out *Out) error {
	stream, total, err := gitRoot(ctx, src.real)
	if err != nil {
		return err
	}
	src.total = total
	cmd := gitCommand(ctx, src.real, "log", "--reverse", "--topo-order", "-z", "--encoding=UTF-8", "--no-color", "--no-show-signature",
		"--no-notes", "--no-ext-diff", "--no-patch", "--no-mailmap", "--format="+gitFields, "HEAD", "--")
	var complaint bytes.Buffer
	cmd.Stderr = &capped{w: &complaint, left: 4096}
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return gitError(err, "")
	}
	readErr := gitCommits(pipe, stream, src, out)
	if readErr != nil {
		_ = cmd.Process.Kill() // its answer is not wanted any more
	}
	waitErr := cmd.Wait()
	if readErr != nil {
		return readErr
	}
	if waitErr != nil {
		return gitError(waitErr, complaint.String())
	}
	return nil
}

// gitRoot names the stream of a repository by its first commit, and counts its
// commits.
func gitRoot(ctx context.Context, dir string) (stream string, total int64, err error) {
	roots, err := gitOutput(ctx, dir, "rev-list", "--max-parents=0", "HEAD", "--")
	if err != nil {
		return "", 0, err
	}
	words := strings.Fields(roots)
	if len(words) == 0 {
		return "", 0, kaibo.Errorf(kaibo.Invalid, "the repository has no commit")
	}
	count, err := gitOutput(ctx, dir, "rev-list", "--count", "HEAD", "--")
	if err != nil {
		return "", 0, err
	}
	if _, err := fmt.Sscan(count, &total); err != nil {
		return "", 0, &kaibo.Error{Op: "count commits", Err: err}
	}
	return "git." + cut(words[len(words)-1], 12), total, nil
}

func gitOutput(ctx context.Context, dir string, args ...string) (string, error) {
	var stdout, complaint bytes.Buffer
	cmd := gitCommand(ctx, dir, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &capped{w: &complaint, left: 4096}
	if err := cmd.Run(); err != nil {
		return "", gitError(err, complaint.String())
	}
	return stdout.String(), nil
}

// gitError says what git said.
func gitError(err error, complaint string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return kaibo.Errorf(kaibo.Invalid, "git is not installed, or not in PATH")
	}
	first, _, _ := strings.Cut(strings.TrimSpace(complaint), "\n")
	if first == "" {
		first = err.Error()
	}
	return &kaibo.Error{Op: "run git", Kind: kaibo.Invalid, Detail: "git: " + strings.TrimPrefix(first, "fatal: "), Err: err}
}

// capped keeps the beginning of what is written and lets the rest go.
type capped struct {
	w    io.Writer
	left int
}

// Write implements io.Writer.
func (c *capped) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.left -= n
	if _, err := c.w.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// gitCommits reads the commits that git writes.
func gitCommits(r io.Reader, stream string, src *Source, out *Out) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		raw, err := readUntil(in, 0)
		if errors.Is(err, errPiece) {
			out.Bad(fmt.Sprintf("commit %d", n), err.Error())
			continue
		}
		if len(raw) > 0 {
			src.read.Add(1)
			if err := gitCommit(strings.ToValidUTF8(strings.Trim(string(raw), "\x00"), "\uFFFD"), stream, out); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read git log: %w", err)
		}
	}
}

var (
	reverted = regexp.MustCompile(`(?m)^This reverts commit ([0-9a-f]{40,64})`)
	isHash   = regexp.MustCompile(`^[0-9a-f]{40,64}$`)
)

func gitCommit(raw, stream string, out *Out) error {
	f := strings.SplitN(raw, "\x1f", 8)
	if len(f) != 8 || !isHash.MatchString(f[0]) {
		out.Bad("commit "+cut(raw, 40), "it is not as git writes one")
		return nil
	}
	hash, parents, author, authored, committer, committed, trailers, message := f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]
	meta := metadata{}
	meta.text("commit", hash)
	meta.text("parents", parents)
	if committer != author {
		meta.text("committer", committer)
	}
	gitTrailers(meta, trailers)
	r := Record{Key: key("git", hash), Stream: stream, Kind: "commit", Actor: nameOf(author), OccurredAt: parseTime(authored),
		Content: []byte(strings.TrimSpace(message)), Metadata: meta, Position: "commit " + cut(hash, 12)}
	if r.OccurredAt == nil {
		r.OccurredAt = parseTime(committed)
	}
	if m := reverted.FindStringSubmatch(message); m != nil {
		r.Links = map[string]string{"reverts": key("git", m[1])}
	}
	return out.Record(r)
}

// maxTrailers bounds the trailers of one commit that become metadata.
const maxTrailers = 20

// gitTrailers makes "Name: value" lines entries of the metadata; those that come
// several times are joined.
func gitTrailers(meta metadata, trailers string) {
	n := 0
	for line := range strings.SplitSeq(trailers, "\x1e") {
		name, value, ok := strings.Cut(line, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		if !ok || name == "" || len(name) > 60 || n == maxTrailers {
			continue
		}
		n++
		name = "trailer." + name
		if before, again := meta[name].(string); again {
			value = before + "; " + strings.TrimSpace(value)
		}
		meta.text(name, value)
	}
}
