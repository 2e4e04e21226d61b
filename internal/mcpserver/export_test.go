package mcpserver

// AsksProgress is tried on what no server would send.
var AsksProgress = asksProgress
