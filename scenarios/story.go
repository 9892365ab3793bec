package scenarios

import (
	"fmt"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// StoryOf tells a world in two lines: its own story, or, where it has none, what its names and numbers say.
func StoryOf(s Scenario) string {
	if s.Story != "" {
		return strings.Join(strings.Fields(s.Story), " ")
	}
	spec := s.Model.Spec()
	rewards := spec.Rewards
	earned := "earns " + figure.Number(rewards[0])
	if n := len(rewards); n > 1 {
		earned = fmt.Sprintf("earns from %s to %s", figure.Number(rewards[0]), figure.Number(rewards[n-1]))
	}
	return fmt.Sprintf("Hidden: %s. Each step takes one of %s, shows one of %s, and %s.",
		some(spec.States, "states"), some(spec.Actions, "actions"), some(spec.Observations, "observations"), earned)
}

// some names a few, or counts many.
func some(names []string, noun string) string {
	const few, long = 4, 40
	if list := strings.Join(names, ", "); len(names) <= few && len(list) <= long && list != strings.Join(pomdp.Numbered(noun[:len(noun)-1]+"-", len(names)), ", ") {
		return list
	}
	return figure.Counted(len(names), noun[:len(noun)-1], noun)
}
