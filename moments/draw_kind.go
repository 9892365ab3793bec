package moments

// DrawKind is which of a posterior's draws are planned with.
type DrawKind string

// The kinds. An episode that is played with the mixture also tells which of the draws it is (Ross et al. 2011); one draw
// is what posterior sampling plays (Strens 2000); the optimist takes the draw whose best plan promises most.
const (
	MixtureOfDraws DrawKind = "mixture"
	OneDraw        DrawKind = "draw"
	OptimistDraw   DrawKind = "optimist"
)

// DrawKinds lists them, the one that is taken where none is given first.
func DrawKinds() []DrawKind { return []DrawKind{MixtureOfDraws, OneDraw, OptimistDraw} }
