package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp"
)

// usualSure is the probability that is asked for where nothing is.
const usualSure = .95

// moreEpisodes is estimate for those who ask how much longer to record.
func (a *app) moreEpisodes() *cobra.Command {
	l := &learning{brief: true}
	cmd := a.learner(l)
	learn := cmd.RunE
	cmd.Use = "more LOG|COUNTS|MODEL..."
	cmd.Short = "Say how many more episodes a decision needs"
	cmd.Long = `more learns from a log as 'estimate' does, and says how many episodes in all tell what the learned
policy is worth to within --within, or, with the probability of --sure (.95 where neither is said), that it is better than what the
log does (--against names another policy): as many that every other log of that size tells it. The interval of the worth, by draws from the posterior of all
parameters, narrows with the square root of the number of episodes, as long as they are recorded as these
were; that is what the answer rests on. Beside it stand the episodes that π_explore would need, and those of
the design that needs least: open-loop sequences of up to four actions, each with its share, by the exact Fisher
information at what was learned (c-optimal). With --sure both also say how many tell that the best first action is
that, where planning anew for every parameter is quick. It is the theory of many episodes: where it asks for fewer
than a thousand, a third more may be needed. JSON is that of 'estimate', under worth.needed.

Of a model it says both for the model's own optimal policy, before anything was recorded; --against log then stands for
exploring.`
	cmd.Example = `  eeporl simulate tea --episodes 1000 --long --horizon 4 -o log.csv
  eeporl more log.csv --within 0.05
  eeporl more log.csv --sure 0.99 --against always:action-0 --json
  eeporl more tea --within 0.05 --sure 0.99`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !l.more.asked() {
			l.more.sure = usualSure
		}
		if len(args) == 1 && isModel(args[0]) {
			if err := asksOfModel(cmd.Flags(), args[0]); err != nil {
				return err
			}
			return a.moreOfModel(cmd.Context(), args[0], l)
		}
		return learn(cmd, args)
	}
	return cmd
}

// asksOfModel refuses flags that say how to learn: from a model nothing is learned.
func asksOfModel(f *pflag.FlagSet, name string) (err error) {
	asks := []string{"within", "sure", "against", "c", "horizon", "observe", "plan", "planner", "budget", "json", "out", "quiet", "seed"}
	f.Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(asks, flag.Name) {
			err = fmt.Errorf("--%s: found it with the model %s, expected a log: nothing is learned from a model", flag.Name, name)
		}
	})
	return err
}

// moreOfModel says how many episodes tell what a model's own optimal policy is worth.
func (a *app) moreOfModel(ctx context.Context, name string, l *learning) error {
	s, err := load(name, l.horizon, nil)
	if err != nil {
		return err
	}
	truth, err := a.truthOf(s, l.c)
	if err != nil {
		return err
	}
	line := a.progress()
	defer line.done()
	line.say("planning on the model")
	o := l.setup(ctx, truth.Model).Planning
	o.Observe = s.observing(o.Observe)
	planned, err := experiment.PlanModel(ctx, o, truth)
	if err != nil {
		return failed(s.Name, err)
	}
	r := &report{scenario: s.Name, names: namesOf(truth.Model), outcome: &experiment.Outcome{Planned: planned}}
	rival, err := r.rivalOf(l.against, truth.Model, truth.Model.Discount())
	if err != nil {
		return err
	}
	line.say("comparing ways to record")
	w, err := r.waysOf(ctx, l, truth.Model, truth.Exploration, rival)
	if err != nil {
		return failed(s.Name, err)
	}
	line.done()
	if r.taken != "" && !a.quiet {
		fmt.Fprintf(a.stderr, "%s: %s\n", r.rival, r.taken)
	}
	if l.asJSON {
		return writeJSON(&a.out, w.doc())
	}
	w.write(&a.out, s.Name, cmp.Or(r.rival, "exploring"), planned.Plan)
	return nil
}

// waysOf compares ways to record by a model.
func (r *report) waysOf(ctx context.Context, l *learning, m *pomdp.POMDP, by pomdp.Exploration, rival *planning.Tree) (*ways, error) {
	w, err := experiment.WaysOf(ctx, m, by, r.outcome.Planned.Tree, rival, l.more.sure > 0)
	if err != nil {
		return nil, err
	}
	return &ways{Ways: w, ask: l.more, by: by, actions: r.names.Action}, nil
}

// writeNeeded tells the policy in a line, what it is worth, and how many episodes there are to be.
func (r *report) writeNeeded(w io.Writer) {
	rows := [][]string{{"first", r.names.Action(r.outcome.Planned.First[1]) + r.then()}, {"it is worth", r.worthText()}}
	var t table
	for _, row := range append(rows, r.today()...) {
		t.add(row...)
	}
	t.write(w, "")
}
