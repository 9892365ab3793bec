package logs

import (
	"context"
	"math"
	"slices"

	"eeporl/scenarios/logs/tabular"
)

// Numbers are what stands in one column of a log's rewards or observations.
type Numbers struct {
	Column string // as the log calls it
	Reward bool
	Values []float64 // all that are numbers, in no particular order
	Others int       // entries that are none
	Other  string    // the first of them
}

// Different is how many different values there are.
func (n *Numbers) Different() int {
	values := slices.Clone(n.Values)
	slices.Sort(values)
	return len(slices.Compact(values))
}

// Crowded says whether the numbers are too many to be symbols.
func (n *Numbers) Crowded() bool {
	different := n.Different()
	return different > mostSymbols || different > fewSymbols && len(n.Values) < seldom*different
}

// ReadNumbers reads the columns of long logs that hold rewards and observations, each column that is
// part of an observation by itself. Rows that cannot be read are left out.
func ReadNumbers(ctx context.Context, o Options, sources ...Source) ([]*Numbers, error) {
	o.Declared = o.WithModel()
	o.Bins = BinSet{}
	var out []*Numbers
	for _, s := range sources {
		if err := numbersOf(ctx, o, s, &out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func numbersOf(ctx context.Context, o Options, s Source, out *[]*Numbers) error {
	in, closeSource, err := s.reader()
	if err != nil {
		return err
	}
	defer closeSource()
	log, err := open(in, o.title(s.Name), newVocabularies(o.Declared), o)
	if err != nil {
		return err
	}
	defer log.close()
	if log.layout == nil || log.layout.shape != tabular.LongLog {
		return nil
	}
	line := newPartLiner(log.layout)
	type column struct {
		part int // −1 for a sum, or a loss
		to   *Numbers
	}
	var columns []column
	for _, c := range []int{tabular.Reward, tabular.Observation} {
		from := log.layout.from[c]
		if c == tabular.Reward && (len(from) > 1 || log.layout.minus != nil) {
			from = []int{-1}
		}
		for _, part := range from {
			name := log.layout.called[c]
			if part >= 0 {
				name = log.layout.parts[part].name
			}
			i := slices.IndexFunc(*out, func(n *Numbers) bool { return n.Column == name && n.Reward == (c == tabular.Reward) })
			if i < 0 {
				i = len(*out)
				*out = append(*out, &Numbers{Column: name, Reward: c == tabular.Reward})
			}
			columns = append(columns, column{part, (*out)[i]})
		}
	}
	return log.eachBlock(ctx, func(b *block) error {
		for _, text := range b.eachLine {
			if line.cut(text) != nil {
				continue
			}
			for _, c := range columns {
				field := line.fields[tabular.Reward]
				if c.part >= 0 {
					field = line.values[c.part]
				}
				if tabular.IsMissing(field) || c.to.Reward && (tabular.IsNoNumber(field) || line.undone()) || !c.to.Reward && string(field) == Ended {
					continue
				}
				if x, ok := tabular.ParseNumber(field, line.comma()); ok {
					c.to.Values = append(c.to.Values, x)
				} else {
					if c.to.Others++; c.to.Others == 1 {
						c.to.Other = string(field)
					}
				}
			}
		}
		return nil
	})
}

// RewardBins are the bins of rewards with the least squared distance to their means: exact
// k-means in one dimension (Wang and Song 2011), which takes k·n·log n steps. There are fewer than k
// where there are fewer values.
func RewardBins(column string, values []float64, k int) *Bins {
	x, w := weighted(values)
	n := len(x)
	k = min(k, n)
	// The cost of values i … j−1 in one bin, from running sums of centred values.
	centre := 0.0
	for i := range x {
		centre += x[i] * w[i] / float64(len(values))
	}
	unit := math.Max(math.Max(math.Abs(x[0]-centre), math.Abs(x[n-1]-centre)), math.SmallestNonzeroFloat64)
	sums := make([][3]float64, n+1)
	for i := range x {
		v := (x[i] - centre) / unit
		sums[i+1] = [3]float64{sums[i][0] + w[i], sums[i][1] + w[i]*v, sums[i][2] + w[i]*v*v}
	}
	cost := func(i, j int) float64 {
		m, s := sums[j][0]-sums[i][0], sums[j][1]-sums[i][1]
		return math.Max(sums[j][2]-sums[i][2]-s*s/m, 0)
	}
	best, next := make([]float64, n+1), make([]float64, n+1)
	from := make([][]int32, k+1)
	for j := 1; j <= n; j++ {
		best[j] = cost(0, j)
	}
	for bins := 2; bins <= k; bins++ {
		at := make([]int32, n+1)
		// Where the last bin begins grows with where it ends.
		var halves func(low, high, least, most int)
		halves = func(low, high, least, most int) {
			if low > high {
				return
			}
			j := (low + high) / 2
			next[j] = math.Inf(1)
			for i := max(least, bins-1); i <= min(most, j-1); i++ {
				if c := best[i] + cost(i, j); c < next[j] {
					next[j], at[j] = c, int32(i)
				}
			}
			halves(low, j-1, least, int(at[j]))
			halves(j+1, high, int(at[j]), most)
		}
		halves(bins, n, bins-1, n-1)
		best, next = next, best
		from[bins] = at
	}
	ends := []int{n}
	for bins := k; bins > 1; bins-- {
		ends = append(ends, int(from[bins][ends[len(ends)-1]]))
	}
	slices.Reverse(ends)
	b := &Bins{Column: column, Low: x[0], High: x[n-1]}
	start := 0
	for _, end := range ends {
		b.Means = append(b.Means, centre+unit*((sums[end][1]-sums[start][1])/(sums[end][0]-sums[start][0])))
		if end < n {
			b.Edges = append(b.Edges, between(x[end-1], x[end]))
		}
		start = end
	}
	return b
}

// QuantileBins are bins that hold about equally many of the values.
func QuantileBins(column string, values []float64, k int) *Bins {
	x, w := weighted(values)
	total, passed := float64(len(values)), 0.0
	b := &Bins{Column: column, Low: x[0], High: x[len(x)-1]}
	sum, count := 0.0, 0.0
	for i := range x {
		if due := float64(len(b.Edges)+1) * total / float64(k); i > 0 && count > 0 && len(b.Edges) < k-1 && passed+w[i]/2 >= due {
			b.Edges = append(b.Edges, between(x[i-1], x[i]))
			b.Means = append(b.Means, sum/count)
			sum, count = 0, 0
		}
		passed += w[i]
		sum += w[i] * x[i]
		count += w[i]
	}
	b.Means = append(b.Means, sum/count)
	return b
}

// between is a number with few digits that is above a and at most b.
func between(a, b float64) float64 {
	middle := a + (b-a)/2
	for digits := 1; digits < 17; digits++ {
		if x := tabular.Rounded(middle, digits); x > a && x <= b {
			return x
		}
	}
	return b
}

// weighted are the different values in order, and how often each occurs.
func weighted(values []float64) (x, w []float64) {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	for _, v := range sorted {
		if n := len(x); n > 0 && x[n-1] == v {
			w[n-1]++
			continue
		}
		x, w = append(x, v), append(w, 1)
	}
	return x, w
}

// Distance is how far numbers are from the means of their bins: at most, and on average.
func (b *Bins) Distance(values []float64) (most, average float64) {
	for _, v := range values {
		d := math.Abs(v - b.Means[b.At(v)])
		most, average = math.Max(most, d), average+d/float64(len(values))
	}
	return most, average
}
