package verify

// ParsePayload is parsePayload.
var ParsePayload = parsePayload
