package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/moments/estimators"
	"eeporl/pomdp/printable"
)

// verbs are all that can be asked for, in the order in which they are told.
var verbs = []Verb{
	Continue, Forward, Back, NextUnit, PreviousUnit, First, Last, GoTo, NextMark, PreviousMark, SetBookmark,
	LeapBy, Grow, RunEstimate, RunPlan, RunPolicy, Choose, Cancel, Set, Undo, SwitchBranch, HoldTheory, CompareAll,
}

// Verbs lists the verbs.
func Verbs() []Verb { return slices.Clone(verbs) }

// worded says whether a verb's argument is text, not a number.
func (v Verb) worded() bool {
	switch v {
	case Set, SetBookmark, NextMark, PreviousMark:
		return true
	}
	return false
}

// String is the intent as ParseIntent reads it: `leap 1000`, `set "c=0.2"`.
func (i Intent) String() string {
	text := string(i.Verb)
	if names := estimators.Choices(); i.Verb == Choose && i.N == math.Trunc(i.N) && i.N >= 1 && i.N <= float64(len(names)) {
		return text + " " + names[int(i.N)-1] // whose numbers another version may give otherwise
	}
	if i.N != 0 {
		text += " " + strconv.FormatFloat(i.N, 'g', -1, 64)
	}
	if i.Arg != "" {
		text += " " + strconv.Quote(i.Arg)
	}
	return text
}

// Estimator is an estimator's number, as Choose takes it; 0 for an unknown name.
func Estimator(name string) float64 { return float64(estimators.Number(name) + 1) }

// ParseIntent reads a verb and its argument: a number (for Choose also the name of an
// estimator), or text, quoted or not. The error says what was found, as the object of
// "found …"; the caller adds what was expected.
func ParseIntent(line string) (i Intent, err error) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	i.Verb, rest = Verb(verb), strings.TrimSpace(rest)
	switch {
	case !slices.Contains(verbs, i.Verb):
		return i, fmt.Errorf("the verb %q", printable.Clip(verb))
	case rest == "":
		return i, nil
	case i.Verb == Choose && slices.Contains(estimators.Choices(), rest):
		i.N = Estimator(rest)
	case i.Verb == Choose && !isNumber(rest):
		return i, fmt.Errorf("the estimator %q, expected one of %s", printable.Clip(rest), strings.Join(estimators.Choices(), ", "))
	case !i.Verb.worded():
		if i.N, err = strconv.ParseFloat(rest, 64); err != nil {
			return i, fmt.Errorf("%q, expected a number after %s", printable.Clip(rest), verb)
		}
	case rest[0] == '"':
		if i.Arg, err = strconv.Unquote(rest); err != nil {
			return i, fmt.Errorf("the argument %s", printable.Clip(rest))
		}
	default:
		i.Arg = rest
	}
	return i, nil
}

// CommandsIn takes a line of nothing but settings with values apart; any other line is one command.
func CommandsIn(line string) []string {
	words := strings.Fields(line)
	other := func(word string) bool {
		name, value, _ := strings.Cut(word, "=")
		_, known := FindSetting(name)
		return value == "" || !known && name != episodesSetting
	}
	if len(words) < 2 || slices.ContainsFunc(words, other) {
		return []string{strings.TrimSpace(line)}
	}
	return words
}

// ParseCommand reads an intent as it is typed: a verb with its argument, a setting
// (c=.2), a beat by its number, or the next or previous mark of a kind. The error
// says what was found and expected.
func ParseCommand(line string) (Intent, error) {
	line = strings.TrimSpace(line)
	if n, err := strconv.ParseFloat(line, 64); err == nil && n >= 1 {
		return Intent{Verb: GoTo, N: n}, nil
	}
	word, rest, _ := strings.Cut(line, " ")
	switch name, _, is := strings.Cut(line, "="); {
	case word == "next" && rest != "":
		return Intent{Verb: NextMark, Arg: strings.TrimSpace(rest)}, nil
	case word == "previous" && rest != "":
		return Intent{Verb: PreviousMark, Arg: strings.TrimSpace(rest)}, nil
	case is && !slices.Contains(verbs, Verb(word)) && !strings.Contains(strings.TrimSpace(name), " "):
		return Intent{Verb: Set, Arg: line}, nil
	}
	i, err := ParseIntent(line)
	switch i.Verb {
	case Forward, Back, NextUnit, PreviousUnit:
		if err == nil && rest != "" && !(i.N >= 1) {
			return i, fmt.Errorf("found %s, expected %s 1 or more", printable.Clip(rest), word)
		}
	}
	if err != nil && !strings.Contains(err.Error(), ", expected ") {
		return i, fmt.Errorf("found %w, expected a command such as forward 5, c=.2 or plan", err)
	} else if err != nil {
		return i, fmt.Errorf("found %w", err)
	}
	return i, nil
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
