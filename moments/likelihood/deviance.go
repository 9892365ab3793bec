package likelihood

import (
	"math"
	"sync"

	"eeporl/moments/num"
)

// cellMoments are those of one cell's share of the deviance,
// d = 2(k log(k/μ) − (k − μ)), for a Poisson count k with mean μ. For a large μ
// they are those of χ² with one degree of freedom; for a small one they are not,
// which is why the deviance of a sparse table is no χ² (McCullagh 1986).
type cellMoments struct {
	mean, variance float64
	slope          float64 // cov(d, k) = μ·dmean/dμ
	bend           float64 // 1 + ½μ·d²mean/dμ²: how much a fitted parameter lowers the mean (χ²: 1)
}

// The table over log μ; beyond its ends the limits hold.
const (
	leastLogMean = -14.
	mostLogMean  = 5.
	logMeanStep  = .1
)

// cellTable has the moments at every step of log μ. It is a constant that takes a third of a
// millisecond to compute.
var cellTable = sync.OnceValue(func() []cellMoments {
	table := make([]cellMoments, int(math.Round((mostLogMean-leastLogMean)/logMeanStep))+1)
	for i := range table {
		table[i] = poissonDeviance(math.Exp(leastLogMean + float64(i)*logMeanStep))
	}
	for i := range table { // the slope of slope/μ, by differences
		a, b := max(i-1, 0), min(i+1, len(table)-1)
		x, y := math.Exp(leastLogMean+float64(a)*logMeanStep), math.Exp(leastLogMean+float64(b)*logMeanStep)
		mu := math.Exp(leastLogMean + float64(i)*logMeanStep)
		table[i].bend = 1 + mu/2*(table[b].slope/y-table[a].slope/x)/(y-x)
	}
	return table
})

// poissonDeviance sums over all counts within ten standard deviations.
func poissonDeviance(mu float64) cellMoments {
	var m cellMoments
	from := math.Max(0, math.Floor(mu-10*math.Sqrt(mu)))
	to := math.Ceil(mu + 10*math.Sqrt(mu) + 12)
	logFactorial, _ := math.Lgamma(from + 1)
	square := 0.0
	for k := from; k <= to; k++ {
		if k > from {
			logFactorial += math.Log(k)
		}
		p := math.Exp(k*math.Log(mu) - mu - logFactorial)
		d := 2 * num.Deviation(k, 1, mu)
		m.mean += p * d
		square += p * d * d
		m.slope += p * d * (k - mu)
	}
	m.variance = square - m.mean*m.mean
	return m
}

// momentsOfCell interpolates in the table.
func momentsOfCell(table []cellMoments, mu float64) cellMoments {
	at := (math.Log(mu) - leastLogMean) / logMeanStep
	switch {
	case at >= float64(len(table)-1):
		return cellMoments{1 + 1/(6*mu), 2, 0, 1}
	case at < 0: // so small a μ that only the counts 0 and 1 matter
		rare := 2 * (-math.Log(mu) - 1)
		return cellMoments{mu * (2 + rare), mu * rare * rare, mu * rare, table[0].bend}
	}
	i := int(at)
	t := at - float64(i)
	a, b := &table[i], &table[i+1]
	mix := func(x, y float64) float64 { return x + t*(y-x) }
	return cellMoments{mix(a.mean, b.mean), mix(a.variance, b.variance), mix(a.slope, b.slope), mix(a.bend, b.bend)}
}
