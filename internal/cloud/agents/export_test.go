package agents

// Deps are the engines of the function.
var Deps = deps
