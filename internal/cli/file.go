package cli

import (
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// addFile makes a file the content of a remember: as text when it is UTF-8,
// else in base64.
func addFile(body map[string]any, path string) error {
	if body["content"] != nil || body["contentBase64"] != nil || body["events"] != nil {
		return usageError("", "--file is given beside other content; give either")
	}
	content, err := readFile(path)
	if err != nil {
		return err
	}
	if body["kind"] == nil {
		body["kind"] = kaibo.KindFile
	}
	if body["contentType"] == nil {
		body["contentType"] = mediaType(path, content)
	}
	if utf8.Valid(content) {
		body["content"] = string(content)
	} else {
		body["contentBase64"] = base64.StdEncoding.EncodeToString(content)
	}
	return nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path) //nolint:gosec // the path is the user's
	if err != nil {
		return nil, usageError("", "%w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	content, err := io.ReadAll(io.LimitReader(f, kaibo.MaxContentBytes+1))
	if err != nil {
		return nil, &exitError{code: exitUnreachable, err: fmt.Errorf("read file: %w", err)}
	}
	if len(content) > kaibo.MaxContentBytes {
		return nil, usageError("", "%s is longer than %d bytes", path, kaibo.MaxContentBytes)
	}
	return content, nil
}

// mediaType tells by the name, else by the content.
func mediaType(path string, content []byte) string {
	if t := mime.TypeByExtension(filepath.Ext(path)); t != "" {
		return t
	}
	return http.DetectContentType(content)
}

// textFile reads a file that is text.
func textFile(path string) (string, error) {
	content, err := readFile(path)
	if err == nil && !utf8.Valid(content) {
		err = usageError("", "%s is not text in UTF-8", path)
	}
	return string(content), err
}
