package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/experiment/online"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// onlineRows is how many rows the agents' picture takes at least, and fewOnlineRows where a pane has no more.
const (
	onlineRows    = 13
	fewOnlineRows = 9
)

// onlineRoom is how many of the rows that there are the agents' picture takes: all of them where m chose it, as its curves
// lie close together.
func (s pane) onlineRoom(rows int) int {
	if s.Page(parts) != onlinePart {
		rows = min(rows, onlineRows)
	}
	return max(rows, fewOnlineRows)
}

// What stands beside the curves: its width, and where what an agent lost stands there. In wideAgents columns and more it is wider, by what
// the last episodes lost each, which begins so far behind.
const agentNames, lostAt, wideAgents, wider, eachNow = 36, 19, 110, 14, 10

// lastEpisodes are those over which an agent's present loss is averaged.
const lastEpisodes = 1000

// online draws what agents lose in all that explore first, or learn as they go: on log–log axes exploring is a straight
// line, and a plan that is nearly the best one bends it to the right.
func (s pane) online(a canvas.Area) int {
	runs, skipped := s.Session.Online()
	if skipped != "" {
		a.Text(1, 0, "lost in all: explore and commit, or learn as you go", kit.Bold)
		return 1 + kit.Wrap(a, 1, 1, a.W()-2, "No agent is followed: "+skipped+".", kit.Dim)
	}
	names, each := min(agentNames, a.W()/2), 0
	if a.W() >= wideAgents {
		names, each = names+wider, eachNow
	}
	played, few := progress(runs), ""
	drawn := someOf(runs, a.H()-3)
	if len(drawn) < len(runs) {
		few = fmt.Sprintf("; %c: not drawn", s.Glyph('≈', '~'))
	}
	s.Say(a, 1, 0, kit.FirstThatFits([]string{
		fmt.Sprintf("lost to the best plan, in all, over %d episodes, one run, log scales: %s", model.OnlineEpisodes, played),
		fmt.Sprintf("lost to the best plan over %d episodes, one run: %s", model.OnlineEpisodes, played),
		fmt.Sprintf("lost to the best plan in %d episodes, one run: %s", model.OnlineEpisodes, played),
		fmt.Sprintf("lost in %d episodes, one run: %s", model.OnlineEpisodes, played),
		"lost to the best plan, one run, log scales" + few,
		"lost in all, log scales" + few,
		fmt.Sprintf("lost in %d episodes", model.OnlineEpisodes) + few,
		fmt.Sprintf("lost in all over %d episodes", model.OnlineEpisodes)}, a.W()-names-2), kit.Bold, kit.FigureAt(why.Lost, 0).Value())
	plot := a.Sub(7, 1, a.W()-9-names, a.H()-3)
	high, least := 0.0, math.Inf(1)
	for _, r := range runs {
		if r != nil {
			high, least = max(high, r.Regret()), min(least, r.At(firstDrawn))
		}
	}
	if !(high > 0) || plot.W() < 8 || plot.H() < 4 {
		a.Text(1, 1, kit.FirstThatFits([]string{"the agents play: they need the optimum first, and some seconds", "the agents play"}, a.W()-2), kit.Dim)
		return a.H()
	}
	highest := math.Log10(high)
	span := min(highest-math.Log10(max(least, 1e-9)), mostDecades)
	step, every := decades(span, plot.H()-1)
	over := int(math.Ceil((highest - math.Floor(highest)) * float64(every) / float64(step))) // rows over the first tick
	top := math.Floor(highest) + float64(over*step)/float64(every)
	low := top - float64((plot.H()-1)*step)/float64(every)
	x := func(n int) float64 {
		return math.Log10(float64(n)/firstDrawn) / math.Log10(float64(model.OnlineEpisodes)/firstDrawn)
	}
	y := func(v float64) float64 { return min(1, max(0, (top-math.Log10(max(v, 1e-9)))/(top-low))) }
	var ending, rows []int
	for i, r := range runs {
		if r == nil {
			continue
		}
		_, style := agentMark(r.Agent)
		if !s.Theme.ASCII && slices.Contains(drawn, i) {
			d := canvas.NewDots(plot)
			x0, y0 := dotOf(plot, 0, y(r.At(firstDrawn)))
			for _, n := range online.Grid(model.OnlineEpisodes) {
				if n <= firstDrawn {
					continue
				}
				x1, y1 := dotOf(plot, x(n), y(r.At(n)))
				d.Line(x0, y0, x1, y1, style)
				x0, y0 = x1, y1
			}
			d.Draw()
		}
	}
	for i, r := range runs { // on top of all curves
		if r == nil {
			continue
		}
		mark, style := agentMark(r.Agent)
		for third := range 3 {
			if !slices.Contains(drawn, i) {
				break
			} // each agent's letters stand at places of their own
			at := (float64(third) + (float64(i)+.5)/float64(len(runs))) / 3
			n := int(firstDrawn * math.Pow(float64(model.OnlineEpisodes)/firstDrawn, at))
			plot.Set(int(at*float64(plot.W()-1)+.5), int(y(r.At(n))*float64(plot.H()-1)+.5), mark, style)
		}
		ending = append(ending, i)
	}
	slices.SortStableFunc(ending, func(i, j int) int { return cmp.Compare(runs[j].Regret(), runs[i].Regret()) })
	for _, i := range ending {
		rows = append(rows, int(y(runs[i].Regret())*float64(plot.H()-1)+.5))
	}
	beside := a.Sub(7+plot.W()+1, 1, names, plot.H())
	head := a.Sub(7+plot.W()+1, 0, names, 1)
	head.Text(lostAt, 0, "lost", kit.Dim)
	if each > 0 {
		head.Text(lostAt+each, 0, "each now", kit.Dim)
	}
	if lostAt+each+len("lost explored") < names {
		head.Right(names, 0, "explored", kit.Dim)
	}
	atEnds(rows, plot.H(), func(i, row int) {
		r := runs[ending[i]]
		mark, style := agentMark(r.Agent)
		if slices.Contains(drawn, ending[i]) {
			beside.Set(0, row, mark, style)
		}
		named := style
		if !slices.Contains(drawn, ending[i]) {
			named = kit.Dim
		}
		end := beside.Text(2, row, r.Agent, named)
		if as := drawnAs(runs, drawn, ending[i]); as >= 0 {
			mark, style := agentMark(runs[as].Agent)
			beside.Set(beside.Text(end+1, row, string(s.Glyph('≈', '~')), kit.Dim), row, mark, style)
			end += len(" ~a")
		}
		at, words, explored := max(end+1, lostAt), figure.Number(r.Regret()), figure.Count(float64(r.Explored))
		said := explored
		switch {
		case r.Starved:
			said += ", starved"
		case r.Failures > 0 && r.Explored == model.OnlineEpisodes:
			said += ", fails"
		}
		if at+canvas.Width(words)+1+canvas.Width(said) < names {
			explored = said
		}
		if at+canvas.Width(words) <= names {
			beside.Text(at, row, words, kit.Plain)
			s.Spot(beside, at, row, canvas.Width(words), 1, kit.FigureAt(why.Lost, ending[i]).Value())
		}
		if each > 0 {
			s.Whole(beside, lostAt+each, row, figure.Number((r.Regret()-r.At(model.OnlineEpisodes-lastEpisodes))/lastEpisodes), kit.Plain, kit.FigureAt(why.Lost, ending[i]).Value())
			at = lostAt + each
			words = "12345678"
		}
		if at+canvas.Width(words)+1+canvas.Width(explored) < names {
			s.Right(beside, names, row, explored, kit.Dim, kit.FigureAt(why.Lost, ending[i]).Value())
		}
	})
	decadeTicks(a.Below(over), plot.H()-over, int(math.Floor(highest)), step, every)
	bottom := a.Rows(1+plot.H(), 1)
	bottom.Repeat(7, 0, plot.W(), s.Glyph('─', '-'), kit.Rule)
	bottom.Text(7+plot.W()+1, 0, "episodes", kit.Dim)
	here := false // the session's own N stands on the axis
	for n := firstDrawn; n <= model.OnlineEpisodes; n *= 10 {
		style := kit.Dim
		if s.Now.N == float64(n) {
			style, here = kit.Key, true
		}
		bottom.Text(7+int(x(n)*float64(plot.W()-1)), 0, "10"+figure.Superscript(int(math.Round(math.Log10(float64(n))))), style)
	}
	if n := s.Now.N; !here && n >= firstDrawn && n <= model.OnlineEpisodes {
		bottom.Set(7+int(x(int(n))*float64(plot.W()-1)), 0, s.Glyph('▲', '^'), kit.Key)
	}
	return a.H()
}

// The curves begin at an episode from which on agents differ, and go down so many decades at most.
const (
	firstDrawn  = 10
	mostDecades = 4
)

// In fewRows rows and less no more than fewCurves curves could be followed, nor those that end within besides decades of another.
const (
	fewRows   = 10
	fewCurves = 5
	besides   = .05
)

// someOf are the agents whose curves are drawn: all of them, and in few rows the one that lost most and those below it, of several that
// lie on each other the last, the best one always.
func someOf(runs []*online.Run, rows int) (some []int) {
	var order []int
	for i, r := range runs {
		if r != nil {
			order = append(order, i)
		}
	}
	if rows >= fewRows {
		return order
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(runs[j].Regret(), runs[i].Regret()) })
	for k, i := range order {
		switch near := k > 0 && math.Log10(runs[order[k-1]].Regret()/max(runs[i].Regret(), 1e-9)) < besides; {
		case near, len(some) == fewCurves:
			some[len(some)-1] = i
		default:
			some = append(some, i)
		}
	}
	return some
}

// drawnAs is the agent in place of whose curve that of another is drawn, the nearest; -1 for one that is drawn itself.
func drawnAs(runs []*online.Run, drawn []int, agent int) int {
	nearest, far := -1, math.Inf(1)
	for _, i := range drawn {
		if i == agent {
			return -1
		}
		if apart := math.Abs(math.Log(runs[i].Regret() / runs[agent].Regret())); apart < far {
			nearest, far = i, apart
		}
	}
	return nearest
}

// progress says whether all agents have played.
func progress(runs []*online.Run) string {
	if slices.Contains(runs, nil) {
		return "some agents play still"
	}
	return "all agents have played"
}

// agentMark is a letter of an agent's name, another for each of those that play, and a colour: that of the estimator it learns by, or
// one of its own.
func agentMark(agent string) (rune, canvas.Style) {
	how, by, learns := strings.Cut(agent, ":")
	if !learns {
		by = map[string]string{"psrl": "aligned", "mixture": "em", "greedy": moments.WholeName}[agent]
	}
	letter := how
	switch how {
	case "commit":
		letter = by
	case "doubling":
		by = "blocked"
	case "psrl":
		letter = "s" // p is polished
	}
	return rune(letter[0]), canvas.FG(theme.Estimator(max(0, estimators.Number(cmp.Or(by, "bayes")))))
}

// leastLost is the agent that lost least; nil before all have played.
func leastLost(s *model.Session) (least *online.Run) {
	runs, _ := s.Online()
	for _, r := range runs {
		switch {
		case r == nil:
			return nil
		case least == nil || r.Regret() < least.Regret():
			least = r
		}
	}
	return least
}
