package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
)

// Config is what a session starts from.
type Config struct {
	Scenario  string       // the name given on the command line
	Story     string       // the world in two lines: who acts, what is hidden, seen and earned; "" for none
	Model     *pomdp.POMDP // of a session on a log the record's Shell
	Record    *Record      // the log, nil where a model is explored
	C         float64      // exploration's c; 0 stands for 1/|A|
	Seed      uint64
	Method    string          // the estimator's name; "" stands for the paper's
	Estimator moments.Options // its Seed, RewardValues and Horizon are filled in from the rest
	Planner   planning.Planner
	Budget    planning.Budget // of every plan; never a time, which would end elsewhere on another machine
	Observe   planning.Observe
	Theirs    *bench.Foreign // the user's own estimator, nil for none
	Attempt   int            // how many times it has been changed, from 1
	Mistake   int            // planted in the formulas, in the program's stead: a number of bench.Mistakes from 1, 0 for none
	Answers   answers        // what it said before
	Levels    []float64      // reward levels that the model was loaded with; nil for its own
}

// Called is the scenario's name, or of a file its name without the folder, which is nobody else's business.
func (c Config) Called() string { return filepath.Base(c.Scenario) }

// Setting is something that changes results. Session files, journals, flags, typed
// commands, the list of settings, the difference between branches and the identity
// of results all read, write and explain it by this one definition.
type Setting struct {
	Name    string
	Short   string // its flag's letter, "" for none
	Kind    string // what --help calls its value
	Help    string // of its flag
	Does    string // what it does, in the list of settings; "" if a session cannot change it
	Default string // as text; "" for one that the model decides

	late bool // a file names it only if it is not the default, as files older than the setting do not
	own  bool // the keys of results name it themselves, so it is no part of the world's identity
	word bool // its value says which setting it is

	// For names the estimators that follow it, none for what has to do with more than estimators. Where it is
	// one, Help and Does begin with its name.
	For []string
	// read reads a value; the error says what was expected. What it returns sets it.
	read func(text string) (func(*Config) error, error)
	text func(Config) string // read gives the same value again
	// rounded is the text for the eye, nil for text itself.
	rounded func(Config) string
}

// Check returns nil for a valid value, otherwise an error that says what was expected.
func (x Setting) Check(text string) error {
	_, err := x.read(text)
	return err
}

func (x Setting) shown(c Config) string {
	if x.rounded != nil {
		return x.rounded(c)
	}
	return x.text(c)
}

// Settings lists them all.
func Settings() []Setting { return settingTable() }

// FindSetting returns the setting of that name; false if there is none.
func FindSetting(name string) (Setting, bool) {
	for _, x := range settingTable() {
		if x.Name == name {
			return x, true
		}
	}
	return Setting{}, false
}

// estimatorSetting is the name of the setting that makes every estimate again.
const estimatorSetting = "estimator"

// levelsSetting is the name of the setting that a model is loaded with.
const levelsSetting = "levels"

// DefaultSeed is one with which tea's pairs come back in different orders at the
// first try: what the method is about.
const DefaultSeed = "7"

// MaxHorizon keeps a session's episodes to a length that can be stepped through.
const MaxHorizon = 1000

var settingTable = sync.OnceValue(func() []Setting {
	rotating := []string{"full", "blocked", "aligned", "polished", "naive", "bayes", moments.Theirs}
	table := []Setting{
		field(Setting{Name: "seed", Kind: "S", Default: DefaultSeed, Help: "seed of every random choice", Does: "other episodes, rotations and starts"},
			func(c *Config) *uint64 { return &c.Seed }, ParseSeed, func(x uint64) string { return strconv.FormatUint(x, 10) }),
		rounded(field(Setting{Name: "c", Short: "c", Kind: "C|inf", Help: "exploration's c in Π = (I + c·11ᵀ)/(1 + c|A|) (default 1/|A|)", Does: "how actions mix; inf: independently"},
			func(c *Config) *float64 { return &c.C }, ParseC, exact), func(c Config) string { return figure.Number(c.C) }),
		{Name: "horizon", Kind: "H", Help: fmt.Sprintf("steps of an episode and of the plan, up to %d (default the model's; 4 without a model)", MaxHorizon), Does: "steps of an episode and of the plan",
			read: ofModel(parseHorizon, func(m *pomdp.POMDP, h int) (*pomdp.POMDP, error) { return m.WithHorizon(h) }),
			text: func(c Config) string { return strconv.Itoa(c.Model.Horizon()) }},
		{Name: "discount", Kind: "G", Help: "γ, gamma, of the plan (default the model's)", Does: "γ (gamma): a later reward counts less",
			read: ofModel(ParseDiscount, func(m *pomdp.POMDP, discount float64) (*pomdp.POMDP, error) {
				spec := m.Spec()
				spec.Discount = discount
				return pomdp.New(spec)
			}),
			text:    func(c Config) string { return exact(c.Model.Discount()) },
			rounded: func(c Config) string { return figure.Number(c.Model.Discount()) }},
		field(Setting{Name: estimatorSetting, Kind: KindOf(estimators.Choices()...), Default: estimators.EstimatorNames()[0], Help: "how to estimate", Does: "full, em, naive or another estimator", own: true, word: true},
			func(c *Config) *string { return &c.Method }, OneOf(estimators.Choices()...), plain[string]),
		field(Setting{Name: "normalize", Kind: KindOf(moments.Normalizations()...), Default: string(moments.Abs), Help: "how estimates become distributions", Does: "abs, clip, simplex: how rows sum to 1", For: append([]string{"tensor"}, rotating...), word: true},
			func(c *Config) *moments.Normalization { return &c.Estimator.Normalization }, OneOf(moments.Normalizations()...), plain[moments.Normalization]),
		field(Setting{Name: "rotations", Kind: "N", Default: strconv.Itoa(moments.DefaultRotations), Help: "random rotations Θ to choose from", Does: "random rotations Θ to choose from", For: rotating},
			func(c *Config) *int { return &c.Estimator.Rotations }, WholeNumber(1_000_000), strconv.Itoa),
		rounded(field(Setting{Name: "threshold", Kind: "X", Default: exact(moments.DefaultThreshold), Help: "of a label, times 1/(|R||Z|)", Does: "of a label, times 1/(|R||Z|); paper: 2/3", late: true},
			func(c *Config) *float64 { return &c.Estimator.Threshold }, parseShare, exact), func(c Config) string {
			if c.Estimator.Threshold == moments.DefaultThreshold {
				return "2/3"
			}
			return figure.Number(c.Estimator.Threshold)
		}),
		field(Setting{Name: "planner", Kind: KindOf(planning.Planners()...), Default: string(planning.Auto), Help: "how to plan; auto chooses by cost", Does: "auto, level, pruning or another planner", word: true},
			func(c *Config) *planning.Planner { return &c.Planner }, OneOf(planning.Planners()...), plain[planning.Planner]),
		field(Setting{Name: "budget", Kind: "VECTORS,MEMORY", Default: "none", Help: "bounds of a plan: vectors, a memory such as 64MB, or both", Does: "of a plan: vectors, a memory, or both", late: true},
			func(c *Config) *planning.Budget { return &c.Budget }, parseBudget, planning.Budget.String),
		field(Setting{Name: "observe", Kind: KindOf(planning.Observations()...), Help: "what plans branch on: reward and observation, or the observation alone (default rz; z for a .POMDP file)", Does: "what plans branch on: rz or z"},
			func(c *Config) *planning.Observe { return &c.Observe }, OneOf(planning.Observations()...), plain[planning.Observe]),
		field(Setting{Name: "restarts", Kind: "N", Default: strconv.Itoa(moments.DefaultRestarts), Help: "random starts to choose from", Does: "random starts to choose from", For: []string{"em"}, late: true},
			func(c *Config) *int { return &c.Estimator.Restarts }, WholeNumber(1_000_000), strconv.Itoa),
		field(Setting{Name: "match-by-belief", Kind: "", Default: "false", Help: "sort each action's states by its estimate of the initial belief", Does: "true sorts states by b̂", For: []string{"naive"}, late: true},
			func(c *Config) *bool { return &c.Estimator.MatchByBelief }, parseBool, strconv.FormatBool),
		field(Setting{Name: "tensor-blocks", Kind: "", Default: "false", Help: "a tensor for each pair of actions, in place of one for all", Does: "true: one for each pair", For: []string{"tensor"}, late: true},
			func(c *Config) *bool { return &c.Estimator.Blocks }, parseBool, strconv.FormatBool),
		field(Setting{Name: "histories", Kind: KindOf(moments.HistoryClasses()...), Default: string(moments.Shares), Help: "value by shares of what followed, by importance weights, or by these the best policy without memory", Does: "shares, importance or reactive", For: []string{"tree"}, late: true, word: true},
			func(c *Config) *moments.HistoryClass { return &c.Estimator.Class }, OneOf(moments.HistoryClasses()...), func(x moments.HistoryClass) string { return string(cmp.Or(x, moments.Shares)) }),
		field(Setting{Name: "tests", Kind: KindOf(moments.TestKinds()...), Default: string(moments.RewardTests), Help: "foretell the next reward, what is seen with it, or the reward after that too", Does: "r, rz or rzr: how far it foretells", For: []string{"tpsr"}, late: true, word: true},
			func(c *Config) *moments.TestKind { return &c.Estimator.Tests }, OneOf(moments.TestKinds()...), func(x moments.TestKind) string { return string(cmp.Or(x, moments.RewardTests)) }),
		field(Setting{Name: "draws", Kind: KindOf(moments.DrawKinds()...), Default: string(moments.MixtureOfDraws), Help: "plan with all draws, with one, or with the one that promises most", Does: "plans with mixture, draw, optimist", For: []string{"bayes"}, late: true, word: true},
			func(c *Config) *moments.DrawKind { return &c.Estimator.Draws }, OneOf(moments.DrawKinds()...), func(x moments.DrawKind) string { return string(cmp.Or(x, moments.MixtureOfDraws)) }),
		field(Setting{Name: "prior", Kind: "ALPHA", Default: "1", Help: "what each entry counts before anything is seen (Dirichlet); 1 is uniform", Does: "what entries count beforehand", For: []string{"bayes"}, late: true},
			func(c *Config) *float64 { return &c.Estimator.Prior }, ParsePrior, func(x float64) string { return exact(cmp.Or(x, moments.DefaultPrior)) }),
		field(Setting{Name: "sweeps", Kind: "N", Default: strconv.Itoa(moments.DefaultSweeps), Help: "how often each chain is redrawn; more for intervals", Does: "how often each chain is redrawn", For: []string{"bayes"}, late: true},
			func(c *Config) *int { return &c.Estimator.Sweeps }, WholeNumber(10_000), func(x int) string { return strconv.Itoa(cmp.Or(x, moments.DefaultSweeps)) }),
		field(Setting{Name: "attempt", Kind: "N", Default: "1", Help: "how many times your program was changed; another number asks it anew", Does: "another number starts and asks your program anew", For: []string{moments.Theirs}, late: true},
			func(c *Config) *int { return &c.Attempt }, WholeNumber(1_000_000), strconv.Itoa),
		field(Setting{Name: "mistake", Kind: "N", Default: "0", Help: fmt.Sprintf("in place of a program, the formulas with mistake N of %d planted, to be found", len(bench.Mistakes())), Does: "the formulas with a mistake planted, to be found", For: []string{moments.Theirs}, late: true},
			func(c *Config) *int { return &c.Mistake }, parseMistake, strconv.Itoa),
		field(Setting{Name: levelsSetting, Kind: "v0,v1,...", Help: "reward levels for a .POMDP file, increasing (default its distinct expected rewards)", late: true},
			func(c *Config) *[]float64 { return &c.Levels }, ParseNumbers, numbersText),
	}
	for i, x := range table {
		if len(x.For) == 1 {
			table[i].Help, table[i].Does = x.For[0]+": "+x.Help, x.For[0]+": "+x.Does
		}
	}
	return table
})

// OfEstimators says whether it is an option of estimators of ours.
func (x Setting) OfEstimators() bool { return len(x.For) > 0 && !x.theirs() }

// Estimating gives options with its value in them.
func (x Setting) Estimating(o moments.Options, text string) (moments.Options, error) {
	set, err := x.read(text)
	if err != nil {
		return o, err
	}
	c := Config{Estimator: o}
	err = set(&c)
	return c.Estimator, err
}

// theirs says whether it is about the user's own estimator alone, and listed where there is one.
func (x Setting) theirs() bool { return slices.Equal(x.For, []string{moments.Theirs}) }

// field is a setting that is a field of the configuration.
func field[T any](x Setting, at func(*Config) *T, parse func(string) (T, error), text func(T) string) Setting {
	x.read = func(s string) (func(*Config) error, error) {
		value, err := parse(s)
		return func(c *Config) error { *at(c) = value; return nil }, err
	}
	x.text = func(c Config) string { return text(*at(&c)) }
	return x
}

func rounded(x Setting, by func(Config) string) Setting {
	x.rounded = by
	return x
}

// ofModel reads a setting that is a part of the model.
func ofModel[T any](parse func(string) (T, error), with func(*pomdp.POMDP, T) (*pomdp.POMDP, error)) func(string) (func(*Config) error, error) {
	return func(s string) (func(*Config) error, error) {
		value, err := parse(s)
		return func(c *Config) error {
			m, err := with(c.Model, value)
			if err == nil {
				c.Model = m
			}
			return err
		}, err
	}
}

func plain[T ~string](x T) string { return string(x) }

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// KindOf is how help shows a choice: "abs|clip|simplex".
func KindOf[T ~string](words ...T) string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return strings.Join(all, "|")
}

// The parsers below say in their errors what was expected.

// ParseSeed reads a seed.
func ParseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("a whole number from 0 to 2^64-1")
	}
	return seed, nil
}

// ParseC reads exploration's c.
func ParseC(text string) (float64, error) {
	if strings.EqualFold(text, "inf") || text == "+Inf" || text == "∞" {
		return math.Inf(1), nil
	}
	c, err := strconv.ParseFloat(text, 64)
	if err != nil || !(c > 0) || math.IsInf(c, 0) {
		return 0, errors.New("a positive number, or inf for independent actions; at 0 no action would ever change")
	}
	return c, nil
}

// ParseNumbers reads numbers with commas between.
func ParseNumbers(text string) ([]float64, error) {
	var out []float64
	for field := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, errors.New("finite numbers with commas between them")
		}
		out = append(out, x)
	}
	return out, nil
}

func numbersText(numbers []float64) string {
	var out []string
	for _, x := range numbers {
		out = append(out, exact(x))
	}
	return strings.Join(out, ",")
}

// OneOf reads one of a few words.
func OneOf[T ~string](words ...T) func(string) (T, error) {
	return func(text string) (T, error) {
		if i := slices.Index(words, T(text)); i >= 0 {
			return words[i], nil
		}
		return "", errors.New(printable.Or(strings.Split(KindOf(words...), "|")))
	}
}

// WholeNumber reads one from 1 to a limit.
func WholeNumber(most int) func(string) (int, error) {
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return 0, fmt.Errorf("a whole number from 1 to %d", most)
		}
		return n, nil
	}
}

func parseMistake(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if most := len(bench.Mistakes()); err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("0, or the number of a mistake from 1 to %d", most)
	}
	return n, nil
}

func parseHorizon(text string) (int, error) {
	h, err := WholeNumber(MaxHorizon)(text)
	if err != nil {
		return 0, fmt.Errorf("a whole number of steps from 1 to %d", MaxHorizon)
	}
	return h, nil
}

// ParsePrior reads what every entry counts before anything is seen.
func ParsePrior(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x <= 1000) {
		return 0, errors.New("a number above 0 and at most 1000: 1 is uniform, less weighs less")
	}
	return x, nil
}

// ParseDiscount reads γ.
func ParseDiscount(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x <= 1) {
		return 0, errors.New("a number above 0 and at most 1")
	}
	return x, nil
}

func parseBool(text string) (bool, error) {
	x, err := strconv.ParseBool(text)
	if err != nil {
		return false, errors.New("true or false")
	}
	return x, nil
}

// parseShare reads a share in (0, 1], written as a number or as 2/3.
func parseShare(text string) (float64, error) {
	above, below, ratio := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(above, 64)
	if ratio && err == nil {
		var y float64
		y, err = strconv.ParseFloat(below, 64)
		x /= y
	}
	if err != nil || !(x > 0 && x <= 1) {
		return 0, errors.New("a share above 0 and at most 1, such as 2/3")
	}
	return x, nil
}

// parseBudget reads the budget of a plan, without a time: that would make the plan depend
// on the machine.
func parseBudget(text string) (planning.Budget, error) {
	if text == "none" {
		return planning.Budget{}, nil
	}
	b, err := planning.ParseBudget(text)
	if err != nil || b.Time > 0 {
		return planning.Budget{}, errors.New("a number of vectors such as 1000, a memory such as 64MB, both with a comma between, or none; a time would end a plan elsewhere on another machine")
	}
	return b, nil
}
