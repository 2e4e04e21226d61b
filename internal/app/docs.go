package app

import (
	"net/http"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/docsite"
)

// pages serves the documentation. It is read by the first request: commands
// have a handler too, and none asks for it.
func pages() func(http.ResponseWriter, *http.Request) bool {
	site := sync.OnceValue(func() *docsite.Site {
		s, err := docsite.New()
		if err != nil {
			panic(err) // the pages are part of the program, and a test reads them
		}
		return s
	})
	return func(w http.ResponseWriter, r *http.Request) bool { return site().Serve(w, r) }
}
