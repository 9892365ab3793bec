package cli

import (
	"strings"

	"eeporl/scenarios"
)

func didYouMean(typed string, candidates []string) string {
	if near := scenarios.Nearest(typed, candidates); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// listed writes alternatives: "a, b or c".
func listed(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " or " + items[last]
}
