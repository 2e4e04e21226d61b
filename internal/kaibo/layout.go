package kaibo

import (
	"fmt"
	"strconv"
)

// This file is the map of the store: every partition and object, what lies in
// it, and whether it is primary or a view. P is the project's id.
//
//	class   partition            sort                    holds
//	events  P/e/<stream>         <seq>                   Event                          primary
//	events  P/x                  <seq>                   Receipt: the deletion ledger   primary
//	records P/i/<event id>       ref                     EventRef                       primary
//	records P/i/<event id>       tomb                    Tombstone                      from the deletion ledger
//	records P/h/<stream>         head                    Head                           frontier: view
//	records P/xh                 head                    Head of the deletion ledger    frontier: view
//	records P/streams            <stream>                nothing                        primary
//	records P/q/<stream>         cursor                  Cursor of structuring          primary
//	records P/q/<stream>         j/<seq>                 Job                            primary
//	records P/q/<stream>         p/<seq>                 provisional memories           while the job runs
//	records P/failed             <stream>/<seq>          nothing: jobs that failed      view of the jobs
//	records P/d/<stream>         <seq>/<gen>/<part>      Derivation                     primary
//	records P/m/<memory id>      view                    MemoryRecord                   view
//	records P/m/<memory id>      s/<time>/<event id>     Source                         view
//	records P/ml                 <time>/<memory id>      nothing: memories by time      view
//	records P/g/<digest>         <time>/<memory id>      memories with an anchor        view
//	records P/g/<digest>         ~                       its version, a guard           view
//	records P/ix                 m, d/<id>               index manifest and deltas      view
//	records P/gr                 head                    GraphHead: the last change      view of the changes
//	records P/gr                 n/<number>              a change of the curated graph   primary
//	records P/in                 <digest of the name>    Initiative                     primary
//	records P/ini/<id>           name                    Initiative                     primary
//	records P/settings           model                   ModelSetting                   primary
//	records P/settings           guard                   policy and allow-list of the guard primary
//	records P/settings           restructure             Restructuring                  while it is at work
//	records P/a                  <digest of the name>    Alias                          view of curation events
//	records P/xi/<receipt id>    place                   ReceiptPlace: its entry         view of the deletion ledger
//	records P/r/<receipt id>     plan/<n>, ref, answer   a deed of forgetting           primary until purged
//	records P/w/<digest of key>  <verb>                  answer kept for an Idempotency-Key
//	records P/webhooks           list, live              webhooks with their secrets    primary
//	records P/wh/<webhook id>    state, q/, log/, dead/  deliveries of a webhook        primary
//	records P/project            project                 Project                        primary
//	records lag/<0..15>          <P>/<stream>            streams with open jobs         view
//	records deeds                <P>                     the deed that is not finished  primary
//	records purge                <time>/<P>/<receipt>    purges that are due            view
//	records expire               <time>/<P>/<event id>   events that forget themselves  primary
//	records outbox/<0..15>       <P>/<time>/<name>       Outbox: notices to send        until fanned out
//	records outbox/<0..15>       <P>/~                   when its webhooks are due      view
//	records P/retention          r/<rule id>             a rule of retention            primary
//	records P/retention          d/<rule id>/<stream>    up to where it is done         may be lost
//	records retention            <P>                     projects that have rules       view
//	records names                <digest of the name>    project id by name             primary
//	records projects             <P>                     nothing: list of projects      primary
//	records key/<digest>         key                     an access key                  primary
//	records P/keys               <key id>                listing of keys                primary
//	records P/use/<key id>       use                     what a key has used            may be lost
//
//	records log/<P>              <log>                   how far a log was signed       cursor
//	records log                  deployment, keys, lease the log of logs, lists of keys primary
//
//	objects P/p/<time>-<random>          payload
//	objects P/plan/<job or receipt id>-… plan
//	objects P/s/<…>                      index segment
//	objects log/t/<P>/<log>/…            tiles and signed checkpoints: internal/checkpoint
//
// Times and sequence numbers in a sort key have a fixed width, so that byte
// order is their order.

// SeqKey writes a sequence number so that byte order is numeric order.
func SeqKey(seq uint64) string { return fmt.Sprintf("%016d", seq) }

// TimeKey writes a time so that byte order is the order of time. Times before
// 1970 are kept in order by an offset.
func TimeKey(t Time) string { return fmt.Sprintf("%020d", uint64(t)+1<<62) }

// EventKey is where an event lies.
func EventKey(project, stream string, seq uint64) Key {
	return Key{Class: Events, Partition: EventPartition(project, stream), Sort: SeqKey(seq)}
}

// EventPartition holds the events of a stream.
func EventPartition(project, stream string) string { return project + "/e/" + stream }

// DeletionKey is where an entry of the deletion ledger lies.
func DeletionKey(project string, seq uint64) Key {
	return Key{Class: Events, Partition: DeletionPartition(project), Sort: SeqKey(seq)}
}

// DeletionPartition holds the deletion ledger.
func DeletionPartition(project string) string { return project + "/x" }

// RefKey is where the EventRef of an event lies.
func RefKey(project, eventID string) Key {
	return Key{Partition: project + "/i/" + eventID, Sort: "ref"}
}

// TombKey is where the Tombstone of an event lies.
func TombKey(project, eventID string) Key {
	return Key{Partition: project + "/i/" + eventID, Sort: "tomb"}
}

// HeadKey is where the head of a stream lies.
func HeadKey(project, stream string) Key {
	return Key{Partition: project + "/h/" + stream, Sort: "head"}
}

// DeletionHeadKey is where the head of the deletion ledger lies.
func DeletionHeadKey(project string) Key { return Key{Partition: project + "/xh", Sort: "head"} }

// StreamKey lists a stream of a project.
func StreamKey(project, stream string) Key {
	return Key{Partition: StreamsPartition(project), Sort: stream}
}

// ReceiptPlaceKey is where it is said at which entry of the deletion ledger a
// receipt stands: a [ReceiptPlace].
func ReceiptPlaceKey(project, receiptID string) Key {
	return Key{Partition: project + "/xi/" + receiptID, Sort: "place"}
}

// StreamsPartition lists the streams of a project.
func StreamsPartition(project string) string { return project + "/streams" }

// JobsPartition holds the cursor, the jobs and the provisional memories of a
// stream.
func JobsPartition(project, stream string) string { return project + "/q/" + stream }

// CursorKey is where the structuring cursor of a stream lies.
func CursorKey(project, stream string) Key {
	return Key{Partition: JobsPartition(project, stream), Sort: "cursor"}
}

// JobKey is where the job lies whose first event has seq.
func JobKey(project, stream string, seq uint64) Key {
	return Key{Partition: JobsPartition(project, stream), Sort: "j/" + SeqKey(seq)}
}

// FailedPartition lists the jobs of a project that failed.
func FailedPartition(project string) string { return project + "/failed" }

// FailedKey lists one failed job.
func FailedKey(project, stream string, seq uint64) Key {
	return Key{Partition: FailedPartition(project), Sort: stream + "/" + SeqKey(seq)}
}

// ProvisionalKey is where the provisional memories of that job lie.
func ProvisionalKey(project, stream string, seq uint64) Key {
	return Key{Partition: JobsPartition(project, stream), Sort: "p/" + SeqKey(seq)}
}

// DerivationPartition holds the derivations of a stream, in order of seq,
// generation and part.
func DerivationPartition(project, stream string) string { return project + "/d/" + stream }

// DerivationKey is where one derivation lies.
func DerivationKey(project, stream string, seq uint64, generation, part int) Key {
	return Key{Partition: DerivationPartition(project, stream),
		Sort: fmt.Sprintf("%s/%04d/%06d", SeqKey(seq), generation, part)}
}

// MemoryPartition holds a memory's view and its sources.
func MemoryPartition(project, memoryID string) string { return project + "/m/" + memoryID }

// MemoryKey is where the view of a memory lies.
func MemoryKey(project, memoryID string) Key {
	return Key{Partition: MemoryPartition(project, memoryID), Sort: "view"}
}

// SourceKey is where one source of a memory lies.
func SourceKey(project, memoryID string, recordedAt Time, eventID string) Key {
	return Key{Partition: MemoryPartition(project, memoryID), Sort: "s/" + TimeKey(recordedAt) + "/" + eventID}
}

// ListingPartition lists the memories of a project by record time.
func ListingPartition(project string) string { return project + "/ml" }

// ListingKey lists one memory.
func ListingKey(project string, recordedAt Time, memoryID string) Key {
	return Key{Partition: ListingPartition(project), Sort: TimeKey(recordedAt) + "/" + memoryID}
}

// GuardPartition holds the memories that share an anchor, and its version.
func GuardPartition(project, anchor string) string { return project + "/g/" + anchor }

// GuardKey is where the version of an anchor lies: after its entries, so that
// a query in reverse meets it first.
func GuardKey(project, anchor string) Key {
	return Key{Partition: GuardPartition(project, anchor), Sort: "~"}
}

// GuardEntryKey lists a memory under an anchor.
func GuardEntryKey(project, anchor string, recordedAt Time, memoryID string) Key {
	return Key{Partition: GuardPartition(project, anchor), Sort: TimeKey(recordedAt) + "/" + memoryID}
}

// IndexPartition holds the manifest and the deltas of the term index.
func IndexPartition(project string) string { return project + "/ix" }

// InitiativeKey is where the initiative with a name lies.
func InitiativeKey(p Project, name string) Key {
	return Key{Partition: InitiativePartition(p.ID), Sort: p.Digest("initiative", name)}
}

// GraphPartition holds the changes of a project's curated graph.
func GraphPartition(project string) string { return project + "/gr" }

// GraphHeadKey is where the number of the last change of the graph lies.
func GraphHeadKey(project string) Key { return Key{Partition: GraphPartition(project), Sort: "head"} }

// GraphChangeKey is where the change with a number lies.
func GraphChangeKey(project string, number uint64) Key {
	return Key{Partition: GraphPartition(project), Sort: "n/" + SeqKey(number)}
}

// InitiativeNameKey is where the initiative with an id lies.
func InitiativeNameKey(project, id string) Key {
	return Key{Partition: project + "/ini/" + id, Sort: "name"}
}

// InitiativePartition lists the initiatives of a project.
func InitiativePartition(project string) string { return project + "/in" }

// ModelSettingKey is where it lies whether a model may read a project's events.
func ModelSettingKey(project string) Key {
	return Key{Partition: project + "/settings", Sort: "model"}
}

// GuardSettingKey is where the secret guard's policy and allow-list lie.
func GuardSettingKey(project string) Key {
	return Key{Partition: project + "/settings", Sort: "guard"}
}

// RestructuringKey is where a restructure at work is noted.
func RestructuringKey(project string) Key {
	return Key{Partition: project + "/settings", Sort: "restructure"}
}

// LoadingKey is where it stands that a project is being made of an archive, and
// with [LoadingWritten] that all of the archive is written. It is registered
// last, so until then nobody finds the project.
func LoadingKey(project string) Key { return Key{Partition: "loading", Sort: project} }

// LoadingWritten is what lies under [LoadingKey] once an archive is written.
const LoadingWritten = "written"

// AliasPartition holds the aliases of a project.
func AliasPartition(project string) string { return project + "/a" }

// AliasKey is where what a name is an alias of lies.
func AliasKey(p Project, name string) Key {
	return Key{Partition: AliasPartition(p.ID), Sort: p.Digest("alias", name)}
}

// DeedPartition holds a deed of forgetting.
func DeedPartition(project, receiptID string) string { return project + "/r/" + receiptID }

// AnswerKey is where the answer to a write with an Idempotency-Key lies.
func AnswerKey(p Project, verb, key string) Key {
	return Key{Partition: p.ID + "/w/" + p.Digest("answer", key), Sort: verb}
}

// KeyKey is where the access key with a digest lies.
func KeyKey(digest string) Key { return Key{Partition: "key/" + digest, Sort: "key"} }

// ProjectKey is where a project lies.
func ProjectKey(project string) Key { return Key{Partition: project + "/project", Sort: "project"} }

// LagShards is how many partitions the lag markers are spread over.
const LagShards = 16

// LagPartition is the partition of lag markers with a number below LagShards.
func LagPartition(shard int) string { return fmt.Sprintf("lag/%02d", shard) }

// LagKey is where the marker of a stream with open jobs lies.
func LagKey(project, stream string) Key {
	name := project + "/" + stream
	return Key{Partition: LagPartition(int(fnv(name) % LagShards)), Sort: name}
}

// fnv is FNV-1a.
func fnv(s string) uint32 {
	var h uint32 = 2166136261
	for _, c := range []byte(s) {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// WebhooksPartition holds the webhooks of a project.
func WebhooksPartition(project string) string { return project + "/webhooks" }

// ListeningKey is where it lies what the webhooks of a project want to hear.
func ListeningKey(project string) Key {
	return Key{Partition: WebhooksPartition(project), Sort: "live"}
}

// WebhookPartition holds the deliveries of one webhook: its state, its queue,
// its log and its dead letters.
func WebhookPartition(project, webhookID string) string { return project + "/wh/" + webhookID }

// OutboxShards is how many partitions the outbox is spread over. All of one
// project lies in one.
const OutboxShards = 16

// OutboxPartition is the partition of the outbox with a number below
// OutboxShards.
func OutboxPartition(shard int) string { return fmt.Sprintf("outbox/%02d", shard) }

// OutboxOf is the partition of the outbox that a project has.
func OutboxOf(project string) string { return OutboxPartition(int(fnv(project) % OutboxShards)) }

// OutboxKey is where the notices of one Commit lie.
func OutboxKey(project string, at Time, name string) Key {
	return Key{Partition: OutboxOf(project), Sort: project + "/" + TimeKey(at) + "/" + name}
}

// WaitingKey is where it lies when the next delivery of a project is due: after
// its notices, so that the first item of a project tells what it waits for.
func WaitingKey(project string) Key {
	return Key{Partition: OutboxOf(project), Sort: project + "/~"}
}

// Partitions that are not of one project.
const (
	PurgePartition    = "purge"
	DeedsPartition    = "deeds"
	ExpirePartition   = "expire"
	NamesPartition    = "names"
	ProjectsPartition = "projects"
)

// ParseTimeKey reads a time that TimeKey wrote.
func ParseTimeKey(s string) (Time, bool) {
	if len(s) != 20 {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, false
	}
	return Time(n - 1<<62), true
}
