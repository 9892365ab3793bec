package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
	"eeporl/tui"
)

// autoEstimator stands for the best that the data permit.
const autoEstimator = "auto"

// wholeEpisodes takes whole episodes from counts files that have them, or reads the logs again for
// them; nil where that cannot be, and where files of triples alone took part.
func (a *app) wholeEpisodes(ctx context.Context, d dataSource, data *dataset) (*moments.Episodes, error) {
	if data.Whole() {
		if out := moments.NewEpisodes(data.Sizes, data.Episodes()); out != nil {
			return out, nil
		}
		return nil, errTooManySymbols
	}
	if data.symbols == nil || d.windows || !a.again(d.paths) {
		return nil, nil
	}
	var failed error
	out := moments.NewEpisodes(data.Sizes, func(yield func([]pomdp.Act, float64) bool) {
		failed = a.eachWhole(ctx, d, data, func(acts []pomdp.Act, count float64) error {
			if !yield(acts, count) {
				return errTooManySymbols
			}
			return nil
		})
	})
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// eachWhole reads the logs again, episode by episode.
func (a *app) eachWhole(ctx context.Context, d dataSource, data *dataset, visit func(acts []pomdp.Act, count float64) error) error {
	var sources []logs.Source
	for _, path := range d.paths {
		s := logs.Source{Name: path}
		if path == "-" {
			s = logs.Source{Name: "stdin", Path: a.spooled}
		}
		sources = append(sources, s)
	}
	return logs.Whole(ctx, logs.Options{Declared: data.declared, SkipBad: d.skipBad}, data.symbols, visit, sources...)
}

var errTooManySymbols = errors.New("found an action, a reward level or an observation numbered 1023 or more, expected fewer; is an index wrong?")

// again says whether all paths are files that can be read again.
func (a *app) again(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		if path == "-" {
			return a.spooled == ""
		}
		info, err := os.Stat(path)
		return err != nil || !info.Mode().IsRegular()
	})
}

// auto chooses a number of states, if there is none, and an estimator for data without a word
// about either. It says in the report what it did and why.
func (a *app) auto(ctx context.Context, r *report, l *learning, data *dataset, episodes *moments.Episodes, counts *moments.Counts, states int, tried stateRange, o moments.Options, line *progress) (moments.Run, int, error) {
	if episodes == nil {
		r.learnedBy = "polished: maximum likelihood on the first three symbols of each episode, since these data are triples, or cannot be read again"
		polished, _ := moments.Named("polished")
		return polished.Run, states, nil
	}
	if states > 0 && l.intervals > 0 {
		return byTriples(r, states)
	}
	peeks := "The actions were drawn blindly, as far as a test can tell."
	openLoop := counts.Total() > 0
	if !openLoop {
		peeks = "No triple tells whether the actions look at what is seen; the likelihood takes them as given."
	} else {
		if _, peeking := moments.OpenLoop(counts); len(peeking) > 0 {
			openLoop, peeks = false, "The actions look at what is seen: moments would be biased, and the likelihood takes actions as given."
		}
	}
	from := func(states int) []*pomdp.POMDP {
		if !openLoop || episodes.Sizes() != data.Sizes || states < 2 {
			return nil
		}
		if e := moments.Aligned(ctx, counts, states, o); e.Model != nil {
			return []*pomdp.POMDP{e.Model}
		}
		return nil
	}
	least, most := states, states
	if states == 0 {
		least, most = tried.ends()
	}
	o.Progress = func(done, total int) {
		if total > 1 {
			line.say("choosing the number of states: %d tried", done)
		}
	}
	choice, fit := moments.ChooseStatesWhole(ctx, episodes, counts, least, most, o, from)
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	if choice == nil {
		return nil, 0, errShared
	}
	if states == 0 {
		r.order = &modelOrder{choice, true}
		states = r.order.states()
	}
	if l.intervals > 0 {
		return byTriples(r, states)
	}
	best := fit(max(states, least))
	r.learnedBy = fmt.Sprintf("maximum likelihood on all %s steps of %s whole episodes. %s", figure.Count(episodes.Steps()), figure.Count(episodes.Total()), peeks)
	return func(ctx context.Context, counts *moments.Counts, _ int, _ moments.Options) *moments.Estimate {
		return moments.WholeFrom(ctx, episodes, counts, best)
	}, states, nil
}

// byTriples is what replicates, which are drawn from triples, are held against.
func byTriples(r *report, states int) (moments.Run, int, error) {
	r.learnedBy = "polished: maximum likelihood on triples, which is what --intervals draws again"
	polished, _ := moments.Named("polished")
	return polished.Run, states, nil
}

// inferred says which names were read off a log, and how to fix them.
func inferred(before, after logs.Declared) []finding.Finding {
	var flags []string
	if before.Actions == nil && after.Actions != nil {
		flags = append(flags, "--actions "+tui.Quote(namesText(after.Actions)))
	}
	if before.Observations == nil && after.Observations != nil {
		flags = append(flags, "--observations "+tui.Quote(namesText(after.Observations)))
	}
	if before.Rewards == nil && after.Rewards != nil {
		flags = append(flags, "--rewards "+strings.Join(levelTexts(after.Rewards), ","))
	}
	if flags == nil {
		return nil
	}
	return []finding.Finding{{Code: finding.NamesInferred, Detail: "Names were read off the log: " + strings.Join(flags, " ") + " would fix them."}}
}
