package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string // below the archive's folder
	from string
	mode os.FileMode
}

// contents lists what an archive holds for a platform.
func (r *release) contents(t target) ([]entry, error) {
	list := []entry{
		{filepath.Base(r.binary(t)), r.binary(t), 0o755},
		{"LICENSE", filepath.Join(r.root, "LICENSE"), 0o644},
		{"README.md", filepath.Join(r.root, "README.md"), 0o644},
		{"CHANGELOG.md", filepath.Join(r.root, "CHANGELOG.md"), 0o644},
	}
	folders := []string{"completions"}
	switch t.os {
	case "linux":
		folders = append(folders, "man1")
		list = append(list, entry{"units/kaibo.service", filepath.Join(r.root, "scripts/release/units/kaibo.service"), 0o644})
	case "darwin":
		folders = append(folders, "man1")
		list = append(list, entry{"units/dev.kaibo.plist", filepath.Join(r.root, "scripts/release/units/dev.kaibo.plist"), 0o644})
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(r.work, folder, "*"))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			list = append(list, entry{folder + "/" + filepath.Base(f), f, 0o644})
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// archive writes the archive of a platform: zip for windows, else tar.gz.
func (r *release) archive(t target) error {
	list, err := r.contents(t)
	if err != nil {
		return err
	}
	folder := fmt.Sprintf("kaibo-%s-%s-%s", r.version, t.os, t.arch)
	suffix, write := ".tar.gz", writeTar
	if t.os == "windows" {
		suffix, write = ".zip", writeZip
	}
	f, err := os.Create(filepath.Join(r.out, folder+suffix))
	if err != nil {
		return err
	}
	return errors.Join(write(f, folder, list, r.at), f.Close())
}

func writeTar(w io.Writer, folder string, list []entry, at time.Time) error {
	z := gzip.NewWriter(w)
	t := tar.NewWriter(z)
	for _, e := range list {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		h := &tar.Header{Name: folder + "/" + e.name, Mode: int64(e.mode), Size: int64(len(body)), ModTime: at, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(body); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func writeZip(w io.Writer, folder string, list []entry, at time.Time) error {
	z := zip.NewWriter(w)
	for _, e := range list {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: folder + "/" + e.name, Method: zip.Deflate, Modified: at}
		h.SetMode(e.mode)
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(body); err != nil {
			return err
		}
	}
	return z.Close()
}
