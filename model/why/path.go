package why

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/model"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
)

// coordinate is one of a path's indices: its name and how it is written.
type coordinate struct {
	name string
	of   unit
}

// unit says what an index counts.
type unit int

const (
	place  unit = iota // anything in a list, from 1 on
	step               // a step of an episode or steps to go: the Target counts from 1 too
	symbol             // a tuple (a, z, r, a')
	pairOf             // an action pair (a, a')
	actionOf
	stateOf
	seenOf
	levelOf // a reward level, by its value
	momentOf
	scalarOf
	estimatorOf
	trialOf
	lemmaOf
)

// coordinates are the names of each kind's indices in a path.
var coordinates = [kinds][]coordinate{
	P12: {{"x1", symbol}, {"x2", symbol}}, P13: {{"x1", symbol}, {"x3", symbol}}, P123: {{"x1", symbol}, {"x2", symbol}, {"x3", symbol}},
	LiveSigma: {{"i", place}, {"of", momentOf}}, Sigma: {{"i", place}, {"of", momentOf}},
	Rotation: {{"draw", place}}, Eigenvalue: {{"column", place}}, Column: {{"column", place}},
	Entry: {{"x", symbol}, {"column", place}}, Step: {{"to", place}, {"from", place}}, Weight: {{"column", place}},
	Label: {{"column", place}}, Permutation: {{"pair", pairOf}},
	Initial: {{"s", stateOf}}, Transition: {{"a", actionOf}, {"s", stateOf}, {"next", stateOf}},
	Observation: {{"a", actionOf}, {"s", stateOf}, {"z", seenOf}}, Reward: {{"a", actionOf}, {"s", stateOf}, {"r", levelOf}},
	Gamma: {{"t", step}}, Vector: {{"t", step}, {"set", place}, {"vector", place}}, Node: {{"node", place}}, Branch: {{"node", place}, {"outcome", place}},
	Belief: {{"t", step}, {"s", stateOf}}, State: {{"t", step}}, Action: {{"t", step}}, Earned: {{"t", step}}, Seen: {{"t", step}}, Symbol: {{"t", step}}, Hidden: {{"t", step}},
	Assumption: {{"row", place}}, Lemma: {{"row", place}, {"figure", lemmaOf}}, Finding: {{"row", place}}, Trial: {{"estimator", estimatorOf}, {"figure", trialOf}},
	Scalar: {{"name", scalarOf}}, Copy: {{"pair", pairOf}, {"place", place}}, Decision: {{"row", place}}, Point: {{"estimator", estimatorOf}, {"i", place}}, Lost: {{"agent", place}}, Chance: {{"t", step}, {"a", actionOf}},
	Repeats:        {{"a", actionOf}},
	Updating:       {{"t", step}, {"s", stateOf}, {"part", place}},
	CopyTransition: {{"pair", pairOf}, {"to", place}, {"place", place}}, CopyObservation: {{"pair", pairOf}, {"z", seenOf}, {"place", place}},
	CopyReward: {{"pair", pairOf}, {"r", levelOf}, {"place", place}},
}

// pathNames are the kinds' names in a path where they differ from Kind.String.
var pathNames = map[Kind]string{Initial: "b", Transition: "T", Observation: "Z", Reward: "R", Step: "That", Weight: "what"}

func (k Kind) pathName() string {
	if name, ok := pathNames[k]; ok {
		return name
	}
	return k.String()
}

// Path names a figure in words that Find reads, also in a later session:
// O[x=(1,2,0,1),column=3].truth. Actions, states and observations count from
// 1, rewards stand by their value.
func Path(s model.Session, r Ref) string {
	if r.Kind <= None || r.Kind >= kinds {
		return None.String()
	}
	m := s.Config().Model
	var b strings.Builder
	b.WriteString(r.Kind.pathName())
	b.WriteByte('[')
	for i, c := range coordinates[r.Kind] {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(c.name + "=" + c.of.write(m, []int{r.I, r.J, r.K}[i]))
	}
	b.WriteByte(']')
	if r.Part != Itself {
		b.WriteString("." + r.Part.String())
	}
	return b.String()
}

// Find reads a path as Path writes it. Names of the indices may be left out. The error
// says what was found and what was expected.
func Find(s model.Session, path string) (Ref, error) {
	var r Ref
	name, rest, ok := strings.Cut(strings.TrimSpace(path), "[")
	end := strings.LastIndexByte(rest, ']')
	if !ok || end < 0 {
		return r, fmt.Errorf("found the path %q, expected one such as T[a=1,s=1,next=2]", path)
	}
	for k := None + 1; k < kinds; k++ {
		if k.pathName() == name {
			r.Kind = k
		}
	}
	if r.Kind == None {
		return r, fmt.Errorf("found %q, expected one of %s", name, strings.Join(allNames(), ", "))
	}
	if part := rest[end+1:]; part != "" {
		i := slices.Index(partNames[:], strings.TrimPrefix(part, "."))
		if part[0] != '.' || i < 0 {
			return Ref{}, fmt.Errorf("found %q, expected one of .%s", part, strings.Join(partNames[:], ", ."))
		}
		r.Part = Part(i)
	}
	values := splitOutside(rest[:end])
	want := coordinates[r.Kind]
	if len(values) != len(want) {
		return Ref{}, fmt.Errorf("found %d indices of %s, expected %d", len(values), name, len(want))
	}
	for i, c := range want {
		key, value, named := strings.Cut(values[i], "=")
		if !named { // P12[8,13]: in their order
			value = key
		} else if strings.TrimSpace(key) != c.name {
			return Ref{}, fmt.Errorf("found %q, expected %s=…", values[i], c.name)
		}
		n, err := c.of.read(s.Config().Model, strings.TrimSpace(value))
		if err != nil {
			return Ref{}, fmt.Errorf("%s: %w", c.name, err)
		}
		*[]*int{&r.I, &r.J, &r.K}[i] = n
	}
	return r, nil
}

func allNames() []string {
	var names []string
	for k := None + 1; k < kinds; k++ {
		names = append(names, k.pathName())
	}
	return names
}

// splitOutside cuts at the commas outside of parentheses.
func splitOutside(text string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out, from = append(out, text[from:i]), i+1
			}
		}
	}
	return append(out, text[from:])
}

// words are the names that a unit's indices go by, nil where they are numbers.
func (u unit) words() []string {
	switch u {
	case momentOf:
		return []string{"P12", "P13"}
	case scalarOf:
		return scalarNames()
	case estimatorOf:
		return estimators.Choices()
	case trialOf:
		return trialNames[:]
	case lemmaOf:
		return []string{"measured", "factor"}
	}
	return nil
}

func (u unit) write(m *pomdp.POMDP, i int) string {
	if words := u.words(); words != nil {
		if i >= 0 && i < len(words) {
			return words[i]
		}
		return strconv.Itoa(i + 1)
	}
	n := m.Sizes()
	switch {
	case u == step:
		return strconv.Itoa(i)
	case u == levelOf && i >= 0 && i < n.R:
		return strconv.FormatFloat(m.RewardValue(i), 'g', -1, 64)
	case u == symbol && i >= 0 && i < n.D():
		x := n.SymbolAt(i)
		return fmt.Sprintf("(%d,%d,%s,%d)", x.Action+1, x.Observation+1, levelOf.write(m, x.Reward), x.Next+1)
	case u == pairOf && i >= 0 && i < n.Pairs():
		a, next := n.PairActions(i)
		return fmt.Sprintf("(%d,%d)", a+1, next+1)
	}
	return strconv.Itoa(i + 1)
}

func (u unit) read(m *pomdp.POMDP, text string) (int, error) {
	n := m.Sizes()
	if words := u.words(); words != nil {
		if u == scalarOf {
			text = cmp.Or(formerNames[text], strings.ReplaceAll(text, "-", "_"))
		}
		if i := slices.Index(words, text); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("found %q, expected one of %s", text, strings.Join(words, ", "))
	}
	switch u {
	case symbol:
		if i, err := strconv.Atoi(text); err == nil { // by its number
			if i < 1 || i > n.D() {
				return 0, fmt.Errorf("found the symbol %q, expected a number from 1 to %d", text, n.D())
			}
			return i - 1, nil
		}
		var at [4]int
		if err := tuple(m, text, at[:], actionOf, seenOf, levelOf, actionOf); err != nil {
			return 0, err
		}
		return n.SymbolIndex(pomdp.Symbol{Action: at[0], Observation: at[1], Reward: at[2], Next: at[3]}), nil
	case pairOf:
		var at [2]int
		if err := tuple(m, text, at[:], actionOf, actionOf); err != nil {
			return 0, err
		}
		return n.Pair(at[0], at[1]), nil
	case levelOf:
		v, err := strconv.ParseFloat(text, 64)
		for i := range n.R {
			if err == nil && m.RewardValue(i) == v {
				return i, nil
			}
		}
		return 0, fmt.Errorf("found the reward %q, which is none of the model's levels", text)
	}
	limit := map[unit]int{actionOf: n.A, stateOf: n.S, seenOf: n.Z}[u]
	i, err := strconv.Atoi(text)
	if err != nil || i < 1 || limit > 0 && i > limit {
		if limit > 0 {
			return 0, fmt.Errorf("found %q, expected a number from 1 to %d", text, limit)
		}
		return 0, fmt.Errorf("found %q, expected a number from 1 on", text)
	}
	if u == step {
		return i, nil
	}
	return i - 1, nil
}

// tuple reads (…,…) into a list of indices.
func tuple(m *pomdp.POMDP, text string, at []int, units ...unit) error {
	inside, ok := strings.CutPrefix(text, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	parts := strings.Split(inside, ",")
	if !ok || !closed || len(parts) != len(units) {
		return fmt.Errorf("found %q, expected %d numbers in parentheses", text, len(units))
	}
	for i, u := range units {
		var err error
		if at[i], err = u.read(m, strings.TrimSpace(parts[i])); err != nil {
			return err
		}
	}
	return nil
}
