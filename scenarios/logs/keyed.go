package logs

import (
	"bufio"
	"encoding/json"
	"strings"
)

// keyed are lines of pairs, as programs write them into their logs: time level action=left reward=1. Each becomes an object of what
// its pairs say; a line without any stays empty, so that lines keep their numbers.
type keyed struct {
	pieces
	in *bufio.Reader
}

// asKeyed looks whether a text consists of such lines: the first of them have several pairs of the same keys.
func asKeyed(in *bufio.Reader) (*keyed, bool) {
	const looked, fewest = 5, 2 // lines, pairs
	head, _ := in.Peek(peeked)
	lines, keys := 0, ""
	for line := range strings.SplitSeq(string(head), "\n") {
		pairs := pairsOf(line)
		if strings.TrimSpace(line) == "" {
			continue
		}
		var names []string
		for _, p := range pairs {
			names = append(names, p.name)
		}
		if len(pairs) < fewest || lines > 0 && strings.Join(names, " ") != keys {
			break
		}
		keys = strings.Join(names, " ")
		if lines++; lines == looked {
			break
		}
	}
	if lines < 2 {
		return nil, false
	}
	k := &keyed{in: in}
	k.fill = k.next
	return k, true
}

// pairsOf are the pairs of a line, whose values may stand in double quotes.
func pairsOf(line string) (pairs []field) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " \t") {
		word, rest := line, ""
		if end := strings.IndexAny(line, " \t"); end >= 0 {
			word, rest = line[:end], line[end:]
		}
		name, value, is := strings.Cut(word, "=")
		switch {
		case !is || name == "" || strings.ContainsAny(name, "\",;{}"):
			line = rest
			continue
		case strings.HasPrefix(value, `"`):
			quoted := line[len(name)+1:]
			end := strings.IndexByte(quoted[1:], '"')
			if end < 0 {
				return pairs
			}
			value, rest = quoted[1:end+1], quoted[end+2:]
		default:
			value = strings.TrimRight(value, ",;")
		}
		text, _ := json.Marshal(value) // a string always can
		pairs, line = append(pairs, field{name, text}), rest
	}
	return pairs
}

func (k *keyed) next() {
	line, err := k.in.ReadString('\n')
	k.line, k.err = k.line[:0], err
	if pairs := pairsOf(line); len(pairs) > 0 {
		k.line = object(k.line, pairs)
	}
	if strings.HasSuffix(line, "\n") {
		k.line = append(k.line, '\n')
	}
}
