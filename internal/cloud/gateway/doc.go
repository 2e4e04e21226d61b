// Package gateway translates between the events of an API Gateway REST API and
// net/http, so that one handler serves a deployment and a local server alike.
//
//	lambda.Start(gateway.Buffered(handler))  // one JSON document an answer
//	lambda.Start(gateway.Streaming(handler)) // the answer as it is written
//	lambda.Start(gateway.Authorize(store))   // who has a key
//
// The authorizer looks the key up and answers who has it; API Gateway keeps
// that for the time that template.yaml names, and hands it to the functions
// with every request. [Identities] is their side of it. What a request asks for
// beyond that (a scope, another project by Kaibo-Project) is decided by the
// handler every time, because API Gateway keeps the answer by key alone.
//
// What is promised: a request reaches the handler with its method, path, query,
// headers (repeated ones too) and body as they were sent; an answer that the
// handler did not finish is an error to API Gateway, never half an answer that
// looks whole. What is not: the request's trailers, and bodies as streams: API
// Gateway buffers both, up to 10 MB, and Lambda takes 6 MB.
package gateway
