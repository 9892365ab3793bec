package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// binning is how many bins somebody wants: by "reward" or "observation", or by a column of the log.
// 0 stands for numbers as they are.
type binning struct {
	counts map[string]int
	text   string
	none   bool // all that is asked for is numbers as they are
}

func (b binning) asked() bool { return b.counts != nil }

// mostBins bounds what may be asked for.
const mostBins = 64

func parseBins(text string) (binning, error) {
	const want = "such as reward=5,observation=8, or observation=COLUMN:8, or reward=none"
	out := binning{counts: map[string]int{}, text: text, none: true}
	for field := range strings.SplitSeq(text, ",") {
		kind, number, ok := strings.Cut(strings.TrimSpace(field), "=")
		key := kind
		if i := strings.LastIndexByte(number, ':'); i >= 0 {
			key, number = number[:i], number[i+1:]
		}
		n, err := strconv.Atoi(number)
		if number == "none" {
			n, err = 1, nil
		}
		if !ok || err != nil || n < 1 || n > mostBins || kind != "reward" && kind != "observation" || number == "1" {
			return binning{}, errors.New(want + fmt.Sprintf(", with 2 to %d bins", mostBins))
		}
		if number == "none" {
			n = 0
		}
		out.counts[key] = n
		out.none = out.none && n == 0
	}
	return out, nil
}

// of is how many bins a column is to have; ok is false where nobody says.
func (b binning) of(n *logs.Numbers) (bins int, ok bool) {
	if bins, ok = b.counts[n.Column]; ok {
		return bins, true
	}
	if n.Reward {
		bins, ok = b.counts["reward"]
	} else {
		bins, ok = b.counts["observation"]
	}
	return bins, ok
}

// choice is the number of bins of a column that is still open, and how its bins are made.
type choice struct {
	*logs.Numbers
	bins int
	open bool // nobody said how many
}

func (c *choice) make(bins int) *logs.Bins {
	if c.Reward {
		return logs.RewardBins(c.Column, c.Values, bins)
	}
	return logs.QuantileBins(c.Column, c.Values, bins)
}

// makeBins finds the numbers of a log that are no symbols and puts them into bins: rewards by k-means,
// observations by quantiles, as many as predict best what was not learned from.
func (a *app) makeBins(ctx context.Context, d dataSource, o *logs.Options, sources []logs.Source) ([]finding.Finding, error) {
	if d.bins.none && d.bins.asked() {
		return nil, nil
	}
	columns, err := logs.ReadNumbers(ctx, *o, sources...)
	if err != nil {
		return nil, err
	}
	for name := range d.bins.counts {
		if name != "reward" && name != "observation" && !slices.ContainsFunc(columns, func(n *logs.Numbers) bool { return n.Column == name }) {
			var known []string
			for _, n := range columns {
				known = append(known, n.Column)
			}
			return nil, fmt.Errorf("--bins: found the column %q, expected one of rewards or observations: %s", name, strings.Join(known, ", "))
		}
	}
	var chosen []*choice
	names := o.WithModel()
	for _, n := range columns {
		declared := names.Observations != nil
		if n.Reward {
			declared = names.Rewards != nil
		}
		bins, said := d.bins.of(n)
		if digits, unit := tabular.NumberIn(n.Other); unit && !said && !declared {
			return nil, fmt.Errorf("found %s in %s, and too many others to be names, expected numbers alone, such as %s, to be put into bins; --bins %s=none takes all as names",
				strconv.Quote(n.Other), n.Column, digits, map[bool]string{true: "reward", false: "observation"}[n.Reward])
		}
		switch {
		case said && bins == 0 || !said && (declared || !n.Crowded()):
			continue
		case n.Others > 0 && (said || 20*n.Others < len(n.Values)):
			return nil, fmt.Errorf("found %s of %s that %s no number, such as %q, among %d different numbers, expected numbers alone to put into bins, or NA in its place; --bins %s=none takes all as names",
				figure.Counted(n.Others, "entry", "entries"), n.Column, figure.Plural(n.Others, "is", "are"), n.Other, n.Different(), map[bool]string{true: "reward", false: "observation"}[n.Reward])
		case n.Others > 0:
			continue // names, of which some look like numbers
		case said && declared:
			return nil, fmt.Errorf("--bins: found bins for %s and declared names, expected one of them", n.Column)
		case n.Different() < 2:
			continue // which is one symbol
		}
		chosen = append(chosen, &choice{Numbers: n, bins: bins, open: !said})
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	line := a.progress()
	defer line.done()
	for _, c := range chosen {
		if !c.open {
			continue
		}
		c.bins = firstBins
	}
	for _, c := range chosen {
		if c.open {
			line.say("choosing the number of bins of %s", c.Column)
			if c.bins, err = bestBins(ctx, *o, sources, chosen, c); err != nil {
				return nil, err
			}
		}
	}
	o.Bins = binSet(chosen)
	declareBins(o)
	return []finding.Finding{binsFinding(chosen)}, nil
}

// firstBins is the number of bins of other columns while one's is chosen.
const firstBins = 3

// binSet are the bins of all columns.
func binSet(chosen []*choice) (set logs.BinSet) {
	for _, c := range chosen {
		b := c.make(c.bins)
		if c.Reward {
			set.Reward = b
			continue
		}
		set.Observation = append(set.Observation, *b)
	}
	return set
}

// declareBins declares bins as symbols where a column is all of a kind, so that they stand in order.
func declareBins(o *logs.Options) {
	if o.Bins.Reward != nil && o.Rewards == nil {
		o.Rewards = o.Bins.Reward.Means
	}
	if z := o.Bins.Observation; len(z) == 1 && o.Observations == nil && !strings.Contains(o.Columns["observation"]+o.Columns[tabular.BeforeColumn], tabular.Join) {
		o.Observations = z[0].Labels()
	}
}

// binsFinding says what was put into bins, and what that can cost.
func binsFinding(chosen []*choice) finding.Finding {
	var parts, flags []string
	for _, c := range chosen {
		b := c.make(c.bins)
		kind, how := "observation", "equally full"
		if c.Reward {
			kind, how = "reward", "by k-means, each worth its mean"
		}
		flags = append(flags, kind+"="+c.Column+":"+strconv.Itoa(len(b.Means)))
		said := ""
		if c.open {
			said = ", as many as predict best"
		}
		text := fmt.Sprintf("%s's %d different numbers fall into %d bins, %s%s, at %s", c.Column, c.Different(), len(b.Means), how, said, edgesText(b))
		if c.Reward {
			most, average := b.Distance(c.Values)
			text += fmt.Sprintf("; a reward is at most %s from its bin's mean, on average %s: so the values of policies, and what the log is said to earn, are off by at most H × %s for that", figure.Number(most), figure.Number(average), figure.Number(most))
		}
		parts = append(parts, text)
	}
	return finding.Finding{Code: finding.NumbersBinned, Detail: strings.Join(parts, ". ") + ". --bins " + strings.Join(flags, ",") + " says so."}
}

func edgesText(b *logs.Bins) string {
	var out []string
	for _, e := range b.Edges {
		out = append(out, strconv.FormatFloat(e, 'g', -1, 64))
	}
	return strings.Join(out, ", ")
}

// What the choice of a number of bins is made on.
const (
	binSteps    = 8000 // of the log
	binEpisodes = 2000
	binMost     = 8
	binShare    = .3 // of the episodes is kept back
)

// bestBins is the number of bins of a column that tells most about episodes that were not learned
// from: the gain of the held-out likelihood over what each bin's frequency alone gives, which does not
// depend on how fine bins are. Of those within a standard error of the best it is the least.
func bestBins(ctx context.Context, o logs.Options, sources []logs.Source, chosen []*choice, c *choice) (int, error) {
	was := c.bins
	defer func() { c.bins = was }()
	type score struct {
		bins       int
		gain, wide float64
	}
	var scores []score
	for bins := 2; bins <= binMost; bins++ {
		c.bins = bins
		tried := o
		tried.Bins = binSet(chosen)
		declareBins(&tried)
		gain, wide, err := gainOf(ctx, tried, sources)
		if errors.Is(err, errTooFine) {
			break
		}
		if err != nil {
			return 0, err
		}
		scores = append(scores, score{bins, gain, wide})
	}
	if len(scores) == 0 {
		return 2, nil
	}
	best := slices.MaxFunc(scores, func(a, b score) int { return cmp.Compare(a.gain, b.gain) })
	for _, s := range scores {
		if s.gain >= best.gain-best.wide {
			return s.bins, nil
		}
	}
	return best.bins, nil
}

var errTooFine = errors.New("found more triples that can occur than can be counted")

// gainOf is how much better held-out episodes are predicted by states than by frequencies, an episode,
// and the standard error of that.
func gainOf(ctx context.Context, o logs.Options, sources []logs.Source) (gain, wide float64, err error) {
	o.AnyNumber, o.Short = true, true
	log, err := logs.Count(ctx, o, sources...)
	if err != nil {
		return 0, 0, err
	}
	if n := log.Sizes(0); n.Triples() > experiment.MaxCells {
		return 0, 0, errTooFine
	}
	enough := errors.New("enough")
	var list []moments.Episode
	steps := 0
	_, err = logs.Whole(ctx, o, &log.Symbols, func(acts []pomdp.Act, count float64) error {
		acts = acts[:min(len(acts), binSteps-steps)]
		list = append(list, moments.Episode{Acts: slices.Clone(acts), Count: count})
		if steps += len(acts); steps >= binSteps || len(list) >= binEpisodes {
			return enough
		}
		return nil
	}, sources...)
	if err != nil && !errors.Is(err, enough) {
		return 0, 0, err
	}
	gain, wide = choose.PredictiveGain(ctx, log.Sizes(0), list, binShare)
	return gain, wide, ctx.Err()
}
