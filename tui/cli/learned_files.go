package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
	"eeporl/scenarios/atomicfile"
	"eeporl/scenarios/cassandra"
)

// learnedFiles are where what was learned goes, for other tools.
type learnedFiles struct{ model, policy, parameters string }

func (l *learnedFiles) addFlags(f *pflag.FlagSet) {
	addFlag(f, &l.model, "model", "", "", "FILE", "`FILE`.toml or .POMDP for the learned model, which opens everywhere", fileOf(".toml", cassandraExtension))
	addFlag(f, &l.policy, "policy", "", "", "FILE", "`FILE`.pg, .alpha, .dot, .json or .txt for the learned policy", fileOf(".pg", ".alpha", ".dot", ".json", ".txt"))
	addFlag(f, &l.parameters, "parameters", "", "", "FILE", "`FILE`.csv for the learned probabilities, with their intervals if there are any", fileOf(".csv"))
}

// fileOf reads the name of a file that ends in one of these.
func fileOf(endings ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if slices.Contains(endings, ending(text)) {
			return text, nil
		}
		return "", fmt.Errorf("a file that ends in %s", printable.Or(endings))
	}
}

// write writes the files that were asked for; missing says what there is not, once all others are written.
func (l *learnedFiles) write(ctx context.Context, r *report) (missing, err error) {
	e := r.outcome.Estimated.Estimate
	if p := r.outcome.Planned; p != nil && isCassandra(l.model) && l.policy != "" && p.Observe != planning.ObserveZ {
		r.found = append(r.found, remark(finding.RewardsSeen, fmt.Sprintf(
			"The policy in %s also branches on what was earned, which a .POMDP file does not know: --observe z plans for what %s says, or --model FILE.toml keeps both.", baseName(l.policy), baseName(l.model))))
	}
	for _, x := range []struct {
		flag, path string
		have       bool
		want       string
		write      func(w io.Writer) error
	}{
		{"model", l.model, e.Model != nil, "an estimate with one order of the states, such as --estimator aligned makes", func(w io.Writer) error { return writeLearned(w, l.model, r) }},
		{"policy", l.policy, r.outcome.Planned != nil, "an estimate that ends in a policy", func(w io.Writer) error { return writePolicy(ctx, w, l.policy, r) }},
		{"parameters", l.parameters, e.Parameters != nil, "an estimate that ends in parameters", func(w io.Writer) error { return writeParameters(w, r) }},
	} {
		switch {
		case x.path == "":
		case !x.have:
			missing = cmp.Or(missing, error(&failure{fmt.Errorf("--%s: found none to write, expected %s", x.flag, x.want)}))
		default:
			if err := failedToWrite(x.path, atomicfile.WriteFile(x.path, x.write)); err != nil {
				return missing, err
			}
		}
	}
	return missing, nil
}

// learnedModel is the estimate's model with the names that are known.
func learnedModel(r *report) (*pomdp.POMDP, error) {
	spec := r.outcome.Estimated.Model.Spec()
	spec.Name, spec.Horizon = "learned", r.horizon
	if p := r.outcome.Planned; p != nil && p.Plan != nil { // with whose discount its value was told
		spec.Discount = p.Discount
	}
	n := r.outcome.Estimated.Sizes
	spec.Actions, spec.Observations = named(r.names.Actions, "action", n.A), named(r.names.Observations, "obs", n.Z)
	return pomdp.New(spec)
}

func writeLearned(w io.Writer, path string, r *report) error {
	m, err := learnedModel(r)
	if err != nil {
		return err
	}
	if isCassandra(path) {
		return cassandra.Write(w, cassandra.FromPOMDP(m))
	}
	about := fmt.Sprintf("Learned by %s from %s episodes; its states have no names but their numbers.", r.outcome.Estimated.Estimator, strconv.FormatFloat(r.episodes, 'g', -1, 64))
	learned := scenarios.Scenario{Name: "learned", About: about, Model: m}
	if r.data != nil {
		learned.Bins = r.data.options.Bins
	}
	return scenarios.WriteModel(w, learned)
}

func writePolicy(ctx context.Context, w io.Writer, path string, r *report) error {
	p := r.outcome.Planned.Plan
	if p.Tree == nil {
		return errors.New("found no tree, expected a plan with one")
	}
	names := r.names
	switch ending(path) {
	case ".pg":
		return export.PG(w, p.Tree)
	case ".alpha":
		return writeVectors(ctx, w, r)
	case ".dot":
		return export.Graphviz(w, p.Tree, names)
	case ".json":
		return writeJSONWith(w, export.NewDocument(p, names), treeField, export.Nodes(p.Tree, names))
	}
	return export.Text(w, p.Tree, names)
}

// writeVectors writes the value of all steps to go over the whole simplex of the learned model, which a tree's vectors are
// not: each of them belongs to the belief and the step of its own node.
func writeVectors(ctx context.Context, w io.Writer, r *report) error {
	if r.outcome.Estimated.Model == nil {
		return errors.New("found states in an order of their own for each pair of actions, expected one order for vectors: --estimator aligned has one, a .pg or .json file needs none")
	}
	m, err := learnedModel(r)
	if err != nil {
		return err
	}
	p := r.outcome.Planned.Plan
	problem, err := planning.FromModel(m, p.Observe)
	if err != nil {
		return err
	}
	o := planning.Options{Horizon: p.Horizon, Discount: p.Discount, Observe: p.Observe, Planner: planning.Pruning}
	plan, err := planning.Solve(ctx, problem, o)
	if err != nil {
		return err
	}
	if plan.Planner == planning.PointBased {
		return fmt.Errorf("found no complete sets, expected the vectors over the whole simplex (%s)", plan.Why)
	}
	return export.Alpha(w, &plan.Levels[plan.Horizon-1].Sets[0])
}

// writeParameters writes a row for every probability: of the one model where there is one, else
// of each pair of actions, whose states are in an order of their own.
func writeParameters(w io.Writer, r *report) error {
	e := r.outcome.Estimated.Estimate
	out := csv.NewWriter(w)
	if err := out.Write([]string{"parameter", "action", "next_action", "state", "of", "value", "low", "high"}); err != nil {
		return err
	}
	var low, high *pomdp.PairParameters
	if i := r.intervals; i != nil {
		low, high = i.Low, i.High
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	row := func(what, action, next string, state int, of string, at func(p *pomdp.PairParameters) float64) {
		fields := []string{what, action, next, strconv.Itoa(state), of, number(at(e.Parameters)), "", ""}
		if low != nil {
			fields[6], fields[7] = number(at(low)), number(at(high))
		}
		_ = out.Write(fields) // Flush tells
	}
	n := e.Sizes
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		led, leaves := r.names.Action(a), r.names.Action(next)
		one := e.Model != nil
		for s := range n.S {
			if !one || pair == 0 {
				name, after := led, leaves
				if one {
					name, after = "", ""
				}
				row("b", name, after, s, "", func(p *pomdp.PairParameters) float64 { return p.Initial[pair][s] })
			}
			if !one || next == 0 {
				after := leaves
				if one {
					after = ""
				}
				for z := range n.Z {
					row("Z", led, after, s, r.names.Observation(z), func(p *pomdp.PairParameters) float64 { return p.Observation[pair][z][s] })
				}
			}
			if one && a > 0 {
				continue
			}
			before, then := led, leaves
			if one { // of the action that leaves the state
				before, then = leaves, ""
			}
			for level := range n.R {
				row("R", before, then, s, r.names.Reward(level), func(p *pomdp.PairParameters) float64 { return p.Reward[pair][level][s] })
			}
			for after := range n.A {
				if one && after > 0 {
					continue
				}
				for s2 := range n.S {
					of := strconv.Itoa(s2)
					if !one {
						of = r.names.Action(after) + ":" + of
					}
					row("T", before, then, s, of, func(p *pomdp.PairParameters) float64 { return p.Transition[pair][after][s2][s] })
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}
