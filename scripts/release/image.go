package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// nobody is the user that the image runs as.
const nobody = "65532"

// image writes an OCI layout with an image for each Linux processor: the
// program alone on nothing, run as nobody, with its data in /data. Tools that
// copy images (crane, skopeo, docker load by way of them) read it.
func (r *release) image(targets []target) error {
	var index v1.ImageIndex = empty.Index
	for _, t := range targets {
		if t.os != "linux" {
			continue
		}
		img, err := r.imageFor(t)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: img, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: t.os, Architecture: t.arch}}})
	}
	dir := filepath.Join(r.work, "image")
	if _, err := layout.Write(dir, index); err != nil {
		return err
	}
	return r.packLayout(dir)
}

func (r *release) imageFor(t target) (v1.Image, error) {
	files, err := rootOf(r.binary(t))
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil })
	if err != nil {
		return nil, err
	}
	img, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		return nil, err
	}
	config, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = t.os, t.arch
	config.Created = v1.Time{Time: r.at}
	config.Config = v1.Config{
		User: nobody + ":" + nobody, Env: []string{"KAIBO_DATA=/data", "PATH=/"}, Entrypoint: []string{"/kaibo"},
		Cmd:          []string{"serve", "--listen", "0.0.0.0:8080", "--log-json"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}}, WorkingDir: "/data", StopSignal: "SIGINT",
		Labels: map[string]string{"org.opencontainers.image.title": "kaibo", "org.opencontainers.image.version": r.version,
			"org.opencontainers.image.source": "https://github.com/kaibo-dev/kaibo", "org.opencontainers.image.licenses": "Apache-2.0"},
	}
	return mutate.ConfigFile(img, config)
}

// rootOf is the file system of the image as a tar: the program, and the
// directories that it writes to, which are nobody's.
func rootOf(binary string) ([]byte, error) {
	body, err := os.ReadFile(binary) //nolint:gosec // what was just built
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for _, h := range []*tar.Header{
		{Name: "data/", Typeflag: tar.TypeDir, Mode: 0o700, Uid: 65532, Gid: 65532},
		{Name: "tmp/", Typeflag: tar.TypeDir, Mode: 0o1777},
		{Name: "kaibo", Typeflag: tar.TypeReg, Mode: 0o755, Size: int64(len(body))},
	} {
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
	}
	if _, err := t.Write(body); err != nil {
		return nil, err
	}
	err = t.Close() // which writes the end
	return b.Bytes(), err
}

// packLayout makes one file of the layout.
func (r *release) packLayout(dir string) error {
	var list []entry
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		list = append(list, entry{filepath.ToSlash(name), path, 0o644})
		return err
	})
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(r.out, "kaibo-"+r.version+"-image.oci.tar"))
	if err != nil {
		return err
	}
	t := tar.NewWriter(f)
	for _, e := range list {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return errors.Join(err, f.Close())
		}
		if err := t.WriteHeader(&tar.Header{Name: e.name, Mode: 0o644, Size: int64(len(body)), ModTime: r.at, Typeflag: tar.TypeReg}); err != nil {
			return errors.Join(err, f.Close())
		}
		if _, err := t.Write(body); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(t.Close(), f.Close())
}
