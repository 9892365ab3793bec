package logs

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// vocabulary knows how the entries of one kind are written. The workers share it.
type vocabulary struct {
	kind     coded.Kind
	declared []string       // names or, for reward levels, values as they are written
	index    map[string]int // number of a declared name; −1 where several levels have one value
	absent   bool           // the log has no such column: there is one symbol
	met      bool           // a log was opened that tells so
	settled  *meaning       // what entries mean, where that is known: then an entry is a symbol
	found    names          // that nobody declared
}

// vocabularies are those of the three kinds.
type vocabularies [coded.Kinds]vocabulary

func newVocabularies(d Declared) *vocabularies {
	v := new(vocabularies)
	for k, declared := range [coded.Kinds][]string{coded.Action: d.Actions, coded.Observation: d.Observations, coded.Reward: levelTexts(d.Rewards)} {
		v[k].kind, v[k].declared, v[k].index = coded.Kind(k), declared, map[string]int{}
		for i, name := range declared {
			v[k].name(name, i)
		}
		for i, name := range declared { // 1.0 and 1 are one number, unless both are declared
			if text, _ := asNumber([]byte(name), coded.Kind(k), false); text != name {
				v[k].name(text, i)
			}
		}
	}
	return v
}

// name notes a declared name. The first of two equal names counts; of two equal levels none does.
func (v *vocabulary) name(text string, i int) {
	text = norm.NFC.String(text)
	if was, twice := v.index[text]; !twice {
		v.index[text] = i
	} else if v.kind == coded.Reward && was != i {
		v.index[text] = -1
	}
}

func levelTexts(values []float64) []string {
	if values == nil {
		return nil
	}
	texts := make([]string, len(values))
	for i, x := range values {
		texts[i] = numberText(x)
	}
	return texts
}

// names are the names of a kind that nobody declared, in the order in which workers met them.
type names struct {
	sync.RWMutex
	number map[string]int
	texts  []string
	full   bool
}

// add is the number of a name; false where there are too many.
func (n *names) add(text string) (number int, ok bool) {
	n.RLock()
	number, ok = n.number[text]
	n.RUnlock()
	if ok {
		return number, true
	}
	n.Lock()
	defer n.Unlock()
	if number, ok = n.number[text]; ok {
		return number, true
	}
	if n.full = len(n.texts) >= tabular.MaxIndex; n.full {
		return 0, false
	}
	if n.number == nil {
		n.number = map[string]int{}
	}
	n.number[text] = len(n.texts)
	n.texts = append(n.texts, text)
	return len(n.texts) - 1, true
}

// entryReader reads the entries of one kind for one decoder.
type entryReader struct {
	*vocabulary
	comma bool                   // decimals have a comma
	limit int                    // integers below it are entries without looking further
	known map[string]coded.Entry // fields that were read before
}

// mostKnown bounds what a reader remembers.
const mostKnown = 1 << 14

func (v *vocabularies) readers(comma bool) (r [coded.Kinds]entryReader) {
	for k := range r {
		r[k] = entryReader{vocabulary: &v[k], comma: comma, limit: tabular.MaxIndex, known: map[string]coded.Entry{}}
		switch {
		case v[k].settled != nil && v[k].settled.integers == nil:
			r[k].limit = v[k].settled.size
		case v[k].settled != nil:
			r[k].limit = 0
		case v[k].declared != nil:
			r[k].limit = min(tabular.MaxIndex, len(v[k].declared))
		}
	}
	return r
}

// read is the entry of a field, or what was expected there. Fields that say that nothing is known
// are missing.
func (r *entryReader) read(field []byte) (e coded.Entry, want string) {
	if r.absent {
		return r.nothing(), ""
	}
	if n, integer := tabular.ParseIndex(field); integer && n < r.limit {
		return coded.Entry(n), ""
	}
	if e, ok := r.known[string(field)]; ok {
		return e, ""
	}
	if e, want = r.look(field, r.comma); want == "" && len(r.known) < mostKnown {
		r.known[string(field)] = e
	}
	return e, want
}

// nothing is the entry of a kind for which a log has no column: the only symbol, or, where others are
// declared, one that is not known.
func (v *vocabulary) nothing() coded.Entry {
	if len(v.declared) > 1 {
		return coded.Missing
	}
	return 0
}

// look reads a field that needs a second look.
func (v *vocabulary) look(field []byte, comma bool) (e coded.Entry, want string) {
	field = norm.NFC.Bytes(field) // an ö may be written as one letter or as two
	if v.settled != nil {
		return v.settled.look(v, field, comma)
	}
	text, number := canonical(field, v.kind, comma)
	n, integer := tabular.ParseIndex([]byte(text))
	integer = integer && n < tabular.MaxIndex
	i, declared := v.lookup(field, comma)
	switch {
	case declared && i >= 0 && integer && v.index[text] == i: // of -0 and 0, both declared, -0 is no index
		return coded.Entry(n), "" // a name or an index: all entries together tell
	case declared && i >= 0:
		return coded.Entry(-1 - i), ""
	case tabular.IsMissing(field) || v.kind == coded.Reward && tabular.IsNoNumber(field):
		return coded.Missing, ""
	case v.kind == coded.Reward && !number:
		if v.declared == nil {
			return 0, wantNumber(field)
		}
		return 0, "a number: " + v.want() + wordsWorth(field)
	case v.declared != nil && integer && n < len(v.declared):
		return coded.Entry(n), ""
	case v.declared != nil:
		return 0, v.want()
	case integer:
		return coded.Entry(n), ""
	}
	if bad := printable.Fault(text); bad != "" {
		return 0, "printable text, without " + bad
	}
	if i, declared = v.found.add(text); !declared {
		return 0, fmt.Sprintf("no more than %d different %ss", tabular.MaxIndex, v.kind.Noun())
	}
	return coded.Entry(-1 - i), ""
}

// lookup is the number of a declared name, as it is written or as a number is.
func (v *vocabulary) lookup(field []byte, comma bool) (i int, ok bool) {
	if i, ok = v.index[string(field)]; !ok && v.declared != nil {
		text, _ := asNumber(field, v.kind, comma)
		i, ok = v.index[text]
	}
	return i, ok
}

// text is how an entry was written.
func (v *vocabulary) text(e coded.Entry) string {
	switch i := int(-1 - e); {
	case e >= 0:
		return strconv.Itoa(int(e))
	case v.declared != nil:
		return v.declared[i]
	default:
		return v.found.texts[i]
	}
}

func (v *vocabulary) want() string {
	out := ""
	if v.kind == coded.Reward {
		out = "; --columns reward=none leaves rewards out"
	}
	return fmt.Sprintf("one of %s, or an index 0 to %d%s", printable.List(v.declared, printable.Names, ""), len(v.declared)-1, out)
}

// canonical is a field as it is compared with others. Rewards of 10, 10.0 and 1e1 are one number. Among names 10 and 10.0
// are, too, as programs add the zero; but 1.1 and 1.10 may be an exercise's first part and its tenth.
func canonical(field []byte, k coded.Kind, comma bool) (text string, number bool) {
	if k != coded.Reward && !comma && !isWhole(field) {
		_, number = tabular.ParseNumber(field, comma)
		return string(field), number
	}
	return asNumber(field, k, comma)
}

// isWhole says whether a field is a whole number without an exponent; zeros may stand behind a point.
func isWhole(field []byte) bool {
	digits, zeros, _ := strings.Cut(strings.TrimPrefix(string(field), "-"), ".")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && strings.Trim(zeros, "0") == ""
}

// asNumber is a field as the number that it is, if it is one. Leading zeros belong to a name, but not to a
// reward; true and false are rewards of 1 and 0.
func asNumber(field []byte, k coded.Kind, comma bool) (text string, number bool) {
	if k == coded.Reward {
		switch string(field) {
		case "true", "True", "TRUE":
			return "1", true
		case "false", "False", "FALSE":
			return "0", true
		}
	}
	x, ok := tabular.ParseNumber(field, comma)
	if !ok || k != coded.Reward && (padded(field) || long(field)) {
		return string(field), ok
	}
	return numberText(x), true
}

// padded says whether a number begins with a zero that it does not need.
func padded(field []byte) bool {
	digits := strings.TrimLeft(string(field), "+-")
	return len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'
}

// long says whether a number has more digits than can be told apart, as numbers that are keys have. Zeros around them and
// an exponent do not count.
func long(field []byte) bool {
	const digits = 15
	if e := bytes.IndexAny(field, "eE"); e >= 0 {
		field = field[:e]
	}
	if bytes.ContainsAny(field, ".,") {
		field = bytes.TrimRight(field, "0")
	}
	return len(bytes.TrimLeft(bytes.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, field), "0")) > digits
}

// numberText is how a number is written.
func numberText(x float64) string {
	if x == 0 {
		return "0"
	}
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// foundText shows a field in an error.
func foundText(field []byte) string {
	const shown = 40
	if field == nil {
		return "no field"
	}
	if len(field) > shown {
		return strconv.Quote(string(field[:shown])) + "…"
	}
	return strconv.Quote(string(field))
}
