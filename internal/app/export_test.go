package app

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// Compactions are compactions.
type Compactions struct{ *compactions }

// NewCompactions is newCompactions.
func NewCompactions() Compactions { return Compactions{newCompactions()} }

// Suggest is suggest.
func (c Compactions) Suggest(p kaibo.Project) { c.suggest(p) }

// Appended is appended.
func (c Compactions) Appended(p kaibo.Project) { c.appended(p) }

// Take is take.
func (c Compactions) Take() []kaibo.Project { return c.take() }
