// Package recovery draws the estimate, stage by stage.
package recovery

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// section is one stage of the recovery. draw uses at most the area that it is
// given and returns the rows it took.
type section struct {
	columns bool // the picture of the columns, which is always shown
	table   bool // numbers: beside the pictures where there is room
	need    int  // rows that it needs at least
	draw    func(a canvas.Area) int
}

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw shows the estimate stage by stage: the stage that the cursor is
// on, and of those before it as many as there is room for.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	s.recoveryHead(a)
	if s.Now.Estimate == nil {
		s.noEstimate(a)
		return
	}
	s.pipeline(a.Rows(1, 1))
	s.drawPage(a.Below(2))
	s.LegendBetween(a, 1)
}

// drawStages draws the sections that there is room for.
func (s pane) drawStages(body canvas.Area) {
	if body.W() < kit.TwoColumns || s.Now.Shown < model.BeatLabels { // no tables yet
		s.stack(body, s.findingRows(body), func(section) bool { return true })
		return
	}
	half := body.W() / 2
	right := body.Sub(half+2, 0, body.W()-half-2, body.H())
	s.stack(body.Sub(0, 0, half, body.H()), 0, func(x section) bool { return !x.table })
	s.stack(right, s.findingRows(right), func(x section) bool { return x.table })
}

// stack draws one under the other those of some sections that there is room for, and the
// findings, if they are to take any rows.
func (s pane) stack(body canvas.Area, found int, some func(section) bool) {
	room := body.H() - min(found, body.H()/3)
	if need := s.permutationNeed(body.H()); found > 0 && s.Now.Estimate.O != nil && some(section{columns: true}) { // the picture matters more than findings
		room = max(room, min(need, body.H()-1))
	}
	y := 0
	sections := s.chosen(room, some)
	spare := room
	for _, x := range sections {
		spare -= x.need
	}
	for _, x := range sections {
		took := x.draw(body.Rows(y, min(x.need+max(spare, 0), room-y)))
		spare -= max(took-x.need, 0)
		y += took
	}
	if found > 0 {
		s.findings(body.Below(y))
	}
}

func (s pane) noEstimate(a canvas.Area) {
	if s.Now.Pending && s.Now.Kind == model.Estimate {
		s.Empty(a, 2, "The estimate is being computed.", "Esc", "gives it up")
		return
	}
	if s.TooLarge(a) {
		return
	}
	press, does := "e", "estimates from the episodes counted so far"
	if s.Now.N == 0 {
		press, does = "+", "adds episodes; e then estimates from them"
	}
	y := s.Empty(a, 1+kit.Apart(a), "The estimator has not run. Its stages, from the moments to POMDP parameters:", press, does)
	s.Ahead(a.Below(y+1), s.Session.EstimateAhead())
}

func (s pane) recoveryHead(a canvas.Area) {
	n := s.Now
	if n.Estimate == nil {
		s.Head(a, kit.Recovery, "nothing estimated yet", kit.Dim)
		return
	}
	answer, style, refs := s.stageAnswer()
	if r := s.Session.Bench(); r != nil && r.First >= 0 && n.Whole {
		answer, style, refs = "theirs departs first at "+r.Judged[r.First].What, kit.Bad, nil
	} else if f, stopped := n.Estimate.Stopped(); stopped && n.Whole {
		answer, style = "stopped after "+n.Shown.Stage()+": "+string(f.Code), kit.Bad
	} else if n.Shown >= model.BeatLabels && estimators.By(n.Estimate.Estimate).Gives(moments.GivesColumns) {
		answer, style = s.labelAnswer()
		refs = []why.Ref{kit.Alone(why.Labelled), kit.Alone(why.HiddenStates), kit.Alone(why.LabelledRight)}
	}
	if n.Stale {
		answer += fmt.Sprintf(" (of N = %s)", figure.Count(n.Estimate.Episodes))
	}
	s.Head(a, kit.Recovery, answer, style, refs...)
}

// stageAnswer is what a stage before the labels has to say, in one figure or two.
func (s pane) stageAnswer() (string, canvas.Style, []why.Ref) {
	e, k := s.Now.Estimate, s.Sizes().K()
	switch shown := s.Now.Shown; {
	case shown == model.BeatSpectrum && e.Spectrum != nil && e.Noise != nil:
		return fmt.Sprintf("%s: σ%s = %s, %s %s", e.Estimator, figure.Sub(k), figure.Number(e.Spectrum.SigmaK()), e.Chance(), figure.Number(e.Noise.P12.Level)),
			kit.Plain, []why.Ref{kit.FigureAt(why.Sigma, k-1).Value(), kit.Alone(why.Noise12)}
	case shown == model.BeatEigen && e.Eigen != nil && e.Eigen.Used.Real():
		answer, spots := e.Estimator+": eigenvalue gap "+figure.Number(e.Eigen.Used.Gap), []why.Ref{kit.Alone(why.Gap)}
		if !math.IsNaN(e.Eigen.GapError) {
			answer, spots = answer+", error "+figure.Number(e.Eigen.GapError), append(spots, kit.Alone(why.GapError))
		}
		return answer, kit.Plain, spots
	case shown == model.BeatOperators && e.Operators != nil:
		t, k := e.Tests, e.Tests.Taken
		return fmt.Sprintf("%s: σ%s = %s, %s %s; the outcomes' sum is off by up to %s", e.Estimator, figure.Sub(k), figure.Number(t.Sigma[k-1]), e.Chance(), figure.Number(t.Noise.Limit), figure.Number(e.Operators.Closure())), kit.Plain, nil
	case shown == model.BeatHistories && e.Histories != nil:
		return s.leavesSeen(), kit.Plain, nil
	case shown == model.BeatDraws && e.Posterior != nil:
		return s.drawsAnswer(), kit.Plain, nil
	case shown == model.BeatPower && e.Power != nil:
		return s.powerAnswer(), kit.Plain, nil
	case shown == model.BeatColumns && e.Comparison != nil:
		return fmt.Sprintf("%s: Ô is off by at most %s, in column %d", e.Estimator, figure.Number(e.Comparison.OMax), e.Comparison.OMaxAt[1]+1), kit.Plain, []why.Ref{kit.Alone(why.ErrorMax)}
	}
	return e.Estimator + " at " + s.stageName(s.Now.Shown), kit.Plain, nil
}

// AskedBug is the kind of question (Scene.Asked) whose answer this view and the account hide.
const AskedBug = "bug"

func (s pane) labelAnswer() (string, canvas.Style) {
	e := s.Now.Estimate
	if e.Mixed() {
		return "orders differ by action: plans mix them up", kit.Bad
	}
	if len(e.Orders) > 0 {
		return "by chance the orders of all actions agree", kit.Good
	}
	labels, style := e.Labelling(e.Comparison), kit.Good
	if s.Asked == AskedBug { // the labels may be the answer
		labels.Right, style = -1, kit.Plain
	}
	if !labels.Whole() {
		style = kit.Bad
	}
	if e.Comparison != nil && s.Asked == "" && s.Now.Shown >= model.BeatParameters && e.Comparison.Order.Different() > 1 {
		if labels.Whole() {
			style = kit.Plain
		}
		return "states in different orders; labels " + labels.Words(), style
	}
	if e.Comparison != nil && s.Asked == "" && s.Now.Shown >= model.BeatParameters && e.Model == nil && e.Comparison.Order.Complete() {
		return "states in one order in all pairs; labels " + labels.Words(), style
	}
	return "columns labelled: " + labels.Words(), style
}

// stages are the estimate's, each once: some have several beats.
func (s pane) stages() []model.Beat {
	return slices.CompactFunc(slices.Clone(s.Now.Stages), func(x, y model.Beat) bool { return x.Kind == y.Kind })
}

// stageName names a stage by what the estimator is handed where these are no moments.
func (s pane) stageName(kind model.BeatKind) string {
	if uses := estimators.By(s.Now.Estimate.Estimate).Uses; kind == model.BeatMoments && uses != moments.FromMoments && uses != moments.FromActions {
		return "counts"
	}
	return kind.Stage()
}

// pipeline names the stages and lights the one that the cursor is on; a star marks those whose
// figures the user's own program gave.
func (s pane) pipeline(a canvas.Area) {
	arrow, wide := " "+string(s.Glyph('▸', '>'))+" ", 1
	var names []string
	stages := s.stages()
	for _, stage := range stages {
		name := s.stageName(stage.Kind)
		if s.theirs(stage.Kind) {
			name += "*"
		}
		names = append(names, name)
		wide += canvas.Width(name) + len(" > ")
	}
	if wide-len(" > ") > a.W() {
		arrow = strings.TrimSpace(arrow)
	}
	x := 1
	for i, stage := range stages {
		style := kit.Dim
		switch {
		case stage.Kind == s.Now.Shown:
			style = kit.Bold
		case stage.Kind < s.Now.Shown:
			style = kit.Plain
		}
		x = a.Text(x, 0, names[i], style)
		if i < len(names)-1 {
			x = a.Text(x, 0, arrow, kit.Rule)
		}
	}
}

// theirs says whether the user's own program gave what a stage shows.
func (s pane) theirs(stage model.BeatKind) bool {
	return slices.ContainsFunc(s.Now.Estimate.Theirs, func(x moments.Stage) bool { return x.String() == stage.Stage() })
}

// chosen picks the sections that fit into a number of rows: the picture of the
// columns or else the present stage first, then those before it, latest first; in
// the stages' order.
func (s pane) chosen(rows int, some func(section) bool) []section {
	all := slices.DeleteFunc(s.sections(rows), func(x section) bool { return !some(x) })
	picked := make([]bool, len(all))
	first := len(all) - 1
	if i := slices.IndexFunc(all, func(x section) bool { return x.columns }); i >= 0 {
		first = i
	}
	pick := func(i int) {
		picked[i] = true
		rows -= all[i].need
	}
	if first >= 0 {
		pick(first)
	}
	for i := len(all) - 1; i >= 0; i-- {
		if !picked[i] && all[i].need <= rows {
			pick(i)
		}
	}
	var out []section
	for i, x := range all {
		if picked[i] {
			out = append(out, x)
		}
	}
	return out
}

func (s pane) sections(rows int) []section {
	n := s.Now
	var all []section
	for _, beat := range s.stages() {
		if beat.Kind > n.Shown {
			break
		}
		var x section
		switch beat.Kind {
		case model.BeatMoments:
			if n.Shown != beat.Kind {
				continue
			}
			x.need, x.draw = 5, s.stageMoments
		case model.BeatSpectrum:
			x.need, x.draw = 11, s.stageSpectrum
		case model.BeatEigen:
			x.need, x.draw = 9, s.stageEigen
		case model.BeatLikelihood:
			x.need, x.draw = 9, s.stageLikelihood
		case model.BeatOperators:
			x.need, x.draw = s.operatorsNeed(), s.stageOperators
		case model.BeatHistories:
			x.need, x.draw = s.historiesNeed(), s.stageHistories
		case model.BeatDraws:
			x.need, x.draw = s.drawsNeed(), s.stageDraws
		case model.BeatPower:
			x.need, x.draw = s.powerNeed(), s.stagePower
		case model.BeatColumns:
			x = section{columns: true, need: s.permutationNeed(rows), draw: s.stagePermutation}
		case model.BeatLabels:
			x = section{table: true, need: min(len(n.Estimate.Labels), 12) + 3, draw: s.stageLabels}
		case model.BeatParameters:
			x = section{table: true, need: 8 + len(n.Estimate.Columns)/8, draw: s.stageParameters}
		}
		if beat.Kind == model.BeatOperators && estimators.By(n.Estimate.Estimate).Uses == moments.FromTriples {
			all = append(all, section{need: s.testsTableNeed(), draw: s.testsTable})
		}
		all = append(all, x)
		if x.columns && n.Estimate.Comparison != nil && n.Shown >= model.BeatParameters { // which tell the columns' order
			all = append(all, section{need: s.columnsNeed(), draw: s.stageColumns})
		}
	}
	return all
}

// shownFindings are the findings of the estimate, once it was shown to its end.
func (s pane) shownFindings() []finding.Finding {
	if s.Now.Estimate == nil || !s.Now.Whole {
		return nil
	}
	return slices.Concat(s.Now.Estimate.Findings, s.Session.BenchFindings())
}

func (s pane) findingRows(a canvas.Area) int {
	rows := 0
	for _, f := range s.shownFindings() {
		rows += 1 + (canvas.Width(string(f.Code)+f.Detail)+8)/max(a.W()-4, 1)
	}
	return rows
}

func (s pane) findings(a canvas.Area) {
	all := s.shownFindings()
	if a.H() < 1 {
		return // the header counts them
	}
	for i, y := 0, 0; i < len(all); i++ {
		words := string(all[i].Code) + ": " + all[i].Detail
		room := a.H() - y
		if i < len(all)-1 {
			room-- // for what says that there are more
		}
		if len(kit.Lines(words, a.W()-4)) > room {
			last := a.Rows(a.H()-1, 1)
			last.Fill(' ', kit.Plain)
			if i == 0 {
				last.Text(1, 0, fmt.Sprintf("! the estimate's findings, %d: press f", len(all)), kit.Warn)
				return
			}
			last.Text(1, 0, fmt.Sprintf("and %d more: press f", len(all)-i), kit.Warn)
			return
		}
		style := kit.Warn
		if all[i].Fatal {
			style = kit.Bad
		}
		a.Text(1, y, "!", style)
		top := y
		y = kit.Wrap(a, 3, y, a.W()-4, words, style)
		if s.Spots == nil {
			continue
		}
		if row := slices.Index(s.Session.Findings(), all[i]); row >= 0 { // only the session's findings can be explained
			s.Spot(a, 1, top, a.W()-2, y-top, kit.FigureAt(why.Finding, row).Value())
		}
	}
}
