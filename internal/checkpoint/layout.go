package checkpoint

import (
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Log names one log: a stream of a project, or with an empty Stream its deletion
// ledger. The zero Log is the log of logs.
type Log struct {
	Project string // id
	Stream  string
}

// isDeployment reports whether it is the log of logs.
func (l Log) isDeployment() bool { return l == Log{} }

func (l Log) headKey() kaibo.Key {
	if l.Stream == "" {
		return kaibo.DeletionHeadKey(l.Project)
	}
	return kaibo.HeadKey(l.Project, l.Stream)
}

func (l Log) partition() string {
	if l.Stream == "" {
		return kaibo.DeletionPartition(l.Project)
	}
	return kaibo.EventPartition(l.Project, l.Stream)
}

// Partitions of what the engine writes.
const partition = "log"

func (l Log) stateKey() kaibo.Key {
	if l.isDeployment() {
		return kaibo.Key{Partition: partition, Sort: "deployment"}
	}
	return kaibo.Key{Partition: partition + "/" + l.Project, Sort: proof.LogName(l.Project, l.Stream)}
}

var (
	keysKey  = kaibo.Key{Partition: partition, Sort: "keys"}
	leaseKey = kaibo.Key{Partition: partition, Sort: "lease"}
)

// prefix is where the objects of a log lie.
func (l Log) prefix() string {
	if l.isDeployment() {
		return "log/t/deployment/"
	}
	return "log/t/" + l.Project + "/" + proof.LogName(l.Project, l.Stream) + "/"
}

func (l Log) origin(deployment string) string {
	if l.isDeployment() {
		return deployment
	}
	return proof.Origin(deployment, l.Project, l.Stream)
}

// tileName is the path of c2sp.org/tlog-tiles: the index in groups of three
// digits, all but the last with an x before it.
func tileName(prefix string, level int, index uint64) string {
	path := fmt.Sprintf("%03d", index%1000)
	for index >= 1000 {
		index /= 1000
		path = fmt.Sprintf("x%03d/%s", index%1000, path)
	}
	return fmt.Sprintf("%stile/%d/%s", prefix, level, path)
}

func (l Log) signedPrefix() string { return l.prefix() + "c/" }

func (l Log) signedName(size uint64) string { return l.signedPrefix() + kaibo.SeqKey(size) }

func leavesName(first uint64) string { return Log{}.prefix() + "leaves/" + kaibo.SeqKey(first) }
