package curate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Limits of what a verb may say.
const (
	MaxContent = 65_536 // bytes of a node: it is one statement; a longer text is a file for remember
	MaxLinks   = 60     // links of one verb: with their node they are one Commit
	MaxTags    = 64     // of one verb
	MaxItems   = 40     // of a checklist: each is a memory, and all are one Commit
	MaxDays    = 36_525 // a hundred years
)

// Note is what every verb that makes a node may say of it.
type Note struct {
	Content    string
	Name       string // empty for none
	Layer      string // empty for warm
	Tags       []string
	Visibility string      // empty for private
	After      *kaibo.Time // it holds from then; nil means since the verb happened
	ForDays    int         // and so long; 0 means without end
	Links      []NewLink
	Pin        string // why it is pinned; empty for not pinned
}

// NewLink is a link of a node that is made: from it to another, or to it from
// another.
type NewLink struct {
	To, From string // one of both: a name or an id
	Type     string
	Weight   *float64 // nil means 1
}

// note makes a node and all that is said of it. All is checked before anything
// changes.
func (w *Work) note(ctx context.Context, nodeType string, n *Note) (*Result, error) {
	name, err := w.checkNote(n)
	if err != nil {
		return nil, err
	}
	links, err := w.checkLinks(ctx, n.Links)
	if err != nil {
		return nil, err
	}
	born := NewNode{Type: nodeType, Content: n.Content, Name: name, ValidFrom: n.After}
	if n.ForDays > 0 {
		from := w.Event.OccurredAt
		if n.After != nil {
			from = *n.After
		}
		to := from + kaibo.Time(n.ForDays)*kaibo.Time(24*time.Hour/time.Millisecond)
		born.ValidTo = &to
	}
	id := w.Birth(born)
	w.mark(id, n)
	for _, l := range links {
		if l.from == "" {
			l.from = id
		} else {
			l.to = id
		}
		w.Link(l.from, l.linkType, l.to, l.weight)
	}
	r := &Result{Node: id, Text: fmt.Sprintf("Noted %s as %s%s%s.", title(name, id), article(nodeType), w.place(), held(&born))}
	if name != "" {
		r.Similar = w.similar(name)
		if len(r.Similar) > 0 {
			r.Text += fmt.Sprintf(" Names near it: %s.", quotedList(r.Similar))
		}
	}
	return r, nil
}

// mark sets on a new node what a note says beside its words.
func (w *Work) mark(id string, n *Note) {
	if n.Layer != "" {
		w.Set(id, graph.AttrLayer, n.Layer)
	}
	for _, tag := range n.Tags {
		w.Set(id, graph.AttrTag+strings.TrimSpace(tag), "1")
	}
	if n.Visibility != "" {
		w.Set(id, graph.AttrVisibility, n.Visibility)
	}
	if n.Pin != "" {
		w.Set(id, graph.AttrPin, n.Pin)
	}
}

// checkNote holds a note to its limits and answers its name.
func (w *Work) checkNote(n *Note) (string, error) {
	if err := checkContent(n.Content); err != nil {
		return "", err
	}
	if err := checkTags(n.Tags); err != nil {
		return "", err
	}
	if n.Layer != "" && !slices.Contains(graph.Layers, n.Layer) {
		return "", kaibo.InvalidField("layer", "must be one of %s", strings.Join(graph.Layers, ", "))
	}
	if n.ForDays < 0 || n.ForDays > MaxDays {
		return "", kaibo.InvalidField("forDays", "must be from 1 to %d", MaxDays)
	}
	return w.freeName("name", n.Name, "", w.homes())
}

func checkContent(content string) error {
	if strings.TrimSpace(content) == "" {
		return kaibo.InvalidField("content", "must say something")
	}
	if len(content) > MaxContent {
		return kaibo.InvalidField("content", "is %d bytes long; the limit is %d: remember longer texts as files", len(content), MaxContent)
	}
	return nil
}

func checkTags(tags []string) error {
	if len(tags) > MaxTags {
		return kaibo.InvalidField("tags", "has %d entries; the limit is %d", len(tags), MaxTags)
	}
	for i, tag := range tags {
		field := fmt.Sprintf("tags[%d]", i)
		if err := checkWord(field, strings.TrimSpace(tag)); err != nil {
			return err
		}
	}
	return nil
}

// checkWord holds a name, a tag or a role to what one is.
func checkWord(field, s string) error {
	switch {
	case lang.Fold(s) == "":
		return kaibo.InvalidField(field, "must not be blank")
	case len(s) > kaibo.MaxNameBytes:
		return kaibo.InvalidField(field, "is %d bytes long; the limit is %d", len(s), kaibo.MaxNameBytes)
	case strings.ContainsFunc(s, unicode.IsControl):
		return kaibo.InvalidField(field, "must not have control characters")
	}
	return nil
}

// homes are the initiatives that a new node belongs to; none when it belongs to
// the project as a whole.
func (w *Work) homes() []string {
	if w.Initiative == "" {
		return nil
	}
	return []string{w.Initiative}
}

// freeName answers a name as it is kept, once nothing alive has it in any of the
// initiatives; without initiatives, among what has none. Empty stays empty. The
// node that is excepted may have it.
func (w *Work) freeName(field, name, except string, initiatives []string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", nil
	}
	if err := checkWord(field, name); err != nil {
		return "", err
	}
	if looksLikeID(name) {
		return "", kaibo.InvalidField(field, "must not begin as an id does")
	}
	if holder := w.holder(name, except, initiatives); holder != nil {
		return "", kaibo.Errorf(kaibo.Conflict, "the name %q is taken by %s, which is %s; revise that, or choose another name", name, holder.ID, article(holder.Type))
	}
	return name, nil
}

// looksLikeID reports whether a name could be taken for an id.
func looksLikeID(name string) bool {
	return strings.HasPrefix(name, "mem_") || strings.HasPrefix(name, "evt_") || strings.HasPrefix(name, "ini_")
}

// holder answers the living node that has a name in one of the initiatives; nil
// for none.
func (w *Work) holder(name, except string, initiatives []string) *graph.Node {
	folded := lang.Fold(name)
	for _, f := range w.change.Facts {
		if f.Attr == graph.AttrName && f.Entity != except && lang.Fold(f.Value) == folded {
			return &graph.Node{ID: f.Entity, Type: "node of this call"}
		}
	}
	for _, n := range w.View.Named(name) {
		if n.ID != except && !w.ends(n.ID) && shared(n.Initiatives, initiatives) {
			return &n
		}
	}
	return nil
}

// ends reports whether the plan ends a node.
func (w *Work) ends(id string) bool {
	return slices.ContainsFunc(w.change.Facts, func(f graph.Fact) bool {
		return f.Entity == id && f.Attr == graph.AttrStatus && !alive(f.Value)
	})
}

// shared reports whether two nodes of these initiatives are beside each other:
// both have one, or both have none.
func shared(a, b []string) bool {
	if len(a) == 0 && len(b) == 0 {
		return true
	}
	return slices.ContainsFunc(a, func(id string) bool { return slices.Contains(b, id) })
}

// link is a link to be made; the end that is empty is the node that is born.
type link struct {
	from, to, linkType string
	weight             float64
}

// checkLinks finds the other ends of the links of a new node.
func (w *Work) checkLinks(ctx context.Context, links []NewLink) ([]link, error) {
	if len(links) > MaxLinks {
		return nil, kaibo.InvalidField("links", "has %d entries; the limit is %d", len(links), MaxLinks)
	}
	made := make([]link, len(links))
	refs := make([]string, len(links))
	for i, l := range links {
		field := fmt.Sprintf("links[%d]", i)
		if (l.To == "") == (l.From == "") {
			return nil, kaibo.InvalidField(field, "must have one of to and from")
		}
		if err := checkLinkType(field+".type", l.Type); err != nil {
			return nil, err
		}
		weight, err := checkWeight(field+".weight", l.Weight)
		if err != nil {
			return nil, err
		}
		made[i] = link{linkType: l.Type, weight: weight}
		refs[i] = l.To + l.From
	}
	found, err := w.Nodes(ctx, "links", refs)
	if err != nil {
		return nil, err
	}
	for i, l := range links {
		if l.To != "" {
			made[i].to = found[i].ID
		} else {
			made[i].from = found[i].ID
		}
		if slices.Contains(made[:i], made[i]) {
			return nil, kaibo.InvalidField(fmt.Sprintf("links[%d]", i), "is there twice")
		}
	}
	return made, nil
}

func checkLinkType(field, linkType string) error {
	if !slices.Contains(graph.LinkTypes, linkType) {
		return kaibo.InvalidField(field, "must be one of %s", strings.Join(graph.LinkTypes, ", "))
	}
	return nil
}

// checkWeight answers the weight, 1 for none.
func checkWeight(field string, weight *float64) (float64, error) {
	if weight == nil {
		return 1, nil
	}
	if !(*weight >= 0 && *weight <= 1) {
		return 0, kaibo.InvalidField(field, "must be from 0 to 1")
	}
	return *weight, nil
}

// title is how a new node is called in the answer.
func title(name, id string) string {
	if name == "" {
		return id
	}
	return strconv.Quote(name)
}

// article puts the article before a type.
func article(nodeType string) string {
	if nodeType != "" && strings.ContainsRune("aeiou", rune(nodeType[0])) {
		return "an " + nodeType
	}
	return "a " + nodeType
}

// place says where a verb acts.
func (w *Work) place() string {
	if w.Named == "" {
		return ""
	}
	return fmt.Sprintf(" in %q", w.Named)
}

// held says how long a node holds, where that is bounded.
func held(n *NewNode) string {
	var b strings.Builder
	if n.ValidFrom != nil {
		fmt.Fprintf(&b, " from %s", *n.ValidFrom)
	}
	if n.ValidTo != nil {
		fmt.Fprintf(&b, " until %s", *n.ValidTo)
	}
	return b.String()
}
