package httpapi

import (
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// docsRoutes serve the documentation, which is the same for everybody.
func docsRoutes(serve func(http.ResponseWriter, *http.Request) bool) []route {
	var routes []route
	for _, pattern := range []string{"/docs", "/docs/", "/docs/{page}", "/docs/{folder}/{page}"} {
		rt := newRoute(http.MethodGet, pattern)
		rt.serve = func(w http.ResponseWriter, r *http.Request) error {
			if !serve(w, r) {
				return kaibo.Errorf(kaibo.NotFound, "there is no such page; /docs/llms.txt lists them")
			}
			return nil
		}
		routes = append(routes, rt)
	}
	return routes
}
