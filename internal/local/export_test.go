package local

import bolt "go.etcd.io/bbolt"

// Inner doors of the tests.

var (
	EncodeKey = encodeKey
	DecodeKey = decodeKey
)

// FileName is the name of the bbolt file in a data directory.
const FileName = fileName

// BeforeSync has fn run between the writes of each transaction and its syncs.
// It is to be set before the first commit.
func (s *Store) BeforeSync(fn func()) { s.beforeSync = fn }

// Backlog answers how many commits wait for the committer.
func (s *Store) Backlog() int { return len(s.work) }

// Durable answers the last transaction known to be synced; SetDurable says
// otherwise.
func (s *Store) Durable() int { return int(s.durable.at.Load()) }

// SetDurable sets what Durable answers and wakes those who wait for it.
func (s *Store) SetDurable(id int) { s.setDurable(id) }

// Raw changes the file behind the store's back.
func (s *Store) Raw(fn func(*bolt.Tx) error) error { return s.db.Update(fn) }

// NameTemps has objects written under temporary names, as where the system
// knows no files without one. It answers whether this one does.
func (s *Store) NameTemps() (unnamed bool) {
	unnamed, s.objects.unnamed = s.objects.unnamed, false
	return unnamed
}

// ParseReceipt reads a receipt of a delivery.
var ParseReceipt = parseReceipt

// Migrate has an open store's file brought to a format by steps, as opening it
// does.
func (s *Store) Migrate(newest int, steps ...func(*bolt.Tx) error) error {
	list := make([]migration, len(steps))
	for i, step := range steps {
		list[i] = step
	}
	return s.migrate(list, newest)
}
