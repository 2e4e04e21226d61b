// Command release makes what a release of kaibo consists of, from a checkout:
//
//	cd scripts/release && go run . -version 1.2.3 -out ../../dist
//
// An archive for linux, macOS and windows on amd64 and arm64 (the program, its
// man pages, completions, units of systemd and launchd, licence), a container
// image for both processors as an OCI layout, an SBOM in CycloneDX's JSON, and
// SHA256SUMS over all of it. Two runs over one commit give the same bytes. It
// needs Go and nothing else: no Docker.
//
// It is a module of its own, so that nobody who uses kaibo builds what writes
// images.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// target is a platform.
type target struct{ os, arch string }

var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

// release is one run.
type release struct {
	version string
	root    string    // of the checkout
	out     string    // where everything goes
	work    string    // for what is only on the way
	at      time.Time // of the commit: what files are dated
}

func main() {
	r := release{}
	flag.StringVar(&r.version, "version", "", "version, such as 1.2.3")
	flag.StringVar(&r.out, "out", "dist", "directory to write to, which must be empty or new")
	flag.StringVar(&r.root, "root", "../..", "the checkout")
	only := flag.String("only", "", "only these platforms, apart by commas, such as linux/amd64")
	flag.Parse()
	if err := r.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func (r *release) run(only string) error {
	if !semver.MatchString(r.version) {
		return fmt.Errorf("-version %q is not written as 1.2.3", r.version)
	}
	if entries, err := os.ReadDir(r.out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty", r.out)
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	var err error
	if r.work, err = os.MkdirTemp("", "kaibo-release-*"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work) //nolint:errcheck // of the system's directory for what is temporary
	if r.at, err = r.commitTime(); err != nil {
		return err
	}
	wanted := slices.DeleteFunc(slices.Clone(targets), func(t target) bool {
		return only != "" && !slices.Contains(strings.Split(only, ","), t.os+"/"+t.arch)
	})
	if len(wanted) == 0 {
		return fmt.Errorf("-only %q names no platform", only)
	}
	if err := r.pages(); err != nil {
		return err
	}
	for _, t := range wanted {
		if err := r.build(t); err != nil {
			return err
		}
		if err := r.archive(t); err != nil {
			return fmt.Errorf("archive for %s/%s: %w", t.os, t.arch, err)
		}
	}
	if err := r.sbom(wanted[0]); err != nil {
		return fmt.Errorf("SBOM: %w", err)
	}
	if err := r.image(wanted); err != nil {
		return fmt.Errorf("image: %w", err)
	}
	return r.sums()
}

// commitTime is when the commit was made that is checked out.
func (r *release) commitTime() (time.Time, error) {
	cmd := exec.Command("git", "log", "-1", "--format=%cI")
	cmd.Dir = r.root
	out, err := cmd.Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("ask git for the commit: %w", err)
	}
	at, err := time.Parse(time.RFC3339, strings.TrimSpace(string(out)))
	return at.UTC(), err
}

func (r *release) binary(t target) string {
	name := "kaibo"
	if t.os == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.work, t.os+"-"+t.arch, name)
}

// build compiles the program for a platform, with no path of this machine in it.
func (r *release) build(t target) error {
	return r.compile(t, r.binary(t))
}

func (r *release) compile(t target, to string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", //nolint:gosec // our own arguments
		"-ldflags", "-s -w -X github.com/kaibo-dev/kaibo/internal/cli.Version="+r.version, "-o", to, "./cmd/kaibo")
	cmd.Dir, cmd.Stderr = r.root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch, "GOWORK=off")
	abs, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	cmd.Args[len(cmd.Args)-2] = abs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build for %s/%s: %w", t.os, t.arch, err)
	}
	return nil
}

// pages writes man pages and completions, with a program for this machine.
func (r *release) pages() error {
	here := filepath.Join(r.work, "here")
	if err := r.compile(target{runtime.GOOS, runtime.GOARCH}, here); err != nil {
		return err
	}
	if out, err := exec.Command(here, "man", filepath.Join(r.work, "man1")).CombinedOutput(); err != nil { //nolint:gosec // what was just built
		return fmt.Errorf("write man pages: %w: %s", err, out)
	}
	if err := os.Mkdir(filepath.Join(r.work, "completions"), 0o755); err != nil {
		return err
	}
	for shell, name := range map[string]string{"bash": "kaibo.bash", "zsh": "_kaibo", "fish": "kaibo.fish", "powershell": "kaibo.ps1"} {
		out, err := exec.Command(here, "completion", shell).Output() //nolint:gosec // what was just built
		if err != nil {
			return fmt.Errorf("write completion for %s: %w", shell, err)
		}
		if err := os.WriteFile(filepath.Join(r.work, "completions", name), out, 0o644); err != nil { //nolint:gosec // everybody may read it
			return err
		}
	}
	return nil
}

// sums writes SHA256SUMS over every file of the release, as sha256sum -c reads it.
func (r *release) sums() error {
	var lines []string
	err := filepath.WalkDir(r.out, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := os.ReadFile(path) //nolint:gosec // what was just written
		if err != nil {
			return err
		}
		name, err := filepath.Rel(r.out, path)
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(body), filepath.ToSlash(name)))
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644) //nolint:gosec // everybody may read it
}
