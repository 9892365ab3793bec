package scenarios

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"eeporl/pomdp"
)

func isArray(v value) bool { return v.kind == unstable.Array }

func (m *modelReader) text(where string, v value) (string, bool) {
	if v.kind != unstable.String {
		m.fault(v.at, where, describe(v), "a string")
		return "", false
	}
	return v.text, true
}

// names reads a list of names and remembers where each stands.
func (m *modelReader) names(part pomdp.Part, v value) (names []string, ok bool) {
	if !isArray(v) {
		m.fault(v.at, string(part), describe(v), "a list of names")
		return nil, false
	}
	if len(v.items) > maxNames {
		m.fault(v.at, string(part), fmt.Sprintf("%d names", len(v.items)), fmt.Sprintf("at most %d", maxNames))
		return nil, false
	}
	m.rememberItems(part, v)
	ok = true
	for i, item := range v.items {
		name, isText := m.text(fmt.Sprintf("%s, entry %d", part, i+1), item)
		names, ok = append(names, name), ok && isText
	}
	return names, ok
}

func (m *modelReader) rememberItems(part pomdp.Part, v value) {
	for i, item := range v.items {
		m.places[place{part, -1, i}] = item.at
	}
}

func (m *modelReader) numbers(where string, v value) (numbers []float64, ok bool) {
	if !isArray(v) {
		m.fault(v.at, where, describe(v), "a list of numbers")
		return nil, false
	}
	ok = true
	for i, item := range v.items {
		x, isNumber := m.number(fmt.Sprintf("%s, entry %d", where, i+1), item)
		numbers, ok = append(numbers, x), ok && isNumber
	}
	return numbers, ok
}

func (m *modelReader) number(where string, v value) (float64, bool) {
	x, ok := parseNumber(v)
	if !ok {
		m.fault(v.at, where, describe(v), "a number")
	}
	return x, ok
}

func (m *modelReader) horizon(v value) (int, bool) {
	x, ok := parseNumber(v)
	if !ok || v.kind != unstable.Integer || x < 1 || x > maxHorizon {
		m.fault(v.at, "horizon", describe(v), fmt.Sprintf("a whole number of steps from 1 to %d", maxHorizon))
		return 0, false
	}
	return int(x), true
}

// parseNumber reads a TOML integer or float. One too large for a float64 comes
// back infinite and is left to validation.
func parseNumber(v value) (float64, bool) {
	text := strings.ReplaceAll(v.text, "_", "")
	switch v.kind {
	case unstable.Integer:
		if n, err := strconv.ParseInt(text, 0, 64); err == nil && len(text) > 1 && strings.ContainsRune("xob", rune(text[1])) {
			return float64(n), true
		}
		fallthrough
	case unstable.Float:
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil || x != 0
	}
	return 0, false
}

// describe says what a value is, for the "found" of a fault.
func describe(v value) string {
	const shown = 40
	text := v.text
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	switch v.kind {
	case unstable.Array:
		return "an array"
	case unstable.String:
		return "the string " + strconv.Quote(text)
	case unstable.Integer, unstable.Float:
		return "the number " + text
	case unstable.Bool:
		return text
	}
	return "the date or time " + text
}
