package recovery

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// leastPower is how many rows of iterations or components the power method's picture takes at least, besidePower how many
// columns what stands beside them, and widestClimb how many iterations have before anything stands there.
const (
	leastPower  = 8
	besidePower = 34
	widestClimb = 80
)

func (s pane) powerNeed() int { return leastPower + 3 }

// iteration is that of the first component which is shown; all says that its way is over.
func (s pane) iteration() (i int, all bool) {
	shown := s.Now.Estimate.Power.Shown() - 1
	if s.Now.Beat.Kind != model.BeatPower || s.Now.Beat.T >= shown {
		return shown - 1, true
	}
	return s.Now.Beat.T, false
}

// stagePower draws how a random direction turns into a component, an iteration a row, then all components; and beside
// them what whitening divides by, because that is where it goes wrong.
func (s pane) stagePower(a canvas.Area) int {
	p := s.Now.Estimate.Power
	_, all := s.iteration()
	wide, least := a.W(), 2*besidePower
	if !all {
		least = besidePower + widestClimb
	}
	if a.W() >= least {
		wide = a.W() - besidePower
		s.whitening(a.Sub(wide, 0, besidePower, a.H()))
	}
	left := a.Sub(0, 0, wide, a.H())
	if len(p.Components) == 0 {
		left.Text(1, 0, "no component: the tensor could not be made", kit.Dim)
		return leastPower + 3
	}
	if all {
		return max(s.components(left), min(leastPower+3, a.H()))
	}
	return max(s.climb(left), min(leastPower+3, a.H()))
}

// climb shows, for each iteration, how near v lies to each component of its block: spread out at first, then one cell lights.
func (s pane) climb(a canvas.Area) int {
	p := s.Now.Estimate.Power
	first := p.Components[0]
	block := p.Components[:len(first.Vector)]
	last, _ := s.iteration()
	x := 1
	if lobes := min(a.H()-3, 16); len(block) == 2 && a.W() >= 2*lobes+34 && lobes >= leastPower {
		s.lobes(a.Sub(1, 1, 2*lobes, lobes), block, first.Path[last])
		a.Text(1, 0, kit.FirstThatFits([]string{"|M₃(v,v,v)| by direction, ● v", "|M₃(v,v,v)|, ● v"}, 2*lobes), kit.Bold)
		x += 2*lobes + 2
	}
	cell := min(3, max(1, (a.W()-x-22)/len(block)))
	a.Text(x, 0, kit.FirstThatFits([]string{
		fmt.Sprintf("|v · component c|, 0 to 1, an iteration a row: in the end one of %d lights", len(block)), fmt.Sprintf("|v · component c|: one of %d lights", len(block))}, a.W()-x-1), kit.Bold)
	rows := a.H() - 4
	from := max(0, last+1-rows)
	g := kit.NewGrid(last+1-from, len(block), func(i, j int) float64 {
		sum := 0.0
		for n, v := range first.Path[from+i] {
			sum += v * block[j].Vector[n]
		}
		return math.Abs(sum)
	})
	g.Scale = 1
	s.Heat(a.Sub(x+4, 2, cell*len(block), g.Rows), g, kit.Density{Wide: cell, Pool: 1})
	for j := range block {
		if name := componentName(j); cell > len(name) || len(block) < 10 || j%3 == 0 && j+2 < len(block) || j == len(block)-1 {
			a.Text(x+4+j*cell, 1, name, kit.Dim)
		}
	}
	at := x + 5 + cell*len(block)
	a.Text(at, 1, kit.FirstThatFits([]string{"digits settled", "digits"}, a.W()-at-1), kit.Dim)
	for i, digits := range first.Digits()[from : last+1] {
		y := 2 + i
		a.Right(x+3, y, fmt.Sprint(from+i), kit.Dim)
		end := a.Text(at, y, fmt.Sprintf("%2d ", int(digits)), kit.Plain)
		if digits >= 1 {
			s.Bar(a, end, y, min(15, a.W()-end-1), digits/15, canvas.FG(theme.Curve))
		}
	}
	scale := s.ColourBar(a, x+4, 3+g.Rows, "0", g.Scale)
	a.Text(scale+2, 3+g.Rows, kit.FirstThatFits([]string{fmt.Sprintf("row %d is where v is now", last), fmt.Sprintf("row %d: v now", last)}, a.W()-scale-3), kit.Dim)
	return 4 + g.Rows
}

// componentName names a component by its number.
func componentName(j int) string { return fmt.Sprintf("c%d", j+1) }

// lobes draws r = |𝕋(u,u,u)| in every direction u of two components' plane, in grey where 𝕋 is negative, the components at
// their tips, and v as a dot on it.
func (s pane) lobes(a canvas.Area, block []moments.Component, v []float64) {
	dots := canvas.NewDots(a)
	value := func(x, y float64) float64 {
		sum := 0.0
		for _, c := range block {
			sum += c.Lambda * math.Pow(c.Vector[0]*x+c.Vector[1]*y, 3)
		}
		return sum
	}
	most := max(block[0].Lambda, block[1].Lambda)
	at := func(x, y, r float64) (int, int) {
		r = .9 * math.Abs(r) / most
		return int((1 + r*x) / 2 * float64(dots.W()-1)), int((1 - r*y) / 2 * float64(dots.H()-1))
	}
	const directions = 720
	for i := range directions {
		x, y := math.Cos(2*math.Pi*float64(i)/directions), math.Sin(2*math.Pi*float64(i)/directions)
		r, style := value(x, y), canvas.FG(theme.Curve)
		if r < 0 {
			style = kit.Dim
		}
		px, py := at(x, y, r)
		if s.Theme.ASCII {
			a.Set(px*a.W()/dots.W(), py*a.H()/dots.H(), '.', style)
			continue
		}
		dots.Set(px, py, style)
	}
	if !s.Theme.ASCII {
		dots.Draw()
	}
	px, py := at(0, 0, 0)
	a.Set(px*a.W()/dots.W(), py*a.H()/dots.H(), '+', kit.Dim)
	for j, c := range block {
		px, py := at(c.Vector[0], c.Vector[1], 1.1*c.Lambda)
		cx, cy := px*a.W()/dots.W(), py*a.H()/dots.H()
		a.Text(min(max(0, cx+1), a.W()-2), min(max(0, cy), a.H()-1), componentName(j), kit.Plain)
	}
	px, py = at(v[0], v[1], value(v[0], v[1]))
	a.Set(px*a.W()/dots.W(), py*a.H()/dots.H(), s.Glyph('●', 'o'), kit.Good)
}

// components lists what was found, in order.
func (s pane) components(a canvas.Area) int {
	p := s.Now.Estimate.Power
	a.Text(1, 0, "components, each taken away before the next", kit.Bold)
	a.Text(1, 1, kit.FirstThatFits([]string{"   iterations   weight λ⁻²   column sums to", "   it.  λ⁻²   sum"}, a.W()-2), kit.Dim)
	narrow := a.W() < 46
	rows := min(len(p.Components), max(0, a.H()-4))
	for i, c := range p.Components[:rows] {
		sum := kit.Plain
		if math.Abs(c.Sum-1) > .1 {
			sum = kit.Bad
		}
		weight := figure.Number(1 / (c.Lambda * c.Lambda))
		a.Right(3, 2+i, fmt.Sprint(i+1), kit.Dim)
		if narrow {
			a.Text(4, 2+i, fmt.Sprint(len(c.Path)-1), kit.Plain)
			a.Text(9, 2+i, weight, kit.Plain)
			a.Text(15, 2+i, figure.Number(c.Sum), sum)
			continue
		}
		a.Text(9, 2+i, fmt.Sprint(len(c.Path)-1), kit.Plain)
		a.Text(19, 2+i, weight, kit.Plain)
		a.Text(34, 2+i, figure.Number(c.Sum), sum)
	}
	y := 2 + rows
	if more := len(p.Components) - rows; more > 0 {
		a.Text(4, y, fmt.Sprintf("and %d more", more), kit.Dim)
		y++
	}
	a.Text(1, y, kit.FirstThatFits([]string{
		fmt.Sprintf("they leave %s of the tensor's norm; noise alone could leave %s", figure.Percent(p.Residual), figure.Percent(p.Chance)),
		fmt.Sprintf("left %s of the norm, noise up to %s", figure.Percent(p.Residual), figure.Percent(p.Chance))}, a.W()-2), kit.Dim)
	return y + 2
}

// whitening draws the eigenvalues ε that the method divides by, and the largest that it does not take.
func (s pane) whitening(a canvas.Area) {
	p := s.Now.Estimate.Power
	a.Text(1, 0, kit.FirstThatFits([]string{"ε: eigenvalues of the pairs; whitening divides by √ε", "ε: whitening divides by √ε", "whitening: 1/√ε"}, a.W()-1), kit.Bold)
	most := p.Whitening[0]
	for _, x := range p.Whitening {
		most = max(most, x)
	}
	bar := func(y int, name string, x float64, style canvas.Style) {
		a.Text(1, y, name, kit.Plain)
		s.Bar(a, 9, y, a.W()-18, x/most, style)
		a.Right(a.W()-1, y, figure.Number(x), kit.Plain)
	}
	rows := max(1, a.H()-3)
	shown := len(p.Whitening)
	skip := max(0, shown-rows)
	y := 1
	for i, x := range p.Whitening {
		if skip > 0 && i >= 2 && i < 3+skip {
			if i == 2 {
				a.Text(1, y, string(s.Glyph('…', '.')), kit.Dim)
				y++
			}
			continue
		}
		bar(y, "ε"+figure.Sub(i+1), x, canvas.FG(theme.Curve))
		y++
	}
	bar(y, "the rest", p.Others, kit.Dim)
}

// powerAnswer is what a stage's head says of the power method.
func (s pane) powerAnswer() string {
	e := s.Now.Estimate
	p := e.Power
	if len(p.Components) == 0 {
		return e.Estimator + ": whitening failed"
	}
	if i, all := s.iteration(); !all {
		return fmt.Sprintf("%s: iteration %d, %s settled", e.Estimator, i, figure.Counted(math.Floor(p.Components[0].Digits()[i]), "digit", "digits"))
	}
	least := p.Whitening[0]
	for _, x := range p.Whitening {
		least = min(least, x)
	}
	return fmt.Sprintf("%s: %d components; the weakest ε is %s", e.Estimator, len(p.Components), figure.Number(least))
}
