package tabular

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseCount reads how often a triple occurred; want says what is expected of a field that is no such number.
func ParseCount(field []byte) (count float64, want string) {
	count, err := strconv.ParseFloat(string(field), 64)
	if err != nil || !(count >= 0) || math.IsInf(count, 0) {
		return 0, "a number of episodes, finite and not negative"
	}
	if count >= 1<<53 && len(bytes.Trim(field, "0123456789")) == 0 && strconv.FormatFloat(count, 'f', 0, 64) != string(bytes.TrimLeft(field, "0")) {
		return 0, "a number of episodes that a float64 holds to the unit, as all below 2^53 are"
	}
	return count, ""
}

// StepWords stand before the number of a step, or none does, as in T3, week 2, Visit-1, trial_07 or #4, and in the names of columns that
// hold what was at one: trial1_choice.
var StepWords = []string{"", "day", "decision", "item", "iteration", "m", "mo", "month", "move", "occasion", "period", "q", "quarter", "round", "s", "session", "stage", "step", "t",
	"time", "timepoint", "timestep", "tp", "trial", "turn", "v", "visit", "w", "wave", "week", "wk"}

// afterWord is what follows the word before a step's number; the field itself where there is none.
func afterWord(field []byte) []byte {
	word := bytes.TrimRightFunc(field, func(r rune) bool { return r >= '0' && r <= '9' })
	bare := bytes.TrimRight(word, " _-#:")
	if len(word) == 0 || len(word) == len(field) || !slices.Contains(StepWords, string(bytes.ToLower(bare))) {
		return field
	}
	switch between := string(word[len(bare):]); {
	case strings.HasSuffix(between, " -"): // week -4 is before week 0
		return field[len(word)-1:]
	case between == "-" && len(bare) == 1: // T-3 may be before T or after it
		return field
	}
	return field[len(word):]
}

// ParseStep reads a step of a long log: a whole number, which may be written 1.0 or 1e0, after a word, or as 1/12 of all.
func ParseStep(field []byte, comma bool) (n int64, ok bool) {
	const digits = 18 // fit an int64
	if at := bytes.IndexByte(field, '/'); at > 0 {
		step, ok := ParseIndex(field[:at])
		all, of := ParseIndex(field[at+1:])
		return int64(step), ok && of && step <= all
	}
	if len(field) > 0 && (field[0] > '9' || field[0] == '#') {
		field = afterWord(field)
	}
	for i, c := range field {
		if c < '0' || c > '9' || i == digits {
			x, ok := ParseNumber(field, comma)
			return int64(x), ok && x == math.Trunc(x) && x >= 0 && x < 1<<53
		}
		n = n*10 + int64(c-'0')
	}
	return n, len(field) > 0
}

// ParseIndex reads a non-negative integer written without sign or leading zeros. A number of
// maxIndex or more may come back cut off, but never below maxIndex.
func ParseIndex(field []byte) (n int, ok bool) {
	if len(field) == 0 || len(field) > 1 && field[0] == '0' {
		return 0, false
	}
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n < MaxIndex {
			n = n*10 + int(c-'0')
		}
	}
	return n, true
}

// minus is the sign as people who set type write it.
const minus = "−"

// ParseNumber reads a finite decimal number. Where decimals have a comma, a point stands between
// thousands.
func ParseNumber(field []byte, comma bool) (x float64, ok bool) {
	if len(field) > 0 && (field[0] == ' ' || field[len(field)-1] == ' ') { // as quotes keep them
		field = bytes.TrimSpace(field)
	}
	if len(field) > 0 && field[0] >= utf8.RuneSelf {
		if rest, is := bytes.CutPrefix(field, []byte(minus)); is && len(rest) > 0 && rest[0] != '-' && rest[0] != '+' {
			field = append([]byte{'-'}, rest...)
		}
	}
	if len(field) == 0 || len(bytes.Trim(field[:1], "+-.,0123456789")) > 0 || bytes.ContainsAny(field, "xXpP_nN") {
		return 0, false
	}
	text := string(field)
	if comma {
		whole, rest, _ := strings.Cut(text, ",")
		groups := strings.Split(strings.TrimLeft(whole, "+-"), ".")
		for i, g := range groups {
			if len(groups) > 1 && (len(g) != 3 && i > 0 || len(g) > 3 || g == "") {
				return 0, false // a point that stands not between thousands
			}
		}
		text = strings.ReplaceAll(whole, ".", "")
		if rest != "" {
			text += "." + rest
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// Rounded is a number with so many significant digits.
func Rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}

var (
	amount    = regexp.MustCompile(`^\(?[-+–]?[$€£¥]? ?[-+–]?([0-9][0-9.,   ]*[0-9]|[0-9])( ?[%°€£¥]| ?°[CFK]| [A-Za-z°/%]{1,5}|-)?\)?$`)
	within    = regexp.MustCompile(`^(?:\[|(?:np\.|numpy\.)?(?:float|int)[0-9]*\(|tensor\(|array\()+\s*([-+]?[0-9]+\.?[0-9]*(?:[eE][-+]?[0-9]+)?)\s*[])]+$`)
	cents     = regexp.MustCompile(`^[0-9]+,[0-9]{1,2}$`)
	thousands = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?$`)
)

// NumberIn is the number in a text that says more than that: with a currency, a unit, brackets, or commas between thousands; as
// [1.] and np.float64(1.0) say it.
func NumberIn(text string) (digits string, ok bool) {
	if m := within.FindStringSubmatch(text); m != nil { // as numpy and torch print one
		return m[1], true
	}
	m := amount.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	digits = strings.NewReplacer(" ", "", " ", "", " ", "").Replace(m[1])
	if cents.MatchString(digits) {
		digits = strings.Replace(digits, ",", ".", 1)
	}
	if thousands.MatchString(digits) {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	if strings.HasPrefix(text, "(") || strings.ContainsAny(text, "-–") { // as accounts have losses
		digits = "-" + digits
	}
	_, ok = ParseNumber([]byte(digits), false)
	return digits, ok && digits != text
}

// MaxIndex bounds the indices of a log and the names of a kind: one huge index would otherwise ask
// for tables of its size, and a column of free text for a name a row.
const MaxIndex = 10_000
