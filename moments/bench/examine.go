package bench

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/mat"
)

// Subject is what an answer is held against.
type Subject struct {
	Counts  *moments.Counts
	States  int
	Options moments.Options
	Truth   *pomdp.InducedHMM // that the counts are of; nil where nobody knows it
	// AtLaw is what the same program's answer to the exact law came to; nil where it was not asked.
	AtLaw *Report
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
	AtLaw    *Report // the Subject's

}

// Outcome is what a report comes to.
type Outcome string

// The outcomes.
const (
	Right     Outcome = "right"
	Wrong     Outcome = "differs"
	Undecided Outcome = "not judged"
)

// Outcome is wrong where something differs, here or at the exact law, and undecided where what was
// given could not be judged.
func (r *Report) Outcome() Outcome {
	judged := 0
	for _, j := range r.Judged {
		if j.Verdict != NotJudged {
			judged++
		}
	}
	switch {
	case r.First >= 0, r.AtLaw != nil && r.AtLaw.First >= 0:
		return Wrong
	case judged < len(r.Judged) || len(r.Unjudged) > 0:
		return Undecided
	}
	return Right
}

// examination is one answer's.
type examination struct {
	Subject
	theirs *Answer
	*plain                      // what the formulas make, each figure from what is given before it
	alone  *Answer              // what they make without it
	others []*Answer            // by other right ways
	noise  map[string]float64   // by figure: other samples, and other rotations where they are not given
	reach  map[string]float64   // by figure: how far right ways lie apart
	end    map[string]Deviation // from the truth, of figures at the end of the chain; nil where it is no standard
	blind  bool                 // the formulas themselves come to nothing on these counts: nothing tells their noise
	misfit misfits
	own    map[string]float64 // how far the formulas' own figures are from the truth
}

// Examine holds an answer against the formulas, step by step on the same counts: each step starts
// from what the answer gives of the steps before it, so that a mistake is found where it is made.
// Where the counts are an exact law, the end of the chain is held against the truth besides. The
// error says why there is nothing to hold it against.
func Examine(ctx context.Context, theirs *Answer, s Subject) (*Report, error) {
	n := s.Counts.Sizes()
	n.S = s.States
	if err := fits(theirs, n.D(), n.K()); err != nil {
		return nil, err
	}
	if len(theirs.figures()) == 0 { // a policy alone
		return &Report{First: -1}, nil
	}
	p, early := followed(s.Counts, s.States, plainSeed, "", theirs)
	if p == nil {
		return nil, early
	}
	x := &examination{Subject: s, theirs: theirs, plain: p}
	out := &Report{First: -1, Early: early, Expected: p.answer, AtLaw: s.AtLaw}
	x.allowances(ctx, out)
	x.againstTruth()
	x.misfit = x.misfits()
	for _, d := range Deviations(theirs, p.answer) {
		out.Judged = append(out.Judged, x.judged(d))
	}
	if early != nil && x.alone != nil { // theirs led nowhere: what is left is held against what the counts alone make
		x.theirs = theirs.unled()
		for _, d := range Deviations(x.theirs, x.alone) {
			if !slices.ContainsFunc(out.Judged, func(j Judged) bool { return j.What == d.What }) {
				out.Judged = append(out.Judged, x.judged(d))
			}
		}
		x.theirs = theirs
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	x.settle(ctx, out)
	out.Unjudged = append(theirs.unjudged(), x.missing(out)...)
	return out, ctx.Err()
}

// judged is the verdict on a figure before mistakes are looked for.
func (x *examination) judged(d Deviation) Judged {
	j := Judged{Deviation: d, Verdict: Differs, Actions: x.n.A}
	end, known := x.end[d.What]
	if !x.theirs.settles(d.What) {
		j.Noise = noiseRoom * x.noise[d.What]
	}
	if own := x.own[d.What]; known && own > Rounding {
		j.Times = end.Size / own
	}
	switch {
	case d.Size <= Rounding:
		j.Verdict = Agrees
	case x.sumsOff(d):
		j.Likely = []Suspect{{Mistake: Mistake{"sums", d.What + " had distributions that do not sum to 1", d.Stage, d.What}}}
	case x.byOtherWay(&j):
		j.Verdict = Agrees
	case d.Size <= x.single() && (x.Counts.Exact() || j.Noise == 0), x.Counts.Exact() && known && end.Size <= x.single():
		j.Verdict = Agrees
	case d.Size <= min(j.Noise, mostNoise):
		j.Verdict = Noise
	}
	return j
}

// sumsOff says whether a parameter's distributions do not sum to 1, which no noise and no way explains.
func (x *examination) sumsOff(d Deviation) bool {
	if d.Stage != moments.StageParameters {
		return false
	}
	height := len(d.TheirRows) / x.n.Pairs()
	if d.What == "p̂(s'|s,a)" {
		height = x.n.S
	}
	for from := 0; from < len(d.TheirRows); from += height {
		block := d.TheirRows[from : from+height]
		rows, columns := sumsOf(d.What)(block)
		for _, sum := range append(rows, columns...) {
			if !(math.Abs(sum-1) <= sumSlack) {
				return true
			}
		}
	}
	return false
}

// sumSlack is how far rounding, in single precision and in print, may put a sum off 1.
const sumSlack = 1e-3

// byOtherWay says whether another right way makes just the figure.
func (x *examination) byOtherWay(j *Judged) bool {
	for i, w := range ways() {
		if x.others[i] != nil && sizeOf(Deviations(x.theirs, x.others[i]), j.What) <= Rounding {
			j.Way = w.Says
			return true
		}
	}
	return false
}

// settle looks for the mistake where a figure differs, from the first on, and lets off what is
// right in another way.
func (x *examination) settle(ctx context.Context, out *Report) {
	given := map[string]bool{}
	for _, what := range x.theirs.figures() {
		given[what] = true
	}
	for i := range out.Judged {
		j := &out.Judged[i]
		if j.Verdict == Noise && j.What[0] == 'U' {
			if found := x.nearest(j, exactly); len(found) > 0 && !found[0].soft { // another matrix's, to the last digit
				j.Verdict, j.Noise = Differs, 0
			}
		}
		if j.Verdict != Differs {
			continue
		}
		if out.First >= 0 && !x.theirs.closed(j.What) { // it may well follow from what differs before
			j.Follows = true
			continue
		}
		summed := j.Likely
		j.Likely = nil
		if x.name(ctx, j, given); summed != nil {
			if len(j.Likely) == 0 || j.Likely[0].soft {
				j.Likely = summed
			}
			if out.First < 0 {
				out.First = i
			}
			continue
		}
		if len(j.Likely) > 0 && j.Likely[0].choice {
			j.Verdict, j.Way, j.Likely = Agrees, j.Likely[0].Says, nil
			continue
		}
		if j.Verdict = x.final(j, out.Doubt); j.Verdict == Differs {
			if out.First < 0 {
				out.First = i
			}
		} else if j.Verdict != Agrees {
			j.Likely = nil
		}
	}
	if out.First >= 0 || !x.Counts.Exact() {
		return
	}
	for _, what := range final() { // whatever the way, the end is the truth
		if d, ok := x.end[what]; ok && d.Size > x.single() {
			d.Step = "the end"
			out.First = len(out.Judged)
			out.Judged = append(out.Judged, Judged{Deviation: d, Verdict: Differs, Actions: x.n.A, Truth: true})
			return
		}
	}
}

// final is the verdict on a figure that differs, with what it looks like known.
func (x *examination) final(j *Judged, doubt string) Verdict {
	room := max(noiseRoom*x.noise[j.What], wayRoom*x.reach[j.What])
	if x.theirs.Followed() {
		switch j.What {
		case "λ": // it follows to the last digit, whatever the way
			if !x.Counts.Exact() {
				return Differs
			}
		case "Ô": // its columns may have been touched up
			room = noiseRoom * x.noise[j.What]
		}
	}
	if !x.Counts.Exact() {
		j.Noise = room
	}
	lawful := x.AtLaw != nil && x.AtLaw.Outcome() == Right
	exactly := len(j.Likely) > 0 && j.Likely[0].Size <= exactly && (!j.Likely[0].soft || !lawful && j.Size > room)
	standard := x.Counts.Exact() && x.end != nil
	if doubt != "" && !standard && j.Stage >= moments.StageColumns && !hopeless(j) && (!exactly || j.What == "labels") {
		return NotJudged
	}
	counted := j.Stage <= moments.StageSpectrum && j.Step == "" && j.What[0] != 'U'
	switch {
	case counted:
		return Differs
	case x.Counts.Exact():
		if j.What == "λ" && apart(x.theirs.Eigenvalues) && x.endsRight() {
			return Otherwise
		}
		return Differs
	case exactly:
		return Differs
	}
	chain := j.What == "Ô" || j.What == "T̂" || j.What == "ŵ"
	named := len(j.Likely) > 0 && !j.Likely[0].soft && j.Size > room
	switch {
	case !lawful && (named || chain && room <= mostNoise && x.misfitting()):
		return Differs
	case j.Size <= min(room, mostNoise), lawful && j.Size <= mostNoise:
		if j.Size <= noiseRoom*x.noise[j.What] {
			return Noise
		}
		return Noisier
	case lawful, j.Size <= unsureRoom*room, !hopeless(j) && (x.blind || chain && x.fitting()):
		return NotJudged
	}
	return Differs
}

// apart says whether values are numbers and all different.
func apart(values []float64) bool {
	sorted := slices.Sorted(slices.Values(values))
	for i, v := range sorted {
		if v-v != 0 || i > 0 && v == sorted[i-1] {
			return false
		}
	}
	return true
}

// hopeless says whether no counts could excuse a figure: it is no number, nothing at all, or huge.
func hopeless(j *Judged) bool {
	if !tableFinite(j.TheirRows) || j.Size > 100 {
		return true
	}
	if j.What == "Ô" && !(mat.Cond(dense(j.TheirRows), 2) < 1e12) { // two of its columns say the same
		return true
	}
	return j.What != "labels" && !hasEntries(j.TheirRows)
}

// hasEntries says whether a figure has an entry that is not 0.
func hasEntries(x table) bool {
	return slices.ContainsFunc(x, func(row []float64) bool { return norm(row) != 0 })
}

// endsRight says whether the end of the chain is given and is the truth.
func (x *examination) endsRight() bool {
	if x.end == nil || x.theirs.O == nil && x.theirs.Parameters == nil {
		return false
	}
	for _, what := range x.theirs.figures() {
		if d, ok := x.end[what]; ok && !(d.Size <= x.single()) {
			return false
		}
	}
	return true
}

// noiseRoom is how many times the noise of the replicates a right answer may be off, and wayRoom
// how many times what right ways lie apart.
const (
	noiseRoom = 3
	wayRoom   = 2
)

// likely is how many times nearer than the right answer a mistake's must be.
const likely = 5

// unsureRoom is how many times that room a figure may be off, with no mistake to explain it, before it is said to be wrong.
const unsureRoom = 3

// mostNoise bounds what noise is said to explain: a figure that is off by half is not the figure.
const mostNoise = .5

// exactly is what a mistake may leave of a figure that it explains without a doubt.
const exactly = 1e-6

// unjudged says what was given without what it takes to be judged.
func (a *Answer) unjudged() (out []string) {
	without := func(given bool, what, takes string) {
		if given {
			out = append(out, what+" not judged: that takes "+takes+".")
		}
	}
	without(a.Eigenvalues != nil && !a.Followed(), "The eigenvalues are", "theta, U1, U2 and U3")
	without(a.Theta != nil && !a.Followed(), "Theta is", "U1, U2 and U3")
	without(a.Components != nil && (a.Whitening == nil || a.Lambda == nil), "The components are", "whitening and lambda")
	without(a.Lambda != nil && (a.Whitening == nil || a.Components == nil), "Lambda is", "whitening and components")
	for _, x := range []struct {
		given bool
		what  string
	}{{a.T != nil, "T is"}, {a.W != nil, "w is"}, {a.Labels != nil, "Labels are"}} {
		without(a.O == nil && x.given, x.what, "O, whose columns tell their order")
	}
	return out
}

// missing says of what was given what the formulas make nothing of on these counts.
func (x *examination) missing(r *Report) (out []string) {
	for _, what := range x.theirs.figures() {
		if slices.ContainsFunc(r.Judged, func(j Judged) bool { return j.What == what || what == "operators" && j.Step == what }) {
			continue
		}
		why := "the formulas make nothing of it on these counts"
		if r.Early != nil {
			why = r.Early.Error()
		}
		out = append(out, fmt.Sprintf("%s is not judged: %s.", what, why))
	}
	return out
}

// ends says whether a figure stands at the end of the chain.
func (a *Answer) ends(what string) bool { return slices.Contains(final(), what) }

// unled is the answer without what leads to Ô.
func (a *Answer) unled() *Answer {
	b := *a
	b.U1, b.U2, b.U3, b.Theta, b.Eigenvalues = nil, nil, nil, nil, nil
	return &b
}

// closed says whether a figure follows from what is given alone, whatever the counts.
func (a *Answer) closed(what string) bool {
	switch what {
	case "labels":
		return true
	case "Ẑ", "R̂":
		return a.O != nil && a.Labels != nil
	case "p̂(s'|s,a)":
		return a.O != nil && a.T != nil && a.Labels != nil
	case "b̂":
		return a.O != nil && a.T != nil && a.W != nil && a.Labels != nil
	}
	return false
}

// settles says whether a figure follows from what is given and the counts alone.
func (a *Answer) settles(what string) bool {
	switch what {
	case "P₁₂", "P₁₃", "σ":
		return true
	case "U₁", "U₂", "U₃", "M₂", "λv":
		return false
	case "WᵀM₂W":
		return a.M2 != nil
	case "λ", "Ô":
		return a.Followed()
	case "T̂":
		return a.Followed() && a.O != nil
	case "ŵ", "labels":
		return a.O != nil
	}
	return a.ends(what) && a.O != nil && a.T != nil && a.W != nil && a.Labels != nil
}

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
		same := func(o Suspect) bool { return o.Says == s.Says || o.vague < s.vague }
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
