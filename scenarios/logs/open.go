package logs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/fault"
)

// opened is a log whose beginning has been read and understood.
type opened struct {
	blocks
	decoder func() decoder // makes one for a worker
	array   bool           // its rows are records, not lines
	windows bool           // its triples are windows of episodes
	close   func()
}

// open finds out what a log is: packed or not, text or an array, its shape and
// its columns.
func open(in io.Reader, file string, v *vocabularies, o Options) (*opened, error) {
	o.block = cmp.Or(o.block, blockSize)
	text, release, err := decompress(in, file)
	if err != nil {
		return nil, err
	}
	magic, err := text.Peek(len(npz.Magic))
	var log *opened
	switch {
	case err != nil && err != io.EOF:
		err = fmt.Errorf("%s: %w", file, err)
	case string(magic) == npz.Magic:
		log, err = openArray(text, file, v, o)
	case o.Unsorted:
		var in io.Reader
		if in, err = sorted(text, o.Columns); err == nil {
			log, err = openLines(in, file, v, o)
		}
	default:
		log, err = openLines(text, file, v, o)
	}
	if err != nil {
		release()
		return nil, err
	}
	log.close = release
	return log, nil
}

func openLines(in io.Reader, file string, v *vocabularies, o Options) (*opened, error) {
	source := &lineBlocks{in: in, file: file, size: o.block, leads: leadLines}
	b := new(block)
	for {
		err := source.next(b)
		if err == io.EOF {
			return nil, fault.New(fault.Fault{File: file, Line: 1, Found: "an empty file", Want: wantHeader()})
		}
		if err != nil {
			return nil, err
		}
		if b.seq == 0 {
			b.data = bytes.TrimPrefix(b.data, []byte("\ufeff"))
		}
		if number, line := b.firstLine(); line != nil {
			return openAt(source, b, number, line, v, o)
		}
	}
}

// openAt opens a log whose first line is known.
func openAt(source *lineBlocks, b *block, number int, line []byte, v *vocabularies, o Options) (*opened, error) {
	var bad *problem
	var l *layout
	switch {
	case len(line) > maxLine:
		bad = &problem{found: fmt.Sprintf("a line of more than %d bytes", maxLine), want: wantHeader()}
	case bytes.HasPrefix(line, []byte(counts.Magic)):
		bad = &problem{found: "a counts file", want: "a log of episodes"}
	default:
		l, bad = newLayout(line, o.Columns)
	}
	if bad != nil {
		return nil, bad.at(source.file, number)
	}
	header := 0
	if !l.json {
		header = number
		b.dropLines(number + 1 - b.first)
	}
	begin := &pending{[]*block{b}, source}
	log := &opened{blocks: begin}
	if l.shape == longLog {
		log.windows = o.Windows
		base := begin.firstStep(l)
		log.decoder = func() decoder {
			return &longDecoder{line: newLiner(l), vocabulary: v, windows: o.Windows, base: base, header: header, sorted: o.Unsorted}
		}
	} else {
		source.leads = 0
		log.decoder = func() decoder { return newTableDecoder(l, v) }
	}
	return log, nil
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

// dropLines removes the first n lines.
func (b *block) dropLines(n int) {
	for range n {
		_, b.data, _ = bytes.Cut(b.data, []byte{'\n'})
	}
	b.first += n
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

// firstStep finds the step with which the episodes of a log begin: 0 if the first row with a
// readable step has step 0, else 1. It looks at some blockSize bytes, however small the blocks are,
// and ignores errors: they come again when the rows are read.
func (p *pending) firstStep(l *layout) int {
	line := newLiner(l)
	for i, looked := 0, 0; looked < blockSize; i++ {
		if i == len(p.read) {
			b := new(block)
			if p.rest.next(b) != nil {
				break
			}
			p.read = append(p.read, b)
		}
		if step, ok := p.read[i].firstStep(line); ok {
			return min(step, 1)
		}
		looked += len(p.read[i].data)
	}
	return 1
}

func (b *block) firstStep(line *liner) (step int, ok bool) {
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		if step, ok = parseStep(line.fields[stepColumn]); ok {
			return step, true
		}
	}
	return 0, false
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
