package ledger

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// BeingLoaded reports whether a project that nobody finds is one that is being
// made of an archive, or whose load stopped and may be gone on with. What the
// server has to do for it later must not be dropped as that of a deleted project
// is.
func BeingLoaded(ctx context.Context, t kaibo.Table, project string) (bool, error) {
	items, err := t.Get(ctx, kaibo.LoadingKey(project), kaibo.ProjectKey(project))
	if err != nil {
		return false, fmt.Errorf("read what is loaded: %w", err)
	}
	return items[0].Found() && !items[1].Found(), nil
}
