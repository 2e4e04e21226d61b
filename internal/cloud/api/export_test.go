package api

// DepsOfMCP are the engines of the function of MCP.
var DepsOfMCP = depsOfMCP
