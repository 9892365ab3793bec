package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/model/experiment/sweep"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/atomicfile"
	page "eeporl/tui/report"
)

func reportFlag(f *pflag.FlagSet, paths *[]string) {
	usage := "`FILE`" + strings.Join(reportEndings(), " or FILE") + " for a report of the run besides; may be given more than once"
	addFlag(f, paths, "report", "", "", "FILE", usage, func(text string) ([]string, error) {
		more, err := parseReports(text)
		return slices.Concat(*paths, more), err
	})
}

// reportForm is how reports are written, by a file's ending.
type reportForm struct {
	ending string
	write  func(io.Writer, page.Run) error
}

// reportForms are all of them, the likeliest first.
func reportForms() []reportForm { return []reportForm{{".md", page.Markdown}, {".html", page.HTML}} }

// reportFormOf is that of a file; false where there is none.
func reportFormOf(path string) (reportForm, bool) {
	i := slices.IndexFunc(reportForms(), func(f reportForm) bool { return f.ending == ending(path) })
	if i < 0 {
		return reportForm{}, false
	}
	return reportForms()[i], true
}

// reportEndings are the endings of reports.
func reportEndings() (endings []string) {
	for _, f := range reportForms() {
		endings = append(endings, f.ending)
	}
	return endings
}

func parseReports(text string) ([]string, error) {
	paths, err := parseNames(text)
	if err != nil {
		return nil, errors.New("different files with commas between them")
	}
	for _, path := range paths {
		if _, known := reportFormOf(path); !known {
			return nil, errors.New("a file that ends in " + printable.Or(reportEndings()))
		}
	}
	return paths, nil
}

// writeReports writes the files that were asked for, each whole or not at all.
func (a *app) writeReports(cmd *cobra.Command, r *report, l *learning, line *progress) error {
	if len(l.reports) == 0 {
		return nil
	}
	run := r.page(l)
	run.Commands = append(run.Commands, page.Command{Purpose: "The run; --json writes all of its numbers:", Line: commandLine(cmd, nil)})
	if r.data == nil && explorable(cmd) {
		run.Commands = append(run.Commands, page.Command{Purpose: "The same episodes step by step, where + leaps on to more of them and e estimates:", Line: commandLine(cmd, a.exploring())})
	}
	if name := cmd.Flags().Arg(0); r.data == nil && curveIsCheap(r) {
		line.say("repeating the estimate at other N")
		points, err := learningCurve(cmd.Context(), name, r.truth, l)
		if err != nil {
			return failed(r.scenario, err)
		}
		run.Curve = points
		run.Commands = append(run.Commands, page.Command{Purpose: "The learning curve:", Line: commandLine(cmd, a.sweeping())})
	}
	for _, path := range l.reports {
		form, _ := reportFormOf(path)
		if err := atomicfile.WriteFile(path, func(w io.Writer) error { return form.write(w, run) }); err != nil {
			return failedToWrite(path, err)
		}
	}
	return nil
}

// page turns the report into the form that package tui/report writes.
func (r *report) page(l *learning) page.Run {
	run := page.Run{
		Title: r.scenario, Decision: r.decision(), Facts: r.facts(l), Truth: r.truth, Outcome: r.outcome, Intervals: r.intervals, Findings: r.findings(),
		Names: r.names, Order: r.order,
	}
	if r.data != nil {
		run.Title = baseText(r.data.name)
	}
	return run
}

// baseText removes the folders from a list of files as pathsText writes it.
func baseText(paths string) string {
	names := strings.Split(paths, ", ")
	for i, path := range names {
		names[i] = baseName(path)
	}
	return strings.Join(names, ", ")
}

func (r *report) facts(l *learning) []page.Fact {
	var out []page.Fact
	add := func(name, value string) { out = append(out, page.Fact{Name: name, Value: value}) }
	n := r.outcome.Estimated.Sizes
	if r.scenario != "" {
		add("model", r.scenario)
	}
	add("sizes", fmt.Sprintf("|S| = %d, %s", n.S, n.Symbols()))
	switch {
	case r.data != nil:
		add("episodes", figure.Count(r.episodes)+" from "+baseText(r.data.name))
	case math.IsInf(r.episodes, 1):
		add("episodes", "∞: the exact law in place of counts")
	case r.episodes <= experiment.SimulateLimit:
		add("episodes", figure.Count(r.episodes)+", simulated one by one")
	default:
		add("episodes", figure.Count(r.episodes)+", drawn at once from the exact law")
	}
	add("seed", strconv.FormatUint(r.seed, 10))
	if !math.IsNaN(r.c) {
		add("exploration's c", figure.Number(r.c))
	}
	o := r.outcome.Estimated.Options
	add("estimator", r.outcome.Estimated.Estimator)
	add("rotations", strconv.Itoa(o.Rotations))
	add("normalisation", string(o.Normalization))
	add("horizon", strconv.Itoa(r.horizon))
	if p := r.outcome.Planned; p != nil {
		add("planner", string(p.Planner))
	}
	if i := r.intervals; i != nil {
		add("intervals", i.Words())
	}
	return out
}

// The learning curve of a report: a few seeds are enough to see its slope.
const (
	curveSeeds = 5
	curveRange = "1e3:1e7"
	curveCells = 1_000_000
)

// curveIsCheap says whether repeating the estimate takes no more than seconds.
func curveIsCheap(r *report) bool {
	return r.outcome.Estimated.OK() && !estimators.By(r.outcome.Estimated.Estimate).Random() && r.truth.Model.Sizes().Cells() <= curveCells
}

func learningCurve(ctx context.Context, name string, truth *experiment.Truth, l *learning) ([]sweep.Point, error) {
	episodes, err := parseEpisodeList(curveRange)
	if err != nil {
		return nil, err
	}
	s := sweep.Spec{
		Worlds: []sweep.World{{Name: name, Model: truth.Model, Observe: l.observe}}, C: []float64{l.c}, Estimators: []string{l.estimator}, Episodes: episodes,
		Seed: l.seed, Seeds: curveSeeds, Moments: l.options, Planner: l.planner, NoPlan: true, Shard: 1, Shards: 1,
	}
	rows, err := s.Run(ctx, nil, func(sweep.Row, int, int) error { return nil })
	if err != nil {
		return nil, err
	}
	return sweep.Curves(rows)[0].Points, nil
}
