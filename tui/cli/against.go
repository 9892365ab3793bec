package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// What a learned policy is held against: the log's own behaviour, or an action that is always taken, or
// the policy of a file, FILE or FILE@MODEL.
const (
	againstLog   = "log"
	alwaysPrefix = "always:"
)

func againstFlag(f *pflag.FlagSet, against *string) {
	f.StringVar(against, "against", againstLog, "what the policy is held against: `log|always:ACTION|FILE`, a .pg, .json, .alpha or SARSOP's .policy, @MODEL after it where the numbers in it are MODEL's")
}

// rivalOf is the policy that was named; nil for the log's own behaviour.
func (r *report) rivalOf(against string, m *pomdp.POMDP, discount float64) (*planning.Tree, error) {
	n := r.outcome.Planned.Tree.Sizes
	steps := r.outcome.Planned.Tree.Nodes[0].T
	switch action, always := strings.CutPrefix(against, alwaysPrefix); {
	case against == againstLog:
		return nil, nil
	case always:
		var names []string
		for a := range n.A {
			names = append(names, r.names.Action(a))
		}
		a := slices.Index(names, action)
		if a < 0 {
			return nil, fmt.Errorf("--against: found the action %q, expected one of %s", action, strings.Join(names, ", "))
		}
		r.rival = "always " + action
		return planning.Always(a, n).Tree(0, steps, discount)
	}
	graph, err := r.policyFile(against, steps)
	if err != nil {
		return nil, err
	}
	r.rival = against
	if graph.Ends() {
		t, err := graph.Tree(0, steps, discount)
		return t, failed(against, err)
	}
	return r.bestFrom(graph, m, steps, discount)
}

// mostRoots bounds from how many nodes a controller is tried.
const mostRoots = 1000

// bestFrom is what a controller that goes on for ever does from the node that is best by what was learned,
// as its vectors would choose it.
func (r *report) bestFrom(graph *planning.Controller, m *pomdp.POMDP, steps int, discount float64) (best *planning.Tree, err error) {
	if len(graph.Nodes) > mostRoots {
		return nil, fmt.Errorf("%s: found %d nodes to begin at, expected at most %d", r.rival, len(graph.Nodes), mostRoots)
	}
	most, at := math.Inf(-1), 0
	for root := range graph.Nodes {
		t, err := graph.Tree(root, steps, discount)
		if err != nil {
			return nil, failed(r.rival, err)
		}
		_, value, err := planning.Evaluate(m, t)
		if err != nil {
			return nil, err
		}
		if value > most {
			best, most, at = t, value, root
		}
	}
	if at > 0 {
		begins := fmt.Sprintf("it begins in its node %d, the best of its %d", at, len(graph.Nodes))
		r.taken = strings.TrimPrefix(r.taken+"; "+begins, "; ")
	}
	return best, nil
}

// rivalDoc is what the policy is held against, on the same draws.
type rivalDoc struct {
	Name   string  `json:"name"`
	Mean   Number  `json:"mean"`
	Low    Number  `json:"low"`
	High   Number  `json:"high"`
	Gain   gainDoc `json:"gain"`
	Better Number  `json:"better"`
}

func (r *report) rivalDoc() *rivalDoc {
	x := r.worth.Rival
	if x == nil {
		return nil
	}
	return &rivalDoc{r.rival, Number(x.Mean), Number(x.Low), Number(x.High), gainDoc{Number(x.Gain), Number(x.GainLow), Number(x.GainHigh)}, Number(x.Better)}
}

// rivalText says what the rival is worth, and whether the policy is better; "" where none was named.
func (r *report) rivalText() (worth, gained string) {
	x := r.worth.Rival
	if x == nil {
		return "", ""
	}
	much, word := moreOrLess(x.Gain)
	worth = fmt.Sprintf("worth %s to %s", figure.Value(x.Low), figure.Value(x.High))
	gained = fmt.Sprintf("the policy is worth %s %s, with %g %% probability between %s and %s", much, word, 100*r.worth.Level, figure.Value(x.GainLow), figure.Value(x.GainHigh))
	if x.GainLow <= 0 && x.GainHigh >= 0 {
		gained += fmt.Sprintf(": it is better with probability %s", figure.Number(x.Better))
	}
	return worth, gained
}

// more is what more episodes are to bring.
type more struct {
	within float64 // half of the interval of the policy's worth, 0 for not asked
	sure   float64 // the probability that the policy is better, 0 for not asked
}

func (m *more) addFlags(f *pflag.FlagSet) {
	addFlag(f, &m.within, "within", "", "", "X", "say how many episodes tell the policy's worth to within ± X", parsePositive)
	addFlag(f, &m.sure, "sure", "", "", "P", "say how many episodes tell with probability P that it is better than what --against names", parseSure)
}

func (m more) asked() bool { return m.within > 0 || m.sure > 0 }

func (m more) worthWords() string { return "its worth to within ± " + figure.Number(m.within) }

func (m more) sureWords(rival string) string {
	return fmt.Sprintf("with probability %s that it is better than %s", figure.Number(m.sure), rival)
}

// needed is how many episodes in all do what was asked for, recorded as the log's were.
type needed struct {
	ask          more
	have         float64
	within, sure float64
	ways         *ways // nil where they could not be compared,
	noWays       error // for this reason
}

// needed counts the episodes; nil where nothing was asked.
func (m more) needed(w *experiment.Worth, today moments.Behaviour, have float64) *needed {
	if !m.asked() {
		return nil
	}
	n := &needed{ask: m, have: have}
	if m.within > 0 {
		n.within = w.EpisodesWithin(have, m.within)
	}
	if m.sure > 0 {
		gain, deviation := w.Mean-today.Value, math.Hypot(w.Deviation, today.StandardError)
		if x := w.Rival; x != nil {
			gain, deviation = x.Gain, x.GainDeviation
		}
		n.sure = experiment.EpisodesSure(have, gain, deviation, m.sure)
	}
	return n
}

// neededDoc is the same in JSON: episodes in all, null where no number of them does.
type neededDoc struct {
	Within         *Number  `json:"within,omitempty"`
	WithinEpisodes *Number  `json:"within_episodes,omitempty"`
	Sure           *Number  `json:"sure,omitempty"`
	SureEpisodes   *Number  `json:"sure_episodes,omitempty"`
	Ways           *waysDoc `json:"ways,omitempty"`
}

func (n *needed) doc() *neededDoc {
	if n == nil {
		return nil
	}
	d := &neededDoc{Ways: n.ways.doc()}
	if n.ask.within > 0 {
		d.Within, d.WithinEpisodes = numberOrNone(n.ask.within), numberOrNone(math.Ceil(n.within))
	}
	if n.ask.sure > 0 {
		d.Sure, d.SureEpisodes = numberOrNone(n.ask.sure), numberOrNone(math.Ceil(n.sure))
	}
	return d
}

// rows say how many episodes there are to be.
func (n *needed) rows(rival string) [][]string {
	if n == nil {
		return nil
	}
	var rows [][]string
	say := func(what string, episodes float64) {
		text := ""
		switch {
		case math.IsNaN(episodes):
			text = "not told: no episode says what it earns in so many steps"
		case math.IsInf(episodes, 1):
			text = "no number of episodes is likely to: by these it is not better"
		case episodes <= n.have:
			text = fmt.Sprintf("these are enough: about %s would do", figure.Count(twoDigits(episodes)))
		default:
			text = fmt.Sprintf("about %s episodes in all, %s more recorded as these were", figure.Count(twoDigits(episodes)), figure.Count(twoDigits(episodes-n.have)))
		}
		lead := ""
		if len(rows) == 0 {
			lead = "episodes needed"
		}
		rows = append(rows, []string{lead, what + ": " + text})
	}
	if n.ask.within > 0 {
		say("to tell "+n.ask.worthWords(), n.within)
	}
	if n.ask.sure > 0 {
		say("to tell "+n.ask.sureWords(rival), n.sure)
	}
	if n.noWays != nil {
		rows = append(rows, []string{"recorded anew", "not compared: " + n.noWays.Error()})
	}
	if n.ways != nil {
		if n.ways.against != "" {
			rival = n.ways.against
		}
		rows = append(rows, []string{"recorded anew", "by what was learned, taken for the truth"})
		rows = append(rows, n.ways.rows(rival)...)
	}
	return rows
}

// twoDigits rounds a number of episodes up: more digits would say more than is known.
func twoDigits(x float64) float64 {
	if x < 10 {
		return math.Ceil(x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Ceil(x/unit) * unit
}

// parseSure reads a probability that says more than a coin does.
func parseSure(text string) (float64, error) {
	x, err := inside("probability")(text)
	if err == nil && x <= .5 {
		err = errors.New("a probability above .5, with which a guess is right")
	}
	return x, err
}
