package bench

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"

	"gonum.org/v1/gonum/mat"
)

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
		if j.What == "λ" && distinct(x.theirs.Eigenvalues) && x.endsRight() {
			return Otherwise
		}
		return Differs
	case exactly:
		return Differs
	}
	chain := j.What == "Ô" || j.What == "T̂" || j.What == "ŵ"
	named := len(j.Likely) > 0 && !j.Likely[0].soft && j.Size > room
	switch { // on a sample, and nothing explains it to the last digit
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

// distinct says whether values are numbers and all different.
func distinct(values []float64) bool {
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
	return slices.ContainsFunc(x, func(row []float64) bool { return num.Length(row) != 0 })
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
