package webhooks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

const hookURL = "https://receiver.example/hook"

func TestALifeIsTold(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.hook("https://other.example/", kaibo.NoticeForgotten, kaibo.NoticePurged)
	w.Say("main", "tea is green")
	if w.pass(time.Second); w.receiver.types() != "" {
		t.Errorf("a provisional memory was announced: %s", w.receiver.types())
	}
	w.Settle()
	w.Say("main", "tea is black")
	w.Settle()
	w.pass(time.Second)
	deed := w.Take(forget.Selector{Query: "tea"})
	w.pass(time.Second)
	w.Purge()
	w.pass(time.Second)
	byURL := map[string][]string{}
	for _, g := range w.receiver.got {
		byURL[g.url] = append(byURL[g.url], g.typ)
		if strings.Contains(g.body, "green") || strings.Contains(g.body, "tea") {
			t.Errorf("text was sent: %s", g.body)
		}
	}
	want := map[string][]string{
		hookURL: {kaibo.NoticeCreated, kaibo.NoticeCreated, kaibo.NoticeSuperseded, kaibo.NoticeForgotten, kaibo.NoticePurged},

		"https://other.example/": {kaibo.NoticeForgotten, kaibo.NoticePurged},
	}
	if diff := cmp.Diff(want, byURL); diff != "" {
		t.Errorf("sent (- want, + got):\n%s", diff)
	}
	var last struct {
		Timestamp string
		Data      struct {
			ProjectID, ReceiptID string
			MemoryIDs, EventIDs  []string
		}
	}
	if err := json.Unmarshal([]byte(w.receiver.got[len(w.receiver.got)-1].body), &last); err != nil {
		t.Fatal(err)
	}
	r := deed.Receipts[0]
	if last.Data.ProjectID != w.Project.ID || last.Data.ReceiptID != r.ID || !cmp.Equal(last.Data.MemoryIDs, r.MemoryIDs) || !cmp.Equal(last.Data.EventIDs, r.EventIDs) || last.Timestamp == "" {
		t.Errorf("the last message was %+v", last)
	}
	for _, item := range w.left() {
		if !strings.Contains(item, " log/") && !strings.HasSuffix(item, " state") && !strings.Contains(item, "/webhooks ") {
			t.Errorf("%s is left", item)
		}
	}
}

// TestBodies holds the bodies to the documented fields.
func TestBodies(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.Say("main", "tea is green")
	w.Settle()
	said := w.Say("main", "tea is black")
	w.Settle()
	w.pass(time.Second)
	green, black := w.Find("tea is green"), w.Find("tea is black")
	var b struct {
		Type      string
		Timestamp kaibo.Time
		Data      map[string]any
	}
	if err := json.Unmarshal([]byte(w.receiver.got[1].body), &b); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"projectId": w.Project.ID, "memoryId": black.ID, "version": 1.0, "status": "current",
		"recordedAt": said.RecordedAt.String(), "eventId": said.ID, "supersedes": []any{green.ID}}
	if diff := cmp.Diff(want, b.Data); diff != "" || b.Type != kaibo.NoticeCreated || b.Timestamp < said.RecordedAt {
		t.Errorf("%s at %s (- want, + got):\n%s", b.Type, b.Timestamp, diff)
	}
}

func TestAWebhookHearsOfWhatItWants(t *testing.T) {
	w := newWorld(t)
	w.Say("main", "lamp is lit")
	w.Settle()
	w.hook(hookURL, kaibo.NoticeSuperseded)
	w.Say("main", "lamp is out")
	w.Settle()
	w.pass(time.Second)
	if got := w.receiver.types(); got != "superseded" {
		t.Errorf("sent %s", got)
	}
}

// TestOneThatFailsHoldsUpTheOthersForAWhile: order is kept for three attempts,
// then the others go on and the one comes when it is taken.
func TestOneThatFailsHoldsUpTheOthersForAWhile(t *testing.T) {
	for _, c := range []struct {
		failures int
		want     string
	}{
		{0, "a b c"}, {2, "a b c"}, {3, "b c a"}, {6, "b c a"},
	} {
		w := newWorld(t)
		hook := w.hook(hookURL)
		names := map[string]string{}
		for _, name := range []string{"a", "b", "c"} {
			w.Say("main", name+" is here")
			w.Settle()
			names[w.Find(name+" is here").ID] = name
		}
		poison := w.Find("a is here").ID
		left := c.failures
		w.receiver.answer = func(_ int, g got) webhooks.Result {
			if strings.Contains(g.body, poison) && left > 0 {
				left--
				return status(500)
			}
			return status(200)
		}
		w.pass(12 * time.Hour)
		var order []string
		ids := map[string]bool{}
		for _, g := range w.receiver.got {
			var b struct{ Data struct{ MemoryID string } }
			if err := json.Unmarshal([]byte(g.body), &b); err != nil {
				t.Fatal(err)
			}
			if names[b.Data.MemoryID] == "a" {
				ids[g.id] = true
			}
			if g.taken {
				order = append(order, names[b.Data.MemoryID])
			}
		}
		if got := strings.Join(order, " "); got != c.want || len(ids) != 1 {
			t.Errorf("after %d failures taken as %s, want %s; ids of the one %v", c.failures, got, c.want, ids)
		}
		if log := w.log(hook.ID); len(log) != 3+c.failures {
			t.Errorf("the log has %d lines", len(log))
		}
	}
}

// TestADayOfFailuresMakesDeadLetters, and redrive sends them again under their
// old ids.
func TestADayOfFailuresMakesDeadLetters(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	w.receiver.answer = func(int, got) webhooks.Result { return status(503) }
	w.Say("main", "tea is green\nlamp is lit")
	w.Settle()
	w.pass(20 * time.Hour)
	if l := w.listed(hook.ID); l.FailingSince == nil || l.Failures < 8 || len(w.dead(hook.ID)) != 0 {
		t.Errorf("after 20 hours: %+v, dead %v", l.Standing, w.dead(hook.ID))
	}
	w.pass(10 * time.Hour)
	letters := w.dead(hook.ID)
	if len(letters) != 2 || letters[0].Problem == "" {
		t.Fatalf("dead letters: %+v", letters)
	}
	if wait := w.deliver(); wait >= 0 {
		t.Errorf("something is due in %v", wait)
	}
	tries := len(w.receiver.got)
	if tries < 10 || tries > 30 {
		t.Errorf("%d attempts in a day", tries)
	}
	w.receiver.answer = nil
	if _, err := w.engine.Redrive(context.Background(), w.Project, hook.ID, "msg_nothing"); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("redrive of nothing: %v", err)
	}
	n, err := w.engine.Redrive(context.Background(), w.Project, hook.ID, letters[1].MessageID)
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	w.pass(5 * time.Hour)
	if got := w.receiver.ids(); len(got) != 1 || got[0] != letters[1].MessageID {
		t.Errorf("redriven %v, want %s", got, letters[1].MessageID)
	}
	if n, err = w.engine.Redrive(context.Background(), w.Project, hook.ID, ""); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	w.pass(time.Minute)
	if got := w.receiver.ids(); len(got) != 2 || len(w.dead(hook.ID)) != 0 {
		t.Errorf("redriven %v, dead %v", got, w.dead(hook.ID))
	}
	if l := w.listed(hook.ID); l.FailingSince != nil || l.Failures != 0 || l.NextAt != nil || l.DeliveredAt == nil {
		t.Errorf("it stands at %+v", l.Standing)
	}
}

func TestDaysOfFailuresDisable(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	w.receiver.answer = func(int, got) webhooks.Result { return status(500) }
	for day := range 7 {
		w.Say("main", fmt.Sprintf("day%d is here", day))
		w.Settle()
		w.pass(24 * time.Hour)
		disabled := w.listed(hook.ID).DisabledAt != nil
		if day < 4 && disabled || day == 6 && !disabled {
			t.Errorf("day %d: disabled %v", day, disabled)
		}
	}
	l := w.listed(hook.ID)
	if !strings.Contains(l.Reason, "nothing could be delivered since 2026-07-01") || !strings.Contains(l.Reason, "answered 500") {
		t.Errorf("the reason is %q", l.Reason)
	}
	sent := len(w.receiver.got)
	w.Say("main", "nobody is listening")
	w.Settle()
	if w.pass(time.Hour); len(w.receiver.got) != sent || len(w.Outbox()) != 0 {
		t.Errorf("a disabled webhook is sent to")
	}
	if _, err := w.engine.Redrive(context.Background(), w.Project, hook.ID, ""); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("redrive to a disabled webhook: %v", err)
	}
	w.receiver.answer = nil
	if _, err := w.engine.SetEnabled(context.Background(), w.Project, hook.ID, true); err != nil {
		t.Fatal(err)
	}
	w.Say("main", "tea is green")
	w.Settle()
	if w.pass(time.Second); w.receiver.types() != "created" {
		t.Errorf("after it was enabled: %s", w.receiver.types())
	}
}

func TestGoneDisablesAtOnce(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	w.receiver.answer = func(int, got) webhooks.Result { return status(410) }
	w.Say("main", "tea is green\nlamp is lit")
	w.Settle()
	w.pass(time.Minute)
	if l := w.listed(hook.ID); l.DisabledAt == nil || !strings.Contains(l.Reason, "410") || len(w.receiver.got) != 1 {
		t.Errorf("%+v after %d requests", l, len(w.receiver.got))
	}
	if got := len(w.dead(hook.ID)); got != 2 {
		t.Errorf("%d dead letters, want what waited too", got)
	}
}

func TestRetryAfterIsHeard(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.receiver.answer = func(n int, _ got) webhooks.Result {
		if n == 1 {
			r := status(429)
			r.RetryAfter = 20 * time.Minute
			return r
		}
		return status(200)
	}
	w.Say("main", "tea is green")
	w.Settle()
	if wait := w.deliver(); wait < 19*time.Minute || wait > 20*time.Minute {
		t.Errorf("tried again after %v", wait)
	}
	if w.pass(21 * time.Minute); w.receiver.types() != "created" {
		t.Errorf("sent %s", w.receiver.types())
	}
}

func TestASecretIsRotatedWithAnOverlap(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	hook := w.hook(hookURL)
	first := w.receiver.secret[hookURL]
	w.receiver.secret = map[string]string{}
	_, second, err := w.engine.Rotate(ctx, w.Project, hook.ID, time.Hour)
	if err != nil || second == first {
		t.Fatal(second, err)
	}
	for _, c := range []struct {
		after      time.Duration
		old        bool
		signatures int
	}{{0, true, 2}, {2 * time.Hour, false, 1}} {
		w.Ports.Clock.Advance(c.after)
		w.Say("main", fmt.Sprintf("tea is %d", c.signatures))
		w.Settle()
		w.pass(time.Second)
		g := w.receiver.got[len(w.receiver.got)-1]
		if got := len(strings.Fields(g.header)); got != c.signatures {
			t.Errorf("%d signatures: %s", got, g.header)
		}
		for secret, want := range map[string]bool{first: c.old, second: true} {
			if verifies(t, secret, g) != want {
				t.Errorf("after %v: the old secret %v verifies %v", c.after, secret == first, !want)
			}
		}
	}
	third, _, err := w.engine.Rotate(ctx, w.Project, hook.ID, 0)
	if err != nil || third.Secrets != nil {
		t.Fatal(third, err)
	}
	w.Say("main", "tea is cold")
	w.Settle()
	w.pass(time.Second)
	if verifies(t, second, w.receiver.got[len(w.receiver.got)-1]) {
		t.Error("a secret whose overlap is 0 still signs")
	}
	for _, overlap := range []time.Duration{-time.Hour, webhooks.MaxOverlap + time.Hour} {
		if _, _, err := w.engine.Rotate(ctx, w.Project, hook.ID, overlap); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("overlap %v: %v", overlap, err)
		}
	}
}

// verifies reports whether a receiver that holds a secret takes a request.
func verifies(t *testing.T, secret string, g got) bool {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.VerifyIgnoringTimestamp([]byte(g.body), map[string][]string{
		"Webhook-Id": {g.id}, "Webhook-Timestamp": {g.at}, "Webhook-Signature": {g.header}}) == nil
}

func TestATestSaysWhatCameOfIt(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	hook := w.hook(hookURL)
	attempt, err := w.engine.Test(ctx, w.Project, hook.ID)
	if err != nil || attempt.Outcome != webhooks.OutcomeDelivered || attempt.Status != 200 {
		t.Errorf("%+v, %v", attempt, err)
	}
	w.receiver.answer = func(int, got) webhooks.Result { return status(404) }
	if _, err := w.engine.SetEnabled(ctx, w.Project, hook.ID, false); err != nil {
		t.Fatal(err)
	}
	attempt, err = w.engine.Test(ctx, w.Project, hook.ID)
	if err != nil || attempt.Outcome != webhooks.OutcomeFailed || attempt.Status != 404 || attempt.Problem == "" {
		t.Errorf("%+v, %v", attempt, err)
	}
	log := w.log(hook.ID)
	if len(log) != 2 || log[0].Status != 404 || log[1].Type != webhooks.TypeTest {
		t.Errorf("the log is %+v", log)
	}
	if l := w.listed(hook.ID); l.Failures != 0 {
		t.Errorf("a test counts: %+v", l.Standing)
	}
}

func TestADeletedWebhookLeavesNothing(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	hook := w.hook(hookURL)
	w.receiver.answer = func(int, got) webhooks.Result { return status(500) }
	w.Say("main", "tea is green\nlamp is lit")
	w.Settle()
	w.pass(time.Minute)
	if err := w.engine.Delete(ctx, w.Project, hook.ID); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute)
	if left := w.left(); !cmp.Equal(left, []string{w.Project.ID + "/webhooks list"}) {
		t.Errorf("left: %v", left)
	}
	for name, err := range map[string]error{
		"delete": w.engine.Delete(ctx, w.Project, hook.ID),
		"test":   errOf(w.engine.Test(ctx, w.Project, hook.ID)),
		"enable": errOf(w.engine.SetEnabled(ctx, w.Project, hook.ID, true)),
		"log":    errOf2(w.engine.Deliveries(ctx, w.Project, hook.ID, "", 1)),
		"rotate": errOf2(w.engine.Rotate(ctx, w.Project, hook.ID, 0)),
	} {
		if kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("%s of a deleted webhook: %v", name, err)
		}
	}
}

func errOf[T any](_ T, err error) error { return err }

func errOf2[T, U any](_ T, _ U, err error) error { return err }

func TestLogAndDeadLettersAreCapped(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	var lines []string
	for i := range webhooks.MaxDeadLetters + 20 {
		lines = append(lines, fmt.Sprintf("s%d is v", i))
	}
	for i := 0; i < len(lines); i += 150 {
		w.Say("main", strings.Join(lines[i:min(i+150, len(lines))], "\n"))
	}
	w.Settle()
	w.pass(time.Minute)
	if got := len(w.receiver.ids()); got != len(lines) {
		t.Errorf("%d messages of %d", got, len(lines))
	}
	if got := len(w.log(hook.ID)); got != webhooks.MaxLog {
		t.Errorf("the log has %d lines", got)
	}
	first, next, err := w.engine.Deliveries(context.Background(), w.Project, hook.ID, "", 10)
	if err != nil || len(first) != 10 || next == "" {
		t.Fatal(len(first), next, err)
	}
	second, _, err := w.engine.Deliveries(context.Background(), w.Project, hook.ID, next, 10)
	if err != nil || len(second) != 10 || second[0].At >= first[9].At {
		t.Errorf("the second page begins at %v, after %v: %v", second[0].At, first[9].At, err)
	}

	w = newWorld(t)
	hook = w.hook(hookURL)
	for i := 0; i < len(lines); i += 150 {
		w.Say("main", strings.Join(lines[i:min(i+150, len(lines))], "\n"))
	}
	w.receiver.answer = func(int, got) webhooks.Result { return status(410) }
	w.Settle()
	w.pass(time.Minute)
	if got := len(w.dead(hook.ID)); got != webhooks.MaxDeadLetters {
		t.Errorf("%d dead letters", got)
	}
}

func TestOrdersAreChecked(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	for name, o := range map[string]webhooks.Order{
		"no address": {}, "http": {URL: "http://receiver.example/"}, "loopback": {URL: "https://127.0.0.1/"},
		"event":       {URL: hookURL, Events: []string{"memory.dreamt"}},
		"description": {URL: hookURL, Description: strings.Repeat("x", webhooks.MaxDescription+1)},
	} {
		if _, _, err := w.engine.Create(ctx, w.Project, o); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for range webhooks.MaxWebhooks {
		w.hook(hookURL)
	}
	if _, _, err := w.engine.Create(ctx, w.Project, webhooks.Order{URL: hookURL}); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("one too many: %v", err)
	}
	list, err := w.engine.List(ctx, w.Project)
	if err != nil || len(list) != webhooks.MaxWebhooks || list[0].Secrets != nil {
		t.Errorf("%d are listed, %v", len(list), err)
	}
}

// TestTwoProcessesSendOnce: who does not hold the lease leaves a webhook alone.
func TestTwoProcessesSendOnce(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.Say("main", "tea is green\nlamp is lit\nmill is tall")
	w.Settle()
	other := over(enginetest.Over(t, w.Ports), w.receiver)
	w.receiver.answer = func(n int, _ got) webhooks.Result {
		if n == 1 {
			w.receiver.mu.Unlock()
			defer w.receiver.mu.Lock()
			if _, err := other.engine.Deliver(context.Background(), w.Project.ID); err != nil {
				t.Error(err)
			}
		}
		return status(200)
	}
	w.pass(time.Second)
	if len(w.receiver.got) != 3 {
		t.Errorf("%d requests", len(w.receiver.got))
	}
}

// TestADeletedProjectIsToldNothing, and what the outbox holds of it goes.
func TestADeletedProjectIsToldNothing(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.Say("main", "tea is green")
	w.Settle()
	w.engine.Projects = enginetest.Known{}
	if err := w.engine.DeliverDue(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, item := range w.left() {
		if strings.HasPrefix(item, "outbox/") {
			t.Errorf("%s is left", item)
		}
	}
	if len(w.receiver.got) != 0 {
		t.Errorf("%d requests", len(w.receiver.got))
	}
}

func TestDueTellsWhatIsDue(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	hook := w.hook(hookURL)
	due := func(want int) {
		t.Helper()
		got, err := w.engine.Due(ctx)
		if err != nil || len(got) != want {
			t.Errorf("due: %v, %v; want %d", got, err, want)
		}
	}
	due(0)
	w.Say("main", "tea is green")
	due(0)
	w.Settle()
	due(1)
	w.receiver.answer = func(int, got) webhooks.Result { return status(500) }
	if err := w.engine.DeliverDue(ctx); err != nil {
		t.Fatal(err)
	}
	due(0)
	w.Ports.Clock.Advance(6 * time.Second)
	due(1)
	w.receiver.answer = nil
	if err := w.engine.DeliverDue(ctx); err != nil {
		t.Fatal(err)
	}
	due(0)
	if got := w.receiver.types(); got != "created" {
		t.Errorf("sent %s", got)
	}
	if _, err := w.engine.SetEnabled(ctx, w.Project, hook.ID, false); err != nil {
		t.Fatal(err)
	}
	due(1) // what waits becomes dead letters
	w.deliver()
	due(0)
}
