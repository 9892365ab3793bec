package recovery

import (
	"fmt"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// recoveryPage is something that m turns Recovery to.
type recoveryPage struct {
	name string
	draw func(a canvas.Area)
}

// recoveryPages are the stages, then T̂ between the pairs' orders as a plan uses it, every column's label in a table, what one 𝓡 does to
// all contractions, and T̂ as it was solved for, once the cursor has come to them.
func (s pane) recoveryPages(width, rows int) []recoveryPage {
	pages := []recoveryPage{{"stages", s.drawStages}}
	e := s.Now.Estimate
	if e.Estimator == moments.Theirs && s.Now.Whole {
		pages = append(pages, recoveryPage{"the bench", s.drawBench})
	}
	if o := s.operatorsAtWork(); o != nil {
		if _, ok := telling(o); ok {
			pages = append(pages, recoveryPage{"an update in numbers", s.drawUpdates})
		}
	}
	blocks := func(name, title string, entries betweenEntries) {
		for page := range s.layBetween(width, rows-len(kit.Lines(title, width-2))).pages() {
			pages = append(pages, recoveryPage{name, func(a canvas.Area) { s.drawBetween(a, page, title, entries) }})
		}
	}
	if s.betweenOrders() {
		blocks("T̂", betweenTitle, s.normalised())
	}
	if s.Now.Shown >= model.BeatLabels && len(e.Labels) > 0 {
		each := s.labelsAPage(rows)
		for from := 0; from < len(e.Labels); from += each {
			name := "the table of labels"
			if each < len(e.Labels) {
				name = fmt.Sprintf("labels %d–%d", from+1, min(from+each, len(e.Labels)))
			}
			pages = append(pages, recoveryPage{name, func(a canvas.Area) { s.labelTable(a, from) }})
		}
	}
	if s.Now.Shown >= model.BeatEigen && e.Eigen != nil && e.Eigen.Contractions != nil {
		pages = append(pages, recoveryPage{"contractions", s.drawContractions})
	}
	if s.Focused && s.betweenOrders() && e.T != nil { // else m never turns to it
		blocks("T̂ as solved for", s.solvedTitle(), s.solved())
	}
	return pages
}

// drawPage draws the page that m has turned to, and on the last row which one is
// next.
func (s pane) drawPage(a canvas.Area) {
	pages := s.recoveryPages(a.W(), a.H()-1)
	if len(pages) == 1 {
		pages[0].draw(a)
		return
	}
	at := 0
	if s.Focused { // m turns the pages of one view alone
		at = s.Page(len(pages))
	}
	pages[at].draw(a.Rows(0, a.H()-1))
	s.Turn(a.Rows(a.H()-1, 1), 1, 0, kit.Recovery, "turns to "+pages[(at+1)%len(pages)].name)
}
