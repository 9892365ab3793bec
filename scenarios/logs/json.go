package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// cutObject fills fields from one line of JSON Lines: an object of strings and numbers, named as
// the shape's columns. A null counts as a missing field.
func (l *liner) cutObject(line []byte) *problem {
	clear(l.fields[:])
	if !json.Valid(line) {
		return &problem{found: foundText(line), want: "one JSON object on its line"}
	}
	rest := skipBlanks(line)
	if rest[0] != '{' {
		return &problem{found: foundText(line), want: "one JSON object on its line"}
	}
	// From here on the line is known to be an object: only what its fields
	// are is left to find out.
	rest = skipBlanks(rest[1:])
	var seen [maxColumns]bool
	for rest[0] != '}' {
		name, after := jsonString(rest)
		column := l.index(name)
		if column < 0 && l.shape == longLog {
			if rest = skipBlanks(skipValue(skipBlanks(skipBlanks(after)[1:]))); rest[0] == ',' {
				rest = skipBlanks(rest[1:])
			}
			continue
		}
		if column < 0 {
			return &problem{found: "the field " + foundText(name), want: "one of " + strings.Join(l.names, ", ")}
		}
		if seen[column] {
			return &problem{found: "the field " + l.names[column] + " again", want: "every field once"}
		}
		seen[column] = true
		rest = skipBlanks(skipBlanks(after)[1:]) // over the colon
		var ok bool
		if l.fields[column], rest, ok = jsonValue(rest); !ok {
			return &problem{"field " + l.names[column], foundText(rest), "a string or a number"}
		}
		if rest = skipBlanks(rest); rest[0] == ',' {
			rest = skipBlanks(rest[1:])
		}
	}
	return nil
}

// jsonValue reads a value of valid JSON; ok says whether it is a string, a
// number or null, whose text is nil.
func jsonValue(text []byte) (value, rest []byte, ok bool) {
	switch c := text[0]; {
	case c == '"':
		value, rest = jsonString(text)
		return value, rest, true
	case c == '-' || c >= '0' && c <= '9':
		end := bytes.IndexAny(text, ",} \t\r\n")
		return text[:end], text[end:], true
	case c == 'n':
		return nil, text[len("null"):], true
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
