package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// writer writes parts.
type writer struct {
	gz   *gzip.Writer
	tar  *tar.Writer
	sums strings.Builder
	when time.Time
}

func newWriter(w io.Writer, when kaibo.Time) *writer {
	gz := gzip.NewWriter(w)
	return &writer{gz: gz, tar: tar.NewWriter(gz), when: when.Std()}
}

// part writes one part.
func (w *writer) part(p place, data []byte) error {
	name := p.String()
	if int64(len(data)) > p.limit() {
		return &kaibo.Error{Op: "write archive", Kind: kaibo.TooLarge, Detail: fmt.Sprintf("%s has %d bytes, over the limit of %d", name, len(data), p.limit())}
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(data)), Mode: 0o600, ModTime: w.when, Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := w.tar.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if p.part != partSums {
		sum := sha256.Sum256(data)
		fmt.Fprintf(&w.sums, "%s  %s\n", hex.EncodeToString(sum[:]), name)
	}
	return nil
}

// close writes the sums and ends the archive.
func (w *writer) close() error {
	if err := w.part(place{part: partSums}, []byte(w.sums.String())); err != nil {
		return err
	}
	if err := errors.Join(w.tar.Close(), w.gz.Close()); err != nil {
		return fmt.Errorf("end archive: %w", err)
	}
	return nil
}

// lines writes lines in parts of bounded size.
type lines struct {
	to    *writer
	at    place
	data  bytes.Buffer
	count int
}

// add adds a line, with its end, and begins a new part when one is full.
func (l *lines) add(line []byte) error {
	if l.count > 0 && (l.data.Len()+len(line) > partBytes || l.count >= partLines) {
		if err := l.flush(); err != nil {
			return err
		}
	}
	l.data.Write(line)
	l.count++
	return nil
}

// flush writes what was not written yet.
func (l *lines) flush() error {
	if l.count == 0 {
		return nil
	}
	l.at.number++
	err := l.to.part(l.at, l.data.Bytes())
	l.data.Reset()
	l.count = 0
	return err
}

// sums are the digests of the parts, in their order.
type sums [][sha256.Size]byte

// eachPart reads the parts of an archive in their order, holds them to their
// names, sizes and sums, and answers the sums and the digest of their list,
// which stands for the archive. Expect, when set, are the sums of an earlier
// reading: a part that is another is refused before visit sees it.
func eachPart(ctx context.Context, r io.Reader, expect sums, visit func(place, []byte) error) (sums, string, error) {
	gz, err := gzip.NewReader(bufio.NewReaderSize(r, 256<<10))
	if err != nil {
		return nil, "", refused("the file", "it is not compressed with gzip")
	}
	var found sums
	var list strings.Builder
	t := tar.NewReader(gz)
	for {
		if err := ctx.Err(); err != nil {
			return nil, "", err
		}
		p, data, err := nextPart(t, gz)
		if err != nil {
			return nil, "", err
		}
		if p.part == partSums {
			if string(data) != list.String() {
				return nil, "", refused(sumsName, "the parts are not those that were written, or stand in another order")
			}
			sum := sha256.Sum256(data)
			return found, hex.EncodeToString(sum[:]), ended(t, gz)
		}
		sum := sha256.Sum256(data)
		if n := len(found); n >= MaxParts || expect != nil && (n >= len(expect) || expect[n] != sum) {
			return nil, "", refused(p.String(), "the file changed while it was read, or has too many parts")
		}
		found = append(found, sum)
		fmt.Fprintf(&list, "%s  %s\n", hex.EncodeToString(sum[:]), p)
		if err := visit(p, data); err != nil {
			return nil, "", err
		}
	}
}

// nextPart reads one part. The end of the file is an error: the sums come before.
func nextPart(t *tar.Reader, _ io.Reader) (place, []byte, error) {
	h, err := t.Next()
	if errors.Is(err, io.EOF) {
		return place{}, nil, refused("the file", "it ends before %s", sumsName)
	}
	if err != nil {
		return place{}, nil, refused("the file", "it is damaged or cut short: %v", err)
	}
	p, ok := parsePlace(h.Name)
	if !ok || h.Typeflag != tar.TypeReg {
		return p, nil, refused(fmt.Sprintf("%.200q", h.Name), "no part has this name")
	}
	if h.Size > p.limit() {
		return p, nil, refused(h.Name, "it has %d bytes, over the limit of %d", h.Size, p.limit())
	}
	data, err := io.ReadAll(io.LimitReader(t, p.limit()))
	if err != nil {
		return p, nil, refused(h.Name, "it is damaged or cut short: %v", err)
	}
	return p, data, nil
}

// ended wants nothing after the sums.
func ended(t *tar.Reader, gz io.Reader) error {
	if _, err := t.Next(); !errors.Is(err, io.EOF) {
		return refused("the file", "something follows %s", sumsName)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(gz, 1<<20))
	if err != nil || n == 1<<20 {
		return refused("the file", "something follows its end")
	}
	return nil
}
