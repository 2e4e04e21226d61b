package adversary_test

import (
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// effect says what a deed did, for the oracle.
type effect struct {
	log   string // whose history it is about
	first int    // seq of the first entry that is not what it was

	// wrong says that no remaking makes it pass: it contradicts itself.
	wrong bool
	// silent says that nothing contradicts it, although nothing was remade.
	silent bool
	// others says that entries of other logs may be named for it too: a
	// payload without its receipt is named where it is.
	others bool
	// atRest says that an incremental run does not look at what it is about,
	// when that is old.
	atRest bool
	// why is the reason for which it need not be found where nothing that was
	// kept speaks against it.
	why string
}

// deed is something that can be done to the layer at index i of a log.
type deed struct {
	layer, name string
	logs        []string // of which it can be done; each when nil
	remade      bool     // it makes sense to hash and sign again after it
	do          func(s *server, log string, i int) effect
}

var streamsOnly = []string{"main", "notes"}

// deeds are all there is to do, layer by layer.
var deeds = slices.Concat(entryDeeds, ledgerDeeds, payloadDeeds, headDeeds, signedDeeds)

// onEvents is a deed on a list of events; do answers the list, and the index of
// the first that differs.
func onEvents(name string, wrong func(i int) bool, do func(s *server, log []kaibo.Event, i int) ([]kaibo.Event, int)) deed {
	return deed{layer: "event", name: name, logs: streamsOnly, remade: true, do: func(s *server, stream string, i int) effect {
		var first int
		s.events[stream], first = do(s, s.events[stream], i)
		return effect{log: stream, first: first + 1, wrong: wrong(i), atRest: name != "cut from there"}
	}}
}

func never(int) bool       { return false }
func always(int) bool      { return true }
func unlessAt0(i int) bool { return i > 0 }

var entryDeeds = []deed{
	{layer: "event", name: "a bit of its hash", logs: streamsOnly, do: func(s *server, stream string, i int) effect {
		s.events[stream][i].Hash[3] ^= 8 // hashing again would undo it
		return effect{log: stream, first: i + 1, atRest: true}
	}},
	onEvents("its kind", never, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		log[i].Kind = kaibo.KindFile
		return log, i
	}),
	onEvents("its time", never, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) { log[i].OccurredAt++; return log, i }),
	onEvents("a key added", never, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		log[i].IdempotencyKey = "k"
		return log, i
	}),
	onEvents("its text and digest", never, func(s *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		x := s.texts[log[i].ID]
		x.content = "Another text."
		s.texts[log[i].ID] = x
		log[i].PayloadDigest = chain.SaltedDigest(x.salt, []byte(x.content))
		return log, i
	}),
	onEvents("dated back", unlessAt0, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		log[i].RecordedAt = 1000
		return log, i
	}),
	{layer: "event", name: "dropped", logs: streamsOnly, remade: true, do: func(s *server, stream string, i int) effect {
		e := s.events[stream][i]
		s.events[stream] = slices.Delete(s.events[stream], i, i+1)
		// A receipt that names no event contradicts a full run.
		return effect{log: stream, first: i + 1, wrong: s.texts[e.ID].gone, others: s.texts[e.ID].gone, atRest: true}
	}},
	onEvents("repeated", always, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		i = min(i, len(log)-2) // what is beyond the head is left for another run
		return slices.Insert(log, i, log[i]), i + 1
	}),
	onEvents("swapped with the next", never, func(_ *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		i = min(i, len(log)-2)
		log[i], log[i+1] = log[i+1], log[i]
		log[i].RecordedAt, log[i+1].RecordedAt = log[i+1].RecordedAt, log[i].RecordedAt
		return log, i
	}),
	onEvents("another put before it", never, func(s *server, log []kaibo.Event, i int) ([]kaibo.Event, int) {
		e := s.event(log[i].Stream)
		e.Seq, e.RecordedAt = log[i].Seq, log[i].RecordedAt
		return slices.Insert(log, i, e), i
	}),
	{layer: "event", name: "cut from there", logs: streamsOnly, remade: true, do: func(s *server, stream string, i int) effect {
		gone := slices.ContainsFunc(s.events[stream][i:], func(e kaibo.Event) bool { return s.texts[e.ID].gone })
		s.events[stream] = s.events[stream][:i]
		return effect{log: stream, first: i + 1, wrong: gone, others: gone}
	}},
}

// onLedger is a deed on the deletion ledger.
func onLedger(name string, wrong bool, do func(s *server, i int)) deed {
	return deed{layer: "receipt", name: name, logs: []string{ledger}, remade: true, do: func(s *server, _ string, i int) effect {
		do(s, i)
		return effect{log: ledger, first: i + 1, wrong: wrong, others: true, atRest: !strings.HasPrefix(name, "cut")}
	}}
}

var ledgerDeeds = []deed{
	onLedger("its time", false, func(s *server, i int) { at := *s.receipts[i].TombstonedAt + 1; s.receipts[i].TombstonedAt = &at }),
	onLedger("its reason's digest", false, func(s *server, i int) { s.receipts[i].ReasonDigest = chain.SaltedDigest([16]byte{}, []byte("x")) }),
	onLedger("what it names", true, func(s *server, i int) { s.receipts[i].EventIDs = []string{s.events["main"][0].ID} }),
	onLedger("dropped", true, func(s *server, i int) { s.receipts = slices.Delete(s.receipts, i, i+1) }),
	onLedger("another put before it", false, func(s *server, i int) {
		r := s.receipts[i]
		r.ID, r.EventIDs = "rcp_another", nil
		s.receipts = slices.Insert(s.receipts, i, r)
	}),
	onLedger("cut from there", true, func(s *server, i int) { s.receipts = s.receipts[:i] }),
}

// onText is a deed on the payload of an event, which its digests contradict.
func onText(name string, do func(s *server, x *text)) deed {
	return deed{layer: "payload", name: name, logs: streamsOnly, do: func(s *server, stream string, i int) effect {
		e := s.events[stream][i]
		x := s.texts[e.ID]
		do(s, &x)
		s.texts[e.ID] = x
		return effect{log: stream, first: i + 1, wrong: true, atRest: true}
	}}
}

var payloadDeeds = []deed{
	onText("its text", func(_ *server, x *text) { x.content, x.gone = "Another text.", false }),
	onText("its salt", func(_ *server, x *text) { x.salt[0] ^= 1; x.gone = false }),
	onText("its details", func(_ *server, x *text) { x.details, x.gone = `{"actor":"ben"}`, false }),
	onText("the salt of its details", func(_ *server, x *text) { x.detailsSalt[9] ^= 1; x.gone = false }),
	onText("another's", func(s *server, x *text) { *x = s.texts[s.event("main").ID] }),
	onText("lost", func(_ *server, x *text) { x.missing = true }),
	onText("gone without a receipt, or back after one", func(_ *server, x *text) { x.gone = !x.gone }),
}

var headDeeds = []deed{
	{layer: "head", name: "its hash", logs: streamsOnly, do: func(s *server, stream string, _ int) effect {
		h := s.heads[stream]
		h.Hash[0] ^= 1
		s.heads[stream] = h
		return effect{log: stream, first: int(h.Seq), wrong: true} //nolint:gosec // small
	}},
	{layer: "head", name: "one event fewer", logs: streamsOnly, do: func(s *server, stream string, _ int) effect {
		h, log := s.heads[stream], s.events[stream]
		before := log[len(log)-2]
		h.Seq, h.Hash, h.RecordedAt = before.Seq, before.Hash, before.RecordedAt
		s.heads[stream] = h
		return effect{log: stream, first: len(log), wrong: true, others: true}
	}},
	{layer: "head", name: "one event more", logs: streamsOnly, do: func(s *server, stream string, _ int) effect {
		h := s.heads[stream]
		h.Seq++
		s.heads[stream] = h
		return effect{log: stream, first: int(h.Seq), wrong: true} //nolint:gosec // small
	}},
	{layer: "head", name: "the stream hidden", logs: []string{"notes"}, do: func(s *server, stream string, _ int) effect {
		s.streams = slices.DeleteFunc(s.streams, func(name string) bool { return name == stream })
		return effect{log: stream, first: 1, silent: true, others: true, why: "nobody"}
	}},
}

// onSigned is a deed on what was signed of a log, whose entries stay.
func onSigned(layer, name string, logs []string, do func(s *server, log string) effect) deed {
	return deed{layer: layer, name: name, logs: logs, do: func(s *server, log string, _ int) effect { return do(s, log) }}
}

var (
	logOfLogs = []string{verify.LogOfLogs}
	mainOnly  = []string{"main"}
)

var signedDeeds = []deed{
	onSigned("checkpoint", "a bit of its root", nil, func(s *server, log string) effect {
		body, rest, _ := strings.Cut(s.notes[log], "\n\n")
		lines := strings.Split(body, "\n")
		root := []byte(lines[2])
		root[3] ^= 1
		s.notes[log] = lines[0] + "\n" + lines[1] + "\n" + string(root) + "\n\n" + rest
		return effect{log: log, wrong: true}
	}),
	onSigned("checkpoint", "signed by a key that is not listed", nil, func(s *server, log string) effect {
		c, _ := proof.Peek(s.notes[log])
		note, err := proof.Sign(c.Body(), newKey(s.t, 7))
		if err != nil {
			s.t.Fatal(err)
		}
		s.notes[log] = note
		return effect{log: log, wrong: true}
	}),
	onSigned("checkpoint", "another log's", mainOnly, func(s *server, log string) effect {
		s.notes[log], s.leafOf[log] = s.notes["notes"], s.leafOf["notes"]
		return effect{log: log, wrong: true}
	}),
	onSigned("checkpoint", "of another history, signed with the real key", nil, func(s *server, log string) effect {
		c, _ := proof.Peek(s.notes[log])
		c.Root[0] ^= 1
		s.notes[log], s.leafOf[log] = s.note(c.Body()), len(s.leaves)
		s.leaves = append(s.leaves, c.Body())
		s.signLogs()
		return effect{log: log, first: int(c.Size), wrong: true} //nolint:gosec // small
	}),
	onSigned("checkpoint", "of more entries than there are, signed with the real key", nil, func(s *server, log string) effect {
		c, _ := proof.Peek(s.notes[log])
		c.Size++
		s.notes[log], s.leafOf[log] = s.note(c.Body()), len(s.leaves)
		s.leaves = append(s.leaves, c.Body())
		s.signLogs()
		return effect{log: log, first: int(c.Size), wrong: true} //nolint:gosec // small
	}),
	onSigned("checkpoint", "taken away", nil, func(s *server, log string) effect {
		delete(s.notes, log)
		return effect{log: log, silent: true, others: true, why: "frozen"}
	}),
	onSigned("log of logs", "the leaf of a checkpoint left out", nil, func(s *server, log string) effect {
		s.leaves[s.leafOf[log]] = proof.Checkpoint{Origin: origin(log), Size: 1}.Body()
		s.signLogs()
		return effect{log: log, wrong: true, others: true}
	}),
	onSigned("log of logs", "an old leaf changed", logOfLogs, func(s *server, log string) effect {
		s.leaves[0] = proof.Checkpoint{Origin: origin("main"), Size: 1}.Body()
		s.signLogs()
		return effect{log: log, first: 1, silent: true, why: "nobody"}
	}),
	onSigned("log of logs", "cut", logOfLogs, func(s *server, log string) effect {
		s.leaves = s.leaves[:2]
		s.signLogs()
		return effect{log: log, first: 3, silent: true, others: true, why: "nobody"}
	}),
	onSigned("log of logs", "forked at its end", logOfLogs, func(s *server, log string) effect {
		s.leaves = append(s.leaves[:2:2], proof.Checkpoint{Origin: origin("main"), Size: 2}.Body(), proof.Checkpoint{Origin: origin("main"), Size: 3}.Body())
		s.signLogs()
		return effect{log: log, first: 3, silent: true, others: true, why: "nobody"}
	}),
	onSigned("keys", "a bit of a list", logOfLogs, func(s *server, log string) effect {
		list := []byte(s.lists[0])
		list[len(list)-9] ^= 1
		s.lists[0] = string(list)
		return effect{log: log, wrong: true, others: true}
	}),
	onSigned("keys", "a list of another key", logOfLogs, func(s *server, log string) effect {
		was := s.key
		s.key, s.lists = newKey(s.t, 5), nil
		s.list()
		s.key = was
		return effect{log: log, wrong: true, others: true}
	}),
	onSigned("keys", "followed by a list that no key of it signed", logOfLogs, func(s *server, log string) effect {
		was := s.key
		s.key = newKey(s.t, 5)
		s.list()
		s.key = was
		return effect{log: log, wrong: true, others: true}
	}),
	onSigned("cosignature", "taken away", logOfLogs, func(s *server, log string) effect {
		s.logsNote = s.note(s.at("", len(s.leaves)).Body())
		return effect{log: log, silent: true, why: "witness"}
	}),
	onSigned("cosignature", "of another checkpoint", logOfLogs, func(s *server, log string) effect {
		s.logsNote = s.note(s.at("", len(s.leaves)).Body()) + s.witness.cosign(s.at("", 1).Body())
		return effect{log: log, wrong: true, others: true}
	}),
}
