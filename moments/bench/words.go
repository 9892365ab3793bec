package bench

import (
	"fmt"
	"math"
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Looks says what a figure that differs looks like, the likeliest first; none where no known
// mistake explains it.
func (j Judged) Looks() (out []string) {
	for i, s := range j.Likely {
		word := "It looks as if"
		if i > 0 {
			word = "Or as if"
		}
		out = append(out, word+" "+s.Says+".")
	}
	return out
}

// Sentence says of a figure that differs how, and what it looks like; of one that is not judged, why.
func (j Judged) Sentence() string {
	looks := j.Looks()
	switch {
	case j.Verdict == NotJudged && j.Noise == 0:
		return fmt.Sprintf("%s is off by %s, and these counts tell too little of it.", j.What, j.By())
	case j.Verdict == NotJudged:
		return fmt.Sprintf("%s is off by %s, and on these counts right ways differ by up to %s: more counts, or the exact law, can tell.", j.What, j.By(), figure.Percent(j.Noise))
	case j.Follows:
		return j.Found() + " It may follow from what differs before it."
	case len(looks) == 0:
		return j.Found() + " No known mistake explains it."
	}
	return j.Found() + " " + looks[0]
}

// StepName is the stage of a figure, as its kind of learner calls it.
func (j Judged) StepName() string {
	if j.Step != "" {
		return j.Step
	}
	return j.Stage.String()
}

// Summary says in sentences what a report comes to.
func (r *Report) Summary() (out []string) {
	switch law := r.AtLaw; {
	case law == nil:
	case law.First >= 0:
		first := law.Judged[law.First] // where it begins is plainest without noise
		out = append(out, fmt.Sprintf("At the exact law it departs first at %s, stage %s: %s", first.What, first.StepName(), first.Sentence()))
	case law.Outcome() == Right:
		out = append(out, "At the exact law all that it gives is right.")
	}
	switch outcome := r.Outcome(); {
	case r.First >= 0 && r.Judged[r.First].Truth:
		out = append(out, fmt.Sprintf("Each figure follows from those before it, but %s is not the truth: it departs before the figures that you give.", r.Judged[r.First].What))
	case r.First >= 0:
		out = append(out, fmt.Sprintf("It departs first at %s, stage %s.", r.Judged[r.First].What, r.Judged[r.First].StepName()))
	case outcome == Undecided:
		out = append(out, "Nothing differs that could be judged: that is no proof that it is right.")
	case outcome == Right && len(r.Judged) > 0:
		out = append(out, "Nothing differs: it is right as far as these counts can tell.")
	}
	for _, j := range r.Judged {
		if j.Verdict == Noisier && j.Times > 1 {
			out = append(out, fmt.Sprintf("%s is noisier: %s × as far from the truth as full's.", j.What, figure.Number(j.Times)))
		}
	}
	return out
}

// Findings are what a report comes to, each figure that differs or is not judged by itself.
func (r *Report) Findings() (out []finding.Finding) {
	for _, j := range r.Judged {
		switch limit := math.Max(j.Noise, Rounding); j.Verdict {
		case Differs:
			out = append(out, finding.New(finding.Departs, j.Size, limit, j.Sentence()))
		case NotJudged:
			out = append(out, finding.New(finding.NotJudged, j.Size, limit, j.Sentence()))
		case Noisier:
			out = append(out, finding.New(finding.Noisier, j.Size, limit, fmt.Sprintf("%s is off by %s, as right ways may be on these counts.", j.What, j.By())))
		}
	}
	for _, text := range r.Unjudged {
		out = append(out, finding.Finding{Code: finding.NotJudged, Detail: text})
	}
	return out
}

// Found says what stands where a figure differs most, and what the formulas make of the figures
// before it.
func (j Judged) Found() string {
	theirs, ours := j.Values()
	if j.What == "labels" {
		return fmt.Sprintf("Their label of %s is %s, expected %s.", j.Place(), theirs, ours)
	}
	return fmt.Sprintf("Their %s%s is %s, expected %s.", j.What, j.Place(), theirs, ours)
}

// Values are both values where a figure differs most: a label as its pair of actions, from 1.
func (j Judged) Values() (theirs, ours string) {
	if j.What != "labels" {
		return figure.Number(j.Theirs), figure.Number(j.Ours)
	}
	pair := func(x float64) string {
		if x < 0 {
			return "none"
		}
		return fmt.Sprintf("(%d, %d)", int(x)/j.Actions+1, int(x)%j.Actions+1)
	}
	return pair(j.Theirs), pair(j.Ours)
}

// By says how far a figure is off, in a sentence.
func (j Judged) By() string {
	if j.counted() {
		return j.Off()
	}
	return j.Off() + " of its size"
}

// counted says whether what is wrong with a figure is counted: a label is right or it is not.
func (j Judged) counted() bool { return j.What == "labels" && len(j.TheirRows) > 0 }

// Off is how far a figure is off: of labels how many, of others by which share of its size.
func (j Judged) Off() string {
	if !j.counted() {
		return figure.Percent(j.Size)
	}
	wrong := 0
	for i, x := range j.TheirRows[0] {
		if x != j.OurRows[0][i] {
			wrong++
		}
	}
	return fmt.Sprintf("%d of %d", wrong, len(j.TheirRows[0]))
}

// Place is where a figure differs most, counted from 1: [3, 2], and of labels the column.
func (j Judged) Place() string {
	if j.What == "labels" {
		return fmt.Sprintf("column %d", j.At[len(j.At)-1]+1)
	}
	var parts []string
	for _, i := range j.At {
		parts = append(parts, fmt.Sprint(i+1))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
