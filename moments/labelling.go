package moments

import "fmt"

// Labelling says how many of an estimate's columns got an action pair, and how
// many of those the right one.
type Labelling struct {
	Columns, Labelled int
	Right             int  // -1 where the truth is not known
	Given             bool // by construction: the actions are observed, and nothing was read off the columns
}

// Labelling counts the labels; the zero value for an estimate without any. cmp
// may be nil.
func (e *Estimate) Labelling(cmp *Comparison) Labelling {
	l := Labelling{Columns: len(e.Labels), Right: -1, Given: e.LabelsGiven}
	for _, label := range e.Labels {
		if label.Pair >= 0 {
			l.Labelled++
		}
	}
	if cmp != nil {
		l.Right = cmp.LabelsRight
	}
	return l
}

// Whole says whether every column has a label and none is known to be wrong.
func (l Labelling) Whole() bool {
	return l.Labelled == l.Columns && (l.Given || l.Right < 0 || l.Right == l.Columns)
}

// Words are "7 of 8, 6 with the right pair", "8 of 8, all with the right pair", or "8 of 8, by
// construction".
func (l Labelling) Words() string {
	text := fmt.Sprintf("%d of %d", l.Labelled, l.Columns)
	switch {
	case l.Given:
		return text + ", by construction"
	case l.Right >= 0 && l.Right == l.Labelled:
		return text + ", all with the right pair"
	case l.Right >= 0:
		return text + fmt.Sprintf(", %d with the right pair", l.Right)
	}
	return text
}

// Short is for a cell of a table: the columns labelled right where the truth is known,
// otherwise the columns labelled at all, or "given".
func (l Labelling) Short() string {
	switch {
	case l.Columns == 0:
		return "–"
	case l.Given:
		return "given"
	case l.Right >= 0:
		return fmt.Sprintf("%d of %d", l.Right, l.Columns)
	}
	return fmt.Sprintf("%d of %d", l.Labelled, l.Columns)
}
