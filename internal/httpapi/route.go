package httpapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// route is one path of the API. One of verb, serve and face is set.
type route struct {
	method  string
	pattern string // "/v1/streams/{stream}/events"
	parts   []string
	verb    verbs.Verb
	serve   func(w http.ResponseWriter, r *http.Request) error
	face    func(w http.ResponseWriter, r *http.Request, run verbs.Run) error
}

// newRoute splits the pattern once.
func newRoute(method, pattern string) route {
	return route{method: method, pattern: pattern, parts: strings.Split(pattern, "/")}
}

// verbRoutes returns the routes of the registry: a POST a verb, and its GET
// twin. Verbs that only a local server offers are left out of others.
func verbRoutes(local bool) []route {
	var routes []route
	for _, v := range verbs.All() {
		spec := v.Spec()
		if spec.Where == verbs.LocalOnly && !local {
			continue
		}
		post := newRoute(http.MethodPost, "/v1/"+spec.Name)
		post.verb = v
		routes = append(routes, post)
		if spec.Get != "" {
			get := newRoute(http.MethodGet, spec.Get)
			get.verb = v
			routes = append(routes, get)
		}
	}
	return routes
}

// match finds the route of a request and its path variables. Without a route,
// allow lists the methods that the path does have: empty when it is no path of
// ours.
func match(routes []route, r *http.Request) (found *route, vars map[string]string, allow string) {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var methods []string
	for i := range routes {
		vars, ok := routes[i].fits(parts)
		if !ok {
			continue
		}
		if routes[i].method == method {
			return &routes[i], vars, ""
		}
		methods = append(methods, routes[i].method)
	}
	slices.Sort(methods)
	return nil, nil, strings.Join(slices.Compact(methods), ", ")
}

// fits compares a path, split and still escaped, with the pattern.
func (rt *route) fits(parts []string) (map[string]string, bool) {
	last := len(rt.parts) - 1
	if strings.HasSuffix(rt.parts[last], "...}") && len(parts) > last { // what is left is one variable
		parts = append(slices.Clone(parts[:last]), strings.Join(parts[last:], "/"))
	}
	if len(parts) != len(rt.parts) {
		return nil, false
	}
	var vars map[string]string
	for i, want := range rt.parts {
		got, err := url.PathUnescape(parts[i])
		if err != nil {
			return nil, false
		}
		name, variable := strings.CutPrefix(want, "{")
		switch {
		case variable && got != "":
			if vars == nil {
				vars = map[string]string{}
			}
			vars[strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")] = got
		case variable || got != want:
			return nil, false
		}
	}
	return vars, true
}
