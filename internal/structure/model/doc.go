// Package model reads events and judges updates with a language model: any
// endpoint that speaks OpenAI's chat completions (Ollama, vLLM, llama.cpp, a
// gateway), or, by package bedrock beside it, Amazon Bedrock's Converse.
//
// A [Model] is a [structure.Model]: the worker asks it in the projects that
// turned it on, and the rules answer wherever it does not. What it promises:
//
//   - The event and the memories stand in the request as data, between
//     delimiters that are random for each request, so that no text can end them.
//   - The answer is asked for by a JSON schema, read strictly, bounded in size.
//     Every proposal is checked: the words that it cites must stand in the event,
//     targets must be among the candidates offered, types, dates and modality
//     must be known, and its content must be made of the event's words and
//     numbers. What fails is dropped and said.
//   - A request is tried at most [MaxTries] times, where trying again can help,
//     with jittered waits, or as long as the server's Retry-After says.
//   - Text goes to the address that was configured and nowhere else: no redirect
//     is followed, and an endpoint on this machine is dialled on this machine.
//   - Keys are in no error and no log; neither is text of an event or an answer.
//
// What it does not promise: that the model is right, or the same twice. A model
// that is misled by what it reads can note down something false in the event's
// own words, and end a few memories that share a subject with it. Both show in
// explain, under the model's name, and reinstate mends them.
//
//	p, err := model.OpenAI(model.Endpoint{URL: "http://127.0.0.1:11434/v1", Name: "qwen3:8b"})
//	worker.Model = &model.Model{Provider: p}
package model
