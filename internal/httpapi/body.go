package httpapi

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// readBody reads the JSON object of a POST, whole and within the limit.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if err := checkContentType(r.Header); err != nil {
		return nil, err
	}
	if r.ContentLength > kaibo.MaxBodyBytes {
		return nil, errBodyTooLarge()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, kaibo.MaxBodyBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, errBodyTooLarge()
	case err != nil:
		return nil, &kaibo.Error{Op: "read body", Kind: kaibo.Invalid, Detail: "the body ended early", Err: err}
	}
	return body, nil
}

func errBodyTooLarge() error {
	return kaibo.Errorf(kaibo.TooLarge, "the body is longer than %d bytes", kaibo.MaxBodyBytes)
}

// checkContentType wants JSON in UTF-8, uncompressed. A browser sends it
// across origins only after asking, which is a second wall for a server
// without keys.
func checkContentType(h http.Header) error {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || (charset != "" && charset != "utf-8") {
		return kaibo.InvalidField("Content-Type", "must be application/json")
	}
	if enc := h.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return kaibo.InvalidField("Content-Encoding", "must be absent: bodies are read as they are")
	}
	return nil
}

// queryBody makes the JSON object of a GET from its path variables and its
// query, so that both twins of a verb go through the same checks.
func queryBody(input reflect.Type, vars map[string]string, rawQuery string) ([]byte, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, kaibo.Errorf(kaibo.Invalid, "the query string does not parse")
	}
	for name, value := range vars {
		query[name] = []string{value}
	}
	body := map[string]any{}
	fields := verbs.Fields(input)
	for i := range fields {
		f := &fields[i]
		if values, ok := query[f.Name]; ok {
			if body[f.Name], err = queryValue(f, values); err != nil {
				return nil, err
			}
			delete(query, f.Name)
		}
	}
	for name := range query {
		return nil, kaibo.InvalidField(name, "is no parameter of this resource")
	}
	return json.Marshal(body)
}

// queryValue reads a parameter as its field's type.
func queryValue(f *verbs.Field, values []string) (any, error) {
	if f.Type.Kind() == reflect.Slice {
		return values, nil
	}
	if len(values) > 1 {
		return nil, kaibo.InvalidField(f.Name, "is given twice")
	}
	switch f.Type.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(values[0])
		if err != nil {
			return nil, kaibo.InvalidField(f.Name, "must be true or false")
		}
		return v, nil
	case reflect.Int, reflect.Int64, reflect.Uint64:
		n, err := strconv.ParseInt(values[0], 10, 64)
		if err != nil || n > kaibo.MaxSafeInteger {
			return nil, kaibo.InvalidField(f.Name, "must be an integer of at most %d", int64(kaibo.MaxSafeInteger))
		}
		return n, nil
	default:
		return values[0], nil
	}
}
