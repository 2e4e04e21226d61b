package stack_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

const small = `
Parameters:
  Days: {Type: Number, Default: 3}
  Kept: {Type: String, Default: 'no'}
Conditions:
  IsKept: !Equals [!Ref Kept, 'yes']
  IsNotKept: !Not [!Condition IsKept]
Resources:
  Zebra: {Type: AWS::Thing, Properties: {A: !Ref Days, B: !GetAtt Zebra.Arn, C: !Sub "x-${Days}-${Zebra.Arn}-${AWS::Region}"}}
  Ape: {Type: AWS::Thing, DeletionPolicy: Retain, Properties: {A: !If [IsKept, 1, 2], B: {'Fn::If': [IsNotKept, [true, {C: 1.5}], null]}}}
Outputs:
  Where: {Description: where, Value: {Ref: Zebra}}
`

func TestResolve(t *testing.T) {
	tmpl, err := stack.Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	tmpl.Outside["Zebra"], tmpl.Outside["Zebra.Arn"], tmpl.Outside["AWS::Region"] = "z", "arn:z", "here"
	if diff := cmp.Diff([]string{"Zebra", "Ape"}, tmpl.Order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	for name, want := range map[string]any{
		"Zebra": map[string]any{"A": 3, "B": "arn:z", "C": "x-3-arn:z-here"},
		"Ape":   map[string]any{"A": 2, "B": []any{true, map[string]any{"C": 1.5}}},
	} {
		got, err := tmpl.Resolve(tmpl.Resources[name].Properties)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	if got, err := tmpl.Text(tmpl.Outputs["Where"].Value); got != "z" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if tmpl.Resources["Ape"].DeletionPolicy != "Retain" {
		t.Error("Ape is not retained")
	}
}

func TestWhatDoesNotResolve(t *testing.T) {
	for what, value := range map[string]string{
		"nothing is called Nobody": `!Ref Nobody`,
		"nothing is called X.Arn":  `!Sub "${X.Arn}"`,
		"not known here":           `!Join ["", [a]]`,
		"no condition":             `!If [Nothing, 1, 2]`,
		"three arguments":          `!If [IsKept, 1]`,
		"with a map":               `!Sub ["${A}", {A: b}]`,
	} {
		tmpl, err := stack.Parse([]byte(small + "  Bad: {Value: " + value + "}\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tmpl.Resolve(tmpl.Outputs["Bad"].Value); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestWhatDoesNotParse(t *testing.T) {
	for _, text := range []string{"", "a: b: c", "Resources: {A: &x {Type: T}, B: *x}", "Resources: {A: {Type: T}, A: {Type: U}}"} {
		if _, err := stack.Parse([]byte(text)); err == nil {
			t.Errorf("%q parsed", text)
		}
	}
}

func TestReferred(t *testing.T) {
	for want, v := range map[string]any{
		"A": stack.Intrinsic{Name: "Ref", Argument: "A"}, "B": stack.Intrinsic{Name: "Fn::GetAtt", Argument: "B.Arn"},
		"C": stack.Intrinsic{Name: "Fn::GetAtt", Argument: []any{"C", "Arn"}}, "D": stack.Intrinsic{Name: "Fn::Sub", Argument: "${D.Arn}/*"}, "": "text",
	} {
		if got := stack.Referred(v); got != want {
			t.Errorf("%v refers to %q, want %q", v, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	a := &stack.API{Routes: []stack.Route{{Path: "/v1/recall"}, {Path: "/v1/streams/{stream}/events"}, {Path: "/v1/{verb}"}, {Path: "/{proxy+}"}}}
	for path, want := range map[string]string{
		"/v1/recall": "/v1/recall", "/v1/other": "/v1/{verb}", "/v1/streams/main/events": "/v1/streams/{stream}/events",
		"/v1/streams//events": "/{proxy+}", "/v1/": "/{proxy+}", "/a/b/c": "/{proxy+}", "/": "",
	} {
		got, _, ok := a.Match(path)
		if got.Path != want || ok != (want != "") {
			t.Errorf("%s goes to %q, want %q", path, got.Path, want)
		}
	}
	if _, vars, _ := a.Match("/a/b"); vars["proxy"] != "a/b" {
		t.Errorf("variables are %v", vars)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte("Resources: {A: {Type: AWS::Serverless::Api, Properties: {DefinitionBody: {paths: {/a: {}}}}}}"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		tmpl, err := stack.Parse(b)
		if err != nil {
			return
		}
		for _, r := range tmpl.Resources {
			_, _ = tmpl.Resolve(r.Properties)
		}
		_, _ = tmpl.API()
	})
}
