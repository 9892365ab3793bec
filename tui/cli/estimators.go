package cli

import (
	"errors"
	"slices"
)

// estimators are the estimators there are, the default first.
func estimators() []string { return []string{"full"} }

// planned are those that are described but cannot be used yet.
func planned() []string { return []string{"blocked", "aligned", "polished", "em", "naive"} }

func parseEstimator(text string) (string, error) {
	switch {
	case slices.Contains(estimators(), text):
		return text, nil
	case slices.Contains(planned(), text):
		return "", errors.New(listed(estimators()) + "; the others do not exist yet")
	}
	return "", errors.New(listed(estimators()))
}
