package bench

// Verdict is what a deviation means.
type Verdict string

// The verdicts.
const (
	Agrees    Verdict = "agrees to rounding"
	Noise     Verdict = "agrees within sampling noise"
	Noisier   Verdict = "is noisier"
	Otherwise Verdict = "is made another way"
	NotJudged Verdict = "not judged"
	Differs   Verdict = "differs"
)

// Rounding is the size of a deviation up to which two answers are the same.
const Rounding = 1e-7

// Judged is a deviation from what the formulas make of the figures before it, and what that
// means.
type Judged struct {
	Deviation
	Noise   float64 // what other samples, other rotations and other right ways make of it; 0 where none matters
	Verdict Verdict
	Way     string    // the other right way that makes just this, "" for the paper's
	Times   float64   // how many times as far from the truth as the formulas' own figure; 0 where that is not known
	Follows bool      // it comes after one that differs and is not judged by itself
	Truth   bool      // it is held against the truth, and not against what the formulas make
	Likely  []Suspect // mistakes that make just this of it, nearest first
	Actions int       // |A|: labels are pairs of actions
}

// Suspect is a mistake, and how far the answer is from what it would have made.
type Suspect struct {
	Mistake
	Size   float64 // as a deviation's
	soft   bool    // right ways do it too, within noise
	choice bool    // it is right too
	vague  int     // how much of the figure it leaves open: 0 for a mistake in the formulas or a certain shape
}
