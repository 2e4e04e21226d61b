package guard

// How is the inner how.
type How = how

// The ways in which a rule is looked for.
const (
	ByName   = byName
	ByPrefix = byPrefix
	Near     = near
)

// Rule is an inner rule with names that a test can reach.
type Rule struct {
	ID       string
	How      How
	Keywords []string
	Pattern  string
	Entropy  float64
}
