package cli

import (
	"context"
	"fmt"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/precision"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// stageIntervals is the stopwatch's stage of resampling.
const stageIntervals = "intervals"

// intervalLevel is the confidence of all intervals.
const intervalLevel = .95

// What stands for the number of bootstrap replicates where there are to be none.
const (
	noIntervals     = -1
	normalIntervals = -2 // by normal theory, however long it takes
)

func parseIntervals(text string) (int, error) {
	switch text {
	case "none":
		return noIntervals, nil
	case "normal":
		return normalIntervals, nil
	}
	n, err := model.WholeNumber(1_000_000)(text)
	if err != nil {
		return 0, fmt.Errorf("%w, normal or none", err)
	}
	return n, nil
}

// mostUnasked is how many seconds of a core normal theory may take where nobody asked for it.
const mostUnasked = 12

// addIntervals puts intervals around the estimate's parameters, if there are any: by replicates
// that were asked for, else by normal theory where that holds.
func (r *report) addIntervals(ctx context.Context, counts *moments.Counts, l *learning, progress func(done, total int)) error {
	e := r.outcome.Estimated
	switch {
	case l.intervals == noIntervals || !e.OK():
	case e.Parameters == nil:
		if l.intervals != 0 {
			return fmt.Errorf("--intervals: found %s, expected an estimator with parameters to put them around: %s", e.Estimator, estimators.By(e.Estimate).Lacks(moments.GivesParameters))
		}
	case l.intervals > 0 && l.episodes != nil:
		if found := precision.BootstrapWhole(ctx, l.episodes, e.Estimate, l.intervals, l.pieces, progress); found != nil {
			r.intervals = found.Intervals(intervalLevel)
		}
	case l.intervals > 0:
		if found := precision.Bootstrap(ctx, counts, e.Estimate, l.intervals, l.pieces, progress); found != nil {
			r.intervals = found.Intervals(intervalLevel)
		}
	case e.Likelihood == nil:
	case l.intervals == 0 && precision.NormalSeconds(counts, l.episodes, e.Estimate) > mostUnasked:
		r.unasked = precision.NormalSeconds(counts, l.episodes, e.Estimate)
	case l.episodes != nil:
		r.intervals = precision.NormalWhole(ctx, l.episodes, e.Estimate, intervalLevel)
	default:
		r.intervals = precision.Normal(ctx, counts, e.Estimate, intervalLevel)
	}
	if r.intervals != nil {
		r.found = append(r.found, r.intervals.Findings...)
	}
	return ctx.Err()
}

type intervalsDoc struct {
	Level      Number    `json:"level"`
	Kind       string    `json:"kind"`
	Replicates int       `json:"replicates"`
	Failed     int       `json:"failed"`
	Low        []pairDoc `json:"low,omitempty"`
	High       []pairDoc `json:"high,omitempty"`
}

func newIntervalsDoc(i *precision.Intervals) *intervalsDoc {
	if i == nil {
		return nil
	}
	return &intervalsDoc{Level: Number(i.Level), Kind: string(i.Kind), Replicates: i.Replicates, Failed: i.Failed, Low: pairDocs(i.Low), High: pairDocs(i.High)}
}

// intervalRows say how wide the intervals are and, where the truth is known,
// how many of them hold it.
func (r *report) intervalRows() [][]string {
	const heading, half = "intervals", .5
	i := r.intervals
	switch {
	case i == nil && r.unasked > 0:
		return [][]string{{heading, fmt.Sprintf("none unless asked for: --intervals normal takes some %.0f s of one core", r.unasked)}}
	case i == nil:
		return nil
	}
	if i.Low == nil {
		if i.Kind == precision.NormalTheory {
			return [][]string{{heading, "none: the likelihood is flat in some direction at its maximum"}}
		}
		return [][]string{{heading, fmt.Sprintf("none: no replicate of %d reached parameters", i.Failed)}}
	}
	low, high := kindsOf(i.Low), kindsOf(i.High)
	var wide []string
	widest := 0.0
	for k, name := range [...]string{"belief", "observation", "reward", "transition"} {
		most := 0.0
		for j := range low[k] {
			most = max(most, high[k][j]-low[k][j])
		}
		wide, widest = append(wide, name+" "+figure.Number(most)), max(widest, most)
	}
	rows := [][]string{{heading, fmt.Sprintf("%s; at most this wide: %s", i.Words(), strings.Join(wide, " · "))}}
	if i.Kind == precision.NormalTheory && widest > half {
		rows = append(rows, []string{"", "so wide, normal theory holds the truth less often than it says: in half to nine tenths of such models' entries; --intervals 200 draws replicates instead"})
	}
	if truth := r.truePairs(); truth != nil {
		inside, all := 0, 0
		for k, kind := range kindsOf(truth) {
			for j, x := range kind {
				all++
				if low[k][j] <= x && x <= high[k][j] {
					inside++
				}
			}
		}
		rows = append(rows, []string{"", fmt.Sprintf("%d of %d true values lie inside", inside, all)})
	}
	return rows
}

// truePairs are the true parameters in the order in which the estimate's pairs
// came back; nil where that is unknown.
func (r *report) truePairs() *pomdp.PairParameters {
	c := r.outcome.Estimated.Comparison
	if r.truth == nil || c == nil || !c.Order.Complete() {
		return nil
	}
	return r.truth.Model.Pairs(c.Order)
}

// kindsOf lists all beliefs, observations, rewards and transitions.
func kindsOf(p *pomdp.PairParameters) (kinds [4][]float64) {
	for pair := range p.Sizes.Pairs() {
		kinds[0] = append(kinds[0], p.Initial[pair]...)
		for k, rows := range [...][][]float64{p.Observation[pair], p.Reward[pair]} {
			for _, row := range rows {
				kinds[1+k] = append(kinds[1+k], row...)
			}
		}
		for _, rows := range p.Transition[pair] {
			for _, row := range rows {
				kinds[3] = append(kinds[3], row...)
			}
		}
	}
	return kinds
}
