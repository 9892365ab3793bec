// Package report writes what came of a run as one file to keep: Markdown, or
// HTML with its plots in it. A Run is all that a report needs, so anything that
// has an outcome can have one. Equal runs give equal bytes.
package report

import (
	"io"

	"eeporl/model/experiment"
	"eeporl/model/experiment/sweep"
	"eeporl/moments/choose"
	"eeporl/moments/precision"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// Run is what is reported. Outcome and its Estimated must be there; everything else that is nil or
// empty is left out.
type Run struct {
	Title    string // what was learned from: a scenario, or files
	Decision []Fact // what to do, what that is worth and how sure it is, where somebody has to decide
	Facts    []Fact // what was asked for
	Commands []Command
	Names    pomdp.Names

	Truth     *experiment.Truth // nil where it is unknown
	Outcome   *experiment.Outcome
	Intervals *precision.Intervals
	Order     *choose.OrderChoice // how the number of states was chosen, if the counts had to say
	Findings  []finding.Finding
	Curve     []sweep.Point // the estimator's error by N
}

// Fact is a setting or a figure by its name.
type Fact struct {
	Name, Value string
	Brief       string // of a decision: the figure alone, for the top of the page; "" for a fact that stands below
}

// Command is a command line and what it is good for.
type Command struct{ Purpose, Line string }

// Markdown writes a report in GitHub's Markdown; its plots are text.
func Markdown(w io.Writer, r Run) error {
	var m markdown
	m.document(newDocument(r))
	_, err := io.WriteString(w, m.String())
	return err
}

// HTML writes a report as one page that needs nothing else: no scripts, no
// other files. It is well-formed XML too.
func HTML(w io.Writer, r Run) error {
	var p page
	p.document(newDocument(r))
	_, err := io.WriteString(w, p.String())
	return err
}
