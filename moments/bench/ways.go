package bench

import "eeporl/moments"

// Way is another right way to a figure: exact under the exact law, and on a sample as good or
// noisier than the paper's.
type Way struct {
	Name string
	Says string // after "as if"
}

// The ways that Plain can go.
const (
	secondView = "second-view"
	offVectors = "off-vectors"
	pairSteps  = "pair-steps"
	clipped    = "clip"
	projected  = "project"
)

// ways lists them.
func ways() []Way {
	return []Way{
		{secondView, "the eigenproblem were x₂'s"},
		{offVectors, "Ô were read off eigenvectors"},
		{pairSteps, "T̂ were made from P₂₃"},
		{clipped, "negative entries were cut off in place of |x|"},
		{projected, "distributions were the nearest on the simplex, in place of |x|"},
	}
}

// others are what the other ways make of the same counts, nil where one comes to nothing.
func others(counts *moments.Counts, states int, given *Answer) []*Answer {
	var out []*Answer
	for _, w := range ways() {
		a, _ := follow(counts, states, plainSeed, w.Name, given)
		out = append(out, a)
	}
	return out
}
