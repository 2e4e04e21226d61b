// Package httpapi serves the registry of verbs over HTTP.
//
// A request goes one way through this package, top to bottom of
// [Handler.ServeHTTP]:
//
//	request id, log, recovery        log.go
//	route: verb, path variables      route.go
//	who asks, for which project      auth.go
//	body or query → JSON object      body.go
//	verb.Call                        package verbs: decode, check, handle
//	answer: JSON, lines or events    respond.go, sse.go
//	or an RFC 9457 problem           problem.go
//
// Nothing here knows a verb by name. A verb that joins the registry has a
// route, a place in the OpenAPI document (openapi.go) and every rule of this
// package from that moment on.
//
// What is promised: every answer that is not a success is an
// application/problem+json document with a stable code; nothing internal is in
// it; a refused request has written nothing; no log line holds a body, a
// question, a query string or a key. What is not: fairness between callers.
// Beyond [Config.MaxHeld] requests are turned away, whoever sends them.
package httpapi
