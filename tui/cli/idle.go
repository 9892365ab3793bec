package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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

// checkTogether refuses two options of which the command could follow one alone.
func checkTogether(f *pflag.FlagSet) error {
	changed := func(name string) bool { flag := f.Lookup(name); return flag != nil && flag.Changed }
	switch {
	case changed("plan") && changed("planner"):
		return fmt.Errorf("--plan: found %s beside --planner %s, expected one of them", f.Lookup("plan").Value, f.Lookup("planner").Value)
	case changed("answer-within") && f.Lookup("estimator") != nil && !strings.HasPrefix(f.Lookup("estimator").Value.String(), foreignPrefix):
		return fmt.Errorf("--answer-within: found it with --estimator %s, expected %sCOMMAND, a program of your own", f.Lookup("estimator").Value, foreignPrefix)
	case changed("record") && (changed("plain") || changed("commands")):
		return errors.New("--record: found it with --plain or --commands, expected the screen: it records keys and their pauses")
	}
	return nil
}

// checkNamed refuses options whose value is empty, as that of a shell's variable that is not set: they would be taken for not given.
func checkNamed(f *pflag.FlagSet) (err error) {
	f.Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if err == nil && slices.Contains(values, "") {
			kind, _ := pflag.UnquoteUsage(flag)
			err = fmt.Errorf("--%s: found nothing, expected %s", flag.Name, kind)
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
