package mcpserver

// AsksProgress is tried on what no server would send.
var AsksProgress = asksProgress

// GraphSets are the toolsets of the curated graph.
var GraphSets = graphSets
