package verify

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// checkPayload returns what is wrong with the payload served for an event, or
// nothing.
func checkPayload(e *kaibo.Event, body []byte) string {
	p, err := parsePayload(body)
	if err != nil {
		return "its payload is not in the form of one: " + err.Error()
	}
	if !chain.CheckDigest(e.PayloadDigest, p.Salt, p.Content) {
		return fmt.Sprintf("its payload was changed: digest expected %s, got %s", e.PayloadDigest, chain.SaltedDigest(p.Salt, p.Content))
	}
	if !chain.CheckDigest(e.DetailsDigest, p.DetailsSalt, p.Details) {
		return fmt.Sprintf("its details were changed: digest expected %s, got %s", e.DetailsDigest, chain.SaltedDigest(p.DetailsSalt, p.Details))
	}
	return ""
}

// parsePayload reads the body of GET /v1/events/{id}/payload. Members it does
// not know are passed over: a later server may add some.
func parsePayload(body []byte) (*kaibo.Payload, error) {
	members, err := object(body)
	if err != nil {
		return nil, err
	}
	p := new(kaibo.Payload)
	if p.Content, err = content(members); err != nil {
		return nil, err
	}
	if p.Salt, err = salt(members, "salt"); err != nil {
		return nil, err
	}
	if p.DetailsSalt, err = salt(members, "detailsSalt"); err != nil {
		return nil, err
	}
	details, ok := members["details"]
	if !ok {
		return nil, errors.New("details is missing")
	}
	if p.Details, err = canon.Canonical(details); err != nil {
		return nil, fmt.Errorf("details: %w", err)
	}
	var d kaibo.Details
	if d, err = canon.ParseDetails(p.Details); err != nil {
		return nil, fmt.Errorf("details: %w", err)
	}
	if _, ok := members["contentType"]; ok && d.ContentType != "" {
		if served, err := text(members, "contentType"); err != nil || served != d.ContentType {
			return nil, errors.New("contentType is not that of the details")
		}
	}
	return p, nil
}

// object reads the members of a JSON object by their exact names.
func object(body []byte) (map[string]json.RawMessage, error) {
	if err := canon.Check(body); err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil || members == nil {
		return nil, errors.New("it is no JSON object")
	}
	return members, nil
}

// text reads a member that is a string.
func text(members map[string]json.RawMessage, name string) (string, error) {
	var s *string
	if err := json.Unmarshal(members[name], &s); err != nil || s == nil {
		return "", fmt.Errorf("%s is no string", name)
	}
	return *s, nil
}

// content reads the content, which is there either as text or in base64.
func content(members map[string]json.RawMessage) ([]byte, error) {
	_, isText := members["content"]
	_, isBase64 := members["contentBase64"]
	switch {
	case isText && isBase64:
		return nil, errors.New("both content and contentBase64 are there")
	case isText:
		s, err := text(members, "content")
		return []byte(s), err
	case isBase64:
		s, err := text(members, "contentBase64")
		if err != nil {
			return nil, err
		}
		b, err := base64.StdEncoding.Strict().DecodeString(s)
		if err != nil {
			return nil, errors.New("contentBase64 is not base64")
		}
		return b, nil
	}
	return nil, errors.New("content is missing")
}

// salt reads a salt: 32 hexadecimal digits.
func salt(members map[string]json.RawMessage, name string) (s [16]byte, err error) {
	digits, err := text(members, name)
	if err != nil {
		return s, err
	}
	if len(digits) != 2*len(s) {
		return s, fmt.Errorf("%s has not 32 hexadecimal digits", name)
	}
	if _, err := hex.Decode(s[:], []byte(digits)); err != nil {
		return s, fmt.Errorf("%s has not 32 hexadecimal digits", name)
	}
	return s, nil
}
