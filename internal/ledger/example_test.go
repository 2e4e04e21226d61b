package ledger_test

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// An append with a key can be sent again: it answers the event that is there.
func Example() {
	ctx := context.Background()
	l := ledger.New(porttest.NewMemTable(), porttest.NewMemObjects(), nil, kaibo.SystemClock, rand.Reader)
	p := kaibo.Project{ID: "prj_aaaaaaaaaaaaaaaa", Secret: make([]byte, 32)}
	entry := ledger.Entry{Kind: kaibo.KindMessage, Content: []byte("Ship on July 17."), IdempotencyKey: "slack-1"}

	for range 2 {
		appended, err := l.Append(ctx, p, "main", []ledger.Entry{entry})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(appended[0].Event.Seq, appended[0].Replayed)
	}
	events, more, err := l.EventsAfter(ctx, p, "main", 0, 100)
	fmt.Println(len(events), more, err)
	// Output:
	// 1 false
	// 1 true
	// 1 false <nil>
}
