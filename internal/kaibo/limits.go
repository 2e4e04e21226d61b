package kaibo

// Limits of the ports. They are DynamoDB's, which every implementation keeps,
// so that what runs on one runs on the other.
const (
	MaxTxItems   = 100       // items in one Commit
	MaxTxBytes   = 4 << 20   // bytes in one Commit: keys and data
	MaxItemBytes = 400 << 10 // bytes of one item: key and data
	MaxPageBytes = 1 << 20   // bytes of one Query page
	MaxGetKeys   = 100       // keys in one Get
	MaxGetBytes  = 16 << 20  // bytes that one Get answers
)

// Limits of what a client may send. Each is refused at the door with its
// number.
const (
	MaxBodyBytes       = 4 << 20 // a request body, and an answer
	MaxContentBytes    = 1 << 20 // content of one event
	MaxBatchEvents     = 40      // events of one remember: 2n+6 items must fit a Commit
	MaxStreamName      = 128     // bytes
	MaxIdempotencyKey  = 256     // bytes
	MaxInitiatives     = 64      // of one event, or of one filter
	MaxNameBytes       = 128     // of an initiative, an actor, a role, an alias
	MaxMetadataEntries = 64
	MaxMetadataKey     = 128
	MaxMetadataValue   = 1024  // bytes of a string value
	MaxQuestionBytes   = 8192  // of a question or a query
	MaxReasonBytes     = 4096  // of the reason given to forget or to mend
	MaxBudget          = 32000 // tokens of o200k_base
	DefaultBudget      = 1024
	MaxListLimit       = 1000
	DefaultListLimit   = 100
	MaxListedSources   = 100  // sources that a memory lists: the first and the newest
	MaxMemoriesEvent   = 1000 // memories that one event may lead to
	MaxProvisionalText = 2048 // bytes of an event that its provisional memory quotes
	MaxWarnings        = 100  // findings of the secret guard that one job keeps
	MaxReceiptIDs      = 500  // memories and events that one ledger entry names
)

// MaxSafeInteger is the largest integer that every JSON reader keeps exactly:
// 2^53 - 1.
const MaxSafeInteger = 1<<53 - 1
