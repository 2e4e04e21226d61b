package stack

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Route is one path of the API and the function behind it, for every method.
type Route struct {
	Path     string // "/v1/streams/{stream}/events"; "{proxy+}" takes what is left
	Function string // the name of its resource
	Public   bool   // goes by the authorizer
	Stream   bool   // the answer goes out as it is written
}

// API is what the template's REST API does.
type API struct {
	Routes     []Route // those without variables first
	Authorizer string  // the name of its function
	Token      string  // the form that an Authorization header must have to be looked up
	CacheFor   int     // seconds for which an answer of the authorizer is kept
	Responses  map[string]GatewayResponse
}

// GatewayResponse is what the gateway itself answers in a case.
type GatewayResponse struct {
	Status   int // 0 keeps the case's own
	Headers  map[string]string
	Template string
}

const (
	keyMethod      = "x-amazon-apigateway-any-method"
	keyIntegration = "x-amazon-apigateway-integration"
	keyAuthorizer  = "x-amazon-apigateway-authorizer"
	keyResponses   = "x-amazon-apigateway-gateway-responses"
)

// API reads the one REST API of the template.
func (t *Template) API() (*API, error) {
	var body map[string]any
	for _, r := range t.Resources {
		if r.Type == "AWS::Serverless::Api" {
			body, _ = r.Properties["DefinitionBody"].(map[string]any)
		}
	}
	if body == nil {
		return nil, fmt.Errorf("read API: the template has none with a definition")
	}
	a := &API{Responses: map[string]GatewayResponse{}}
	for path, item := range child(body, "paths") {
		r, err := route(path, item)
		if err != nil {
			return nil, err
		}
		a.Routes = append(a.Routes, r)
	}
	slices.SortFunc(a.Routes, func(x, y Route) int { return strings.Compare(sortKey(x.Path), sortKey(y.Path)) })
	authorizer := child(child(child(child(body, "components"), "securitySchemes"), "key"), keyAuthorizer)
	a.Authorizer = functionOf(authorizer["authorizerUri"])
	a.Token = text(authorizer["identityValidationExpression"])
	a.CacheFor, _ = authorizer["authorizerResultTtlInSeconds"].(int)
	for name, v := range child(body, keyResponses) {
		a.Responses[name] = gatewayResponse(v)
	}
	return a, nil
}

// sortKey puts a path with a variable after those that say the same in full.
func sortKey(path string) string {
	return strings.NewReplacer("{proxy+}", "\xff\xff", "{", "\xff").Replace(path)
}

func child(m map[string]any, key string) map[string]any {
	c, _ := m[key].(map[string]any)
	return c
}

func route(path string, item any) (Route, error) {
	m, _ := item.(map[string]any)
	method := child(m, keyMethod)
	integration := child(method, keyIntegration)
	security, ok := method["security"].([]any)
	r := Route{Path: path, Function: functionOf(integration["uri"]), Public: ok && len(security) == 0,
		Stream: integration["responseTransferMode"] == "STREAM"}
	if r.Function == "" || !ok {
		return r, fmt.Errorf("read API: %s wants a function and a word on security", path)
	}
	return r, nil
}

var inURI = regexp.MustCompile(`\$\{(\w+)\.Arn\}`)

// functionOf finds the function in the URI of an integration.
func functionOf(uri any) string {
	f, _ := uri.(Intrinsic)
	if m := inURI.FindStringSubmatch(fmt.Sprint(f.Argument)); m != nil {
		return m[1]
	}
	return ""
}

func gatewayResponse(v any) GatewayResponse {
	m, _ := v.(map[string]any)
	r := GatewayResponse{Headers: map[string]string{}}
	r.Status, _ = m["statusCode"].(int)
	for name, value := range child(m, "responseParameters") {
		name, _ = strings.CutPrefix(name, "gatewayresponse.header.")
		r.Headers[name] = strings.Trim(text(value), "'")
	}
	r.Template = text(child(m, "responseTemplates")["application/json"])
	return r
}

// Match finds the route of a path as API Gateway does: a part that is said in
// full goes before a variable, and a variable before what takes the rest.
func (a *API) Match(path string) (Route, map[string]string, bool) {
	parts := strings.Split(path, "/")
	for _, r := range a.Routes {
		if vars, ok := fits(strings.Split(r.Path, "/"), parts); ok {
			return r, vars, true
		}
	}
	return Route{}, nil, false
}

func fits(pattern, parts []string) (map[string]string, bool) {
	vars := map[string]string{}
	for i, want := range pattern {
		if name, rest := strings.CutSuffix(want, "+}"); rest && i < len(parts) {
			vars[strings.TrimPrefix(name, "{")] = strings.Join(parts[i:], "/")
			return vars, strings.Join(parts[i:], "/") != ""
		}
		if i >= len(parts) {
			return nil, false
		}
		name, isVariable := strings.CutPrefix(want, "{")
		switch {
		case isVariable && parts[i] != "":
			vars[strings.TrimSuffix(name, "}")] = parts[i]
		case isVariable || parts[i] != want:
			return nil, false
		}
	}
	return vars, len(pattern) == len(parts)
}
