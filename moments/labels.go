package moments

import (
	"fmt"
	"math"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// LabelActions labels every column of Ô with the action pair of a row whose
// entry reaches 2/(3|R||Z|), the largest such entry deciding (Lemma 3). It
// returns the columns of each pair, left to right, and what was amiss.
func LabelActions(o *mat.Dense, n pomdp.Sizes) (labels []Label, columns [][]int, findings []Finding) {
	d, k := o.Dims()
	threshold := LabelThreshold(n)
	columns = make([][]int, n.Pairs())
	for c := range k {
		l := Label{Pair: -1, Row: -1, Entry: math.Inf(-1), Rival: -1, Second: math.Inf(-1)}
		top := -1
		for x := range d {
			v, pair := o.At(x, c), x/n.Outcomes()
			switch {
			case v > l.Entry:
				if pair != top {
					l.Rival, l.Second = top, l.Entry
				}
				l.Row, l.Entry, top = x, v, pair
			case pair != top && v > l.Second:
				l.Rival, l.Second = pair, v
			}
		}
		if l.Rival < 0 {
			l.Second = 0
		}
		if l.Entry >= threshold {
			l.Pair = top
			columns[top] = append(columns[top], c)
		} else {
			findings = append(findings, finding(MissingLabel, l.Entry, threshold, fmt.Sprintf(
				"Column %d has no label: its largest entry is %.3g and 2/(3|R||Z|) is %.3g.", c+1, l.Entry, threshold)).atColumn(c))
		}
		if l.Rival >= 0 && l.Second >= threshold {
			a, next := n.PairActions(l.Pair)
			b, next2 := n.PairActions(l.Rival)
			findings = append(findings, finding(AmbiguousLabel, l.Second, threshold, fmt.Sprintf(
				"Column %d reaches the threshold %.3g in two pairs: %.3g in (a%d, a%d), which labels it, and %.3g in (a%d, a%d).",
				c+1, threshold, l.Entry, a+1, next+1, l.Second, b+1, next2+1)).atColumn(c).atPair(l.Pair))
		}
		labels = append(labels, l)
	}
	for pair, list := range columns {
		if len(list) != n.S {
			a, next := n.PairActions(pair)
			findings = append(findings, finding(WrongColumnCount, float64(len(list)), float64(n.S), fmt.Sprintf(
				"The pair (a%d, a%d) got %d columns where |S| = %d are needed.", a+1, next+1, len(list), n.S)).atPair(pair).fatal())
		}
	}
	return labels, columns, findings
}
