package imports_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// zipped packs files into a zip file, as exports are downloaded.
func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return written(t, "export.zip", b.Bytes())
}

func written(t *testing.T, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestZipIsAsItsFolder packs a fixture and reads the same records of it.
func TestZipIsAsItsFolder(t *testing.T) {
	files := map[string]string{}
	root := filepath.Join("testdata", "slack")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		files["my export/"+filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	folder, packed := &server{}, &server{}
	importOnce(t, root, "slack", folder)
	importOnce(t, zipped(t, files), "auto", packed)
	got, want := packed.lines(), folder.lines()
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-folder +zip):\n%s", d)
	}
}

func TestHarmfulZipFilesAreRefused(t *testing.T) {
	for name, want := range map[string]string{
		"../outside.jsonl":       "leads out of it",
		"/etc/passwd":            "leads out of it",
		"a/../../b.jsonl":        "leads out of it",
		`c:\windows\x.jsonl`:     "leads out of it",
		"c:/windows/x.jsonl":     "leads out of it",
		"a//b.jsonl":             "leads out of it",
		"bomb.json":              "unpacks to more than 200 times its size",
		"fine.jsonl/\x00nothing": "leads out of it",
	} {
		text := `{"content": "x"}`
		if name == "bomb.json" {
			text = strings.Repeat(" ", 20<<20)
		}
		_, err := imports.Open(zipped(t, map[string]string{name: text}))
		if kaibo.KindOf(err) != kaibo.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	broken := zipped(t, map[string]string{"a.jsonl": "{}"})
	if err := os.Truncate(broken, 20); err != nil {
		t.Fatal(err)
	}
	if _, err := imports.Open(broken); kaibo.KindOf(err) != kaibo.Invalid {
		t.Errorf("a damaged zip file: %v", err)
	}
}

// TestLinksAreNotFollowed puts a link to a secret beside a note.
func TestLinksAreNotFollowed(t *testing.T) {
	secret := written(t, "secret.md", []byte("the secret"))
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "note.md"), []byte("a note"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link.md")); err != nil {
		t.Skip(err)
	}
	to := &server{}
	if r := importOnce(t, dir, "markdown", to); r.Read != 1 || r.Added != 1 {
		t.Errorf("%+v", r)
	}
}

// TestOneBadPieceLosesNothingElse breaks a conversation by its size, its JSON
// and its end.
func TestOneBadPieceLosesNothingElse(t *testing.T) {
	conversation := func(id, text string) string {
		return fmt.Sprintf(`{"uuid": %q, "chat_messages": [{"uuid": "m-%s", "sender": "human", "text": %q}]}`, id, id, text)
	}
	all := "[" + conversation("1", "first") + `, {"uuid": "2", "chat_messages": [tru]}, ` +
		`{"uuid": "3", "pad": "` + strings.Repeat("x", imports.MaxPiece) + `"}, ` + conversation("4", `a "quoted]}" text`) + `, {"uuid": "5", "chat_mess`
	to := &server{}
	r := importOnce(t, written(t, "conversations.json", []byte(all)), "claude", to)
	if d := cmp.Diff([]string{"claude:m-1", "claude:m-4"}, to.order); d != "" {
		t.Error(d)
	}
	var at []string
	for _, b := range r.Bad {
		at = append(at, strings.Join(strings.Fields(b.Position + ": " + b.Reason)[:6], " "))
	}
	want := []string{"conversations.json conversation 2: it is not", "conversations.json conversation 3: it is larger",
		"conversations.json: the rest cannot be read:"}
	if d := cmp.Diff(want, at); d != "" {
		t.Error(d)
	}
}

// TestFilesOfOneThing reads a file that is one conversation, and one that has
// none of the lists that its format knows.
func TestFilesOfOneThing(t *testing.T) {
	for format, text := range map[string]string{
		"claude":  `{"uuid": "c", "chat_messages": [{"uuid": "m", "sender": "human", "text": "I planted two oaks."}]}`,
		"chatgpt": `{"id": "c", "current_node": "m", "mapping": {"m": {"message": {"id": "m", "author": {"role": "user"}, "content": {"parts": ["I planted two oaks."]}}}}}`,
	} {
		if r := importOnce(t, written(t, "one.json", []byte(text)), format, &server{}); r.Added != 1 || len(r.Bad) != 0 {
			t.Errorf("%s: %+v", format, r)
		}
	}
	r := importOnce(t, written(t, "other.json", []byte(`{"stuff": [{"id": "1"}]}`)), "mem0", &server{})
	if len(r.Bad) != 1 || !strings.Contains(r.Bad[0].Reason, "it has no list named results or memories or data") {
		t.Errorf("%+v", r)
	}
}

// TestForgottenIsNotTakenAgain has the server say that an event was forgotten.
func TestForgottenIsNotTakenAgain(t *testing.T) {
	to := &server{forgot: map[string]bool{"mem0:a2b8c3d4-0000-4000-8000-000000000000": true}}
	importOnce(t, filepath.Join("testdata", "mem0"), "mem0", to)
	r := importOnce(t, filepath.Join("testdata", "mem0"), "mem0", to)
	if r.Added != 0 || r.Present != 1 || r.Skipped["forgotten since"] != 1 {
		t.Errorf("%+v", r)
	}
}

// noted is an Acknowledged that lies in memory.
type noted map[string]bool

func (n noted) Has(r *imports.Record) bool { return n[r.Key] }

func (n noted) Add(records []imports.Record, _ string) error {
	for i := range records {
		n[records[i].Key] = true
	}
	return nil
}

// TestForgottenIsSaidEveryTime has a record that was forgotten named as such in
// each run, and not noted as one that the server has.
func TestForgottenIsSaidEveryTime(t *testing.T) {
	path := written(t, "a.jsonl", []byte("{\"id\": \"1\", \"content\": \"one\"}\n{\"id\": \"2\", \"content\": \"two\"}\n"))
	to, known := &server{}, noted{}
	importOnce(t, path, "jsonl", to)
	to.forgot = map[string]bool{"jsonl:src:2": true}
	for range 3 {
		src, err := imports.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		o := options(t, src, "jsonl", to)
		o.Known = known
		r, err := imports.Run(context.Background(), src, o)
		src.Close()
		if err != nil || r.Added != 0 || r.Present != 1 || r.Skipped["forgotten since"] != 1 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if d := cmp.Diff(noted{"jsonl:src:1": true}, known); d != "" {
		t.Error(d)
	}
}

// TestUnknownFieldsAreBad lists a line with a field that remember does not know,
// and takes the others, with all that they say.
func TestUnknownFieldsAreBad(t *testing.T) {
	to := &server{}
	r := importOnce(t, written(t, "a.jsonl", []byte(`{"id": "1", "content": "x", "nope": 1}
{"id": "2", "content": "y", "expiresAt": "2099-01-01T00:00:00Z", "metadata": {"nope": 1}}
{"id": "3", "content": "z", "occuredAt": "2026-07-01T00:00:00Z"}
{"id": "4", "Content": "z"}
{"event": {"id": "evt_aaaaaaaaaaaaaaaa", "stream": "main", "of a later program": 1}, "payload": {"content": "w"}}
`)), "jsonl", to)
	want := []string{
		`a.jsonl line 1: it has a field "nope", which remember does not know`,
		`a.jsonl line 3: it has a field "occuredAt", which remember does not know`,
		`a.jsonl line 4: it has a field "Content", which remember does not know`,
	}
	if d := cmp.Diff(want, badOf(r)); d != "" || r.Added != 2 {
		t.Errorf("%d added, bad (-want +got):\n%s", r.Added, d)
	}
	if e := to.events["jsonl:src:2"]; e.ExpiresAt == nil || e.ExpiresAt.String() != "2099-01-01T00:00:00Z" {
		t.Errorf("%+v", e)
	}
}

// TestSubjectsAreNoStatements reads mails whose subject is context: a heading
// without "Re:" where it names more than the text, else metadata alone.
func TestSubjectsAreNoStatements(t *testing.T) {
	for _, c := range []struct{ header, body, want string }{
		{"Subject: Office move", "The office moves on February 2.", "The office moves on February 2."},
		{"Subject: Office move", "It is on February 2.", "# Office move\n\nIt is on February 2."},
		{"Subject: Re: Office move", "It is postponed.", "# Office move\n\nIt is postponed."},
		{"Subject: AW[2]: WG: Umzug", "Er ist am 9. Februar.", "# Umzug\n\nEr ist am 9. Februar."},
		{"Subject: Fwd: Office move", "The office move is off.", "The office move is off."},
		{"Subject: Office move\nIn-Reply-To: <a@example.org>", "It is postponed.", "# Office move\n\nIt is postponed."},
		{"Subject: The gate opens at six", "", "The gate opens at six"},
		{"Subject: a\n\t# b", "It is here.", "# a # b\n\nIt is here."},
	} {
		to := &server{}
		importOnce(t, written(t, "m.eml", []byte(c.header+"\nMessage-ID: <m@example.org>\n\n"+c.body+"\n")), "mbox", to)
		e := to.events["mbox:m@example.org"]
		if got := string(e.Content); got != c.want || e.Metadata["subject"] == nil {
			t.Errorf("%s: %q, %v; want %q", c.header, got, e.Metadata, c.want)
		}
	}
}

// TestRefusedRecordsAreFound has the server refuse one record of a batch.
func TestRefusedRecordsAreFound(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "{\"id\": \"%d\", \"content\": \"number %d\"}\n", i, i)
	}
	to := &server{refuses: func(r *imports.Record) bool { return string(r.Content) == "number 57" }}
	r := importOnce(t, written(t, "a.jsonl", []byte(b.String())), "jsonl", to)
	if r.Added != 99 || len(r.Bad) != 1 || r.Bad[0].Position != "a.jsonl line 58" {
		t.Errorf("%+v", r)
	}
}

// TestLongTextsAreCut wants every byte of a text that is too long for one event,
// in events of their own.
func TestLongTextsAreCut(t *testing.T) {
	text := strings.Repeat("ü line of some length\n", 150_000)
	to := &server{}
	path := written(t, "long.md", []byte(text))
	r := importOnce(t, path, "markdown", to)
	var joined []string
	for _, k := range to.order {
		c := string(to.events[k].Content)
		if len(c) > kaibo.MaxContentBytes {
			t.Errorf("a part of %d bytes", len(c))
		}
		joined = append(joined, c)
	}
	if r.Added != 4 || strings.Join(joined, "") != strings.TrimSpace(text) {
		t.Errorf("%d parts, %d bytes of %d", r.Added, len(strings.Join(joined, "")), len(text))
	}
	if again := importOnce(t, path, "markdown", to); again.Added != 0 {
		t.Errorf("again: %+v", again)
	}
}

// TestEditedNotesAreVersions edits a note, and edits it back.
func TestEditedNotesAreVersions(t *testing.T) {
	to := &server{}
	path := written(t, "note.md", []byte("The release is on July 13."))
	importOnce(t, path, "markdown", to)
	for i, text := range []string{"The release is on July 17.", "The release is on July 19.", "The release is on July 17."} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := importOnce(t, path, "markdown", to)
		if want := min(1, max(0, 2-i)); r.Added != want {
			t.Errorf("edit %d: %+v", i, r)
		}
	}
	if len(to.order) != 3 || !strings.HasSuffix(to.order[2], "@3") {
		t.Errorf("%q", to.order)
	}
}

func TestOptions(t *testing.T) {
	src, err := imports.Open(filepath.Join("testdata", "mem0"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	to := &server{}
	o := options(t, src, "mem0", to)
	since, ok := imports.ParseSince("2026-07-03")
	if !ok {
		t.Fatal("a day is a time")
	}
	var done, total uint64
	o.Since, o.Stream, o.Initiatives, o.Progress = &since, "all", []string{"travel"}, func(d, n uint64) { done, total = d, n }
	r, err := imports.Run(context.Background(), src, o)
	if err != nil || r.Added != 1 || r.Skipped["before --since"] != 1 || done == 0 || done != total {
		t.Errorf("%+v, %v; %d of %d", r, err, done, total)
	}
	got := to.events[to.order[0]]
	if got.Stream != "all" || !slices.Equal(got.Initiatives, []string{"travel"}) {
		t.Errorf("%+v", got)
	}
	dry := options(t, src, "mem0", nil)
	if r, err := imports.Run(context.Background(), src, dry); err != nil || !r.DryRun || r.Added != 2 || len(r.Bad) != 2 {
		t.Errorf("dry: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := imports.Run(ctx, src, o); err == nil {
		t.Error("a run that was stopped went on")
	}
	if _, ok := imports.ParseSince("yesterday"); ok {
		t.Error("yesterday is no time")
	}
}

// git runs git in a repository, with times and names that are always the same.
func git(t *testing.T, dir string, when time.Time, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ana Gruber", "-c", "user.email=ana@example.org", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"}, args...)...)
	date := when.Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// repository makes one with a merge, a trailer and a revert.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	when := time.Date(2026, 7, 1, 11, 30, 0, 0, time.FixedZone("", 7200))
	git(t, dir, when, "init", "-q")
	git(t, dir, when, "commit", "-q", "--allow-empty", "-m", "Begin the plan")
	git(t, dir, when.Add(time.Minute), "commit", "-q", "--allow-empty", "-m", "Move the release to July 17\n\nThe hall is free then.\n\nCo-authored-by: Bo <bo@example.org>\nFixes: 12\nCo-authored-by: Carl <carl@example.org>")
	git(t, dir, when, "switch", "-q", "-c", "aside", "HEAD~1")
	git(t, dir, when.Add(2*time.Minute), "commit", "-q", "--allow-empty", "-m", "Add notes\x1f with odd bytes")
	git(t, dir, when, "switch", "-q", "main")
	git(t, dir, when.Add(3*time.Minute), "merge", "-q", "--no-ff", "-m", "Merge aside", "aside")
	hash, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD~1").Output()
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, when.Add(4*time.Minute), "commit", "-q", "--allow-empty", "-m", "Revert \"Move\"\n\nThis reverts commit "+strings.TrimSpace(string(hash))+".")
	return dir
}

// TestGit reads a repository twice, and once more after a further commit.
func TestGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := repository(t)
	to := &server{}
	r := importOnce(t, dir, "git", to)
	if r.Added != 5 || len(r.Bad) != 0 {
		t.Fatalf("%+v", r)
	}
	first, last := to.events[to.order[0]], to.events[to.order[4]]
	second := to.events[to.order[slices.IndexFunc(to.order, func(k string) bool { return strings.HasPrefix(string(to.events[k].Content), "Move") })]]
	if got := string(first.Content) + " " + first.Actor + " " + first.OccurredAt.String() + " " + first.Kind; got != "Begin the plan Ana Gruber 2026-07-01T09:30:00Z commit" {
		t.Error(got)
	}
	if got := second.Metadata["trailer.co-authored-by"]; got != "Bo <bo@example.org>; Carl <carl@example.org>" || second.Metadata["trailer.fixes"] != "12" {
		t.Errorf("trailers: %v", second.Metadata)
	}
	if !strings.Contains(string(second.Content), "The hall is free then.") {
		t.Errorf("message: %q", second.Content)
	}
	if last.Metadata["reverts"] != second.Key {
		t.Errorf("%q does not revert %s: %v", last.Content, second.Key, last.Metadata)
	}
	if again := importOnce(t, dir, "auto", to); again.Format != "git" || again.Added != 0 || again.Present != 5 {
		t.Errorf("again: %+v", again)
	}
	git(t, dir, time.Now(), "commit", "-q", "--allow-empty", "-m", "One more")
	if more := importOnce(t, dir, "git", to); more.Added != 1 || more.Streams[first.Stream] != 6 {
		t.Errorf("one more: %+v", more)
	}
}

// TestGitRunsNothingOfARepository gives a repository settings by which git would
// run a program.
func TestGitRunsNothingOfARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := repository(t)
	mark := filepath.Join(t.TempDir(), "ran")
	for _, setting := range []string{"core.fsmonitor", "core.pager", "pager.log", "gpg.program", "diff.external", "core.sshCommand"} {
		git(t, dir, time.Now(), "config", setting, "touch "+mark+"; false")
	}
	git(t, dir, time.Now(), "config", "log.showSignature", "true")
	if r := importOnce(t, dir, "git", &server{}); r.Added != 5 {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program of the repository was run")
	}
}

func TestGitSaysWhatIsWrong(t *testing.T) {
	src, err := imports.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	_, err = imports.Run(context.Background(), src, options(t, src, "git", &server{}))
	if kaibo.KindOf(err) != kaibo.Invalid || !strings.Contains(err.Error(), "git") {
		t.Error(err)
	}
	if _, err := imports.Choose(src, imports.Auto); kaibo.KindOf(err) != kaibo.Invalid {
		t.Error(err)
	}
}

func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	if _, err := imports.Open(os.DevNull); kaibo.KindOf(err) != kaibo.Invalid {
		t.Error(err)
	}
	if _, err := imports.Open(filepath.Join(t.TempDir(), "nothing")); kaibo.KindOf(err) != kaibo.Invalid {
		t.Error(err)
	}
}
