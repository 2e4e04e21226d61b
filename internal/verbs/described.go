package verbs

import (
	"reflect"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// described documents the fields of the domain's structs that are served as
// they are. The domain package carries no documentation tags of the API.
var described = map[reflect.Type]map[string]string{
	reflect.TypeFor[kaibo.Event](): {
		"id":             "The event.",
		"stream":         "The stream that it stands in.",
		"seq":            "Its place in the stream: 1, 2, 3 …",
		"prevHash":       "Hash of the event before it; zeroes for the first.",
		"hash":           "SHA-256 over prevHash and the RFC 8785 form of this object without hash and prevHash.",
		"kind":           "message, tool_call, file, commit or curate.",
		"occurredAt":     "When it happened, as the writer said.",
		"recordedAt":     "When kaibo took it in; never decreases along a stream.",
		"idempotencyKey": "The writer's key, if one was given.",
		"payloadDigest":  "sha256: and SHA-256 over the salt and the content.",
		"detailsDigest":  "sha256: and SHA-256 over the details' salt and their RFC 8785 form.",
	},
	reflect.TypeFor[kaibo.Memory](): {
		"id":            "The memory.",
		"type":          "fact, decision, task, preference, procedure or episode.",
		"content":       "The statement, with dates and pronouns written out. Absent once it is forgotten.",
		"confidence":    "0 to 1: that it is what the source says.",
		"status":        "current, superseded, canceled or forgotten.",
		"provisional":   "It quotes an event whose job is not done.",
		"disputed":      "Somebody disputes it.",
		"validFrom":     "When the statement holds from.",
		"validTo":       "When it ends, exclusive; null when nothing ends it.",
		"recordedAt":    "When kaibo was told.",
		"initiatives":   "Names of the work that it belongs to.",
		"events":        "The first and the newest events that say it, at most 100.",
		"eventCount":    "How many events say it.",
		"supersedes":    "The memories whose place it took.",
		"supersededBy":  "The memory that took its place, or canceled it; null when none did.",
		"replacedBy":    "What says now what this id said.",
		"conflictsWith": "Memories that cannot be true together with it.",
	},
	reflect.TypeFor[kaibo.Receipt](): {
		"id":           "The receipt.",
		"seq":          "Its place in the deletion ledger.",
		"kind":         "forgotten, or purged once the text is gone from every store.",
		"prevHash":     "Hash of the entry before it; zeroes for the first.",
		"hash":         "SHA-256, computed as an event's.",
		"memoryIds":    "The memories forgotten.",
		"eventIds":     "The events forgotten.",
		"reasonDigest": "sha256: and SHA-256 over the reason's salt and the reason.",
		"tombstonedAt": "From when on no read shows the text.",
		"purgeAt":      "When the text is gone from every store.",
		"receiptId":    "Of a purged entry: the receipt that it completes.",
		"purgedAt":     "When the text was gone.",
	},
}
