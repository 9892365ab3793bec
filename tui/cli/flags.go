package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// value is a flag whose text a parser accepts or refuses. The parser's error
// says what it expected.
type value[T any] struct {
	target *T
	text   string // as written; at first the default
	kind   string // what help calls it
	joins  string // stands between the texts of a flag that comes again and adds to what it said; "" where the last one counts
	given  bool
	parse  func(string) (T, error)
}

func (v *value[T]) String() string { return v.text }
func (v *value[T]) Type() string   { return v.kind }

func (v *value[T]) Set(text string) error {
	x, err := v.parse(text)
	if err != nil {
		return err
	}
	if v.joins != "" && v.given {
		text = v.text + v.joins + text
	}
	*v.target, v.text, v.given = x, text, true
	return nil
}

// addFlag defines a flag. The default must parse, unless it is "": then the
// flag's target stays as it is until the flag is given. Words that are too many for a line are listed in the usage.
func addFlag[T any](flags *pflag.FlagSet, target *T, name, shorthand, preset, kind, usage string, parse func(string) (T, error)) *value[T] {
	kind, usage = listedWords(kind, usage)
	v := &value[T]{target: target, text: preset, kind: kind, parse: parse}
	if preset != "" {
		if err := v.Set(preset); err != nil {
			panic("cli: default of --" + name + ": expected " + err.Error())
		}
	}
	flags.VarP(v, name, shorthand, usage)
	v.given = false
	return v
}

// widestKind is how much of a line of 80 columns a flag leaves for the words that it takes.
const widestKind = 56

// listedWords lists the words that a flag takes in its usage, where they are too many for a line.
func listedWords(kind, usage string) (string, string) {
	if len(kind) > widestKind {
		return "NAME", usage + ": " + strings.ReplaceAll(kind, "|", ", ")
	}
	return kind, usage
}

// maxHorizon bounds H: planning takes time and memory for every step.
const maxHorizon = 1_000_000

// maxSpeed is the highest speed; an hour's pause takes some milliseconds at it.
const maxSpeed = 1e6

func parseSpeed(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x <= maxSpeed) {
		return 0, fmt.Errorf("a number above 0 and at most %g", maxSpeed)
	}
	return x, nil
}

// parseNames reads names with commas between them; a name that holds one stands in double quotes,
// as in CSV.
func parseNames(text string) ([]string, error) {
	lines := csv.NewReader(strings.NewReader(text))
	lines.TrimLeadingSpace = true
	fields, err := lines.Read()
	if _, more := lines.Read(); err != nil || more != io.EOF {
		return nil, errors.New("different names with commas between them")
	}
	var all []string
	for _, field := range fields {
		name := strings.TrimSpace(field)
		if name == "" || slices.Contains(all, name) {
			return nil, errors.New("different names with commas between them")
		}
		if printable.Fault(name) != "" {
			return nil, errors.New("names of printable text")
		}
		all = append(all, name)
	}
	return all, nil
}

// namesText writes names as parseNames reads them.
func namesText(names []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // a builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// columnsFlag says what a log calls its columns.
func columnsFlag(f *pflag.FlagSet, columns *map[string]string) {
	addFlag(f, columns, "columns", "", "", "episode=NAME,...", "what the log calls its columns, where not as here", func(text string) (map[string]string, error) {
		more, err := parseColumns(text)
		for ours, theirs := range *columns { // the flag may come again
			if more != nil && more[ours] == "" {
				more[ours] = theirs
			}
		}
		return more, err
	}).joins = ","
}

// rowFlags say which rows of a log count, and what it writes where a value is not known.
func rowFlags(f *pflag.FlagSet, d *logs.Declared) {
	addFlag(f, &d.Only, "only", "", "", "COLUMN=VALUE", "which rows of a log count: those with a value in a column, COLUMN!=VALUE for those without it, VALUE|VALUE for several, or all; may come again, and then all have to hold", func(text string) (string, error) {
		for condition := range strings.SplitSeq(text, logs.AndRows) {
			if column, _, is := strings.Cut(condition, "="); text != logs.AllRows && (!is || strings.TrimSuffix(column, "!") == "") {
				return "", errors.New("COLUMN=VALUE, COLUMN!=VALUE or " + logs.AllRows)
			}
		}
		if d.Only != "" && d.Only != logs.AllRows && text != logs.AllRows {
			text = d.Only + logs.AndRows + text
		}
		return text, nil
	}).joins = logs.AndRows
	addFlag(f, &d.Missing, "missing", "", "", "action=CODE,...", "what says that an action, a reward or an observation is not known, beside NA and its like; CODE alone of all three; may come again", func(text string) ([]string, error) {
		more, err := parseNames(text)
		return append(slices.Clone(d.Missing), more...), err
	}).joins = ","
	addFlag(f, &d.Worth, "worth", "", "", "WORD=X,...", "what words in the column of rewards are worth, as win=1,loss=0", parseNames)
	addFlag(f, &d.Idle, "blank-action", "", "", "NAME", "what was done in a row without an action (default: that is not known)", func(text string) (string, error) {
		if strings.TrimSpace(text) == "" {
			return "", errors.New("the name of an action")
		}
		return text, nil
	})
	addFlag(f, &d.Blank, "blank-reward", "", "", "X", "what a row without a reward earned (default: that is not known)", func(text string) (*float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil, errors.New("a number")
		}
		return &x, nil
	})
}

func perFileFlag(f *pflag.FlagSet, perFile *bool) {
	f.BoolVar(perFile, "episode-per-file", false, "each file of a long log is one episode")
}

func unsortedFlag(f *pflag.FlagSet, unsorted *bool) {
	f.BoolVar(unsorted, "unsorted", false, "rows of a long log stand in any order: read it whole and sort it first")
}

func absorbingFlag(f *pflag.FlagSet, absorbing *bool) {
	f.BoolVar(absorbing, "absorbing", false, "what ends an episode early leads to a state in which nothing is earned: rows after it, with the observation "+logs.Ended+", up to the longest episode")
}

func skipBadFlag(f *pflag.FlagSet, skipBad *bool) {
	f.BoolVar(skipBad, "skip-bad", false, "leave bad rows out and say which, instead of failing at the first")
}

// columnsText writes columns as parseColumns reads them.
func columnsText(columns map[string]string) string {
	var out []string
	for _, ours := range tabular.Columns() {
		if theirs := columns[ours]; theirs != "" {
			out = append(out, ours+"="+theirs)
		}
	}
	return strings.Join(out, ",")
}

// parseColumns reads what a log calls its columns. A column of the log may serve twice.
func parseColumns(text string) (map[string]string, error) {
	out := map[string]string{}
	r := csv.NewReader(strings.NewReader(text))
	r.LazyQuotes = true
	fields, err := r.Read()
	if err != nil {
		fields = []string{""}
	}
	for _, field := range fields {
		ours, theirs, ok := strings.Cut(field, "=")
		if ours, theirs = strings.TrimSpace(ours), strings.TrimSpace(theirs); !ok || theirs == "" || out[ours] != "" || !slices.Contains(tabular.Columns(), ours) {
			return nil, fmt.Errorf("such as episode=student,action=act, with names out of %s; observation=cue+side joins columns, observation=none says that there is none", strings.Join(tabular.Columns(), ", "))
		}
		out[ours] = theirs
	}
	return out, nil
}

func parsePositive(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || math.IsInf(x, 0) {
		return 0, errors.New("a positive number")
	}
	return x, nil
}
