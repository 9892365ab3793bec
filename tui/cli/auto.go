package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/moments/estimators"
	"eeporl/moments/spectral"
	"eeporl/moments/whole"
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
			if !yield(data.fewer.acts(acts), count) {
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
func (a *app) eachWhole(ctx context.Context, d dataSource, data *dataset, visit func(acts []pomdp.Act, count float64) error) (err error) {
	data.read, err = logs.Whole(ctx, data.options, data.symbols, visit, a.sources(d.paths)...)
	return err
}

var errTooManySymbols = errors.New("found an action, a reward level or an observation numbered 1023 or more, expected fewer; is an index wrong?")

// auto chooses a number of states, if there is none, and an estimator for data without a word
// about either. It says in the report what it did and why. The episodes that it returns are those
// that were learned from; nil where that was triples.
func (a *app) auto(ctx context.Context, r *report, data *dataset, episodes *moments.Episodes, counts *moments.Counts, states int, tried stateRange, o moments.Options, line *progress) (moments.Run, int, *moments.Episodes, error) {
	if episodes == nil {
		r.learnedBy = fmt.Sprintf("polished: maximum likelihood on the first three symbols of %s episodes, since these data are triples, or cannot be read again.", figure.Count(counts.Total()))
		polished, _ := estimators.Named("polished")
		return polished.Run, states, nil, nil
	}
	episodes, openLoop, peeks := learnable(episodes, counts)
	least, most := states, states
	if states == 0 {
		least, most = tried.ends()
	}
	choice, fit := chooseStatesWhole(ctx, data, episodes, counts, openLoop, least, most, o, line)
	if err := ctx.Err(); err != nil {
		return nil, 0, nil, err
	}
	if choice == nil {
		return nil, 0, nil, errShared
	}
	if states == 0 {
		r.order = &modelOrder{choice, true}
		states = r.order.states()
	}
	best := fit(max(states, least))
	r.learnedBy = data.used(episodes) + " " + peeks
	return func(ctx context.Context, from moments.Data, _ int, _ moments.Options) *moments.Estimate {
		return whole.WholeFrom(ctx, episodes, from.Counts, best)
	}, states, episodes, nil
}

// learnable are the episodes that likelihood may learn from, whether their actions were drawn blindly, and that in
// words. Where actions look at what was seen, what follows a gap is left out: nobody knows what they saw in it.
func learnable(episodes *moments.Episodes, counts *moments.Counts) (of *moments.Episodes, openLoop bool, words string) {
	if counts.Total() == 0 {
		return episodes, false, "No triple tells whether the actions look at what is seen; the likelihood takes them as given."
	}
	if _, peeking := moments.OpenLoop(counts); len(peeking) > 0 {
		return episodes.Beginnings(), false, "The actions look at what is seen: moments would be biased, and the likelihood takes actions as given."
	}
	return episodes, true, "The actions were drawn blindly, as far as a test can tell."
}

// chooseStatesWhole is choose.ChooseStatesWhole from where aligned leads, where the moments can be trusted.
func chooseStatesWhole(ctx context.Context, data *dataset, episodes *moments.Episodes, counts *moments.Counts, openLoop bool, least, most int, o moments.Options, line *progress) (*choose.OrderChoice, func(states int) *moments.Estimate) {
	o.Progress = func(done, total int) {
		if total > 1 {
			line.say("choosing the number of states: %d tried", done)
		}
	}
	return choose.ChooseStatesWhole(ctx, episodes, counts, least, most, o, func(states int) *moments.Estimate {
		if !openLoop || episodes.Sizes() != data.Sizes || states < 2 || data.cells() > experiment.MaxCells {
			return nil
		}
		return spectral.Aligned(ctx, counts, states, o)
	})
}

// readOff says what was read off a log that nobody declared.
func readOff(s *logs.Symbols, unused []string) (found []finding.Finding) {
	actions, observations, rewards := s.Inferred()
	var flags []string
	if actions {
		flags = append(flags, "--actions "+tui.Quote(namesText(s.Actions)))
	}
	if observations {
		flags = append(flags, "--observations "+tui.Quote(namesText(s.Observations)))
	}
	if rewards {
		flags = append(flags, levelsFlagText(s.Rewards))
	}
	if flags != nil {
		found = append(found, finding.Finding{Code: finding.NamesInferred, Detail: "Names were read off the log: " + strings.Join(flags, " ") + " would fix them."})
	}
	if nouns := s.Ambiguous(); nouns != nil {
		found = append(found, finding.Finding{Code: finding.NamesAmbiguous, Detail: fmt.Sprintf(
			"All entries for %ss are names that are declared, and indices of others of them as well: they were read as names. Whoever means indices declares no names, or other ones.", strings.Join(nouns, "s and "))})
	}
	if nouns := s.Indexed(); nouns != nil {
		found = append(found, indexedFinding(nouns))
	}
	return append(found, lacking(s, unused)...)
}

// indexedFinding says that numbers were taken for indices of declared numbers.
func indexedFinding(nouns []string) finding.Finding {
	return finding.Finding{Code: finding.NamesAmbiguous, Detail: fmt.Sprintf(
		"Some entries look like declared %ss, and some are none of them: so all were read as their indices, from 0, where 0 stands for the first.", strings.Join(nouns, "s and "))}
}

// levelsFlagText is the flag that declares reward levels; = keeps a negative first one from looking like a
// flag.
func levelsFlagText(values []float64) string {
	text := strings.Join(levelTexts(values), ",")
	if strings.HasPrefix(text, "-") {
		return "--rewards=" + text
	}
	return "--rewards " + text
}

// lacking says what columns a log lacks, what follows from that, and which others it has.
func lacking(s *logs.Symbols, unused []string) (found []finding.Finding) {
	also := ""
	unused = slices.Clone(unused)
	for i, name := range unused {
		if name == "" {
			unused[i] = "one without a name"
		}
	}
	if len(unused) > 0 {
		also = fmt.Sprintf(" Not used: %s; --columns says what a column is.", few(unused))
	}
	action, observation, reward := s.Absent()
	for _, x := range []struct {
		absent bool
		detail string
	}{
		{action, "The log has no column of actions: there is one action, and no choice to plan for."},
		{observation, "The log has no column of observations: the reward is all that is seen."},
		{reward, "The log has no column of rewards: there is nothing to plan for, and no policy."},
	} {
		if x.absent {
			found = append(found, finding.Finding{Code: finding.ColumnMissing, Detail: x.detail + also})
		}
	}
	return found
}
