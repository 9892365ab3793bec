package cli

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
)

// The flags that several commands share, each defined in one place so that it
// reads, defaults and is explained alike everywhere.

// answerFlags are those of a command that answers in text or JSON.
func (a *app) answerFlags(f *pflag.FlagSet, asJSON *bool) {
	jsonFlag(f, asJSON)
	f.VarP(&answerFile{&a.path, asJSON}, "out", "o", "`FILE` for the answer (default stdout); .json is for JSON")
}

// answerFile is a file for an answer, whose form its name decides.
type answerFile struct {
	path *string
	json *bool
}

func (x *answerFile) String() string {
	if x.path == nil {
		return ""
	}
	return *x.path
}

// noAnswer is what a file for an answer has to be.
const noAnswer = "a file of text or .json"

func (x *answerFile) Type() string { return "FILE" }

func (x *answerFile) Set(path string) error {
	if err := another(*x.path, path); err != nil {
		return err
	}
	switch ending(path) {
	case ".json":
		*x.json = true
	case ".csv", ".svg", ".png", ".pdf":
		return errors.New(noAnswer)
	}
	if _, report := reportFormOf(path); report {
		return errors.New(noAnswer + "; --report, where there is one, writes " + strings.Join(reportEndings(), " and "))
	}
	*x.path = path
	return nil
}

func (a *app) fileFlag(f *pflag.FlagSet) {
	outFlag(f, &a.path, "`FILE` for the answer (default stdout)")
}

func jsonFlag(f *pflag.FlagSet, on *bool) {
	f.BoolVar(on, "json", false, "print JSON")
}

// settingFlag adds the flag of one of the session's settings, but with a target of
// its own.
func settingFlag[T any](f *pflag.FlagSet, to *T, name string, parse func(string) (T, error)) {
	x, _ := model.FindSetting(name)
	addFlag(f, to, x.Name, x.Short, x.Default, x.Kind, x.Help, parse)
}

func seedFlag(f *pflag.FlagSet, seed *uint64) { settingFlag(f, seed, "seed", model.ParseSeed) }

func cFlag(f *pflag.FlagSet, c *float64) { settingFlag(f, c, "c", model.ParseC) }

func levelsFlag(f *pflag.FlagSet, levels *[]float64) {
	settingFlag(f, levels, "levels", model.ParseNumbers)
}

// another is the error of a second file for one answer.
func another(before, path string) error {
	if before != "" && before != path {
		return errors.New("one file, and " + before + " was named before")
	}
	return nil
}

func outFlag(f *pflag.FlagSet, path *string, usage string) {
	addFlag(f, path, "out", "o", "", "FILE", usage, func(text string) (string, error) { return text, another(*path, text) })
}

func horizonFlag(f *pflag.FlagSet, horizon *int) {
	addFlag(f, horizon, "horizon", "", "", "H", "steps of an episode and of the plan (default the model's; of a log up to 8, as its episodes have; else 4)", model.WholeNumber(maxHorizon))
}

// estimatorFlag chooses an estimator by name; more are words that a command
// takes beside the names.
func estimatorFlag(f *pflag.FlagSet, name *string, more ...string) {
	all := append(estimators.EstimatorNames(), more...)
	addFlag(f, name, "estimator", "", all[0], model.KindOf(all...), "how to estimate", model.OneOf(all...))
}

// estimatorFlags adds a flag for each setting that estimators follow.
func estimatorFlags(f *pflag.FlagSet, o *moments.Options) {
	for _, x := range model.Settings() {
		if !x.OfEstimators() {
			continue
		}
		kind := cmp.Or(x.Kind, "bool")
		addFlag(f, o, x.Name, x.Short, x.Default, kind, x.Help, func(text string) (moments.Options, error) { return x.Estimating(*o, text) })
		if kind == "bool" {
			f.Lookup(x.Name).NoOptDefVal = "true"
		}
	}
}

// budgetFlag bounds the planning.
func budgetFlag(f *pflag.FlagSet, b *planning.Budget) {
	addFlag(f, b, "budget", "", "", "VECTORS,MEMORY,TIME", "bounds of the planning: vectors, a memory such as 200MB, a time such as 30s, or several", planning.ParseBudget)
}

func observeFlag(f *pflag.FlagSet, o *planning.Observe) {
	settingFlag(f, o, "observe", model.OneOf(planning.Observations()...))
}

func plannerFlag(f *pflag.FlagSet, p *planning.Planner) {
	settingFlag(f, p, "planner", model.OneOf(planning.Planners()...))
}

// planFlag chooses what a plan for pairs maximises: the paper's choice among coordinates, or what is seen.
func planFlag(f *pflag.FlagSet, p *planning.Planner) {
	addFlag(f, p, "plan", "", "findpolicy", "findpolicy|level", "the paper's plan, or that of --planner level: coordinates averaged, nodes summing to 1", func(word string) (planning.Planner, error) {
		switch word {
		case "findpolicy":
			return planning.Auto, nil
		case "level":
			return planning.Levelling, nil
		}
		return "", errors.New("findpolicy or level")
	})
}

// settingFlags are the settings that were given for a new session, in the order in which they were
// given. addFlags adds a flag for every setting.
type settingFlags []model.Assignment

func (s *settingFlags) addFlags(f *pflag.FlagSet) {
	for _, x := range model.Settings() {
		named := x
		named.Kind, named.Help = listedWords(x.Kind, x.Help)
		flag := f.VarPF(&sessionFlag{named, x.Default, s}, x.Name, x.Short, named.Help)
		if x.Kind == "" {
			flag.NoOptDefVal = "true"
		}
	}
}

// given is what a setting was given last, "" for nothing.
func (s settingFlags) given(name string) string {
	for _, x := range slices.Backward(s) {
		if x.Name == name {
			return x.Value
		}
	}
	return ""
}

// horizon is the one that was given, 0 for none.
func (s settingFlags) horizon() int {
	h, _ := strconv.Atoi(s.given("horizon"))
	return h
}

func (s settingFlags) observe() planning.Observe { return planning.Observe(s.given("observe")) }

// sessionFlag is the flag of one setting.
type sessionFlag struct {
	model.Setting
	value string
	all   *settingFlags
}

func (x *sessionFlag) String() string { return x.value }

func (x *sessionFlag) Type() string {
	if x.Kind == "" {
		return "bool"
	}
	return x.Kind
}

func (x *sessionFlag) Set(text string) error {
	if err := x.Check(text); err != nil {
		return err
	}
	x.value = text
	*x.all = append(*x.all, model.Assignment{Name: x.Name, Value: text})
	return nil
}
