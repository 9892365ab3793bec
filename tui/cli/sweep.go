package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/experiment/sweep"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
)

// sweepRequest is how `sweep` is asked.
type sweepRequest struct {
	spec    sweep.Spec
	horizon int
	levels  []float64
	observe planning.Observe // "" stands for each model's own
	task    clusterTask
	out     outputs
}

// wellPosed stands for the scenarios that satisfy every assumption.
const wellPosed = "well-posed"

func (a *app) sweep() *cobra.Command {
	var r sweepRequest
	cmd := &cobra.Command{
		Use:   "sweep SCENARIO|MODEL...",
		Short: "Draw learning curves beside the Cramér–Rao bound",
		Long: `sweep runs every combination of models, c, estimators, numbers of episodes and seeds, on all
cores. well-posed stands for the built-in scenarios that satisfy every assumption. Without -o
a table of the estimators' errors over the bound and the learning curves are printed; the extension of
each -o FILE says what is written there: .csv or .jsonl (a row a trial), .summary.csv (a row a point:
error, its standard error, quantiles), .md or .tex (the table), .txt (the table and curves), .svg, .pdf
or .png (the curves with 95 % bars, hollow where some seeds reached no parameters; against c where c is
swept and N is not).

With -o, what is done so far is kept beside the first file, in FILE.part, until all is done:
the same command goes on where a killed or interrupted one stopped. --shard I/N does every
N-th trial, so that the jobs of a cluster can share a sweep; 'eeporl merge' puts their files
together into the very bytes of the whole. --shard auto takes I and N from the task of a Slurm or
Grid Engine array, auto/N only I, from those or PBS, Kubernetes' indexed jobs and GNU parallel; the
files are then called FILE-IofN. --batch prints the whole script for it.`,
		Example: `  eeporl sweep tea --episodes 1e3:1e5 --seeds 3 --estimator full,polished
  eeporl sweep tea robot --episodes 1e4 --seeds 2 --estimator aligned -c 0.1,1,inf -o c.csv -o c.svg
  eeporl sweep tea --episodes 1e4 --seeds 4 --estimator blocked --shard 1/2 -o one.csv
  eeporl sweep tea --episodes 1e4 --seeds 4 --estimator blocked --shard 2/2 -o two.csv
  eeporl merge one.csv two.csv -o all.csv -o all.md
  eeporl sweep tea --episodes 1e4 --seeds 50 --shard auto/25 -o rows.csv --batch slurm > job.sh`,
		Args: someArguments("SCENARIO|MODEL: names of scenarios, paths of model files, or " + wellPosed),
		RunE: func(cmd *cobra.Command, args []string) error {
			if printed, err := r.task.begin(a, cmd, args, r.out.paths); printed || err != nil {
				return err
			}
			return a.runSweep(cmd.Context(), args, r)
		},
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeScenario(cmd, nil, typed) // any number of them
	}
	f := cmd.Flags()
	addFlag(f, &r.spec.Episodes, "episodes", "n", "1e3:1e6", "N,N:N,...", "episodes; A:B are A, 10A, … up to B", parseEpisodeList)
	addFlag(f, &r.spec.Seeds, "seeds", "", "20", "N", "seeds, from --seed on", model.WholeNumber(1_000_000))
	seedFlag(f, &r.spec.Seed)
	all := estimators.EstimatorNames()
	addFlag(f, &r.spec.Estimators, "estimator", "", quickEstimators, "a,b,...", "estimators: "+strings.Join(all, ", ")+"; all, or all but some", parseEstimators)
	addFlag(f, &r.spec.C, "c", "c", "", "C,inf,...", "values of exploration's c (default 1/|A|)", parseCs)
	horizonFlag(f, &r.horizon)
	levelsFlag(f, &r.levels)
	estimatorFlags(f, &r.spec.Moments)
	observeFlag(f, &r.observe)
	plannerFlag(f, &r.spec.Planner)
	planFlag(f, &r.spec.Planner)
	budgetFlag(f, &r.spec.Budget)
	f.BoolVar(&r.spec.NoPlan, "no-plan", false, "estimate only: no policies and no regret")
	r.task.addFlags(f, "trial", "a sweep")
	r.out.addFlags(f)
	return cmd
}

func (a *app) runSweep(ctx context.Context, names []string, r sweepRequest) error {
	s := r.spec
	s.Shard, s.Shards = r.task.shard.i, r.task.shard.n
	if s.C == nil {
		s.C = []float64{0}
	}
	if err := r.out.check(); err != nil {
		return err
	}
	var err error
	if s.Worlds, err = a.sweptWorlds(names, r.horizon, r.levels, r.observe); err != nil {
		return err
	}
	var found gapNotices
	s.Found = found.add
	keepWithin(s.Budget)
	rows, err := a.sweepRows(ctx, &s, &r.out)
	found.say(a)
	if err != nil {
		return err
	}
	return a.writeRows(rows, &r.out)
}

func (a *app) sweptWorlds(names []string, horizon int, levels []float64, observe planning.Observe) ([]sweep.World, error) {
	var worlds []sweep.World
	var all []string
	for _, name := range names {
		if name != wellPosed {
			all = append(all, name)
			continue
		}
		for _, s := range scenarios.List() {
			if s.WellPosed {
				all = append(all, s.Name)
			}
		}
	}
	for _, name := range all {
		s, err := load(name, horizon, levels)
		if err != nil {
			return nil, err
		}
		branch := s.observing(observe)
		a.notice(s)
		worlds = append(worlds, sweep.World{Name: s.Name, Model: s.Model, Observe: branch})
	}
	for i, w := range worlds {
		if slices.ContainsFunc(worlds[:i], func(o sweep.World) bool { return o.Name == w.Name }) {
			return nil, fmt.Errorf("found %q twice, expected models of different names", w.Name)
		}
	}
	return worlds, nil
}

// sweepRows does the trials, or what is left of them, with a journal where
// there is a file to keep it beside.
func (a *app) sweepRows(ctx context.Context, s *sweep.Spec, out *outputs) ([]sweep.Row, error) {
	var known []sweep.Row
	var journal *sweep.Journal
	path := out.journal()
	if path != "" {
		id, err := s.ID()
		if err != nil {
			return nil, failed("sweep", err)
		}
		if journal, known, err = sweep.OpenJournal(path, id); err != nil {
			return nil, failedToWrite(path, err)
		}
		out.done = journal.Remove
	}
	line := a.progress()
	defer line.done()
	eta := a.eta(len(known))
	rows, err := s.Run(ctx, known, func(row sweep.Row, n, of int) error {
		line.say("%s, N = %s: %d of %d%s", row.Scenario, figure.Count(row.Episodes), n, of, eta(n, of))
		if journal == nil {
			return nil
		}
		return journal.Add(row)
	})
	switch {
	case err == nil:
		return rows, nil
	case journal != nil:
		err = failed(baseName(path), errors.Join(err, journal.Close()))
		if !a.quiet && errors.Is(err, context.Canceled) {
			line.done()
			fmt.Fprintf(a.stderr, "%s keeps what is done: the same command goes on from there.\n", path)
		}
	}
	return nil, failed("sweep", err)
}

// eta says how long the rest will take if it goes on like that.
func (a *app) eta(known int) func(n, of int) string {
	start := a.env.Now()
	return func(n, of int) string {
		done := n - known
		if done < 2 || n == of {
			return ""
		}
		left := a.env.Now().Sub(start).Seconds() * float64(of-n) / float64(done)
		return ", about " + (time.Duration(math.Ceil(left)) * time.Second).String() + " left"
	}
}

// parseEpisodeList reads numbers of episodes, and ranges in powers of ten.
func parseEpisodeList(text string) ([]float64, error) {
	var all []float64
	for field := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(field), ":")
		first, err := experiment.ParseEpisodes(from)
		last := first
		if err == nil && isRange {
			last, err = experiment.ParseEpisodes(to)
		}
		if err != nil {
			return nil, err
		}
		if isRange && (first < 1 || last < first || math.IsInf(last, 1)) {
			return nil, errors.New("a range A:B of finite numbers with 1 ≤ A ≤ B, such as 1e3:1e6")
		}
		for n := first; ; n *= 10 {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
			if n*10 > last || math.IsInf(n, 1) || n == 0 {
				break
			}
		}
	}
	return all, nil
}

// quickEstimators are all but the one that draws from a posterior, which takes as long as all the others.
const quickEstimators = allEstimators + ",-bayes"

// parseEstimators reads names, or all, without some: all,-em.
func parseEstimators(text string) ([]string, error) {
	wrong := errors.New(printable.Or(estimators.EstimatorNames()) + ", several with commas between them, " + allEstimators + ", or such as " + quickEstimators)
	fields := strings.Split(strings.TrimSpace(text), ",")
	if fields[0] == allEstimators {
		names := estimators.EstimatorNames()
		for _, field := range fields[1:] {
			without, minus := strings.CutPrefix(field, "-")
			i := slices.Index(names, without)
			if !minus || i < 0 {
				return nil, wrong
			}
			names = slices.Delete(names, i, i+1)
		}
		return names, nil
	}
	names, err := parseNames(text)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(estimators.EstimatorNames(), name) {
			return nil, wrong
		}
	}
	return names, nil
}

func parseCs(text string) ([]float64, error) {
	var all []float64
	for field := range strings.SplitSeq(text, ",") {
		c, err := model.ParseC(strings.TrimSpace(field))
		if err != nil || slices.Contains(all, c) {
			return nil, errors.New("different positive numbers, or inf, with commas between them")
		}
		all = append(all, c)
	}
	return all, nil
}
