package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// DefaultProject is where a request acts that names none.
const DefaultProject = "default"

// Access is what this package asks of the store of keys and projects.
type Access interface {
	// Identify answers who holds a key, and counts the request against its
	// limit. A key that is unknown, revoked or expired is Unauthenticated, one
	// request too many is RateLimited.
	Identify(ctx context.Context, secret string) (Holder, error)
	// AnyKey reports whether a key was ever made.
	AnyKey(ctx context.Context) (bool, error)
	// Project finds a project by its name, else NotFound.
	Project(ctx context.Context, name string) (kaibo.Project, error)
	// EnsureProject finds a project by its name and makes it when there is
	// none.
	EnsureProject(ctx context.Context, name string) (kaibo.Project, error)
}

// Holder is who has a key: its project, what it allows, and what it is called.
type Holder struct {
	Project     kaibo.Project
	Scopes      []verbs.Scope
	Name        string
	Initiatives []string // ids of those that the key is limited to; none for all
}

// identity is who asks, and for which project.
type identity struct {
	Holder
	named  bool                                         // the request named the project
	create func(context.Context) (kaibo.Project, error) // makes a project that is not there
}

// identify finds who asks for a verb and on which project the call acts.
func (h *Handler) identify(r *http.Request, spec *verbs.Spec) (identity, error) {
	who, err := h.whose(r, spec)
	who.named = r.Header.Get("Kaibo-Project") != ""
	return who, err
}

func (h *Handler) whose(r *http.Request, spec *verbs.Spec) (identity, error) {
	name, err := oneHeader(r.Header, "Kaibo-Project")
	if err != nil {
		return identity{}, err
	}
	if spec.Projectless {
		name = ""
	}
	secret, given, err := bearer(r.Header)
	switch {
	case err != nil:
		return identity{}, err
	case given && h.isOwner(secret):
		return h.owner(r.Context(), name)
	case given:
		return h.holder(r.Context(), secret, name)
	case spec.Scope == verbs.Public:
		return identity{}, nil
	default:
		return h.keyless(r, name)
	}
}

// bearer reads the key of a request.
func bearer(h http.Header) (secret string, given bool, err error) {
	values := h.Values("Authorization")
	if len(values) == 0 {
		return "", false, nil
	}
	scheme, secret, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || secret == "" || len(secret) > 512 {
		return "", false, kaibo.Errorf(kaibo.Unauthenticated, "send the key as \"Authorization: Bearer KEY\"")
	}
	return secret, true, nil
}

// isOwner compares with the data directory's token, in constant time whatever
// the lengths.
func (h *Handler) isOwner(secret string) bool {
	if h.ownerToken == "" {
		return false
	}
	a, b := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(h.ownerToken))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// owner is an operator without a project of its own. The default project is
// always there for it: its first write makes it.
func (h *Handler) owner(ctx context.Context, name string) (identity, error) {
	if name == "" || name == DefaultProject {
		return h.orAbsent(ctx, DefaultProject)
	}
	return h.operate(ctx, name)
}

// holder is whoever has a key. An operator's acts on the project that the
// header names; another key's project is its own and no other.
func (h *Handler) holder(ctx context.Context, secret, name string) (identity, error) {
	holder, err := h.access.Identify(ctx, secret)
	if err != nil {
		return identity{}, err
	}
	if name == "" || name == holder.Project.Name {
		return identity{Holder: holder}, nil
	}
	if !slices.Contains(holder.Scopes, verbs.Operator) {
		return identity{}, errNoProject()
	}
	who, err := h.operate(ctx, name)
	who.Name = holder.Name
	return who, err
}

// everything is every scope on a project.
func everything(p kaibo.Project) identity {
	return identity{Holder: Holder{Project: p, Scopes: verbs.Scopes}}
}

// operate finds the project that an operator names.
func (h *Handler) operate(ctx context.Context, name string) (identity, error) {
	if verbs.CheckProjectName(name) != "" {
		return identity{}, errNoProject()
	}
	p, err := h.access.Project(ctx, name)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return identity{}, errNoProject()
	}
	return everything(p), err
}

func errNoProject() error {
	return kaibo.Errorf(kaibo.NotFound, "there is no project of that name; an operator makes one with projects.create")
}

// keyless lets a request without a key in: only where nobody but this machine
// can reach the server, and no key was ever made.
func (h *Handler) keyless(r *http.Request, name string) (identity, error) {
	if h.requireKey || !h.loopback {
		return identity{}, errNeedKey()
	}
	made, err := h.access.AnyKey(r.Context())
	if err != nil {
		return identity{}, err
	}
	if made {
		return identity{}, errNeedKey()
	}
	if err := checkLoopback(r); err != nil {
		return identity{}, err
	}
	if name == "" {
		name = DefaultProject
	}
	if detail := verbs.CheckProjectName(name); detail != "" {
		return identity{}, kaibo.InvalidField("Kaibo-Project", "%s", detail)
	}
	return h.orAbsent(r.Context(), name)
}

func errNeedKey() error {
	return kaibo.Errorf(kaibo.Unauthenticated, "send a key as \"Authorization: Bearer KEY\"; \"kaibo keys create\" makes one")
}

// orAbsent finds a project with every scope on it. The first write makes one
// that is not there; reads find it empty.
func (h *Handler) orAbsent(ctx context.Context, name string) (identity, error) {
	p, err := h.access.Project(ctx, name)
	if kaibo.KindOf(err) != kaibo.NotFound {
		return everything(p), err
	}
	if verbs.ReservedProject(name) {
		return identity{}, errNoProject()
	}
	create := func(ctx context.Context) (kaibo.Project, error) { return h.access.EnsureProject(ctx, name) }
	who := everything(absentProject())
	who.create = create
	return who, nil
}

// absentProject stands in for one that is not there: nothing lies under its
// id, so every read finds nothing.
func absentProject() kaibo.Project {
	return kaibo.Project{ID: "absent", Secret: []byte("absent")}
}

// checkLoopback refuses what comes from elsewhere by way of this machine: what
// a web page sends through the browser of somebody here, which has a foreign
// Host (a name rebound to 127.0.0.1) or a foreign Origin, and what a reverse
// proxy passes on.
func checkLoopback(r *http.Request) error {
	if !isLoopbackHost(r.Host) {
		return kaibo.Errorf(kaibo.Forbidden, "without a key, Host must be a loopback address such as 127.0.0.1")
	}
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || !isLoopbackHost(u.Host) {
			return kaibo.Errorf(kaibo.Forbidden, "without a key, Origin must be a loopback address")
		}
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if r.Header.Get(name) != "" {
			return kaibo.Errorf(kaibo.Forbidden, "without a key, a request may not come through a proxy: %s says that it did", name)
		}
	}
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return kaibo.Errorf(kaibo.Forbidden, "without a key, a page of another site may not call")
	}
	return nil
}

// isLoopbackHost reports whether host, with or without a port, is localhost or
// an address of the loopback network.
func isLoopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
