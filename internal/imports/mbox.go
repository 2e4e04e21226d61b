package imports

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"golang.org/x/net/html/charset"
)

// An mbox file is mails one after another, each behind a line that begins with
// "From "; it is described in RFC 4155 (https://www.rfc-editor.org/rfc/rfc4155),
// with the quoting of https://www.loc.gov/preservation/digital/formats/fdd/fdd000385.shtml
// (mboxrd). Mails are RFC 5322 and MIME (RFC 2045 to 2047). Files of one mail
// (.eml) are read too.
//
// A mail is known by its Message-ID; one without goes by its place. Of several
// forms of one text the plain one is taken, else HTML as Markdown. Attachments
// are left out. The subject is no statement: it is in the metadata, and stands
// as a heading above the text, without "Re:", where it names what the text does
// not. It is the text of a mail that has no other.
var mboxFormat = Format{
	Name: "mbox", Title: "mail: mbox files, as Google Takeout, Thunderbird and mutt write them, or .eml files",
	sniff: func(s *Source) bool {
		names := mailFiles(s)
		if len(names) == 0 {
			return false
		}
		head := s.head(names[0])
		return bytes.HasPrefix(head, []byte("From ")) || isEML(names[0]) && mailHeader.Match(head)
	},
	read: readMbox,
}

var mailHeader = regexp.MustCompile(`(?mi)^(from|date|message-id|subject|received):`)

func isEML(name string) bool { return strings.EqualFold(path.Ext(name), ".eml") }

// mailFiles are the files of a source with mail. Programs write mbox files with
// and without an ending, so a single file is one.
func mailFiles(s *Source) []string {
	if len(s.names) == 1 {
		return s.names
	}
	return s.named(func(n string) bool {
		return isEML(n) || strings.EqualFold(path.Ext(n), ".mbox") || path.Base(n) == "mbox"
	})
}

func readMbox(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	return src.each(ctx, mailFiles(src), out, func(name string, r io.Reader) error {
		take := func(n int, raw []byte, err error) error {
			position := fmt.Sprintf("%s mail %d", name, n)
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			rec, err := readMail(raw, out)
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			if rec.Key == "" {
				rec.Key = key("mbox", rd.SourceID, rd.Name(name), strconv.Itoa(n))
			}
			rec.Position = position
			return out.Record(rec)
		}
		if isEML(name) {
			raw, err := io.ReadAll(io.LimitReader(r, MaxPiece+1))
			if err == nil && len(raw) > MaxPiece {
				err = errPiece
			}
			return take(1, raw, err)
		}
		return splitMbox(r, take)
	})
}

// splitMbox hands over the mails of an mbox file, numbered from 1. A mail ends
// where a line begins with "From " after an empty one.
func splitMbox(r io.Reader, each func(n int, raw []byte, err error) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var mailBytes []byte
	var tooLarge error
	n, blank, begun := 0, true, false
	flush := func() error {
		if !begun {
			return nil
		}
		raw, err := mailBytes, tooLarge
		mailBytes, tooLarge = nil, nil
		return each(n, raw, err)
	}
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errPiece) {
			return &brokenError{err}
		}
		switch {
		case blank && bytes.HasPrefix(line, []byte("From ")):
			if err := flush(); err != nil {
				return err
			}
			n, begun = n+1, true
		case begun && (errors.Is(err, errPiece) || len(mailBytes)+len(line) > MaxPiece):
			tooLarge, mailBytes = errPiece, nil
		case begun && tooLarge == nil:
			mailBytes = append(mailBytes, unquoteFrom(line)...)
		case !begun && len(bytes.TrimSpace(line)) > 0:
			return &brokenError{errors.New(`an mbox file begins with a line "From "`)}
		}
		blank = len(bytes.TrimRight(line, "\r\n")) == 0
		if errors.Is(err, io.EOF) {
			return flush()
		}
	}
}

// unquoteFrom takes back the ">" that was put before a "From " in a text.
func unquoteFrom(line []byte) []byte {
	rest := bytes.TrimLeft(line, ">")
	if len(rest) < len(line) && bytes.HasPrefix(rest, []byte("From ")) {
		return line[1:]
	}
	return line
}

var words = mime.WordDecoder{CharsetReader: charset.NewReaderLabel}

// header reads a header in any of the encodings of RFC 2047.
func header(h mail.Header, name string) string {
	raw := h.Get(name)
	if s, err := words.DecodeHeader(raw); err == nil {
		raw = s
	}
	return strings.ToValidUTF8(strings.TrimSpace(raw), "\uFFFD")
}

// readMail makes the record of a mail. Its key is empty when it has no id.
func readMail(raw []byte, out *Out) (Record, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Record{}, fmt.Errorf("its header cannot be read: %w", err)
	}
	meta := metadata{}
	r := Record{Stream: "mail", Role: "user", Metadata: meta}
	parser := mail.AddressParser{WordDecoder: &words}
	if from, err := parser.ParseList(m.Header.Get("From")); err == nil && len(from) > 0 {
		r.Actor = nameOf(firstOf(from[0].Name, from[0].Address))
		meta.text("from", from[0].Address)
	} else {
		r.Actor = nameOf(header(m.Header, "From"))
	}
	if date, err := mail.ParseDate(m.Header.Get("Date")); err == nil {
		r.OccurredAt = at(date)
	}
	id := messageID(m.Header.Get("Message-Id"))
	if id != "" {
		r.Key = key("mbox", id)
	}
	refs := strings.Fields(m.Header.Get("References"))
	parent := messageID(m.Header.Get("In-Reply-To"))
	if parent == "" && len(refs) > 0 {
		parent = messageID(refs[len(refs)-1])
	}
	thread := id
	if len(refs) > 0 {
		thread = messageID(refs[0])
	} else if parent != "" {
		thread = parent
	}
	if parent != "" {
		r.Links = map[string]string{"replyTo": key("mbox", parent)}
	}
	meta.text("thread", thread)
	subject := header(m.Header, "Subject")
	meta.text("subject", subject)
	b := &mailBody{out: out}
	body, err := b.text(textproto.MIMEHeader(m.Header), m.Body, 0)
	if err != nil {
		return r, fmt.Errorf("its body cannot be read: %w", err)
	}
	body = strings.TrimSpace(strings.ReplaceAll(body, "\r\n", "\n"))
	switch {
	case body == "":
		body = subject
	default:
		if title := titleOf(subject); namesMore(title, body) {
			body = "# " + title + "\n\n" + body
		}
	}
	r.Content = []byte(body)
	return r, nil
}

// repliedTo is how a subject begins that is another mail's: in English, German,
// French, Spanish, Portuguese, Italian, Dutch and the Nordic languages.
var repliedTo = regexp.MustCompile(`(?i)^\s*(re|aw|antw|antwort|r[ée]p|res|rv|enc|rif|sv|vs|fwd?|wg|tr|vb|doorst)\s*(\[\d+\])?\s*:`)

// titleOf is a subject without what answers and forwards put before it.
func titleOf(subject string) string {
	for {
		rest := repliedTo.ReplaceAllString(subject, "")
		if rest == subject {
			return strings.Join(strings.Fields(subject), " ")
		}
		subject = rest
	}
}

// namesMore reports whether a subject has a word that the text has not: then the
// text may be about a thing that only the subject names.
func namesMore(subject, body string) bool {
	body = strings.ToLower(body)
	for _, word := range strings.FieldsFunc(strings.ToLower(subject), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !strings.Contains(body, word) {
			return true
		}
	}
	return false
}

// messageID is the id between the first angle brackets, or the whole when there
// are none.
func messageID(s string) string {
	if _, after, ok := strings.Cut(s, "<"); ok {
		s, _, _ = strings.Cut(after, ">")
	}
	return strings.TrimSpace(s)
}

// Bounds of a mail's structure: real ones have a handful of parts, three deep.
const (
	maxMailDepth = 16
	maxMailParts = 500
)

// maxHTML bounds the HTML that is made text, which takes many times its size in
// memory. Newsletters have some hundred kilobytes.
const maxHTML = 8 << 20

// mailBody reads the text of one mail.
type mailBody struct {
	out   *Out
	parts int
}

// text answers the text of a part and of those in it.
func (b *mailBody) text(h textproto.MIMEHeader, body io.Reader, depth int) (string, error) {
	if b.parts++; depth > maxMailDepth || b.parts > maxMailParts {
		return "", fmt.Errorf("it has more than %d parts, or is more than %d deep", maxMailParts, maxMailDepth)
	}
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind, params = "text/plain", nil // RFC 2045, section 5.2
	}
	disposition, _, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return b.multipart(kind, params["boundary"], body, depth)
	case disposition == "attachment" || !strings.HasPrefix(kind, "text/"):
		b.out.Skip("attachments of mails")
		return "", nil
	}
	raw, err := io.ReadAll(decodeTransfer(h.Get("Content-Transfer-Encoding"), body))
	if err != nil && len(raw) == 0 {
		return "", err
	}
	text := toUTF8(raw, params["charset"])
	if kind == "text/html" {
		if len(text) > maxHTML {
			return "", fmt.Errorf("its HTML has %d bytes; at most %d are read", len(text), maxHTML)
		}
		if md, err := htmltomarkdown.ConvertString(text); err == nil {
			return md, nil
		}
		return "", errors.New("its HTML cannot be read")
	}
	return text, nil
}

// multipart answers the best form of an alternative, and the texts of all parts
// of anything else.
func (b *mailBody) multipart(kind, boundary string, body io.Reader, depth int) (string, error) {
	if boundary == "" {
		return "", errors.New("it is multipart and names no boundary")
	}
	reader := multipart.NewReader(body, boundary)
	var texts []string
	plain := -1
	for {
		p, err := reader.NextRawPart()
		if err != nil {
			if !errors.Is(err, io.EOF) && len(texts) == 0 {
				return "", err
			}
			break
		}
		text, err := b.text(p.Header, p, depth+1)
		if err != nil {
			return "", err
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if sub, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type")); plain < 0 && (sub == "text/plain" || sub == "") {
			plain = len(texts)
		}
		texts = append(texts, text)
	}
	if kind == "multipart/alternative" && len(texts) > 0 {
		return texts[max(plain, 0)], nil
	}
	return strings.Join(texts, "\n\n"), nil
}

// decodeTransfer undoes a transfer encoding. Lines that are no base64 end it, as
// mail programs do.
func decodeTransfer(encoding string, r io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(r)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	}
	return r
}

// toUTF8 reads text in a charset; one that is not known, or a text that is not
// in it, keeps what is UTF-8.
func toUTF8(raw []byte, label string) string {
	if label != "" && !strings.EqualFold(label, "utf-8") {
		if r, err := charset.NewReaderLabel(label, bytes.NewReader(raw)); err == nil {
			if b, err := io.ReadAll(r); err == nil {
				raw = b
			}
		}
	} else if label == "" && !utf8.Valid(raw) {
		if r, err := charset.NewReaderLabel("windows-1252", bytes.NewReader(raw)); err == nil {
			if b, err := io.ReadAll(r); err == nil {
				raw = b
			}
		}
	}
	return strings.ToValidUTF8(string(raw), "\uFFFD")
}
