package bench

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// name finds the mistakes that make of the figure what it is: those that Plain can make, and what
// the figure may be by itself. One that noise could hide is no reason for a figure that differs.
func (x *examination) name(ctx context.Context, j *Judged, given map[string]bool) {
	if size, _ := compared(j.OurRows, zeros(len(j.TheirRows), len(j.TheirRows[0]))); !hasEntries(j.TheirRows) && size.Size > 0 {
		j.Likely = []Suspect{{Mistake: Mistake{"nothing", j.What + " were nothing but zeros", j.Stage, j.What}}}
		return
	}
	mistakes := Mistakes()
	found := make([]Suspect, len(mistakes))
	workers.Each(len(mistakes), func() func(int) {
		return func(i int) {
			m := mistakes[i]
			found[i].Size = math.Inf(1)
			if ctx.Err() != nil || m.Name == clipped || m.Stage > j.Stage || !m.shows(j.What, given) {
				return
			}
			other, _ := follow(x.Counts, x.States, plainSeed, m.Name, x.theirs)
			if other != nil && sizeOf(Deviations(x.answer, other), j.What) > max(j.Noise, Rounding) {
				found[i] = Suspect{m, sizeOf(Deviations(x.theirs, other), j.What), false, false, 0}
			}
		}
	})
	leave := exactly
	if !x.Counts.Exact() && !x.theirs.settles(j.What) {
		leave = max(leave, min(j.Noise, j.Size/likely, mostLeft))
	}
	found = slices.DeleteFunc(found, func(s Suspect) bool { return !(s.Size <= j.Size/likely && s.Size <= max(leave, 2*Rounding)) })
	found = append(found, x.nearest(j, leave)...)
	j.transposedV(x.theirs)
	if len(j.Likely) > 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(rounded(a.Size), rounded(b.Size)), cmp.Compare(a.vague, b.vague))
	})
	for _, s := range found {
		same := func(o Suspect) bool { return strings.HasPrefix(o.Says, s.Says) || o.vague < s.vague } // a longer name says it all
		if s.Size <= 2*found[0].Size+Rounding && len(j.Likely) < mostNamed && !slices.ContainsFunc(j.Likely, same) {
			j.Likely = append(j.Likely, s)
		}
	}
}

// mostLeft bounds what a mistake may leave of a figure that noise touches.
const mostLeft = .2

// mostNamed bounds the names for one figure.
const mostNamed = 2

// rounded is a size in which all that is rounding is the same.
func rounded(size float64) float64 { return max(size, Rounding) }

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
		j.Likely = []Suspect{{Mistake{"vh", says, moments.StageSpectrum, j.What}, d.Size, false, false, 0}}
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
