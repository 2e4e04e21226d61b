package api

import (
	"log/slog"
	"time"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// EMF is emf.
func EMF(log *slog.Logger, clock func() time.Time) httpapi.Observer { return emf{log, clock} }
