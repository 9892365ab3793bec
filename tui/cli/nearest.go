package cli

import (
	"eeporl/scenarios"
)

func didYouMean(typed string, candidates []string) string {
	if near := scenarios.Nearest(typed, candidates); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
