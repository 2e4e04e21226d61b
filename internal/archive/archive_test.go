package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/archive"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// golden is an archive that an earlier program wrote: of a project with two
// streams, an alias, an expiry, a rule, checkpoints, and something forgotten.
// Every later program has to read it.
const golden = "testdata/golden.tar.gz"

func TestTheGoldenArchiveIsRead(t *testing.T) {
	f, err := os.Open(golden)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var last uint64
	s, err := archive.Check(context.Background(), f, nil, func(done, _ uint64) { last = done })
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s: %d streams, %d events, %d payloads, %d forgotten, %d births, %d deletions, %d checkpoints",
		s.Manifest.Project.Name, s.Streams, s.Events, s.Payloads, s.Forgotten, s.Births, s.Deletions, s.Checkpoints)
	if d := cmp.Diff("launch: 4 streams, 9 events, 8 payloads, 1 forgotten, 6 births, 1 deletions, 5 checkpoints", got); d != "" {
		t.Error(d)
	}
	if last != s.Events || len(s.Digest) != 64 {
		t.Errorf("progress ended at %d, digest %q", last, s.Digest)
	}
}

// parts reads the golden archive.
func parts(t testing.TB) (names []string, data map[string][]byte) {
	t.Helper()
	b, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	data = map[string][]byte{}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, data
		}
		if err != nil {
			t.Fatal(err)
		}
		if data[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
}

// pack writes parts with sums that fit.
func pack(t testing.TB, names []string, data map[string][]byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	gz, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(gz)
	var sums strings.Builder
	for _, name := range names {
		part := data[name]
		if name == "SHA256SUMS" {
			part = []byte(sums.String())
		}
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(part)), Mode: 0o600}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(part)
		fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum[:]), name)
	}
	if err := errors.Join(w.Close(), gz.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPartsKeepTheirOrder swaps every two neighbours and names every part twice.
func TestPartsKeepTheirOrder(t *testing.T) {
	names, data := parts(t)
	check := func(what string, names []string) {
		t.Helper()
		_, err := archive.Check(context.Background(), bytes.NewReader(pack(t, names, data, gzip.NoCompression)), nil, nil)
		if kaibo.KindOf(err) != kaibo.Invalid || !strings.Contains(err.Error(), "the archive is refused") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range names {
		if i+1 < len(names) {
			swapped := append([]string{}, names...)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			check("swapped "+names[i], swapped)
		}
		twice := append(append(append([]string{}, names[:i+1]...), names[i]), names[i+1:]...)
		check("twice "+names[i], twice)
	}
}

// TestTarTricksAreRefused has entries that are no parts.
func TestTarTricksAreRefused(t *testing.T) {
	names, data := parts(t)
	for _, h := range []tar.Header{
		{Typeflag: tar.TypeSymlink, Name: "manifest.json", Linkname: "/etc/passwd"},
		{Typeflag: tar.TypeLink, Name: "manifest.json", Linkname: "keys.json"},
		{Typeflag: tar.TypeDir, Name: "streams/"},
		{Typeflag: tar.TypeReg, Name: "/etc/passwd"},
		{Typeflag: tar.TypeReg, Name: "streams/stream-../head.json/x"},
		{Typeflag: tar.TypeReg, Name: "deletions-1.jsonl"},
		{Typeflag: tar.TypeReg, Name: "deletions-000000.jsonl"},
		{Typeflag: tar.TypeReg, Name: "deletions--00001.jsonl"},
		{Typeflag: tar.TypeReg, Name: "manifest.json", Size: archive.MaxManifest + 1},
	} {
		var b bytes.Buffer
		gz := gzip.NewWriter(&b)
		w := tar.NewWriter(gz)
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(data[names[0]][:min(int64(len(data[names[0]])), h.Size)])
		_ = w.Flush() // an entry that is cut short is the point
		if err := gz.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := archive.Check(context.Background(), &b, nil, nil)
		if kaibo.KindOf(err) != kaibo.Invalid || !strings.Contains(err.Error(), "the archive is refused") {
			t.Errorf("%s %c: %v", h.Name, h.Typeflag, err)
		}
	}
}

// TestNothingFollowsAnArchive appends to one.
func TestNothingFollowsAnArchive(t *testing.T) {
	b, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	names, data := parts(t)
	data["more"] = []byte("x")
	for what, text := range map[string][]byte{
		"bytes":  append(bytes.Clone(b), []byte("more")...),
		"a part": pack(t, append(names, "memories-000099.jsonl"), data, gzip.BestSpeed),
	} {
		if _, err := archive.Check(context.Background(), bytes.NewReader(text), nil, nil); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// FuzzParts puts any bytes in place of any part, with sums that fit. The check
// ends and, when it holds, the streams are those that were there.
func FuzzParts(f *testing.F) {
	names, data := parts(f)
	for _, name := range names {
		f.Add(name, data[name])
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if _, there := data[name]; !there || name == "SHA256SUMS" || len(b) > 1<<20 {
			t.Skip()
		}
		changed := map[string][]byte{}
		for n, part := range data {
			changed[n] = part
		}
		changed[name] = b
		s, err := archive.Check(context.Background(), bytes.NewReader(pack(t, names, changed, gzip.NoCompression)), nil, nil)
		if err == nil && (s.Events != 9 || s.Forgotten != 1 || s.Deletions != 1) {
			t.Fatalf("%+v", s)
		}
		if err != nil && kaibo.KindOf(err) != kaibo.Invalid {
			t.Fatal(err)
		}
	})
}

// FuzzTar gives the reader any tar file.
func FuzzTar(f *testing.F) {
	b, err := os.ReadFile(golden)
	if err != nil {
		f.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		f.Fatal(err)
	}
	plain, err := io.ReadAll(gz)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(plain)
	f.Add(plain[:1024])
	f.Fuzz(func(t *testing.T, b []byte) {
		var packed bytes.Buffer
		gz, err := gzip.NewWriterLevel(&packed, gzip.NoCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gz.Write(b); err != nil {
			t.Fatal(err)
		}
		if err := gz.Close(); err != nil {
			t.Fatal(err)
		}
		if s, err := archive.Check(context.Background(), &packed, nil, nil); err == nil && s.Events != 9 {
			t.Fatalf("%+v", s)
		}
	})
}

// TestTheFormatIsDescribed holds docs/archive.md to the parts that there are.
func TestTheFormatIsDescribed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "archive.md"))
	if err != nil {
		t.Fatal(err)
	}
	names, _ := parts(t)
	for _, name := range names {
		described := strings.ReplaceAll(name, "000001", "N")
		if rest, ok := strings.CutPrefix(described, "streams/stream-"); ok {
			_, base, _ := strings.Cut(rest, "/")
			described = "streams/stream-NAME/" + base
		}
		if !strings.Contains(string(page), "`"+described+"`") {
			t.Errorf("docs/archive.md does not describe %s", described)
		}
	}
}
