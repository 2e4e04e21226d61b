package httpapi

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Media types that a caller can ask for beside JSON.
const (
	mediaEvents = "text/event-stream"
	mediaLines  = "application/x-ndjson"
)

// accepts reports whether the caller names a media type in Accept. A wildcard
// does not count: JSON is what is served when nothing else was asked for.
func accepts(r *http.Request, media string) bool {
	for _, header := range r.Header.Values("Accept") {
		for one := range strings.SplitSeq(header, ",") {
			got, params, err := mime.ParseMediaType(one)
			if err == nil && got == media && params["q"] != "0" {
				return true
			}
		}
	}
	return false
}

// encode writes v as JSON without escaping <, > and &: they are text, not HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, &kaibo.Error{Op: "encode answer", Err: err}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// respond sends what a verb answered.
func respond(w http.ResponseWriter, r *http.Request, out any) error {
	if r.Method != http.MethodPost && accepts(r, mediaLines) {
		if list, ok := itemsOf(out); ok {
			return respondLines(w, list)
		}
	}
	if raw, ok := out.(verbs.Raw); ok && r.Method != http.MethodPost {
		media, body := raw.Raw()
		send(w, http.StatusOK, media, body)
		return nil
	}
	body, err := encode(out)
	if err != nil {
		return err
	}
	if len(body) > kaibo.MaxBodyBytes {
		return &kaibo.Error{Op: "answer " + strconv.Itoa(len(body)) + " bytes", Kind: kaibo.TooLarge,
			Detail: "the answer would be longer than 4 MiB; ask for less"}
	}
	status := http.StatusOK
	if s, ok := out.(verbs.StatusCoder); ok {
		status = s.StatusCode()
	}
	send(w, status, "application/json", body)
	return nil
}

// itemsOf returns the items of an answer that is a list.
func itemsOf(out any) (reflect.Value, bool) {
	v := reflect.Indirect(reflect.ValueOf(out))
	if v.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	items := v.FieldByName("Items")
	return items, items.IsValid() && items.Kind() == reflect.Slice
}

// respondLines sends the items of a list, one JSON object a line. The reader
// goes on after the last one's seq until a page is empty.
func respondLines(w http.ResponseWriter, list reflect.Value) error {
	body, err := appendLines(nil, list)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, mediaLines, body)
	return nil
}

// appendLines writes the lists that a verifier reads in their own fast way, and
// others as JSON.
func appendLines(dst []byte, list reflect.Value) ([]byte, error) {
	switch items := list.Interface().(type) {
	case []kaibo.Event:
		for i := range items {
			dst = chain.AppendLine(dst, &items[i])
		}
		return dst, nil
	case []kaibo.Receipt:
		for i := range items {
			dst = chain.AppendReceiptLine(dst, &items[i])
		}
		return dst, nil
	case []verbs.PayloadItem:
		for i := range items {
			dst = items[i].AppendLine(dst)
		}
		return dst, nil
	}
	for i := range list.Len() {
		line, err := encode(list.Index(i).Interface())
		if err != nil {
			return nil, err
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst, nil
}

// send writes a whole answer. A write that does not arrive is the caller's
// loss; there is nobody left to tell.
func send(w http.ResponseWriter, status int, media string, body []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // JSON or NDJSON, never HTML; nosniff is set
}
