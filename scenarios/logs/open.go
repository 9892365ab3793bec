package logs

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/shapes"
	"eeporl/scenarios/logs/tabular"
	"eeporl/scenarios/plaintext"
)

// opened is a log whose beginning has been read and understood.
type opened struct {
	blocks
	file     string                 // what errors call it
	layout   *layout                // nil for an array
	acts     map[string]int         // actions of the first rows of a long log
	decoder  func(n *notes) decoder // makes one for a worker
	array    bool                   // its rows are records, not lines
	unfolded bool                   // each line was an episode
	timed    bool                   // moments stood in place of the steps' numbers
	ranOn    bool                   // steps are numbered through all episodes
	added    int                    // rows after the ends of episodes
	fell     tabular.Disorder       // where they fall from a row to the next
	windows  bool                   // its triples are windows of episodes
	close    func()
}

// open finds out what a log is: packed or not, text or an array, its shape and
// its columns.
func open(in io.Reader, file string, v *vocabularies, o Options) (*opened, error) {
	o.block = cmp.Or(o.block, blockSize)
	unpacked, release, err := shapes.Unpack(in, file)
	if err != nil {
		return nil, err
	}
	log, err := openUnpacked(unpacked, file, v, o)
	if err != nil {
		release()
		return nil, err
	}
	log.close, log.file = release, cmp.Or(log.file, file)
	return log, nil
}

func openUnpacked(in *bufio.Reader, file string, v *vocabularies, o Options) (*opened, error) {
	array, err := shapes.IsArray(in)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	case array:
		return openArray(in, file, v, o)
	}
	in, records, err := shapes.Unfolded(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	in, episodes := shapes.AsUnrolled(in)
	records = records || episodes
	unfolds := false // a row of the file into several
	if err := shapes.ForeignError(in, file); err != nil {
		return nil, err
	}
	text := plaintext.Reader(in)
	if json, objects := shapes.AsObjects(text); objects {
		records = true
		text, _ = shapes.AsUnrolled(bufio.NewReaderSize(json, shapes.Peeked))
	} else if table, ok := shapes.AsFramed(text); ok {
		text = bufio.NewReaderSize(table, shapes.Peeked)
	} else if pairs, ok := shapes.AsKeyed(text); ok {
		text = bufio.NewReaderSize(pairs, shapes.Peeked)
	} else {
		text, unfolds = shapes.AsWide(text, o.Columns)
	}
	own := strings.TrimSuffix(file, sortedTitle) // whose own lines are named
	fail := func(bad *problem, number int) error { return bad.at(own, number) }
	if records || unfolds {
		fail = func(bad *problem, number int) error { return fault.New(bad.arrayFault(own, number)) }
	}
	if o.Only != "" && o.Only != AllRows {
		kept, err := only(text, o.Declared, fail)
		if err != nil {
			return nil, err
		}
		text = bufio.NewReaderSize(kept, shapes.Peeked)
	}
	if o.Columns[tabular.EndColumn] != "" || o.Columns[tabular.BeginColumn] != "" {
		numbered, declared, err := byEnds(text, o.Declared, fail)
		if err != nil {
			return nil, err
		}
		text, o.Declared = bufio.NewReaderSize(numbered, shapes.Peeked), declared
	}
	if o.Columns[tabular.PauseColumn] != "" {
		numbered, declared, err := byPauses(text, o.Declared, fail)
		if err != nil {
			return nil, err
		}
		text, o.Declared = bufio.NewReaderSize(numbered, shapes.Peeked), declared
	}
	var rows io.Reader = text
	moments := timed(text, o)
	ranOn := !moments && !o.Unsorted && runsOn(text, o)
	inOrder := func() { // steps' numbers are passed over
		o.Columns = maps.Clone(o.Columns)
		if o.Columns == nil {
			o.Columns = map[string]string{}
		}
		o.Columns[tabular.LongColumns()[tabular.Step]] = tabular.NoColumn
	}
	if ranOn {
		inOrder()
	}
	var fell tabular.Disorder
	if o.Unsorted || moments {
		if rows, fell, err = sorted(text, o, moments, fail); err != nil {
			return nil, err
		}
		moments = moments || fell.Places != nil
		if fell.Through {
			ranOn = true
			inOrder()
		}
		if !o.Unsorted { // whose title says so
			file += sortedTitle
		}
	}
	o.timed = moments
	added := 0
	if o.Absorbing {
		if rows, added, err = absorbed(rows, o, fail); err != nil {
			return nil, err
		}
	}
	log, err := openLines(rows, file, v, o, records)
	if log != nil {
		log.array, log.unfolded = records || unfolds, unfolds // an object is no line of the file
		log.timed, log.ranOn, log.added, log.fell, log.file = moments, ranOn, added, fell, file
	}
	return log, err
}

func openLines(in io.Reader, file string, v *vocabularies, o Options, records bool) (*opened, error) {
	source := &lineBlocks{in: in, file: file, size: max(o.block, blockSize), leads: leadLines} // a header is read whole
	b := new(block)
	head := beginning{declared: o.Declared, objects: records}
	for {
		err := source.next(b)
		if err == io.EOF {
			return nil, fault.New(fault.Fault{File: file, Line: 1, Found: "an empty file", Want: tabular.WantHeader()})
		}
		if err != nil {
			return nil, err
		}
		done, number, bad := head.read(b)
		if bad != nil && records {
			return nil, fault.New(bad.arrayFault(file, number))
		}
		if bad != nil {
			return nil, bad.at(file, number)
		}
		if done {
			return openAt(source, b, number, head.layout, v, o)
		}
	}
}

// openAt opens a log whose header, or first object, is known.
func openAt(source *lineBlocks, b *block, number int, l *layout, v *vocabularies, o Options) (*opened, error) {
	header := 0
	if !l.json {
		header = number
		if l.separator != '\t' { // records may have several lines: the block is cut anew
			source.separator = l.separator
		}
	}
	l.timed = o.timed
	l.tellDecimals(b)
	l.tellFillers(b)
	l.tellResets(b)
	l.tellDummies(b)
	l.tellEither(b)
	if bad := l.tellLosses(b); bad != nil {
		return nil, bad.at(source.file, number)
	}
	all, spare := l.unused, l.spare
	l.unused, l.spare = all[:min(len(all), columnsLooked)], spare[:min(len(spare), columnsLooked)]
	l.tellMixed(b)
	l.tellEarned(b)
	l.suspect(b)
	if bad, number := l.halves(b); bad != nil {
		return nil, bad.at(source.file, number)
	}
	if bad := l.questions(b); bad != nil {
		return nil, bad.at(source.file, number)
	}
	if field, number := l.thousands(b); field != "" {
		return nil, (&problem{found: strconv.Quote(field) + ", which may be " + strings.NewReplacer(",", "", ".", "").Replace(field) + " or " + strings.Replace(field, ",", ".", 1),
			want: "a point before decimals, and nothing between thousands"}).at(source.file, number)
	}
	if column := l.falling(b); column != "" {
		return nil, (&problem{found: "rows that are not in the order of column " + column + ", and no column of steps",
			want: "--columns step=" + tabular.Quoted([]string{column}) + ", or step=" + tabular.NoColumn + " if rows stand in their order"}).at(source.file, number)
	}
	l.unused, l.spare = all, spare
	var acts map[string]int
	if l.shape == tabular.LongLog && l.has(tabular.Action) {
		acts = l.often(b, tabular.Action)
	}
	source.size = o.block
	source.unread(b)
	if bad := v.missing(l); bad != nil {
		return nil, bad.at(source.file, number)
	}
	begin := &pending{rest: source}
	log := &opened{blocks: begin, layout: l}
	if l.shape == tabular.LongLog {
		source.rows = newLiner(l)
		log.acts = acts
		log.windows = o.Windows
		base := begin.firstStep(l)
		if l.resets && l.numbered {
			base++
		}
		log.decoder = func(n *notes) decoder {
			return &longDecoder{line: newLiner(l), readers: v.readers(l.comma()), notes: n, windows: o.Windows, base: base, header: header, sorted: o.Unsorted}
		}
	} else {
		source.leads = 0
		log.decoder = func(n *notes) decoder { return newTableDecoder(l, v, n) }
	}
	return log, nil
}

// missing notes for which kinds a long log has no column. Logs that are read as one agree on that.
func (v *vocabularies) missing(l *layout) *problem {
	for k := range v {
		absent := l.shape == tabular.LongLog && !l.has(coded.ColumnOf(coded.Kind(k)))
		if v[k].met && absent != v[k].absent {
			have := map[bool]string{true: "no column ", false: "a column "}
			return &problem{found: have[absent] + tabular.LongColumns()[coded.ColumnOf(coded.Kind(k))], want: have[!absent] + "of that kind, as in the log before"}
		}
		v[k].absent, v[k].met = absent, true
	}
	return nil
}

// eachBlock visits the blocks in order, one after the other, until visit returns io.EOF or another
// error. A block is valid until visit returns.
func (o *opened) eachBlock(ctx context.Context, visit func(b *block) error) error {
	for b := new(block); ; {
		err := o.next(b)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = visit(b)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// pending gives the blocks that were read already before the others.
type pending struct {
	read []*block
	rest blocks
}

func (p *pending) next(b *block) error {
	if len(p.read) == 0 {
		return p.rest.next(b)
	}
	*b, p.read = *p.read[0], p.read[1:]
	return nil
}

func (p *problem) at(file string, line int) error { return fault.New(p.fault(file, line)) }

func (p *problem) fault(file string, line int) fault.Fault {
	return fault.Fault{File: file, Line: line, Place: p.position, Found: p.found, Want: p.want}
}

// arrayFault is the fault of a record, which stands on no line.
func (p *problem) arrayFault(file string, record int) fault.Fault {
	position := strings.TrimSuffix(fmt.Sprintf("row %d, %s", record, p.position), ", ")
	return fault.Fault{File: file, Place: position, Found: p.found, Want: p.want}
}
