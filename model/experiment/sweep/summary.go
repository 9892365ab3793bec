package sweep

import (
	"math"
	"slices"

	"eeporl/moments/precision"
	"eeporl/planning"
)

// Curve is one estimator's learning curve on one scenario with one c, by growing N.
type Curve struct {
	Scenario  string
	C         float64
	Estimator string
	Points    []Point
}

// Point sums up the seeds at one N.
type Point struct {
	Episodes  float64
	Seeds     int
	Reached   int     // seeds that reached parameters
	RMSE      float64 // root mean square over those; NaN for none
	Error     float64 // standard error of RMSE, by how the seeds differ; NaN for fewer than two
	Median    float64 // of the seeds' errors, and their 5 % and 95 % quantiles; NaN for none
	Low, High float64
	CramerRao float64       // the bound; NaN where there is none
	Planned   int           // seeds whose policy's value is known
	Regret    planning.Span // mean over those; NaN for none
	Predicts  float64       // mean total variation of predictions over the seeds that came to an end; NaN for none

	predicted int
	errors    []float64 // of the seeds that reached parameters
}

// TimesBound is RMSE over bound: 1 for the best that an unbiased estimate can
// do.
func (p Point) TimesBound() float64 { return p.RMSE / p.CramerRao }

// Curves sums sorted rows up, in their order: by scenario, c, and estimator.
func Curves(rows []Row) []Curve {
	type line struct {
		scenario  string
		c         float64
		estimator string
	}
	at := map[line]int{}
	var curves []Curve
	for _, r := range rows {
		key := line{r.Scenario, r.C, r.Estimator}
		i, seen := at[key]
		if !seen {
			i = len(curves)
			at[key] = i
			curves = append(curves, Curve{Scenario: r.Scenario, C: r.C, Estimator: r.Estimator})
		}
		curves[i].add(r)
	}
	for i := range curves {
		for k := range curves[i].Points {
			curves[i].Points[k].finish()
		}
	}
	return curves
}

// add counts a row; RMSE, Predicts and Regret are sums until finish.
func (c *Curve) add(r Row) {
	if n := len(c.Points); n == 0 || c.Points[n-1].Episodes != r.Episodes {
		c.Points = append(c.Points, Point{Episodes: r.Episodes, CramerRao: r.CramerRao})
	}
	p := &c.Points[len(c.Points)-1]
	p.Seeds++
	if !math.IsNaN(r.RMSE) {
		p.Reached++
		p.RMSE += r.RMSE * r.RMSE
		p.errors = append(p.errors, r.RMSE)
	}
	if tv := r.Prediction.TV; !math.IsNaN(tv) {
		p.predicted++
		p.Predicts += tv
	}
	if regret := (planning.Span{Low: r.Optimal, High: r.Upper, Unit: max(math.Abs(r.Optimal), math.Abs(r.Value))}).Regret(r.Value); !math.IsNaN(regret.High) {
		p.Planned++
		p.Regret.Low += regret.Low
		p.Regret.High += regret.High
	}
}

func (p *Point) finish() {
	p.RMSE = math.Sqrt(p.RMSE / float64(p.Reached)) // 0/0 is NaN, as is meant
	p.Error, p.Median, p.Low, p.High = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	if len(p.errors) > 0 {
		slices.Sort(p.errors)
		p.Median, p.Low, p.High = precision.Quantile(p.errors, .5), precision.Quantile(p.errors, .05), precision.Quantile(p.errors, .95)
	}
	if n := float64(p.Reached); n > 1 { // that of the mean square, over 2·RMSE (delta method)
		spread := 0.0
		for _, e := range p.errors {
			d := e*e - p.RMSE*p.RMSE
			spread += d * d
		}
		p.Error = math.Sqrt(spread/(n-1)/n) / (2 * p.RMSE)
	}
	p.Predicts /= float64(p.predicted)
	p.Regret.Low /= float64(p.Planned)
	p.Regret.High /= float64(p.Planned)
}
