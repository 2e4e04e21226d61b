package cloud_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// TestMain drops the log: a panic on purpose fills it.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

func TestAPanicIsAnError(t *testing.T) {
	handle := cloud.Guarded("test", func(context.Context, string) (string, error) { panic("out of bounds") })
	out, err := handle(context.Background(), "in")
	if err == nil || out != "" || kaibo.KindOf(err) != kaibo.Internal {
		t.Errorf("%q, %v", out, err)
	}
}

func TestAnEventEndsBeforeLambdaEndsIt(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(time.Minute))
	defer cancel()
	_, err := cloud.Guarded("test", func(ctx context.Context, _ int) (int, error) {
		deadline, ok := ctx.Deadline()
		if left := time.Until(deadline); !ok || left > 59*time.Second || left < 50*time.Second {
			return 0, errors.New("the deadline is not a little earlier: " + left.String())
		}
		return 0, nil
	})(ctx, 0)
	if err != nil {
		t.Error(err)
	}
}

// TestWhatARequestNotedIsSentOnce: Lambda stops the process once it has
// answered, so hints go before that.
func TestWhatARequestNotedIsSentOnce(t *testing.T) {
	queue := porttest.NewMemQueue()
	c := cloud.NewCompactions(queue)
	h := c.After(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		for range 3 {
			c.Suggest(kaibo.Project{ID: "prj_a"})
		}
	}))
	for range 2 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/v1/recall", nil))
		got, err := queue.Receive(context.Background(), 10, time.Minute, 0)
		if err != nil || len(got) != 1 || got[0].Body != `{"project":"prj_a"}` || got[0].Group != "prj_a" {
			t.Fatalf("%v, %v", got, err)
		}
		if err := queue.Done(context.Background(), got[0]); err != nil {
			t.Fatal(err)
		}
	}
	c.Flush(context.Background())
	if got, err := queue.Receive(context.Background(), 10, time.Minute, 0); err != nil || len(got) != 0 {
		t.Errorf("sent again: %v, %v", got, err)
	}
}
