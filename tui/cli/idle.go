package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/printable"
)

// checkFollowed refuses an option that none of the command's estimators follows: its user would believe that it had changed the answer.
func checkFollowed(f *pflag.FlagSet) error {
	estimator := f.Lookup("estimator")
	if estimator == nil {
		return nil
	}
	chosen := followers(estimator.Value.String())
	var err error
	f.Visit(func(flag *pflag.Flag) {
		x, ok := model.FindSetting(flag.Name)
		if _, later := flag.Value.(*sessionFlag); later || !ok || len(x.For) == 0 || err != nil {
			return // a session can change its estimator
		}
		if !slices.ContainsFunc(chosen, func(name string) bool { return slices.Contains(x.For, name) }) {
			x.For = slices.DeleteFunc(slices.Clone(x.For), func(name string) bool { return name == moments.Theirs })
			err = fmt.Errorf("--%s: found it with --estimator %s, which takes no notice of it, expected --estimator %s", flag.Name, estimator.Value, printable.Or(x.For))
		}
	})
	return err
}

// followers are the estimators that a value of --estimator stands for.
func followers(value string) []string {
	if value == autoEstimator {
		return []string{"polished", moments.WholeName}
	}
	if by, err := estimators.Named(value); err == nil {
		return []string{by.Name}
	}
	if names, err := parseEstimators(value); err == nil {
		return names
	}
	return []string{moments.Theirs} // a program
}
