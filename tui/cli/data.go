package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs"
)

// dataSource is what a command learns from: logs or counts files, and what is
// declared about their symbols.
type dataSource struct {
	paths         []string
	like          string
	logs.Declared // its bins are those of the model that --like names
	windows       bool
	skipBad       bool
	bins          binning
	allowUnseen   bool // symbols that never occur are learned and planned with
	short         bool // a log need not have a triple: whole episodes are learned from
	allowRepeats  bool
}

const logForms = `A log is a triple table with the header a1,z2,r2,a2,z3,r3,a3,z4,r4,a4 and optionally count,
or a long log with the columns episode,step,action,reward,observation, which --columns may
call otherwise, join or do without, and any others (--columns probability=NAME: how probable
the row's action was, to judge a policy by; end=NAME: true in an episode's last row, and begin=NAME
in its first; before=NAME: what was seen before the action, and not after it;
earned=NAME: what the row above earned, and not the row's own action); as CSV with commas, semicolons or tabs,
JSON, or an npy array, packed with gzip or Zstandard or not: its content tells. z2 is what
was seen after a1, and r2 what a2 earned. Entries are indices if they are 0, 1, … without a
gap, or else names; numbers of which there are too many are put into bins. Nothing, NA, NaN
and their like say that a value is not known, --missing names other codes; --only says which rows
count. - reads stdin.`

func (d *dataSource) addFlags(f *pflag.FlagSet, like string) {
	f.StringVar(&d.like, "like", "", like)
	addFlag(f, &d.Actions, "actions", "", "", "a,b,...", "names of the actions", parseNames)
	addFlag(f, &d.Observations, "observations", "", "", "a,b,...", "names of the observations", parseNames)
	addFlag(f, &d.Rewards, "rewards", "", "", "v0,v1,...", "values of the reward levels", model.ParseNumbers)
	columnsFlag(f, &d.Columns)
	rowFlags(f, &d.Declared)
	f.BoolVar(&d.windows, "windows", false, "count every window of four steps of long episodes, not only the first")
	allowRepeatsFlag(f, &d.allowRepeats)
	unsortedFlag(f, &d.Unsorted)
	absorbingFlag(f, &d.Absorbing)
	perFileFlag(f, &d.EpisodePerFile)
	addFlag(f, &d.bins, "bins", "", "", "reward=5,...", "how many bins the numbers of a kind are put into, where there are too many to be symbols; observation=COLUMN:8, reward=none", parseBins)
	f.BoolVar(&d.allowUnseen, "allow-unseen", false, "learn and plan with what is declared though it never occurs in the data, too")
	skipBadFlag(f, &d.skipBad)
}

// namesOfSources are the names of logs, as messages have them.
func namesOfSources(sources []logs.Source) string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	return pathsText(names)
}

// ofLogs is an option that says how the rows of a log are meant; "" where none was given.
func (d *dataSource) ofLogs() string {
	for _, x := range []struct {
		flag  string
		given bool
	}{
		{"columns", d.Columns != nil}, {"windows", d.windows}, {"unsorted", d.Unsorted}, {"absorbing", d.Absorbing}, {"episode-per-file", d.EpisodePerFile},
		{"bins", d.bins.text != ""}, {"skip-bad", d.skipBad}, {"only", d.Only != ""}, {"missing", d.Missing != nil}, {"worth", d.Worth != nil}, {"blank-action", d.Idle != ""}, {"blank-reward", d.Blank != nil},
	} {
		if x.given {
			return x.flag
		}
	}
	return ""
}

// dataset is the counts that a dataSource gave, and what is to be said about them.
type dataset struct {
	*counts.Table
	name  string // of the data, in errors
	files int    // that these come from
	bad   []logs.BadRow
	// repeated says which data were counted twice, unless that was allowed.
	repeated []string
	once     bool              // data that are counted twice are told
	options  logs.Options      // as the log was read
	names    []finding.Finding // what was read off it
	// symbols say what the entries of a log mean; nil where counts files took part.
	symbols *logs.Symbols
	log     *logs.Log     // what the logs say of themselves; nil without any
	read    logs.Read     // what became of its rows, once whole episodes were read
	fewer   *fewerSymbols // nil where all that is declared occurs
}

// readData reads logs and counts files as if they were one log.
func (a *app) readData(ctx context.Context, d dataSource, like *pomdp.POMDP) (*dataset, error) {
	declared := d.Declared
	declared.Like = like
	out := &dataset{name: pathsText(d.paths), files: len(d.paths)}
	var sources []logs.Source
	var tables []counts.Named
	repeated := newRepeats()
	for _, path := range d.paths {
		twice := repeated.file(path)
		f, err := a.openData(path)
		if err != nil {
			return nil, err
		}
		defer f.close()
		if f.table != nil {
			t := counts.Named{File: f.source.Name, Table: f.table}
			if tables = append(tables, t); !twice {
				repeated.table(t)
			}
		} else {
			sources = append(sources, f.source)
		}
	}
	if out.once = !d.allowRepeats; out.once {
		out.repeated = repeated.lines()
	}
	out.options = logs.Options{Declared: declaredBy(declared, tables), Windows: d.windows, SkipBad: d.skipBad, Short: d.short && a.again(d.paths)}
	if flag := d.ofLogs(); len(sources) == 0 && flag != "" {
		return nil, failed(out.name, fmt.Errorf("found counts and --%s, expected a log: its rows are counted already", flag))
	}
	if len(sources) > 0 {
		log, err := a.countLogs(ctx, d, out, sources)
		if err != nil {
			return nil, failed(out.name, err)
		}
		out.bad, out.log = log.Bad, log
		if len(tables) == 0 {
			out.symbols = &log.Symbols
		}
		out.names = append(out.names, readOff(log)...)
		counted := counts.Named{File: namesOfSources(sources), Table: log.Table()}
		if len(tables) > 0 {
			if repeated.table(counted); out.once {
				out.repeated = repeated.lines()
			}
		}
		tables = append(tables, counted)
	}
	if slices.ContainsFunc(tables, func(t counts.Named) bool { return !t.Whole() }) { // triples are what they have in common
		for i := range tables {
			tables[i].Table = tables[i].Triples()
		}
	}
	var err error
	if out.Table, err = counts.Merge(tables...); err != nil {
		return nil, failed(out.name, err)
	}
	return out, failed(out.name, declare(&out.Header, declared))
}

// declaredBy takes over the names of counts files, where nobody declares others: one decision for a
// log and all its shards.
func declaredBy(d logs.Declared, tables []counts.Named) logs.Declared {
	if len(tables) == 0 {
		return d
	}
	d, h := d.WithModel(), &tables[0].Header
	if d.Actions == nil {
		d.Actions = h.Actions
	}
	if d.Observations == nil {
		d.Observations = h.Observations
	}
	if d.Rewards == nil && !h.RewardsAssumed {
		d.Rewards = h.Rewards
	}
	return d
}

// called is what the data call their symbols, or a word and an index where they have no names.
func (d *dataset) called() pomdp.Names {
	return pomdp.Names{Actions: named(d.Actions, "action", d.Sizes.A), Observations: named(d.Observations, "obs", d.Sizes.Z), Rewards: pomdp.LevelTexts(d.Rewards)}
}

// countLogs counts logs; numbers that are too many to be symbols are put into bins first.
func (a *app) countLogs(ctx context.Context, d dataSource, out *dataset, sources []logs.Source) (*logs.Log, error) {
	o := &out.options
	asked := d.bins.asked()
	if !asked {
		log, err := logs.Count(ctx, *o, sources...)
		var crowded *logs.Crowded
		if !errors.As(err, &crowded) {
			return log, err
		}
		if !a.again(d.paths) {
			return nil, err
		}
	}
	if asked && !d.bins.none && !a.again(d.paths) {
		return nil, errors.New("--bins: found a stream, expected a file that can be read again: bins are made of all its numbers")
	}
	found, err := a.makeBins(ctx, d, o, sources)
	if err != nil {
		return nil, err
	}
	out.names = append(out.names, found...)
	o.AnyNumber = true
	return logs.Count(ctx, *o, sources...)
}

// dataFile is a counts file, read, or a log that has yet to be read.
type dataFile struct {
	table  *counts.Table // nil for a log
	source logs.Source
	close  func()
}

// openData opens a file, or stdin for "-", and reads it if it is a counts file. A log that can be
// opened again is closed: there may be thousands of them.
func (a *app) openData(path string) (*dataFile, error) {
	d := &dataFile{source: a.sources([]string{path})[0], close: func() {}}
	in := a.stdin
	again := false
	if path = d.source.Path; path != "" {
		f, err := a.openOnce(path)
		if err != nil {
			return nil, failed(path, err)
		}
		in, again = f, f.regular
		d.close = func() { f.Close() }
	}
	buffered := bufio.NewReader(in)
	head, err := buffered.Peek(len(counts.Magic))
	switch {
	case err != nil && err != io.EOF:
	case bytes.Equal(head, []byte(counts.Magic)):
		d.table, err = counts.Read(buffered, d.source.Name)
	default:
		err = nil
		d.source.In = buffered
	}
	if err != nil || again {
		d.close()
		d.close, d.source.In = func() {}, nil
	}
	return d, failed(d.source.Name, err)
}

// onceFile is a file that every opener reads from its beginning, even if it can be read only once,
// such as a process substitution: what lookAt read of it is kept for the next opener.
type onceFile struct {
	io.Reader
	file    *os.File
	regular bool
	kept    *bytes.Buffer
}

// openOnce opens a file, or what was kept of one.
func (a *app) openOnce(path string) (*onceFile, error) {
	if f := a.looked[path]; f != nil {
		delete(a.looked, path)
		return &onceFile{Reader: io.MultiReader(f.kept, f.Reader), file: f.file}, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	return &onceFile{Reader: file, file: file, regular: err == nil && info.Mode().IsRegular()}, nil
}

func (f *onceFile) Close() error { return f.file.Close() }

// lookAt returns the first bytes of a file, at most `most`; openOnce reads it from the
// beginning again.
func (a *app) lookAt(path string, most int) ([]byte, error) {
	f, err := a.openOnce(path)
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(f, int64(most)))
	if f.regular {
		return head, errors.Join(err, f.Close())
	}
	f.kept = bytes.NewBuffer(head)
	if a.looked == nil {
		a.looked = map[string]*onceFile{}
	}
	a.looked[path] = f
	return head, err
}

// declare fills in what a counts file leaves open, and refuses what contradicts
// it.
func declare(h *counts.Header, d logs.Declared) error {
	d = d.WithModel()
	for _, kind := range []struct {
		what     string
		have     *[]string
		declared []string
		size     int
	}{{"actions", &h.Actions, d.Actions, h.Sizes.A}, {"observations", &h.Observations, d.Observations, h.Sizes.Z}} {
		switch {
		case kind.declared == nil || slices.Equal(*kind.have, kind.declared):
		case *kind.have == nil && len(kind.declared) == kind.size:
			*kind.have = kind.declared
		case *kind.have == nil:
			return fmt.Errorf("found %d %s, expected %d: %s", kind.size, kind.what, len(kind.declared), strings.Join(kind.declared, ", "))
		default:
			return fmt.Errorf("found the %s %s, expected %s", kind.what, strings.Join(*kind.have, ", "), strings.Join(kind.declared, ", "))
		}
	}
	switch {
	case d.Rewards == nil || slices.Equal(h.Rewards, d.Rewards) && !h.RewardsAssumed:
	case len(h.Rewards) != len(d.Rewards):
		return fmt.Errorf("found %d reward levels, expected %d", len(h.Rewards), len(d.Rewards))
	case h.RewardsAssumed:
		h.Rewards, h.RewardsAssumed = d.Rewards, false
	default:
		return fmt.Errorf("found the reward levels %v, expected %v", h.Rewards, d.Rewards)
	}
	return nil
}

// count makes the counts for the moments. It fails if the sizes differ from those of
// truth, where that is not nil, or if there are too many possible triples, unless whole episodes are learned from.
func (d *dataset) count(truth *experiment.Truth, whole bool) (*moments.Counts, error) {
	n := d.Sizes
	if truth != nil {
		want := truth.Model.Sizes()
		want.S = 0
		if n != want {
			return nil, failed(d.name, fmt.Errorf("found %s, expected %s's %s", n.Symbols(), truth.Model.Name(), want.Symbols()))
		}
	}
	if cells := n.Triples(); cells > experiment.MaxCells && !(whole && math.Pow(float64(n.A), 4)*float64(n.Outcomes()) <= mostShown) {
		return nil, failed(d.name, fmt.Errorf("found %s: |A|⁴(|Z||R|)³ = %s triples that can occur, expected at most %s; is an index wrong, or has a column too many values? %s",
			n.Symbols(), figure.Number(cells), figure.Count(experiment.MaxCells), fewerCells(n)))
	}
	c := moments.NewCounts(n)
	for cell, k := range d.Cells() {
		c.Add(cell, k)
	}
	return c, nil
}

// fewerCells is how to have fewer symbols of the kind of which there are most.
func fewerCells(n pomdp.Sizes) string {
	switch {
	case n.A >= max(n.Z, n.R):
		return fmt.Sprintf("%d actions are too many: --columns action=NAME takes a column with groups of them, --only COLUMN=VALUE rows of a few", n.A)
	case n.Z > 1:
		return "--columns observation=none leaves one out, --bins joins numbers"
	}
	return "--bins joins numbers"
}

// mostShown bounds |A|⁴|Z||R|, which the induced HMM of whole episodes' fit takes for each state, where no triple is
// needed.
const mostShown = 5_000_000

// pathsText names a few paths and counts the others.
func pathsText(paths []string) string {
	named := slices.Clone(paths)
	for i, path := range named {
		if path == "-" {
			named[i] = "stdin"
		}
	}
	return printable.List(named, printable.Paths, "files")
}
