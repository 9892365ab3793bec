package panel

import (
	"eeporl/model/summary"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// DrawFindings lists everything found so far, causes first, with its code and
// its number.
func DrawFindings(b canvas.Area, g Glance) {
	groups := finding.Groups(g.Session.Findings(), 0)
	var lines []line
	if groups == nil {
		lines = []line{{}}
		for _, part := range kit.Lines(g.Session.NoFindings(), boxWidth(b)) {
			lines = append(lines, line{lead: part, leadStyle: Dim})
		}
	}
	for _, group := range groups {
		style := Warn
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
				lines = append(lines, line{rest: part, at: 3, restStyle: Bold})
			}
		}
	}
	g.drawLines(b, "Findings: what a numerical method usually hides", lines)
}

// DrawSummary tells the session in ten lines.
func DrawSummary(b canvas.Area, g Glance) {
	var lines []line
	for _, sentence := range summary.Lines(g.Session) {
		for _, row := range kit.Lines(sentence, boxWidth(b)) {
			lines = append(lines, line{lead: row})
		}
		lines = append(lines, line{})
	}
	g.drawLines(b, "This session so far", lines)
}
