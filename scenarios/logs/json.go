package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

const wantObject = "one JSON object on its line"

// eachField calls visit with the names of an object's fields and where their values begin, until it
// returns false; it returns what is wrong with the line. visit returns what follows the value.
func (l *liner) eachField(line []byte, visit func(name, value []byte) (rest []byte, bad *problem)) *problem {
	rest := skipBlanks(line)
	if !json.Valid(line) {
		l.clean = withoutNaN(l.clean[:0], line)
		if rest = skipBlanks(l.clean); !json.Valid(rest) {
			return &problem{found: foundText(line), want: wantObject}
		}
	}
	if rest[0] != '{' {
		return &problem{found: foundText(line), want: wantObject}
	}
	// From here on the line is known to be an object: only what its fields
	// are is left to find out.
	rest = skipBlanks(rest[1:])
	for rest[0] != '}' {
		name, after := jsonString(rest)
		after, bad := visit(name, skipBlanks(skipBlanks(after)[1:])) // over the colon
		if bad != nil {
			return bad
		}
		if rest = skipBlanks(after); rest[0] == ',' {
			rest = skipBlanks(rest[1:])
		}
	}
	return nil
}

// withoutNaN appends a line in which the numbers that JSON does not know, but Python and R write, are
// strings.
func withoutNaN(to, line []byte) []byte {
	quoted := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quoted && c == '\\' && i+1 < len(line):
			to = append(to, c)
			i++
			c = line[i]
		case c == '"':
			quoted = !quoted
		case !quoted:
			if word := unknownNumber(line[i:]); word != "" {
				to = strconv.AppendQuote(to, word)
				i += len(word) - 1
				continue
			}
		}
		to = append(to, c)
	}
	return to
}

func unknownNumber(text []byte) string {
	for _, word := range []string{"NaN", "-NaN", "Infinity", "-Infinity", "None", "True", "False"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return word
		}
	}
	return ""
}

// namesOf are the fields of some objects, in the order in which they come. Objects in objects, and lists of several, are no
// columns; where they bear the name of one they are listed all the same, so that somebody is told.
func namesOf(lines [][]byte, called []string) (header []string, bad *problem) {
	var nested []string
	l := newLiner(&layout{json: true})
	for _, line := range lines {
		bad := l.eachField(line, func(name, value []byte) ([]byte, *problem) {
			same := func(h string) bool { return strings.EqualFold(h, string(name)) }
			if _, _, ok := jsonValue(value); !ok {
				if slices.ContainsFunc(called, same) && !slices.ContainsFunc(nested, same) {
					nested = append(nested, string(name))
				}
			} else if !slices.ContainsFunc(header, same) {
				header = append(header, string(name))
			}
			return skipValue(value), nil
		})
		if bad != nil && header == nil {
			return nil, bad
		}
	}
	for _, name := range nested {
		if header != nil && !slices.Contains(header, name) {
			header = append(header, name)
		}
	}
	if header == nil {
		return nil, &problem{found: foundText(lines[0]), want: "one object for each step, with the fields of " + tabular.WantHeader()}
	}
	return header, nil
}

// cutObject fills the values of a layout's parts from one line of JSON Lines. A null counts as a
// missing field, true and false are names.
func (l *liner) cutObject(line []byte) *problem {
	clear(l.fields[:])
	clear(l.values)
	seen := 0
	return l.eachField(line, func(name, value []byte) ([]byte, *problem) {
		var text, rest []byte
		for i := range l.parts { // one field may serve as several columns
			if string(name) != l.parts[i].name && !strings.EqualFold(l.parts[i].name, string(name)) {
				continue
			}
			if seen&(1<<i) != 0 {
				return nil, &problem{found: "the field " + l.parts[i].name + " again", want: "every field once"}
			}
			if rest == nil {
				var ok bool
				if text, rest, ok = jsonValue(value); !ok {
					return nil, &problem{"field " + l.parts[i].name, foundText(value), "a string, a number, true, false or null, alone or in brackets"}
				}
			}
			l.values[i] = text
			seen |= 1 << i
		}
		switch {
		case rest != nil:
			return rest, nil
		case l.shape == tabular.LongLog:
			for column, called := range l.called {
				if !l.has(column) && strings.EqualFold(called, string(name)) {
					return nil, &problem{found: "the field " + called + ", which none of the first objects has", want: "it in one of them: null where nothing is known"}
				}
			}
			return skipValue(value), nil
		}
		return nil, &problem{found: "the field " + foundText(name), want: "one of " + strings.Join(l.called, ", ")}
	})
}

// jsonValue reads a value of valid JSON; ok says whether it is a string, a
// number, true, false or null, whose text is nil, or a list of one of these.
func jsonValue(text []byte) (value, rest []byte, ok bool) {
	switch c := text[0]; {
	case c == '[':
		inside := skipBlanks(text[1:])
		if inside[0] == ']' || inside[0] == '[' {
			return nil, text, false
		}
		if value, rest, ok = jsonValue(inside); ok {
			if rest = skipBlanks(rest); rest[0] == ']' {
				return value, rest[1:], true
			}
		}
		return nil, text, false
	case c == '"':
		value, rest = jsonString(text)
		return value, rest, true
	case c == 'n':
		return nil, text[len("null"):], true
	case c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f':
		end := bytes.IndexAny(text, ",}] \t\r\n")
		return text[:end], text[end:], true
	}
	return nil, text, false
}

// jsonString reads a string of valid JSON. The value is never nil.
func jsonString(text []byte) (value, rest []byte) {
	for end := 1; ; end++ {
		switch text[end] {
		case '\\':
			end++
		case '"':
			raw := text[1:end]
			if bytes.IndexByte(raw, '\\') < 0 {
				return raw, text[end+1:]
			}
			var unescaped string
			if err := json.Unmarshal(text[:end+1], &unescaped); err != nil {
				unescaped = strconv.Quote(fmt.Sprint(err)) // valid JSON: not reached
			}
			return []byte(unescaped), text[end+1:]
		}
	}
}

// skipValue is what comes after a value of valid JSON.
func skipValue(text []byte) []byte {
	for depth := 0; ; {
		switch c := text[0]; {
		case c == '"':
			_, text = jsonString(text)
		case c == '{' || c == '[':
			depth, text = depth+1, text[1:]
		case c == '}' || c == ']':
			depth, text = depth-1, text[1:]
		case depth == 0: // a number or a word
			return text[bytes.IndexAny(text, ",} \t\r\n"):]
		default:
			text = text[1:]
		}
		if depth == 0 {
			return text
		}
	}
}

func skipBlanks(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r' || text[0] == '\n') {
		text = text[1:]
	}
	return text
}
