package chain_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func makeLedger(t testing.TB) []kaibo.Receipt {
	t.Helper()
	at := func(ms int64) *kaibo.Time {
		v := kaibo.Time(ms)
		return &v
	}
	entries := []kaibo.Receipt{
		{ID: "rcp_aaaaaaaaaaaaaaaa", Kind: kaibo.ReceiptForgotten, MemoryIDs: []string{"mem_aaaaaaaaaaaaaaaa"},
			EventIDs: []string{"evt_aaaaaaaaaaaaaaaa"}, ReasonDigest: chain.SaltedDigest([16]byte{9}, []byte("asked")),
			TombstonedAt: at(1782898200000), PurgeAt: at(1782984600000)},
		{ID: "rcp_bbbbbbbbbbbbbbbb", Kind: kaibo.ReceiptForgotten, EventIDs: []string{"evt_bbbbbbbbbbbbbbbb"},
			TombstonedAt: at(1782898200001), PurgeAt: at(1782984600001)},
		{ID: "rcp_cccccccccccccccc", Kind: kaibo.ReceiptPurged, ReceiptID: "rcp_aaaaaaaaaaaaaaaa", PurgedAt: at(1782984700000)},
	}
	var prev kaibo.Hash
	for i := range entries {
		entries[i].Seq = uint64(i + 1)
		if err := chain.SealReceipt(&entries[i], prev); err != nil {
			t.Fatal(err)
		}
		prev = entries[i].Hash
	}
	return entries
}

func TestReceiptVerifier(t *testing.T) {
	entries := makeLedger(t)
	byLine, byEntry := chain.NewReceiptVerifier(), chain.NewReceiptVerifier()
	for i := range entries {
		got, err := byLine.Line(chain.AppendReceiptLine(nil, &entries[i]))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&entries[i], got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if err := byEntry.Receipt(&entries[i]); err != nil {
			t.Fatal(err)
		}
	}
	if byLine.Size() != 3 || byLine.Hash() != entries[2].Hash || byLine.Root() != byEntry.Root() {
		t.Errorf("ends at %d, %s", byLine.Size(), byLine.Hash())
	}
}

func TestReceiptVerifierNamesWhatIsBroken(t *testing.T) {
	for name, tc := range map[string]struct {
		seq    uint64
		tamper func(e []kaibo.Receipt) [][]byte
	}{
		"changed":   {2, func(e []kaibo.Receipt) [][]byte { e[1].EventIDs[0] = "evt_x"; return lines(e) }},
		"dropped":   {2, func(e []kaibo.Receipt) [][]byte { return lines(append(e[:1], e[2:]...)) }},
		"reordered": {1, func(e []kaibo.Receipt) [][]byte { e[0], e[1] = e[1], e[0]; return lines(e) }},
		"no time": {2, func(e []kaibo.Receipt) [][]byte {
			e[1].TombstonedAt = nil
			_ = chain.SealReceipt(&e[1], e[0].Hash)
			return lines(e)
		}},
		"purged of nothing": {3, func(e []kaibo.Receipt) [][]byte {
			e[2].ReceiptID = ""
			_ = chain.SealReceipt(&e[2], e[1].Hash)
			return lines(e)
		}},
		"an empty list": {2, func(e []kaibo.Receipt) [][]byte {
			l := lines(e)
			l[1] = bytes.Replace(l[1], []byte(`"prevHash"`), []byte(`"memoryIds":[],"prevHash"`), 1)
			return l
		}},
		"an unknown field": {1, func(e []kaibo.Receipt) [][]byte {
			l := lines(e)
			l[0] = bytes.Replace(l[0], []byte(`"kind"`), []byte(`"text":"secret","kind"`), 1)
			return l
		}},
	} {
		t.Run(name, func(t *testing.T) {
			v := chain.NewReceiptVerifier()
			var err error
			for _, line := range tc.tamper(makeLedger(t)) {
				if _, err = v.Line(line); err != nil {
					break
				}
			}
			var broken *chain.BrokenError
			if !errors.As(err, &broken) || broken.Seq != tc.seq || broken.Stream != chain.DeletionLedger {
				t.Errorf("got %v, want it broken at seq %d", err, tc.seq)
			}
			if err != nil && !strings.Contains(err.Error(), "seq") {
				t.Errorf("the message does not say where: %v", err)
			}
		})
	}
}

func lines(entries []kaibo.Receipt) [][]byte {
	var out [][]byte
	for i := range entries {
		out = append(out, chain.AppendReceiptLine(nil, &entries[i]))
	}
	return out
}
