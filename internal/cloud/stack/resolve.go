package stack

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Resolve answers a value without Intrinsics: parameters have their defaults
// unless Outside says otherwise. A name that nothing has is an error.
func (t *Template) Resolve(v any) (any, error) {
	switch v := v.(type) {
	case Intrinsic:
		return t.call(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			resolved, err := t.Resolve(value)
			if err != nil {
				return nil, err
			}
			out[key] = resolved
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			resolved, err := t.Resolve(value)
			if err != nil {
				return nil, err
			}
			out[i] = resolved
		}
		return out, nil
	}
	return v, nil
}

// Text is Resolve for a value that is a string or a number.
func (t *Template) Text(v any) (string, error) {
	resolved, err := t.Resolve(v)
	if err != nil {
		return "", err
	}
	switch resolved.(type) {
	case nil, map[string]any, []any:
		return "", fmt.Errorf("resolve: %v is no text", v)
	}
	return fmt.Sprint(resolved), nil
}

func (t *Template) call(f Intrinsic) (any, error) {
	switch f.Name {
	case "Ref":
		return t.name(fmt.Sprint(f.Argument))
	case "Fn::GetAtt":
		return t.name(attribute(f.Argument))
	case "Fn::Sub":
		return t.sub(f.Argument)
	case "Fn::If":
		return t.choose(f.Argument)
	}
	return nil, fmt.Errorf("resolve: %s is a function that is not known here", f.Name)
}

// attribute names what GetAtt asks for, in either of its forms.
func attribute(argument any) string {
	if parts, ok := argument.([]any); ok && len(parts) == 2 {
		return fmt.Sprintf("%v.%v", parts[0], parts[1])
	}
	return fmt.Sprint(argument)
}

func (t *Template) name(name string) (any, error) {
	if v, ok := t.Outside[name]; ok {
		return v, nil
	}
	if p, ok := t.Parameters[name]; ok {
		return p.Default, nil
	}
	return nil, fmt.Errorf("resolve: nothing is called %s", name)
}

var variable = regexp.MustCompile(`\$\{[^}!]+\}`)

func (t *Template) sub(argument any) (any, error) {
	format, ok := argument.(string)
	if !ok {
		return nil, fmt.Errorf("resolve: Fn::Sub with a map is not known here")
	}
	var failed error
	out := variable.ReplaceAllStringFunc(format, func(match string) string {
		v, err := t.name(strings.Trim(match, "${}"))
		if err != nil {
			failed = err
		}
		return fmt.Sprint(v)
	})
	return out, failed
}

func (t *Template) choose(argument any) (any, error) {
	parts, ok := argument.([]any)
	if !ok || len(parts) != 3 {
		return nil, fmt.Errorf("resolve: Fn::If takes three arguments")
	}
	holds, err := t.holds(Intrinsic{Name: "Condition", Argument: parts[0]})
	if err != nil {
		return nil, err
	}
	if holds {
		return t.Resolve(parts[1])
	}
	return t.Resolve(parts[2])
}

// holds evaluates a condition.
func (t *Template) holds(v any) (bool, error) { return t.holdsWithin(v, maxConditions) }

// maxConditions bounds how deep conditions refer to one another: one that
// refers to itself has no value.
const maxConditions = 32

func (t *Template) holdsWithin(v any, depth int) (bool, error) {
	if depth == 0 {
		return false, errors.New("resolve: conditions refer to each other too deep, or in a circle")
	}
	f, _ := v.(Intrinsic)
	parts, _ := f.Argument.([]any)
	switch {
	case f.Name == "Condition":
		named, ok := t.Conditions[fmt.Sprint(f.Argument)]
		if !ok {
			return false, fmt.Errorf("resolve: there is no condition %v", f.Argument)
		}
		return t.holdsWithin(named, depth-1)
	case f.Name == "Fn::Not" && len(parts) == 1:
		holds, err := t.holdsWithin(parts[0], depth-1)
		return !holds, err
	case f.Name == "Fn::Equals" && len(parts) == 2:
		a, err := t.Text(parts[0])
		if err != nil {
			return false, err
		}
		b, err := t.Text(parts[1])
		return a == b, err
	}
	return false, fmt.Errorf("resolve: %v is no condition that is known here", v)
}

// Referred answers the name of the resource that a value refers to: by Ref, by
// GetAtt, or as the first of a Sub. Empty when it refers to none.
func Referred(v any) string {
	f, ok := v.(Intrinsic)
	if !ok {
		return ""
	}
	name := fmt.Sprint(f.Argument)
	switch f.Name {
	case "Fn::Sub":
		name = strings.Trim(variable.FindString(name), "${}")
	case "Fn::GetAtt":
		name = attribute(f.Argument)
	}
	name, _, _ = strings.Cut(name, ".")
	return name
}
