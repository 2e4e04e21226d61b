package checkpoint

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Witness cosigns the log of logs: https://c2sp.org/tlog-witness.
type Witness struct {
	URL string // its submission prefix
	Key string // its verifier key
}

// ParseWitness reads "https://witness.example/ name+hash+key".
func ParseWitness(s string) (Witness, error) {
	at, key, ok := strings.Cut(strings.TrimSpace(s), " ")
	w := Witness{URL: strings.TrimSuffix(at, "/"), Key: strings.TrimSpace(key)}
	u, err := url.Parse(w.URL)
	if !ok || err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return Witness{}, kaibo.Errorf(kaibo.Invalid, "a witness is its URL, a space and its verifier key")
	}
	if _, err := proof.Cosignatures("\n\n— a b\n", []string{w.Key}); err != nil && !isMalformedNote(err) {
		return Witness{}, err
	}
	return w, nil
}

func isMalformedNote(err error) bool {
	var e *kaibo.Error
	return errors.As(err, &e) && e.Detail == "the note is malformed"
}

// cosign asks the witnesses that have not cosigned the last checkpoint of the
// log of logs. One that does not answer, or not well, is asked again by the next
// run: the checkpoint is good without it.
func (w *work) cosign(ctx context.Context) error {
	if w.root.Stop != nil || w.root.Signed.Note == "" || w.root.Signed.Size != w.root.tree.size {
		return nil
	}
	changed := false
	for _, witness := range w.Witnesses {
		done, err := proof.Cosignatures(w.root.Signed.Note, []string{witness.Key})
		if err == nil && len(done) == 0 {
			var lines string
			if lines, err = w.ask(ctx, witness); err == nil {
				w.root.Signed.Note += lines
				changed = true
			}
		}
		if err != nil {
			slog.WarnContext(ctx, "a witness did not cosign; it is asked again", "witness", witness.URL, "err", err)
			continue
		}
		w.sum.Cosigned++
	}
	if !changed {
		return nil
	}
	return w.save(ctx, w.root)
}

// ask submits the checkpoint to a witness and answers its signature lines.
func (w *work) ask(ctx context.Context, witness Witness) (string, error) {
	name, _, _ := strings.Cut(witness.Key, "+")
	for range 2 { // the second time with the size that the witness told
		status, answer, err := w.submit(ctx, witness, w.root.Cosign[name])
		if err != nil {
			return "", err
		}
		switch status {
		case http.StatusOK:
			return w.takeCosignatures(witness, name, answer)
		case http.StatusConflict:
			size, err := strconv.ParseUint(strings.TrimSuffix(answer, "\n"), 10, 53)
			if err != nil || size > w.root.Signed.Size {
				return "", fmt.Errorf("the witness has seen a log of %.40q entries", answer)
			}
			w.saw(name, size)
		default:
			return "", fmt.Errorf("the witness answers %d", status)
		}
	}
	return "", errors.New("the witness does not keep to the size that it told")
}

func (w *work) saw(name string, n uint64) {
	if w.root.Cosign == nil {
		w.root.Cosign = make(map[string]size)
	}
	w.root.Cosign[name] = n
}

// takeCosignatures keeps of an answer the lines that are the witness's own.
func (w *work) takeCosignatures(witness Witness, name, answer string) (string, error) {
	made, err := proof.Cosignatures(w.root.Signed.Note+answer, []string{witness.Key})
	if err != nil {
		return "", err
	}
	if len(made) == 0 {
		return "", errors.New("the witness answers no signature of its key")
	}
	w.saw(name, w.root.Signed.Size)
	var lines strings.Builder
	for _, c := range made {
		lines.WriteString(c.Line)
	}
	return lines.String(), nil
}

// submit sends one add-checkpoint request.
func (w *work) submit(ctx context.Context, witness Witness, old uint64) (int, string, error) {
	path, err := w.root.hashes(ctx, w.Objects).consistency(old, w.root.Signed.Size)
	if err != nil {
		return 0, "", err
	}
	var body bytes.Buffer
	fmt.Fprintf(&body, "old %d\n", old)
	for _, h := range path {
		body.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	body.WriteString("\n" + w.root.Signed.Note)
	ctx, cancel := context.WithTimeout(ctx, witnessTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, witness.URL+"/add-checkpoint", &body)
	if err != nil {
		return 0, "", fmt.Errorf("ask witness: %w", err)
	}
	client := w.HTTP
	if client == nil {
		client = &http.Client{Timeout: witnessTime}
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, "", fmt.Errorf("ask witness: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // it was read
	answer, err := io.ReadAll(io.LimitReader(response.Body, 16<<10))
	if err != nil {
		return 0, "", fmt.Errorf("read the witness's answer: %w", err)
	}
	return response.StatusCode, string(answer), nil
}
