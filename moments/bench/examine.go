package bench

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// Verdict is what a deviation means.
type Verdict string

// The verdicts.
const (
	Agrees  Verdict = "agrees to rounding"
	Noise   Verdict = "agrees within sampling noise"
	Differs Verdict = "differs"
)

// Rounding is the size of a deviation up to which two answers are the same.
const Rounding = 1e-7

// Judged is a deviation from what the formulas make of the figures before it, and what that
// means.
type Judged struct {
	Deviation
	Noise   float64 // what another sample of the same size, or other rotations, would make of it; 0 where neither matters
	Verdict Verdict
	Likely  []Suspect // mistakes that make just this of it, nearest first
	Nearest Suspect   // of those that would show here, likely or not
	Actions int       // |A|: labels are pairs of actions
}

// Suspect is a mistake, and how far the answer is from what it would have made.
type Suspect struct {
	Mistake
	Size float64 // as a deviation's
}

// Report is what the bench found.
type Report struct {
	Judged []Judged
	First  int // index into Judged of the first that differs, −1 for none
	// Early is why the formulas, following the answer, came to no parameters; nil where they
	// did.
	Early error
	// Doubt is why Ô and what comes after it mean little on these counts, "" for nothing: σ_k does
	// not stand out of the noise.
	Doubt string
	// Unjudged are sentences on what was given and could not be judged.
	Unjudged []string
	// Expected is what the formulas make, each figure from what the answer gives before it.
	Expected *Answer
}

// likely is how many times nearer than the right answer a mistake's must be.
const likely = 5

// replicates is how many samples tell what noise makes of a figure.
const replicates = 9

// plainSeed draws rotations where they are not given.
const plainSeed = 1

// Examine holds an answer against the formulas, step by step on the same counts: each step starts
// from what the answer gives of the steps before it, so that a mistake is found where it is made.
// The error says why there is nothing to hold it against.
func Examine(ctx context.Context, theirs *Answer, counts *moments.Counts, states int, o moments.Options) (*Report, error) {
	n := counts.Sizes()
	n.S = states
	if err := fits(theirs, n.D(), n.K()); err != nil {
		return nil, err
	}
	right, early := follow(counts, states, plainSeed, "", theirs)
	if right == nil {
		return nil, early
	}
	out := &Report{First: -1, Early: early, Expected: right}
	noise, soft := out.noise(ctx, counts, states, o), map[string]float64{}
	for what, size := range noise {
		soft[what] = min(noiseRoom*size, mostNoise)
	}
	if theirs.O != nil && finite(theirs.O) && !(mat.Cond(theirs.O, 2) < singularO) {
		out.Doubt = "Their Ô lacks full column rank, so T̂ and ŵ do not follow from it."
	}
	if !theirs.Followed() {
		widen(noise, func(i int) []Deviation { // other rotations of the same counts
			other, _ := follow(counts, states, plainSeed+1+uint64(i), "", theirs)
			return Deviations(other, right)
		})
	}
	given := map[string]bool{}
	for _, d := range Deviations(theirs, right) {
		j := Judged{Deviation: d, Verdict: Differs, Actions: n.A}
		if !theirs.settles(d.What) {
			j.Noise = min(noiseRoom*noise[d.What], mostNoise)
		}
		switch {
		case d.Size <= Rounding:
			j.Verdict = Agrees
		case d.Size <= j.Noise:
			j.Verdict = Noise
		}
		given[d.What] = true
		out.Judged = append(out.Judged, j)
	}
	out.Unjudged = theirs.unjudged()
	if len(out.Judged) == 0 && theirs.Policy == nil {
		return nil, fmt.Errorf("found nothing that the formulas came to on these counts: %w", early)
	}
	mistakes := Mistakes()
	wrong := make([][2][]Deviation, len(mistakes))
	workers.Each(len(mistakes), func() func(int) {
		return func(i int) {
			if ctx.Err() == nil && slices.ContainsFunc(out.Judged, func(j Judged) bool { return j.suspects(mistakes[i], given) }) {
				other, _ := follow(counts, states, plainSeed, mistakes[i].Name, theirs)
				wrong[i] = [2][]Deviation{Deviations(theirs, other), Deviations(right, other)}
			}
		}
	})
	for i := range out.Judged {
		j := &out.Judged[i]
		if j.name(mistakes, wrong, given); j.Verdict != Differs {
			continue
		}
		j.transposedV(theirs)
		// Other formulas may be right too, but not those that make just what a mistake makes.
		allowed := soft[j.What]
		if out.Doubt != "" && j.Stage >= moments.StageColumns {
			allowed = math.Inf(1)
		}
		if exactly := len(j.Likely) > 0 && j.Likely[0].Size <= Rounding; !exactly && j.Stage > moments.StageSpectrum && j.Size <= allowed {
			j.Verdict, j.Noise, j.Likely = Noise, allowed, nil
		} else if out.First < 0 {
			out.First = i
		}
	}
	return out, ctx.Err()
}

// noiseRoom is how many times the noise of the replicates a right answer may be off.
const noiseRoom = 3

// mostNoise bounds what noise is said to explain: a figure that is off by half is not the figure.
const mostNoise = .5

// singularO is the condition number from which an Ô lacks rank.
const singularO = 1e12

// unjudged says what was given without what it takes to be judged.
func (a *Answer) unjudged() (out []string) {
	if a.Eigenvalues != nil && !a.Followed() {
		out = append(out, "The eigenvalues are not judged: that takes theta, U1, U2 and U3.")
	}
	if a.O == nil && (a.T != nil || a.W != nil || a.Labels != nil) {
		out = append(out, "T, w and labels are not judged: that takes O, whose columns tell their order.")
	}
	return out
}

// settles says whether a figure follows from what is given and the counts alone.
func (a *Answer) settles(what string) bool {
	switch what {
	case "P₁₂", "P₁₃", "σ":
		return true
	case "U₁", "U₂", "U₃":
		return false
	case "λ", "Ô":
		return a.Followed()
	case "T̂":
		return a.Followed() && a.O != nil
	case "ŵ", "labels":
		return a.O != nil
	}
	return a.O != nil && a.T != nil && a.W != nil && a.Labels != nil
}

// suspects says whether a mistake may be why the figure differs.
func (j *Judged) suspects(m Mistake, given map[string]bool) bool {
	return j.Verdict == Differs && m.Stage <= j.Stage && m.shows(j.What, given)
}

// name finds the mistakes that make of the figure what it is.
// wrong[i] are mistake i's deviations from the answer, and from what is right: one that noise
// could hide is no reason for a figure that differs.
func (j *Judged) name(mistakes []Mistake, wrong [][2][]Deviation, given map[string]bool) {
	var found []Suspect
	for i, m := range mistakes {
		for _, d := range wrong[i][0] {
			if d.What == j.What && j.suspects(m, given) && sizeOf(wrong[i][1], j.What) > max(j.Noise, Rounding) {
				found = append(found, Suspect{m, d.Size})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Suspect) int { return cmp.Compare(a.Size, b.Size) })
	for i, s := range found {
		if i == 0 {
			j.Nearest = s
		}
		if s.Size < j.Size/likely && s.Size <= 2*found[0].Size+Rounding {
			j.Likely = append(j.Likely, s)
		}
	}
}

// transposedV recognises singular vectors that are columns of Vᵀ, which svd gives, in place of its
// rows. Where the matrix lacks rank its null space may be any, so that this cannot be made again;
// but the first k rows U of those columns have UᵀU = (VVᵀ)[:k, :k], for every basis.
func (j *Judged) transposedV(theirs *Answer) {
	u := map[string]*mat.Dense{"U₁": theirs.U1, "U₂": theirs.U2, "U₃": theirs.U3}[j.What]
	if u == nil || !finite(u) {
		return
	}
	_, k := u.Dims()
	var gram mat.Dense
	gram.Mul(u.Slice(0, k, 0, k).T(), u.Slice(0, k, 0, k))
	var top table
	for _, row := range j.OurRows[:k] {
		top = append(top, row[:k])
	}
	if d, ok := compared(matrix(&gram), top); ok && d.Size <= Rounding {
		says := j.What + " were the columns of Vᵀ: svd gives Vᵀ, and its rows are the singular vectors"
		j.Likely = []Suspect{{Mistake{"vh", says, moments.StageSpectrum, j.What}, d.Size}}
	}
}

// sizeOf is the size of a figure's deviation; +Inf where it was not compared.
func sizeOf(list []Deviation, what string) float64 {
	for _, d := range list {
		if d.What == what {
			return d.Size
		}
	}
	return math.Inf(1)
}

// shows says whether the mistake can show in a figure: in the one that it spoils and others of
// that step, and in later ones if the spoiled one was not given.
func (m Mistake) shows(what string, given map[string]bool) bool {
	step := [][]string{{"P₁₂", "P₁₃"}, {"λ", "Ô"}, {"b̂", "Ẑ", "R̂", "p̂(s'|s,a)"}}
	for _, figures := range step {
		if slices.Contains(figures, m.Shows) && slices.Contains(figures, what) {
			return true
		}
	}
	return m.Shows == what || !given[m.Shows]
}

// widen takes the largest deviations of some replicates into the noise.
func widen(noise map[string]float64, replicate func(i int) []Deviation) {
	found := make([][]Deviation, replicates)
	workers.Each(replicates, func() func(int) {
		return func(i int) { found[i] = replicate(i) }
	})
	for _, d := range slices.Concat(found...) {
		noise[d.What] = math.Max(noise[d.What], d.Size)
	}
}

// noise is by figure the largest deviation from an estimate of samples of the same size and
// of other rotations.
func (r *Report) noise(ctx context.Context, counts *moments.Counts, states int, o moments.Options) map[string]float64 {
	out := map[string]float64{}
	e := moments.Full(ctx, counts, states, o)
	for _, code := range []finding.Code{finding.SigmaBelowNoise, finding.AssumptionViolated} {
		if f, ok := e.Find(code); ok {
			r.Doubt = f.Detail
		}
	}
	if counts.Exact() || !e.OK() {
		return out
	}
	ours := Of(e, counts)
	widen(out, func(i int) []Deviation {
		again := o
		again.Seed += uint64(i) + 1
		drawn := moments.Resample(counts, again.Seed, uint64(i))
		if e := moments.Full(ctx, drawn, states, again); e.OK() {
			return Deviations(Of(e, drawn), ours)
		}
		return nil
	})
	return out
}

// fits says what is wrong with an answer's sizes.
func fits(a *Answer, d, k int) error {
	for _, x := range []struct {
		name          string
		m             interface{ Dims() (int, int) }
		given         bool
		rows, columns int
	}{
		{"U1", a.U1, a.U1 != nil, d, k}, {"U2", a.U2, a.U2 != nil, d, k}, {"U3", a.U3, a.U3 != nil, d, k}, {"theta", a.Theta, a.Theta != nil, k, k},
		{"P12", a.P12, a.P12 != nil, d, d}, {"P13", a.P13, a.P13 != nil, d, d}, {"O", a.O, a.O != nil, d, k}, {"T", a.T, a.T != nil, k, k},
	} {
		if !x.given {
			continue
		}
		if r, c := x.m.Dims(); r != x.rows || c != x.columns {
			return fmt.Errorf("%s: found %d × %d, expected %d × %d", x.name, r, c, x.rows, x.columns)
		}
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"eigenvalues", len(a.Eigenvalues)}, {"w", len(a.W)}, {"labels", len(a.Labels)}} {
		if x.n != 0 && x.n != k {
			return fmt.Errorf("%s: found %d entries, expected k = %d", x.name, x.n, k)
		}
	}
	return nil
}
