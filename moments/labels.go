package moments

import (
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// LabelActions labels every column of Ô, d × k, with the action pair of the row that has
// its largest entry, if that reaches the threshold: 2/(3|R||Z|) in the paper (Algorithm 2,
// Lemma 3). It returns the labels, columns[pair] from left to right, and a finding for each
// label that is missing or ambiguous and each pair without |S| columns.
func LabelActions(o *mat.Dense, n pomdp.Sizes, threshold float64) (labels []Label, columns [][]int, findings []finding.Finding) {
	d, k := o.Dims()
	name := "2/(3|R||Z|)"
	if threshold != LabelThreshold(n) {
		name = "the threshold"
	}
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
			findings = append(findings, finding.New(finding.MissingLabel, l.Entry, threshold, fmt.Sprintf(
				"Column %d has no label: its largest entry is %s and %s is %s.", c+1, figure.Number(l.Entry), name, figure.Number(threshold))).AtColumn(c))
		}
		if l.Rival >= 0 && l.Second >= threshold {
			findings = append(findings, finding.New(finding.AmbiguousLabel, l.Second, threshold, fmt.Sprintf(
				"Column %d reaches the threshold %s in two pairs: %s in %s, which labels it, and %s in %s.",
				c+1, figure.Number(threshold), figure.Number(l.Entry), PairName(n, l.Pair), figure.Number(l.Second), PairName(n, l.Rival))).AtColumn(c).AtPair(l.Pair))
		}
		labels = append(labels, l)
	}
	return labels, columns, append(findings, UnevenPairs(columns, n)...)
}

// UnevenPairs is a finding for each pair without |S| columns.
func UnevenPairs(columns [][]int, n pomdp.Sizes) (findings []finding.Finding) {
	for pair, list := range columns {
		if len(list) != n.S {
			needed := "are"
			if n.S == 1 {
				needed = "is"
			}
			findings = append(findings, finding.New(finding.WrongColumnCount, float64(len(list)), float64(n.S), fmt.Sprintf(
				"The pair %s got %s where |S| = %d %s needed.", PairName(n, pair), figure.Counted(len(list), "column", "columns"), n.S, needed)).AtPair(pair).Ends())
		}
	}
	return findings
}
