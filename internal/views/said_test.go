package views_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/views"
)

func TestOnlyWhatWasSaidOfACurationIsIndexed(t *testing.T) {
	for _, c := range []struct{ payload, want string }{
		{`{"args":{"content":"Tea \"green\"\nis é.","node":"mem_aaaaaaaaaaaaaaaa","tags":["verb"]},"reason":"so","verb":"tag"}`,
			`                    Tea   green    is é.                                         verb              so               `},
		{`{"args":[],"verb":"x"}`, `                      `},
		{`{"args":{"a":"\u0007b"},"verb":"x"}`, `                    b              `},
		{`{"content":"plain","verb":"correct"}`, `{"content":"plain","verb":"correct"}`},
		{`{"args":"`, `         `},
		{`{"args":"a\`, `         a `},
	} {
		if got := string(views.WhatWasSaid([]byte(c.payload))); got != c.want {
			t.Errorf("%s\nbecomes %q\nwant    %q", c.payload, got, c.want)
		}
	}
}

func FuzzSaid(f *testing.F) {
	f.Add([]byte(`{"args":{"a":"\u00"},"verb":"x"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got := views.WhatWasSaid(b); len(got) != len(b) {
			t.Errorf("%d bytes of %d", len(got), len(b))
		}
	})
}
