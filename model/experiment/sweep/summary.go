package sweep

import (
	"math"

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
	Reached   int           // seeds that reached parameters
	RMSE      float64       // root mean square over those; NaN for none
	CramerRao float64       // the bound; NaN where there is none
	Planned   int           // seeds whose policy's value is known
	Regret    planning.Span // mean over those; NaN for none
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

// add counts a row; RMSE and Regret are sums until finish.
func (c *Curve) add(r Row) {
	if n := len(c.Points); n == 0 || c.Points[n-1].Episodes != r.Episodes {
		c.Points = append(c.Points, Point{Episodes: r.Episodes, CramerRao: r.CramerRao})
	}
	p := &c.Points[len(c.Points)-1]
	p.Seeds++
	if !math.IsNaN(r.RMSE) {
		p.Reached++
		p.RMSE += r.RMSE * r.RMSE
	}
	if regret := (planning.Span{Low: r.Optimal, High: r.Upper}).Regret(r.Value); !math.IsNaN(regret.High) {
		p.Planned++
		p.Regret.Low += regret.Low
		p.Regret.High += regret.High
	}
}

func (p *Point) finish() {
	p.RMSE = math.Sqrt(p.RMSE / float64(p.Reached)) // 0/0 is NaN, as is meant
	p.Regret.Low /= float64(p.Planned)
	p.Regret.High /= float64(p.Planned)
}
