package stack

import (
	"fmt"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Template is a SAM template.
type Template struct {
	Parameters map[string]Parameter
	Conditions map[string]any
	Globals    map[string]any
	Resources  map[string]Resource
	Outputs    map[string]Output
	// Order is the names of the resources as they stand in the file.
	Order []string
	// Outside has the values of names that are no parameter: pseudo parameters
	// such as AWS::Region, and what a deployed resource is called. The value of
	// Ref X lies under X, that of Fn::GetAtt [X, Arn] under X.Arn.
	Outside map[string]string
}

// Parameter is a parameter of a template.
type Parameter struct {
	Type    string
	Default any
}

// Output is an output of a template.
type Output struct {
	Description string
	Value       any
}

// Resource is a resource of a template. Values of its maps are strings,
// numbers, booleans, lists, maps, nil and Intrinsics.
type Resource struct {
	Type           string
	Condition      string // name of one, without which it is not made; empty for always
	DeletionPolicy string
	Metadata       map[string]any
	Properties     map[string]any
}

// Intrinsic is a call of a function of CloudFormation: "Ref", "Fn::GetAtt".
type Intrinsic struct {
	Name     string
	Argument any
}

// Read reads a template file.
func Read(path string) (*Template, error) {
	b, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return nil, fmt.Errorf("read template: %w", err)
	}
	return Parse(b)
}

// Parse reads a template.
func Parse(b []byte) (*Template, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(b, &root); err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	if len(root.Content) == 0 {
		return nil, fmt.Errorf("parse template: it is empty")
	}
	value, err := plain(root.Content[0])
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", err)
	}
	top, _ := value.(map[string]any)
	t := &Template{Parameters: map[string]Parameter{}, Resources: map[string]Resource{}, Outputs: map[string]Output{}, Outside: map[string]string{}}
	t.Conditions, _ = top["Conditions"].(map[string]any)
	t.Globals, _ = top["Globals"].(map[string]any)
	for name, v := range section(top, "Parameters") {
		t.Parameters[name] = Parameter{Type: text(v["Type"]), Default: v["Default"]}
	}
	for name, v := range section(top, "Outputs") {
		t.Outputs[name] = Output{Description: text(v["Description"]), Value: v["Value"]}
	}
	for name, v := range section(top, "Resources") {
		r := Resource{Type: text(v["Type"]), Condition: text(v["Condition"]), DeletionPolicy: text(v["DeletionPolicy"])}
		r.Metadata, _ = v["Metadata"].(map[string]any)
		r.Properties, _ = v["Properties"].(map[string]any)
		t.Resources[name] = r
	}
	t.Order = order(root.Content[0], "Resources")
	return t, nil
}

// section is a map of maps at the top of the template.
func section(top map[string]any, name string) map[string]map[string]any {
	out := map[string]map[string]any{}
	entries, _ := top[name].(map[string]any)
	for name, v := range entries {
		if m, ok := v.(map[string]any); ok {
			out[name] = m
		}
	}
	return out
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// order lists the keys of a section as they stand.
func order(top *yaml.Node, section string) []string {
	var names []string
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value != section {
			continue
		}
		for j := 0; j < len(top.Content[i+1].Content); j += 2 {
			names = append(names, top.Content[i+1].Content[j].Value)
		}
	}
	return names
}

// plain makes Go values of YAML nodes, and Intrinsics of their short forms
// (!Ref X) and their long ones ({Ref: X}).
func plain(n *yaml.Node) (any, error) {
	if strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!") {
		return short(n)
	}
	switch n.Kind {
	case yaml.MappingNode:
		return mapping(n)
	case yaml.SequenceNode:
		return sequence(n)
	case yaml.AliasNode:
		return nil, fmt.Errorf("line %d: CloudFormation takes no aliases", n.Line)
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, fmt.Errorf("line %d: %w", n.Line, err)
	}
	return v, nil
}

func mapping(n *yaml.Node) (any, error) {
	m := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if _, twice := m[key]; twice {
			return nil, fmt.Errorf("line %d: %s stands twice", n.Content[i].Line, key)
		}
		v, err := plain(n.Content[i+1])
		if err != nil {
			return nil, err
		}
		m[key] = v
	}
	if len(m) == 1 {
		for key, v := range m {
			if key == "Ref" || strings.HasPrefix(key, "Fn::") {
				return Intrinsic{Name: key, Argument: v}, nil
			}
		}
	}
	return m, nil
}

func sequence(n *yaml.Node) (any, error) {
	list := make([]any, len(n.Content))
	for i, c := range n.Content {
		v, err := plain(c)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

// short reads a tagged node: !GetAtt A.B, !Sub text, !If [C, a, b].
func short(n *yaml.Node) (any, error) {
	name := strings.TrimPrefix(n.Tag, "!")
	if name != "Ref" && name != "Condition" {
		name = "Fn::" + name
	}
	if n.Kind == yaml.ScalarNode {
		return Intrinsic{Name: name, Argument: n.Value}, nil
	}
	bare := *n
	bare.Tag = ""
	argument, err := plain(&bare)
	return Intrinsic{Name: name, Argument: argument}, err
}
