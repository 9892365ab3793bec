package logs

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/npz"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// Format is how a log is written.
type Format string

// The formats. An Array holds the indices of a triple table.
const (
	CSV       Format = "csv"
	TSV       Format = "tsv"
	JSONLines Format = "jsonl"
	Array     Format = "npy"
)

// WriteOptions say what to write. The zero value is a triple table in CSV.
type WriteOptions struct {
	Format Format // "" stands for CSV
	// Long writes a row for every step of every episode instead of a triple for
	// each.
	Long bool
	// Names writes actions and observations by name and reward levels by value. Without it they are
	// indices, but for kinds of which an index would be read as the name of another.
	Names bool
	// Episodes is how many triples an array will have: its header says so.
	Episodes uint64
}

// LogWriter writes a log, a row per episode or per step.
type LogWriter struct {
	out   *bufio.Writer
	sizes pomdp.Sizes
	*lineForm
	actions, observations, rewards []string // as they stand in a row
	row                            []byte
	episodes, due                  uint64 // of an array
}

// NewWriter writes a log's header to w. It is an error if a name would be read back as something
// else, or if o asks for an array with Long or Names. The caller has to Flush at the end.
func NewWriter(w io.Writer, m *pomdp.POMDP, o WriteOptions) (*LogWriter, error) {
	n := m.Sizes()
	l := &LogWriter{out: bufio.NewWriterSize(w, 1<<16), sizes: n}
	if o.Format == Array {
		return l, l.beginArray(o)
	}
	l.lineForm = newLineForm(o)
	spec := m.Spec()
	v := newVocabularies(Declared{Like: m}.WithModel())
	for _, kind := range []struct {
		to    *[]string
		v     *vocabulary
		names []string
	}{{&l.actions, &v[coded.Action], spec.Actions}, {&l.observations, &v[coded.Observation], spec.Observations}, {&l.rewards, &v[coded.Reward], levelTexts(spec.Rewards)}} {
		*kind.to = pomdp.Indices(len(kind.names))
		if !o.Names && !kind.v.confused() || kind.v.kind == coded.Reward && kind.v.alike() {
			continue
		}
		if kind.v.kind == coded.Reward { // numbers in every format
			*kind.to = kind.names
			continue
		}
		var err error
		if *kind.to, err = l.names(kind.names); err != nil {
			return nil, err
		}
	}
	_, err := l.out.WriteString(l.header)
	return l, err
}

// Write adds an episode to a triple table.
func (l *LogWriter) Write(c pomdp.Cell) error {
	if l.lineForm == nil {
		return l.writeRecord(c)
	}
	b := append(l.row[:0], l.before[0]...)
	b = append(b, l.actions[c.Actions[0]]...)
	for i, outcome := range c.Outcomes {
		z, r := l.sizes.OutcomeAt(outcome)
		b = append(append(b, l.before[3*i+1]...), l.observations[z]...)
		b = append(append(b, l.before[3*i+2]...), l.rewards[r]...)
		b = append(append(b, l.before[3*i+3]...), l.actions[c.Actions[i+1]]...)
	}
	l.row = append(b, l.end...)
	_, err := l.out.Write(l.row)
	return err
}

// WriteEpisode adds all steps of an episode to a long log: row t holds a_t, r_t
// and z_{t+1}.
func (l *LogWriter) WriteEpisode(e pomdp.Episode) error {
	for i, step := range e.Steps {
		b := strconv.AppendUint(append(l.row[:0], l.before[tabular.Episode]...), e.Index, 10)
		b = strconv.AppendInt(append(b, l.before[tabular.Step]...), int64(i+1), 10)
		b = append(append(b, l.before[tabular.Action]...), l.actions[step.Action.Value]...)
		b = append(append(b, l.before[tabular.Reward]...), l.rewards[step.Reward.Value]...)
		b = append(append(b, l.before[tabular.Observation]...), l.observations[step.Observation.Value]...)
		l.row = append(b, l.end...)
		if _, err := l.out.Write(l.row); err != nil {
			return err
		}
	}
	return nil
}

// Flush writes what is still buffered. An array must have got all its rows.
func (l *LogWriter) Flush() error {
	if l.episodes != l.due {
		return errors.Join(l.out.Flush(), fmt.Errorf("found %d rows for an array, expected %d", l.episodes, l.due))
	}
	return l.out.Flush()
}

// confused says whether some index would be read as the declared name of another symbol.
func (v *vocabulary) confused() bool {
	for i := range v.declared {
		if at, ok := v.index[strconv.Itoa(i)]; ok && at >= 0 && at != i {
			return true
		}
	}
	return false
}

// alike says whether two levels have one value, so that it tells neither.
func (v *vocabulary) alike() bool {
	for _, at := range v.index {
		if at < 0 {
			return true
		}
	}
	return false
}

// lineForm is what stands around the entries of a line.
type lineForm struct {
	format Format
	header string
	before []string // [column]
	end    string
}

func newLineForm(o WriteOptions) *lineForm {
	columns := tabular.TableColumns()[:tabular.Count]
	if o.Long {
		columns = tabular.LongColumns()
	}
	if o.Format == JSONLines {
		f := &lineForm{format: o.Format, end: "}\n"}
		for i, name := range columns {
			f.before = append(f.before, fmt.Sprintf(`%s"%s":`, []string{"{", ","}[min(i, 1)], name))
		}
		return f
	}
	separator := ","
	if o.Format == TSV {
		separator = "\t"
	}
	f := &lineForm{format: o.Format, header: strings.Join(columns, separator) + "\n", end: "\n"}
	for i := range columns {
		f.before = append(f.before, []string{"", separator}[min(i, 1)])
	}
	return f
}

// names returns names as they are written in a row; it fails for one that a log
// cannot hold.
func (f *lineForm) names(names []string) ([]string, error) {
	texts := make([]string, len(names))
	for i, name := range names {
		if strings.ContainsAny(name, "\r\n") {
			return nil, fmt.Errorf("found the name %q, expected one that a log can hold: no line end", name)
		}
		var err error
		if texts[i], err = f.quoted(name); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

func (f *lineForm) quoted(name string) (string, error) {
	switch {
	case f.format == JSONLines:
		text, err := json.Marshal(name)
		return string(text), err
	case strings.ContainsAny(name, ",\t\"") || strings.HasPrefix(name, "#") || strings.Trim(name, tabular.Blanks) != name:
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`, nil
	}
	return name, nil
}

// beginArray writes the header of an npy file.
func (l *LogWriter) beginArray(o WriteOptions) error {
	switch {
	case o.Long:
		return fmt.Errorf("found an array of steps, expected one of triples")
	case o.Names:
		return fmt.Errorf("found names for an array, expected indices")
	}
	l.due = o.Episodes
	_, err := l.out.Write(npz.AppendHeader(nil, l.entryType(), fmt.Sprintf("%d, %d", o.Episodes, coded.Slots)))
	return err
}

// wide says that entries do not fit a byte.
func (l *LogWriter) wide() bool { return max(l.sizes.A, l.sizes.Z, l.sizes.R) > math.MaxUint8+1 }

func (l *LogWriter) entryType() string {
	if l.wide() {
		return "<u2" // indices are below maxIndex
	}
	return "|u1"
}

func (l *LogWriter) writeRecord(c pomdp.Cell) error {
	entries := [coded.Slots]int{c.Actions[0]}
	for i, outcome := range c.Outcomes {
		z, r := l.sizes.OutcomeAt(outcome)
		entries[3*i+1], entries[3*i+2], entries[3*i+3] = z, r, c.Actions[i+1]
	}
	b := l.row[:0]
	for _, x := range entries {
		if l.wide() {
			b = binary.LittleEndian.AppendUint16(b, uint16(x))
		} else {
			b = append(b, byte(x))
		}
	}
	l.row = b
	l.episodes++
	_, err := l.out.Write(b)
	return err
}
