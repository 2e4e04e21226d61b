package porttest_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

func TestMemTable(t *testing.T) {
	porttest.Table(t, func(*testing.T) kaibo.Table { return porttest.NewMemTable() })
}

func TestMemObjects(t *testing.T) {
	porttest.Objects(t, func(*testing.T) kaibo.Objects { return porttest.NewMemObjects() })
}

func TestMemQueue(t *testing.T) {
	porttest.Queue(t, func(*testing.T) kaibo.Queue { return porttest.NewMemQueue() })
}
