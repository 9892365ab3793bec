package shapes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eeporl/scenarios/logs/tabular"
)

// keyed are lines of pairs, as programs write them into their logs: time level action=left reward=1, or action: left, reward: 1. Each becomes an object of what
// its pairs say; a line without any stays empty, so that lines keep their numbers.
type keyed struct {
	pieces
	in      *bufio.Reader
	common  map[string]bool        // keys that most lines of pairs have
	parted  func(line string) bool // lines between blocks, such as a heading above each episode; nil for none
	block   int                    // the number of the last one
	between bool                   // the last line stood between blocks
}

// AsKeyed looks whether a text consists of such lines: at least half of the first ones have several pairs, two of their keys the same
// in most of these, and none of the others is the header of a log, or of a table of as many fields as the rows have.
func AsKeyed(in *bufio.Reader) (*keyed, bool) {
	const looked, fewest = 20, 2 // lines, pairs
	head, _ := in.Peek(Peeked)
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 && len(head) == Peeked { // the last line may be cut
		head = head[:end]
	}
	if asTable(string(head)) {
		return nil, false
	}
	lines, keyedLines := 0, 0
	met := map[string]int{}
	for line := range strings.SplitSeq(string(head), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if lines++; lines > looked {
			break
		}
		if strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			return nil, false
		}
		pairs := PairsOf(line)
		if len(pairs) < fewest {
			if tabular.LongLog.Known(strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;\t| ", c) }), nil) > 1 {
				return nil, false
			}
			continue
		}
		keyedLines++
		for _, p := range pairs {
			met[p.Name]++
		}
	}
	common := map[string]bool{}
	for name, n := range met {
		if 2*n > keyedLines {
			common[name] = true
		}
	}
	if keyedLines < 2 || 2*keyedLines < min(lines, looked) || len(common) < fewest {
		return nil, false
	}
	k := &keyed{in: in, common: common}
	k.parted = k.partedBy(string(head))
	k.fill = k.next
	return k, true
}

// asTable says whether a text begins with the header of a table: a line without pairs, and most of those below it have as many fields.
func asTable(text string) bool {
	const looked = 10
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	if len(lines) < 2 || len(PairsOf(lines[0])) > 0 {
		return false
	}
	for _, separator := range []byte(tabular.Separators) {
		s, alike := tabular.Splitter{Separator: separator}, 0
		header, bad := s.Texts([]byte(strings.TrimRight(lines[0], "\r")))
		below := lines[1:min(len(lines), looked)]
		for _, line := range below {
			if cells, worse := s.Texts([]byte(line)); worse == "" && len(cells) == len(header) {
				alike++
			}
		}
		if bad == "" && len(header) > 1 && 2*alike > len(below) {
			return true
		}
	}
	return false
}

// rowOf are the pairs of a line that is a row: it has two of the keys that most have.
func (k *keyed) rowOf(line string) []field {
	pairs, known := PairsOf(line), 0
	for _, p := range pairs {
		if k.common[p.Name] {
			known++
		}
	}
	if known < 2 {
		return nil
	}
	return pairs
}

// partedBy tells lines that stand between blocks of rows, if a text has several blocks: headings that differ in numbers alone, the
// commonest of them, or empty lines.
func (k *keyed) partedBy(text string) func(line string) bool {
	const fewest = 2
	shape := func(line string) string { return digitGroups.ReplaceAllString(strings.TrimSpace(line), "0") }
	headings, texts, above := map[string]int{}, map[string]map[string]bool{}, false
	for line := range strings.SplitSeq(text, "\n") {
		row, of := k.rowOf(line) != nil, shape(line)
		if !row && (above || of != "") {
			headings[of]++
			if texts[of] == nil {
				texts[of] = map[string]bool{}
			}
			texts[of][strings.TrimSpace(line)] = true
		}
		above = row
	}
	common, most := "", 0
	for _, heading := range slices.Sorted(maps.Keys(headings)) {
		counts := len(texts[heading]) > 1 || strings.Trim(heading, "-=*#_ ") == "" // their numbers change, or they are rules
		if n := headings[heading]; heading != "" && counts && n >= fewest && n > most {
			common, most = heading, n
		}
	}
	switch {
	case most > 0:
		return func(line string) bool { return shape(line) == common }
	case headings[""] >= fewest:
		return func(line string) bool { return strings.TrimSpace(line) == "" }
	}
	return nil
}

// PairsOf are the pairs of a line: a=1, a = 1, a: 1 or 'a': 1. Values may stand in quotes, in which a backslash takes what follows as Python does,
// or in brackets.
func PairsOf(line string) (pairs []field) {
	const blank, ends = " \t", " \t=:\"',;{}"
	if tight := strings.Fields(line); len(tight) > 1 && !slices.ContainsFunc(tight, func(word string) bool { return !tightPair.MatchString(word) }) {
		for _, word := range tight { // a:1 b:2
			name, value, _ := strings.Cut(word, ":")
			text, _ := json.Marshal(value) // a string always can
			pairs = append(pairs, field{name, text})
		}
		return pairs
	}
	before, _, braced := strings.Cut(line, "{")
	cell := braced && before != "" && strings.IndexByte(",;\t\"", before[len(before)-1]) >= 0 // a dictionary in a table's cell is no line of pairs
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, blank+"{") {
		end := strings.IndexAny(line+" ", ends)
		name, rest := line[:end], line[end:]
		if name == "" && !cell && strings.ContainsRune("'\"", rune(line[0])) { // as Python prints a dictionary
			name, rest = valueOf(line)
		}
		after := strings.TrimLeft(rest, blank)
		spaced := len(after) < len(rest)
		switch {
		case name != "" && strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") && !unicode.IsDigit([]rune(name)[0]):
			if after = after[1:]; spaced {
				after = strings.TrimLeft(after, blank)
			}
		case name != "" && !cell && !spaced && strings.HasPrefix(after, ": ") && unicode.IsLetter([]rune(name)[0]):
			after = strings.TrimLeft(after[1:], blank)
			if next := strings.IndexAny(after+" ", ends); next > 0 && strings.ContainsAny(after[next:min(next+1, len(after))], "=:") { // INFO: a=1
				line = after
				continue
			}
		default:
			line = line[max(1, strings.IndexAny(line+" ", blank+"{")):]
			continue
		}
		value, rest := valueOf(after)
		text, _ := json.Marshal(value) // a string always can
		pairs, line = append(pairs, field{name, text}), rest
	}
	return pairs
}

// tightPair is a pair around a colon, and nothing else.
var tightPair = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*:[^:/]+$`)

// nextPair is the name of a pair behind a separator.
var nextPair = regexp.MustCompile(`[,;|&][A-Za-z_][A-Za-z0-9_.-]*=`)

// valueOf is the value with which a text begins, and what follows it.
func valueOf(text string) (value, rest string) {
	const opened, closed = "\"'[({", "\"'])}"
	kind := -1
	if text != "" {
		kind = strings.IndexByte(opened, text[0])
	}
	if kind < 0 {
		end := strings.IndexAny(text+" ", " \t")
		if next := nextPair.FindStringIndex(text[:end]); next != nil {
			return text[:next[0]], text[next[0]+1:]
		}
		return strings.TrimRight(text[:end], ",;}"), text[end:]
	}
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && kind < 2 && i+1 < len(text):
			r, _, rest, err := strconv.UnquoteChar(text[i:], text[0])
			if err != nil {
				i++
				out.WriteByte(text[i])
				continue
			}
			out.WriteRune(r)
			i = len(text) - len(rest) - 1
		case c == closed[kind] && kind < 2:
			return out.String(), strings.TrimLeft(text[i+1:], ",;")
		case c == closed[kind]:
			return text[:i+1], strings.TrimLeft(text[i+1:], ",;")
		default:
			out.WriteByte(c)
		}
	}
	return text, "" // it is never closed
}

func (k *keyed) next() {
	line, err := k.in.ReadString('\n')
	k.line, k.err = k.line[:0], err
	switch pairs := k.rowOf(line); {
	case len(pairs) == 0:
		k.between = k.parted != nil && k.parted(line)
	default:
		if k.between || k.block == 0 {
			k.block++
		}
		if k.between = false; k.parted != nil {
			number, _ := json.Marshal(k.block) // an int always can
			pairs = append(pairs, field{"block", number})
		}
		k.line = object(k.line, pairs)
	}
	if strings.HasSuffix(line, "\n") {
		k.line = append(k.line, '\n')
	}
}
