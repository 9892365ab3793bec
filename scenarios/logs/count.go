package logs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"eeporl/pomdp/printable"
	"eeporl/pomdp/workers"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// Options say how to read logs.
type Options struct {
	Declared

	// Windows counts every four consecutive steps of an episode of a long log as a
	// triple, not only the first four. It changes nothing for a triple table, which has
	// one triple per episode. See WindowsCaveat.
	Windows bool

	// SkipBad leaves bad rows out, counts them and keeps the first few,
	// instead of failing at the first. A header that cannot be read, entries
	// that do not fit the others and errors of the file system still fail.
	SkipBad bool

	// Short accepts logs without a triple, whose episodes are all shorter than four steps.
	Short bool

	// AnyNumber counts numbers as they are, however many different ones there are: they are never
	// a *Crowded error.
	AnyNumber bool

	// Workers is how many goroutines read rows; 0 for one a core. The result
	// does not depend on it.
	Workers int

	// MaxTriples bounds the different triples that are counted, and so the
	// memory, some 100 bytes for each in each worker; 0 for 2²⁴. More of them
	// are an error.
	MaxTriples int

	block int  // size of a block, for tests; 0 for blockSize
	timed bool // moments stood in place of the steps' numbers
}

// WindowsCaveat is what has to be known of an estimate from windows.
const WindowsCaveat = "Every window of four steps was counted, not only each episode's first. That is sound only if all actions were " +
	"drawn open loop, by the same rule as the first four. The initial belief is then that of the average window's first state, not of an " +
	"episode's; and windows of one episode overlap and depend on each other, so that N windows tell less than N episodes: intervals, noise " +
	"floors and the Cramér–Rao limit are too optimistic, so that no error over that limit is given, and an error of b̂ against a known model compares two different beliefs."

// Source is one log to read.
type Source struct {
	Name string    // in errors
	In   io.Reader // nil to open Path
	Path string    // "" for Name
}

// reader is what a source holds, and how to close it.
func (s Source) reader() (in io.Reader, done func(), err error) {
	if s.In != nil {
		return s.In, func() {}, nil
	}
	f, err := os.Open(cmp.Or(s.Path, s.Name))
	if err != nil {
		return nil, nil, err
	}
	return f, func() { f.Close() }, nil
}

const (
	maxTriples = 1 << 24
	badShown   = 20 // bad rows that are kept
)

// Count reads logs as if they were one and counts their triples. It tells from the content whether
// a log is CSV, TSV, JSON Lines or npy, and whether it is packed with gzip or Zstandard. It reads
// on all cores; memory grows only with the number of different triples. The result does not depend
// on the number of workers or on how the rows are spread over the sources. The error of bad rows is
// a *fault.FileError about the first one, in the order of the sources and lines.
func Count(ctx context.Context, o Options, sources ...Source) (*Log, error) {
	o.Declared = o.WithModel()
	o.Workers = cmp.Or(max(o.Workers, 0), workers.Count())
	o.MaxTriples = cmp.Or(max(o.MaxTriples, 0), maxTriples)
	return o.count(ctx, newVocabularies(o.Declared), sources)
}

func (o Options) count(ctx context.Context, v *vocabularies, sources []Source) (*Log, error) {
	p := &pool{options: o, vocabulary: v}
	for range o.Workers {
		p.workers = append(p.workers, &worker{counter: newCounter(o.MaxTriples)})
	}
	var files []string
	for _, s := range sources {
		files = append(files, s.Name)
		if err := p.source(ctx, len(files)-1, s); err != nil {
			return nil, cmp.Or(p.vocabulary.full(files, o), err)
		}
	}
	return p.log(files)
}

// triples says whether any was found.
func (p *pool) triples() bool {
	return slices.ContainsFunc(p.workers, func(w *worker) bool { return len(w.seen[coded.Action].Entries) > 0 })
}

// source counts one log.
func (p *pool) source(ctx context.Context, number int, s Source) error {
	in, closeSource, err := s.reader()
	if err != nil {
		return err
	}
	defer closeSource()
	o, err := open(in, p.options.title(s.Name), p.vocabulary, p.options)
	if err != nil {
		return err
	}
	defer o.close()
	p.windows, p.timed, p.ranOn = p.windows || o.windows, p.timed || o.timed, p.ranOn || o.ranOn
	p.added += o.added
	p.fell.Back += o.fell.Back
	p.fell.Midnights += o.fell.Midnights
	p.fell.Tied += o.fell.Tied
	p.fell.Uneven = max(p.fell.Uneven, o.fell.Uneven)
	p.fell.Slashed, p.fell.Places = cmp.Or(p.fell.Slashed, o.fell.Slashed), cmp.Or(p.fell.Places, o.fell.Places)
	if number == 0 && o.layout != nil {
		p.taken = o.layout.taken()
		p.taken.Unfolded = o.unfolded
		p.taken.Unnumbered = p.options.Unsorted && o.layout.shape == tabular.LongLog && !o.layout.has(tabular.Step) && !o.ranOn
	}
	p.meet(s.Name, o.layout, o.acts)
	return p.file(ctx, number, o.file, o)
}

// meet notes a file that has none of the actions of those before it.
func (p *pool) meet(file string, l *layout, acts map[string]int) {
	const fewest = 2 // actions
	if l == nil || !l.has(tabular.Action) || len(acts) == 0 {
		return
	}
	shared := false
	for name := range acts {
		shared = shared || p.acts[name]
	}
	if !shared && len(acts) >= fewest && len(p.acts) >= fewest {
		p.taken.Strange = cmp.Or(p.taken.Strange, file)
	}
	if p.acts == nil {
		p.acts = map[string]bool{}
	}
	for name := range acts {
		p.acts[name] = true
	}
}

// log puts together what the workers found.
func (p *pool) log(files []string) (*Log, error) {
	if len(files) == 0 {
		return nil, errors.New("found no log to count, expected at least one")
	}
	l := &Log{Taken: p.taken, Timed: p.timed, RanOn: p.ranOn, Added: p.added, Back: p.fell.Back, Midnights: p.fell.Midnights, Tied: p.fell.Tied, Uneven: p.fell.Uneven, Slashed: p.fell.Slashed, Places: p.fell.Places != nil}
	h := counts.Header{Windows: p.windows}
	var rows rowCounts
	var seen coded.Dictionaries
	for _, w := range p.workers {
		rows.add(w.rowCounts)
		h.Skipped += w.skipped
		l.Bad = append(l.Bad, w.bad...)
		for k := range seen {
			seen[k].LearnAll(&w.seen[k])
			seen[k].LearnAll(&w.rows[k])
		}
	}
	l.Comments, l.Fillers, l.Nobodys = rows.comments, rows.fillers, rows.nobodys
	h.Rows, h.Short, h.Incomplete, h.Gaps = rows.rows, rows.short, rows.incomplete, rows.gaps
	slices.SortFunc(l.Bad, BadRow.compare)
	l.Bad = l.Bad[:min(len(l.Bad), badShown)]
	if !p.triples() && (!p.options.Short || h.Rows == 0) {
		return nil, noTriples(files, h, p.header, rows.comments)
	}
	symbols, err := settle(p.vocabulary, &seen, files, h.Rows, p.options.AnyNumber)
	if err != nil {
		return nil, err
	}
	l.Symbols = *symbols
	h.Sizes, h.Actions, h.Observations = l.Sizes(0), l.Actions, l.Observations
	l.RewardsAssumed = l.RewardsAssumed && p.options.Worth == nil
	h.Rewards, h.RewardsAssumed, h.Indexed = l.Rewards, l.RewardsAssumed, l.nouns(func(m *meaning) bool { return m.shifted })
	var entries []counts.Entry
	full := false
	for _, w := range p.workers {
		entries = w.entries(p.vocabulary, symbols, entries)
		full = full || w.full
	}
	if l.table, err = counts.New(h, entries); err != nil {
		return nil, fmt.Errorf("%s: %w", printable.List(files, printable.Paths, "files"), err)
	}
	if full || l.table.Len() > p.options.MaxTriples {
		return nil, fmt.Errorf("%s: found more than %d different triples, expected fewer; is an index wrong?", printable.List(files, printable.Paths, "files"), p.options.MaxTriples)
	}
	l.Rows, l.Total = int(h.Rows), l.table.Total()
	if math.IsInf(l.Total, 0) {
		return nil, fmt.Errorf("%s: found counts that sum to more than the largest number, expected a finite sum", printable.List(files, printable.Paths, "files"))
	}
	return l, nil
}
