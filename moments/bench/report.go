package bench

import (
	"eeporl/moments"
	"eeporl/pomdp"
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
