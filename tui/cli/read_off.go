package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs"
	"eeporl/tui"
)

// readOff says what was read off a log that nobody declared.
func readOff(log *logs.Log) (found []finding.Finding) {
	s := &log.Symbols
	actions, observations, rewards := s.Inferred()
	var flags []string
	if actions {
		flags = append(flags, "--actions "+tui.Quote(namesText(s.Actions)))
	}
	if observations {
		flags = append(flags, "--observations "+tui.Quote(namesText(s.Observations)))
	}
	if rewards {
		flags, found = append(flags, levelsFlagText(s.Rewards)), nearlyEqual(s.Rewards)
	}
	if flags != nil {
		found = append(found, finding.Finding{Code: finding.NamesInferred, Detail: "Names were read off the log: " + strings.Join(flags, " ") + " would fix them."})
	}
	if nouns := s.Ambiguous(); nouns != nil {
		found = append(found, finding.Finding{Code: finding.NamesAmbiguous, Detail: fmt.Sprintf(
			"All entries for %ss are names that are declared, and indices of others of them as well: they were read as names. Whoever means indices declares no names, or other ones.", strings.Join(nouns, "s and "))})
	}
	if nouns := s.Indexed(); nouns != nil {
		found = append(found, indexedFinding(nouns, s))
	}
	return append(found, lacking(log)...)
}

// indexedFinding says that numbers were taken for indices of declared numbers.
func indexedFinding(nouns []string, s *logs.Symbols) finding.Finding {
	costs := ""
	if slices.Contains(nouns, "reward level") && len(s.Rewards) > 0 && slices.Min(s.Rewards) < 0 {
		costs = fmt.Sprintf(" The levels are %s: a cost has a minus.", strings.Join(pomdp.LevelTexts(s.Rewards), ", "))
	}
	return finding.Finding{Code: finding.NamesAmbiguous, Detail: fmt.Sprintf(
		"Some entries look like declared %ss, and some are none of them: so all were read as their indices, from 0, where 0 stands for the first.%s", strings.Join(nouns, "s and "), costs)}
}

// levelsFlagText is the flag that declares reward levels; = keeps a negative first one from looking like a
// flag.
func levelsFlagText(values []float64) string {
	text := strings.Join(pomdp.LevelTexts(values), ",")
	if strings.HasPrefix(text, "-") {
		return "--rewards=" + text
	}
	return "--rewards " + text
}

// lacking says what columns a log lacks, what follows from that, and which others it has.
func lacking(log *logs.Log) (found []finding.Finding) {
	also, unused := "", slices.Clone(log.Unused)
	for i, name := range unused {
		if name == "" {
			unused[i] = "one without a name"
		}
	}
	if len(unused) > 0 {
		also = fmt.Sprintf(" Not used: %s; --columns says what a column is.", printable.List(unused, printable.Names, ""))
	}
	action, observation, reward := log.Absent()
	unseen, unrewarded := log.Empty()
	has := map[bool]string{false: "no column", true: "nothing in its column"}
	for _, x := range []struct {
		absent bool
		detail string
	}{
		{action, "The log has no column of actions: there is one action, and no choice to plan for."},
		{observation, "The log has " + has[unseen] + " of observations: the reward is all that is seen."},
		{reward, "The log has " + has[unrewarded] + " of rewards: there is nothing to plan for, and no policy."},
	} {
		if x.absent {
			found = append(found, finding.Finding{Code: finding.ColumnMissing, Detail: x.detail + also})
		}
	}
	if end := log.Endings; end != "" {
		found = append(found, finding.Finding{Code: finding.ColumnMissing, Detail: "Without a column of steps an episode ends where its name changes: what column " + end + " says is not used."})
	}
	return found
}

// nearlyEqual says that two reward levels differ by hardly anything: by how some program rounds.
func nearlyEqual(rewards []float64) (found []finding.Finding) {
	for i := 1; i < len(rewards); i++ {
		x, y := rewards[i-1], rewards[i]
		if math.Abs(x-y) < nearly*math.Max(math.Abs(x), math.Abs(y)) {
			return []finding.Finding{{Code: finding.NamesInferred, Detail: fmt.Sprintf(
				"The rewards %v and %v are nearly equal, and count as two levels: where they are one number, rounded in two ways, round the column.", x, y)}}
		}
	}
	return nil
}

// nearly is by which share of their size rewards differ that are one number in single and in double precision.
const nearly = 1e-6
