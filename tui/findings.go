package tui

import (
	"eeporl/model/summary"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// drawFindings lists everything found so far, causes first, with its code and
// its number.
func drawFindings(b canvas.Area, g glance) {
	groups := finding.Groups(g.session.Findings(), 0)
	var lines []line
	if groups == nil {
		lines = []line{{}}
		for _, part := range kit.Lines(g.session.NoFindings(), boxWidth(b)) {
			lines = append(lines, line{lead: part, leadStyle: dim})
		}
	}
	for _, group := range groups {
		style := warn
		if group.Shown[0].Fatal {
			style = canvas.FG(theme.Bad).With(canvas.Bold)
		}
		lines = append(lines, line{lead: string(group.Code), leadStyle: style})
		for _, f := range group.Shown {
			for _, part := range kit.Lines(f.Detail, boxWidth(b)-3) {
				lines = append(lines, line{rest: part, at: 3})
			}
		}
		if helps := group.Code.Helps(); helps != "" {
			for _, part := range kit.Lines(helps, boxWidth(b)-3) {
				lines = append(lines, line{rest: part, at: 3, restStyle: bold})
			}
		}
	}
	g.drawLines(b, "Findings: what a numerical method usually hides", lines)
}

// drawSummary tells the session in ten lines.
func drawSummary(b canvas.Area, g glance) {
	var lines []line
	for _, sentence := range summary.Lines(g.session) {
		for _, row := range kit.Lines(sentence, boxWidth(b)) {
			lines = append(lines, line{lead: row})
		}
		lines = append(lines, line{})
	}
	g.drawLines(b, "This session so far", lines)
}
