package bench

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"
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

// Sentence says of a figure that differs how, and what it looks like.
func (j Judged) Sentence() string {
	looks := j.Looks()
	if len(looks) == 0 {
		return j.Found() + " No known mistake explains it."
	}
	return j.Found() + " " + looks[0]
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
