package export

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"eeporl/planning"
)

// ReadAlpha reads pomdp-solve's .alpha layout (pomdp.org, "Alpha File Format"), as Alpha writes it too, over so many
// states: for each vector a line with its root action's index, and one with its values. The error names the line, what was
// found and what was expected.
func ReadAlpha(r io.Reader, states, actions int) (*planning.Set, error) {
	var roots []int32
	var values []float64
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	number := 0
	for lines.Scan() {
		number++
		words := strings.Fields(lines.Text())
		at := func(format string, a ...any) error { return fmt.Errorf("%d: "+format, append([]any{number}, a...)...) }
		switch action := len(roots)*states == len(values); {
		case len(words) == 0:
		case len(roots) == mostNodes:
			return nil, at("found more than %d vectors, expected at most so many", mostNodes)
		case action:
			a, err := strconv.Atoi(words[0])
			if err != nil || len(words) != 1 || a < 0 || a >= actions {
				return nil, at("found %q, expected an action's number from 0 to %d alone", strings.Join(words, " "), actions-1)
			}
			roots = append(roots, int32(a))
		default:
			vector, err := vectorOf(words, states)
			if err != nil {
				return nil, at("%w", err)
			}
			values = append(values, vector...)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(roots) == 0 || len(roots)*states != len(values) {
		return nil, fmt.Errorf("%d: found the end, expected vectors: a line with an action's number, then one with a value for each state", number)
	}
	return planning.NewSet(states, roots, values), nil
}

// vectorOf is a vector that is written whole.
func vectorOf(words []string, states int) ([]float64, error) {
	if len(words) != states {
		return nil, fmt.Errorf("found %d values, expected %d, one a state", len(words), states)
	}
	out := make([]float64, states)
	for s, w := range words {
		var err error
		if out[s], err = vectorValue(w); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// vectorValue is the number that a vector has for a state.
func vectorValue(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("found the value %q, expected a number", word)
	}
	return x, nil
}
