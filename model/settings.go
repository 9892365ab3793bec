package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// Setting is one knob: its name, its value now and what it does.
type Setting struct {
	Name, Value, Does string
}

// Settings lists the knobs. A probability is set by its own name besides, as in
// T(offer-tea, wants-tea, wants-coffee).
func (s Session) Settings() []Setting {
	return slices.DeleteFunc(s.settings(), func(x Setting) bool { return s.fixed(x.Name) != "" })
}

// Fixed lists the settings that this session cannot change, each with the
// reason in place of what it does.
func (s Session) Fixed() []Setting {
	var out []Setting
	for _, x := range s.settings() {
		if why := s.fixed(x.Name); why != "" {
			out = append(out, Setting{x.Name, x.Value, why})
		}
	}
	return out
}

func (s Session) settings() []Setting {
	c := s.config
	return []Setting{
		{"seed", strconv.FormatUint(c.Seed, 10), "another stream of episodes, rotations and starts"},
		{"c", figure.Number(c.C), "how exploration mixes; inf: independent actions"},
		{episodesSetting, s.episodesSet(), "episodes counted, as one leap; inf: the exact law"},
		{"horizon", strconv.Itoa(c.Model.Horizon()), "steps of an episode and of the plan"},
		{"discount", figure.Number(c.Model.Discount()), "γ of the plan"},
		{estimatorSetting, s.method, "full, blocked, aligned, polished, em or naive"},
		{"rotations", strconv.Itoa(c.Estimator.Rotations), "random rotations Θ to choose from"},
		{"threshold", figure.Number(c.Estimator.Threshold), "of a label, times 1/(|R||Z|); the paper has 2/3"},
		{"normalize", string(c.Estimator.Normalization), "abs, clip or simplex: how rows come to sum to 1"},
		{"planner", string(c.Planner), "auto, enumerate, pruning, reachable or point"},
		{"budget", c.Budget.String(), "of a plan: vectors, a memory such as 64MB, or both"},
	}
}

// estimatorSetting is the name of the setting that makes every estimate again.
const estimatorSetting = "estimator"

// cutSetting parts a setting, written "name=value" or "name value".
func cutSetting(setting string) (name, value string, err error) {
	name, value, ok := strings.Cut(setting, "=")
	if !ok {
		setting = strings.TrimSpace(setting)
		i := strings.LastIndex(setting, " ")
		if i < 0 {
			return "", "", fmt.Errorf("found %q, expected a setting and its value, as in seed=5", setting)
		}
		name, value = setting[:i], setting[i+1:]
	}
	return strings.TrimSpace(name), strings.TrimSpace(value), nil
}

// changed is the configuration after a setting other than N.
func (w *world) changed(setting string) (Config, error) {
	name, value, err := cutSetting(setting)
	if err != nil {
		return Config{}, err
	}
	c := w.config
	if why := w.fixed(name); why != "" {
		return Config{}, fmt.Errorf("%s: %s", name, why)
	}
	spec, reshaped := c.Model.Spec(), false
	switch name {
	case "seed":
		if c.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("found %q, expected a whole number from 0 to 2^64-1", value)
		}
	case "c":
		if c.C, err = strconv.ParseFloat(value, 64); err != nil || !(c.C > 0) {
			err = fmt.Errorf("found %q, expected a positive number or inf", value)
		}
	case estimatorSetting:
		if !slices.Contains(moments.EstimatorNames(), value) {
			err = fmt.Errorf("found %q, expected one of %s", value, strings.Join(moments.EstimatorNames(), ", "))
		}
		c.Method = value
	case "rotations":
		if c.Estimator.Rotations, err = strconv.Atoi(value); err != nil || c.Estimator.Rotations < 1 || c.Estimator.Rotations > 10_000 {
			err = fmt.Errorf("found %q, expected a whole number from 1 to 10000", value)
		}
	case "threshold":
		c.Estimator.Threshold, err = share(value)
	case "normalize":
		c.Estimator.Normalization, err = oneOf(value, moments.Normalizations())
	case "planner":
		c.Planner, err = oneOf(value, planning.Planners())
	case "budget":
		c.Budget, err = budget(value)
	case "horizon":
		reshaped = true
		if spec.Horizon, err = strconv.Atoi(value); err != nil || spec.Horizon < 1 || spec.Horizon > MaxHorizon {
			err = fmt.Errorf("found %q, expected a whole number of steps from 1 to %d", value, MaxHorizon)
		}
	case "discount":
		reshaped = true
		if spec.Discount, err = strconv.ParseFloat(value, 64); err != nil {
			err = fmt.Errorf("found %q, expected a number above 0 and at most 1", value)
		}
	default:
		reshaped = true
		err = setProbability(&spec, name, value)
	}
	if err == nil && reshaped {
		c.Model, err = pomdp.New(spec)
	}
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// fixed says why a setting cannot be changed, "" where it can.
func (w *world) fixed(name string) string {
	switch {
	case name == episodesSetting && w.config.Record != nil:
		return "a log's episodes are what they are"
	case name == episodesSetting:
		return w.cannotCount()
	case w.config.Record == nil:
	case name == "c":
		return "the log's actions are drawn already"
	case strings.Contains(name, "("):
		return NoTruth
	}
	return ""
}

// oneOf reads one of a few words.
func oneOf[T ~string](value string, words []T) (T, error) {
	if i := slices.Index(words, T(value)); i >= 0 {
		return words[i], nil
	}
	var all []string
	for _, word := range words {
		all = append(all, string(word))
	}
	last := len(all) - 1
	return "", fmt.Errorf("found %q, expected %s or %s", value, strings.Join(all[:last], ", "), all[last])
}

// MaxHorizon keeps a session's episodes to a length that can be stepped through.
const MaxHorizon = 1000

// share reads a share in (0, 1], written as a number or as 2/3.
func share(text string) (float64, error) {
	above, below, ratio := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(above, 64)
	if ratio && err == nil {
		var y float64
		y, err = strconv.ParseFloat(below, 64)
		x /= y
	}
	if err != nil || !(x > 0 && x <= 1) {
		return 0, fmt.Errorf("found %q, expected a share above 0 and at most 1, such as 2/3", text)
	}
	return x, nil
}

// Trial is the model after a setting that was not made; the error says why it
// cannot be.
func (s Session) Trial(setting string) (*pomdp.POMDP, error) {
	c, err := s.changed(setting)
	return c.Model, err
}

// budget reads what a plan may take up.
func budget(text string) (planning.Budget, error) {
	if text == "none" {
		return planning.Budget{}, nil
	}
	b, err := planning.ParseBudget(text)
	switch {
	case err != nil:
		return b, fmt.Errorf("found %q, expected a number of vectors such as 1000, a memory such as 64MB, both with a comma between, or none", text)
	case b.Time > 0:
		return b, fmt.Errorf("found the time %s, expected vectors or a memory, which end a plan at the same place on every machine", b.Time)
	}
	return b, nil
}

// setProbability sets one entry of b, T, Z or R; the rest of its row keeps its
// proportions and makes up for the difference.
func setProbability(spec *pomdp.Spec, name, value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return fmt.Errorf("found %q, expected a probability in [0, 1]", value)
	}
	kind, inside, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if !ok {
		return fmt.Errorf("found %q, expected a setting's name, or a probability as in T(action, state, next state)", name)
	}
	args := strings.Split(inside, ",")
	index := func(i int, names []string, what string) (int, error) {
		if i >= len(args) {
			return 0, fmt.Errorf("the %s is missing", what)
		}
		arg := strings.TrimSpace(args[i])
		if k := slices.Index(names, arg); k >= 0 {
			return k, nil
		}
		if k, err := strconv.Atoi(arg); err == nil && k >= 1 && k <= len(names) {
			return k - 1, nil
		}
		return 0, fmt.Errorf("found %q, expected one of the %ss: %s", arg, what, strings.Join(names, ", "))
	}
	rewards := make([]string, len(spec.Rewards))
	for i, r := range spec.Rewards {
		rewards[i] = strconv.FormatFloat(r, 'g', -1, 64)
	}
	if kind == "b" {
		s, err := index(0, spec.States, "state")
		if err != nil {
			return err
		}
		return setEntry(spec.Initial, s, p)
	}
	tables := map[string]struct {
		x     [][][]float64
		last  []string
		named string
	}{"T": {spec.Transition, spec.States, "next state"}, "Z": {spec.Observation, spec.Observations, "observation"}, "R": {spec.Reward, rewards, "reward"}}
	table, ok := tables[kind]
	if !ok {
		return fmt.Errorf("found %q, expected b, T, Z or R", kind)
	}
	a, err := index(0, spec.Actions, "action")
	if err != nil {
		return err
	}
	s, err := index(1, spec.States, "state")
	if err != nil {
		return err
	}
	i, err := index(2, table.last, table.named)
	if err != nil {
		return err
	}
	return setEntry(table.x[a][s], i, p)
}

func setEntry(row []float64, i int, p float64) error {
	rest := 0.0
	for j, x := range row {
		if j != i {
			rest += x
		}
	}
	if len(row) == 1 {
		return fmt.Errorf("the row has one entry, which is 1")
	}
	for j := range row {
		switch {
		case j == i:
			continue
		case rest > 0:
			row[j] *= (1 - p) / rest
		default:
			row[j] = (1 - p) / float64(len(row)-1)
		}
	}
	row[i] = p
	return nil
}
