package stack

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Describe serves what CloudFormation says of a stack that was made of the
// template: the one action DescribeStacks of its Query API, which is what
// kaibo --stack asks. An output that refers to something that Outside does not
// name is left out. Changed is when the stack last did.
//
// It is for scripts/local-aws and for tests: it asks nobody for credentials.
func (t *Template) Describe(name string, changed time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		switch asked := r.FormValue("StackName"); {
		case r.FormValue("Action") != "DescribeStacks":
			refuse(w, "InvalidAction", "only DescribeStacks is known here")
		case asked != name:
			refuse(w, "ValidationError", fmt.Sprintf("Stack with id %s does not exist", asked))
		default:
			_ = xml.NewEncoder(w).Encode(t.described(name, changed)) // who went away reads nothing
		}
	})
}

type describedPair struct {
	Key   string `xml:"OutputKey,omitempty"`
	Value string `xml:"OutputValue,omitempty"`
	// Parameters have names of their own for the same two.
	ParameterKey   string `xml:",omitempty"`
	ParameterValue string `xml:",omitempty"`
}

type describedStack struct {
	XMLName xml.Name `xml:"DescribeStacksResponse"`
	Member  struct {
		StackName    string
		StackId      string //nolint:revive,staticcheck // the API's name
		StackStatus  string
		CreationTime string
		Outputs      []describedPair `xml:"Outputs>member"`
		Parameters   []describedPair `xml:"Parameters>member"`
	} `xml:"DescribeStacksResult>Stacks>member"`
}

func (t *Template) described(name string, changed time.Time) *describedStack {
	d := &describedStack{}
	m := &d.Member
	m.StackName, m.StackStatus, m.CreationTime = name, "CREATE_COMPLETE", changed.UTC().Format(time.RFC3339)
	m.StackId = "arn:aws:cloudformation:us-east-1:000000000000:stack/" + name + "/local"
	for _, key := range sorted(t.Outputs) {
		if value, err := t.Text(t.Outputs[key].Value); err == nil {
			m.Outputs = append(m.Outputs, describedPair{Key: key, Value: value})
		}
	}
	for _, key := range sorted(t.Parameters) {
		if value, err := t.Text(Intrinsic{Name: "Ref", Argument: key}); err == nil {
			m.Parameters = append(m.Parameters, describedPair{ParameterKey: key, ParameterValue: value})
		}
	}
	return d
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func refuse(w http.ResponseWriter, code, message string) {
	w.WriteHeader(http.StatusBadRequest)
	type failure struct {
		XMLName xml.Name `xml:"ErrorResponse"`
		Type    string   `xml:"Error>Type"`
		Code    string   `xml:"Error>Code"`
		Message string   `xml:"Error>Message"`
	}
	_ = xml.NewEncoder(w).Encode(failure{Type: "Sender", Code: code, Message: message})
}
