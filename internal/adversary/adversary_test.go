package adversary_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// reasons for which a deed need not be found. docs/threat-model.md lists each by
// its words.
var reasons = map[string]string{
	"nobody":  "A history of which nobody kept anything",
	"after":   "What came after the newest thing that was kept",
	"keys":    "The signing keys, to somebody who knew none",
	"rest":    "What was verified before, to an incremental run",
	"frozen":  "A newer checkpoint withheld",
	"witness": "A cosignature withheld",
	"logs":    "A stream, to somebody who kept only the log of logs",
}

// remakings are what is done after a deed so that it does not show.
var remakings = []string{"as it is", "hashed again", "signed again", "signed again in a new log of logs", "signed by another key", "signed by a key that follows"}

// remake makes the history whole again as far as it goes.
func (s *server) remake(how string, e effect) {
	if how == "as it is" {
		return
	}
	if e.log == ledger {
		s.resealReceipts(e.first - 2)
	} else {
		s.reseal(e.log, e.first-2)
	}
	switch how {
	case "signed again":
		s.sign()
	case "signed again in a new log of logs":
		s.sign()
		s.relog()
	case "signed by another key":
		s.key, s.lists = newKey(s.t, 2), nil
		s.list()
		s.notes = map[string]string{}
		s.sign()
		s.relog()
	case "signed by a key that follows":
		next := newKey(s.t, 3)
		l := proof.KeyList{Deployment: deployment, Number: uint64(len(s.lists) + 1), Keys: []string{next.public}}
		text, err := proof.Sign(l.Body(), s.key, next)
		if err != nil {
			s.t.Fatal(err)
		}
		s.lists, s.key = append(s.lists, text), next
		s.sign()
	}
}

// pin is what somebody kept at one moment.
type pin struct {
	name    string
	options verify.Options
	covers  map[string]int // how many entries of each log it is about
	keys    bool           // it knows the signing keys
}

var pinNames = []string{"nothing", "a key", "an answer of remember", "a receipt", "a checkpoint", "a checkpoint, to begin from", "the log of logs", "a cosigned proof", "a run before", "a run before, to go on from"}

// keep keeps something of a server.
func keep(t testing.TB, s *server, name string, random *rand.Rand) *pin {
	p := &pin{name: name, covers: map[string]int{}, options: verify.Options{Settle: -1, Witnesses: []string{s.witness.public}}}
	switch name {
	case "a key":
		p.options.Keys, p.keys = []string{s.key.public}, true
	case "an answer of remember":
		e := s.events["main"][random.IntN(len(s.events["main"]))]
		p.options.Pins = []verify.Pin{{ID: e.ID, Stream: "main", Seq: e.Seq, Hash: e.Hash}}
		p.covers["main"] = int(e.Seq) //nolint:gosec // small
	case "a receipt":
		r := s.receipts[random.IntN(len(s.receipts))]
		p.options.Pins = []verify.Pin{{ID: r.ID, Stream: ledger, Seq: r.Seq, Hash: r.Hash}}
		p.covers[ledger] = int(r.Seq) //nolint:gosec // small
	case "a checkpoint", "a checkpoint, to begin from":
		p.options.Checkpoints, p.keys = []string{s.notes["main"]}, true // who has another key cannot open it
		p.options.Incremental = name != "a checkpoint"
		p.covers["main"] = len(s.events["main"])
	case "the log of logs":
		p.options.Checkpoints, p.keys = []string{s.logsNote}, true
		p.covers[verify.LogOfLogs] = len(s.leaves)
	case "a cosigned proof":
		p.fromProof(t, s, s.events["main"][random.IntN(len(s.events["main"]))])
	case "a run before", "a run before, to go on from":
		report, err := verify.Run(t.Context(), s, p.options)
		if err != nil || !report.OK() {
			t.Fatalf("an honest server is accused: %v, %v", err, report.Findings)
		}
		p.options.Memory, p.options.Incremental, p.keys = report.Memory, name != "a run before", true
		for _, log := range s.logs() {
			p.covers[log] = len(s.hashes(log))
		}
		p.covers[verify.LogOfLogs] = len(s.leaves)
	}
	return p
}

// fromProof keeps the checkpoints of a proof, which holds by itself.
func (p *pin) fromProof(t testing.TB, s *server, e kaibo.Event) {
	text, err := s.evidence(e)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := proof.CheckEvidence(text, func(string) ([]string, error) { return []string{s.key.public}, nil })
	if err != nil {
		t.Fatal(err)
	}
	cosigned, err := proof.Cosignatures(checked.Logs.Note, []string{s.witness.public})
	if err != nil || len(cosigned) != 1 {
		t.Fatalf("the proof is not cosigned: %v", err)
	}
	p.options.Checkpoints, p.keys = []string{checked.Checkpoint.Note, checked.Logs.Note}, true
	p.covers["main"], p.covers[verify.LogOfLogs] = len(s.events["main"]), len(s.leaves)
}

// expected is the oracle: whether a deed must be found, about which log, or else
// why not.
func (p *pin) expected(e effect, how string) (must bool, log, why string) {
	covered := e.first <= p.covers[e.log]
	old := p.options.Incremental && covered
	byOther := how == "signed by another key"
	switch {
	case how == "as it is" && e.silent && e.first == 0: // only what was kept of it speaks against it
		return false, "", e.why
	case how == "as it is" && e.silent:
		return covered, e.log, e.why
	case how != "signed by another key" && e.others && e.wrong && p.options.Incremental && !covered: // what contradicts it is old
		return false, "", "rest"
	case how == "as it is" && e.atRest && old:
		return false, "", "rest"
	case how == "as it is", how == "hashed again", covered:
		return true, e.log, ""
	case e.wrong:
		return true, e.log, ""
	case byOther && p.keys:
		return true, verify.LogOfLogs, ""
	case how == "signed again in a new log of logs" && p.covers[verify.LogOfLogs] > 0:
		return true, verify.LogOfLogs, ""
	case byOther:
		return false, "", "keys"
	case p.name == "the log of logs":
		return false, "", "logs"
	case p.covers[e.log] > 0:
		return false, "", "after"
	}
	return false, "", "nobody"
}

// trial is one deed, done to a server of which somebody kept something.
type trial struct {
	deed  *deed
	log   string
	i     int
	how   string
	pin   string
	plain bool
	seed  uint64
}

func (c *trial) String() string {
	return fmt.Sprintf("%s of %s %d: %s, %s; kept: %s (plain %v, seed %d)", c.deed.layer, c.log, c.i+1, c.deed.name, c.how, c.pin, c.plain, c.seed)
}

// world makes a server at two moments.
func world(t testing.TB) (then, now *server) {
	s := newServer(t)
	s.append("main", 20)
	s.append("notes", 8)
	s.forget(s.events["main"][4])
	s.forget(s.events["notes"][2])
	s.sign()
	then = s.clone()
	s.append("main", 10)
	s.append("notes", 4)
	s.forget(s.events["main"][6])
	s.sign()
	return then, s
}

// run does it, and answers the reason when it was not found and need not be.
func (c *trial) run(t *testing.T, then, now *server) string {
	random := rand.New(rand.NewPCG(c.seed, 9)) //nolint:gosec // a test's
	p := keep(t, then, c.pin, random)
	s := now.clone()
	e := c.deed.do(s, c.log, c.i)
	s.remake(c.how, e)
	var source verify.Source = s
	if c.plain {
		source = plain{s, s}
	}
	report, err := verify.Run(t.Context(), source, p.options)
	if err != nil {
		t.Errorf("%s: could not be read: %v", c, err)
		return ""
	}
	must, log, why := p.expected(e, c.how)
	named := func(f verify.Finding) bool {
		exact := c.how == "as it is" && !p.options.Incremental && !e.others && e.first > 0 && e.log != verify.LogOfLogs
		switch {
		case f.Stream != log && !(e.others || log == verify.LogOfLogs || f.Stream == verify.LogOfLogs && strings.Contains(f.What, "pinned checkpoint")):
			return false
		case f.Stream == e.log && exact:
			return int(f.Seq) == e.first //nolint:gosec // small
		}
		return f.Stream != e.log || f.Seq == 0 || int(f.Seq) >= e.first //nolint:gosec // small
	}
	switch {
	case must && !slices.ContainsFunc(report.Findings, named):
		t.Errorf("%s: want %s from seq %d, got %v", c, log, e.first, report.Findings)
	case !must && report.OK():
		if reasons[why] == "" {
			t.Errorf("%s: not found, and no reason: %q", c, why)
		}
		return why
	}
	c.accusesNobodyElse(t, report, e)
	return ""
}

// accusesNobodyElse demands that no log is named to which nothing was done. What
// is signed by other keys is about all of them.
func (c *trial) accusesNobodyElse(t *testing.T, report *verify.Report, e effect) {
	t.Helper()
	for _, f := range report.Findings {
		if f.Stream != e.log && f.Stream != verify.LogOfLogs && !e.others && c.how != "signed by another key" {
			t.Errorf("%s: it accuses %s too", c, f)
		}
	}
}

// trials lists every deed at some places of every log, with every remaking and
// everything that can be kept.
func trials(now *server) []trial {
	var out []trial
	for d := range deeds {
		logs := deeds[d].logs
		if logs == nil {
			logs = now.logs()
		}
		for _, log := range logs {
			size := max(len(now.hashes(log)), 1)
			if log == verify.LogOfLogs {
				size = 1
			}
			places := slices.Compact([]int{0, size / 2, size - 1})
			if deeds[d].layer != "event" && deeds[d].layer != "payload" && deeds[d].layer != "receipt" {
				places = places[:1]
			}
			for _, i := range places {
				for _, how := range remakings {
					if how != "as it is" && !deeds[d].remade {
						continue
					}
					for _, pin := range pinNames {
						out = append(out, trial{deed: &deeds[d], log: log, i: i, how: how, pin: pin})
					}
				}
			}
		}
	}
	return out
}

// share is how many of the systematic trials an ordinary run takes: all of them
// take some twenty seconds on one core. KAIBO_TEST_ADVERSARY=all takes all.
const share = 4

// TestEveryDeed goes through the deeds. Each reason must come up, so that none
// stands in the threat model for nothing.
func TestEveryDeed(t *testing.T) {
	then, now := world(t)
	all := trials(now)
	every := os.Getenv("KAIBO_TEST_ADVERSARY") == "all"
	seen := map[string]int{}
	chosen := rand.New(rand.NewPCG(1, 5)) //nolint:gosec // a test's
	done := 0
	for n := range all {
		if !every && chosen.IntN(share) != 0 {
			continue
		}
		done++
		all[n].seed, all[n].plain = uint64(n), n%2 == 0 //nolint:gosec // an index
		if why := all[n].run(t, then, now); why != "" {
			seen[why]++
		}
	}
	for why := range reasons {
		if seen[why] == 0 {
			t.Errorf("no trial of %d came to the reason %q", done, why)
		}
	}
	t.Logf("%d of %d trials; not found, and need not be: %v", done, len(all), seen)
}

// TestRandomDeeds does deeds at random places, by seeds. KAIBO_TEST_SEEDS says
// how many; a seed that fails is printed.
func TestRandomDeeds(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("KAIBO_TEST_SEEDS"))
	if err != nil {
		n = 300
	}
	then, now := world(t)
	for seed := range uint64(n) { //nolint:gosec // not negative
		random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test's
		d := &deeds[random.IntN(len(deeds))]
		logs := d.logs
		if logs == nil {
			logs = now.logs()
		}
		c := trial{deed: d, log: logs[random.IntN(len(logs))], how: remakings[0], pin: pinNames[random.IntN(len(pinNames))], plain: random.IntN(2) == 0, seed: seed}
		if c.log != verify.LogOfLogs {
			c.i = random.IntN(len(now.hashes(c.log)))
		}
		if d.remade {
			c.how = remakings[random.IntN(len(remakings))]
		}
		c.run(t, then, now)
	}
}

// TestNobodyIsAccused verifies servers to which nothing was done but what servers
// do, whatever was kept of them before.
func TestNobodyIsAccused(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // a test's
		s := newServer(t)
		grow := func() {
			for range random.IntN(5) {
				stream := []string{"main", "notes", "more"}[random.IntN(3)]
				s.append(stream, 1+random.IntN(12))
				if e := s.events[stream][random.IntN(len(s.events[stream]))]; random.IntN(2) == 0 && !s.texts[e.ID].gone {
					s.forget(e)
				}
			}
		}
		s.append("main", 1+random.IntN(9))
		s.forget(s.events["main"][0])
		grow()
		s.sign()
		p := keep(t, s.clone(), pinNames[seed%uint64(len(pinNames))], random)
		grow()
		if random.IntN(2) == 0 {
			s.sign()
		}
		if grow(); random.IntN(3) == 0 {
			s.remake("signed by a key that follows", effect{log: "main", first: len(s.events["main"]) + 2})
		}
		var source verify.Source = s
		if random.IntN(2) == 0 {
			source = plain{s, s}
		}
		report, err := verify.Run(t.Context(), source, p.options)
		if err != nil || !report.OK() {
			t.Errorf("seed %d, kept %s: %v, %v", seed, p.name, err, report.Findings)
		}
	}
}

// TestWire changes one bit of one answer on its way. A verifier finds it, or
// cannot read it; only what it does not rely on may pass.
func TestWire(t *testing.T) {
	then, now := world(t)
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 3)) //nolint:gosec // a test's
		p := keep(t, then, pinNames[random.IntN(len(pinNames))], random)
		what := []string{"events", "deletions", "payloads", "checkpoint", "verifier_keys", "consistency", "tile", "proof"}[seed%8]
		s, garbled := now.clone(), false
		s.garble = func(name string, body []byte) []byte {
			if name == what && !garbled && len(body) > 0 {
				garbled = true
				body[random.IntN(len(body))] ^= 1 << random.IntN(8)
			}
			return body
		}
		report, err := verify.Run(t.Context(), s, p.options)
		// An incremental run reads some pages for one line of them.
		if garbled && err == nil && report.OK() && !p.options.Incremental && (what == "events" || what == "deletions" || what == "tile") {
			t.Errorf("seed %d: a bit of %s is changed, and all holds", seed, what)
		}
	}
}

// TestProofFiles changes every byte of a proof, in turn, to another.
func TestProofFiles(t *testing.T) {
	then, _ := world(t)
	text, err := then.evidence(then.events["main"][7])
	if err != nil {
		t.Fatal(err)
	}
	trusted := func(string) ([]string, error) { return []string{then.key.public}, nil }
	if _, err := proof.CheckEvidence(text, trusted); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 4)) //nolint:gosec // a test's
	for at := range text {
		b := []byte(text)
		b[at] ^= byte(1 + random.IntN(255)) //nolint:gosec // below 256
		checked, err := proof.CheckEvidence(string(b), trusted)
		if err != nil {
			continue
		}
		// The cosignature inside is nobody's to check here; all else is.
		if checked.Event.Hash != then.events["main"][7].Hash || checked.Logs == nil {
			t.Fatalf("byte %d changed, and the proof holds of another entry", at)
		}
		if _, err := proof.Cosignatures(checked.Logs.Note, []string{then.witness.public}); err == nil && checked.Logs.Note == then.logsNote {
			t.Fatalf("byte %d changed, and nothing of the proof differs", at)
		}
	}
}

// The threat model lists every reason in its own words.
func TestThreatModelListsWhatIsNotPinned(t *testing.T) {
	doc, err := os.ReadFile("../../docs/threat-model.md")
	if err != nil {
		t.Fatal(err)
	}
	for why, words := range reasons {
		if !strings.Contains(string(doc), "| "+words+" |") {
			t.Errorf("docs/threat-model.md does not list %q: %s", why, words)
		}
	}
}
