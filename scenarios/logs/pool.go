package logs

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// pool is the workers that count and what they share.
type pool struct {
	options    Options
	vocabulary *vocabularies
	workers    []*worker
	windows    bool             // a log gave windows
	added      int              // rows after the ends of episodes
	ranOn      bool             // steps of one are numbered through all episodes
	timed      bool             // moments stood in place of the steps' numbers of one
	header     int              // line of the last file's header; 0 for none
	taken      Taken            // columns of the first log
	acts       map[string]bool  // actions of the logs so far, as their first rows have them
	fell       tabular.Disorder // of moments
}

// worker counts blocks, in growing order.
type worker struct {
	*counter
	rowCounts rowCounts
	rows      coded.Dictionaries // the entries of rows that are in no triple, too
	skipped   uint64
	bad       []BadRow // the first few it met
}

// file counts one opened file on all workers.
func (p *pool) file(ctx context.Context, number int, name string, o *opened) error {
	f := &reading{number: number, name: name, array: o.array, skip: p.options.SkipBad, faults: make([]*blockFault, len(p.workers))}
	f.stopped.Store(math.MaxInt64)
	// Blocks are reused, so that memory stays that of a few of them.
	work := make(chan *block, len(p.workers))
	free := make(chan *block, 2*len(p.workers)+1)
	for range cap(free) {
		free <- new(block)
	}
	var group sync.WaitGroup
	seed, noted := maphash.MakeSeed(), make([]*notes, len(p.workers))
	for i, w := range p.workers {
		w.file = number
		noted[i] = &notes{file: number, seen: &w.rows, seed: seed}
		decoder := o.decoder(noted[i])
		group.Go(func() {
			for b := range work {
				if f.faults[i] == nil && int64(b.seq) < f.stopped.Load() {
					f.faults[i] = f.count(w, decoder, b)
				}
				free <- b
			}
		})
	}
	err := f.feed(ctx, o.blocks, work, free)
	close(work)
	group.Wait()
	p.header = f.header
	// Each worker keeps its first fault, and all blocks before these were read to
	// their end: so the fault of the lowest block is the file's first.
	var first *blockFault
	for _, x := range f.faults {
		if x != nil && (first == nil || x.seq < first.seq) {
			first = x
		}
	}
	if first != nil {
		return fault.New(first.Fault)
	}
	if o.layout == nil {
		return err
	}
	if bad := disordered(name, o.layout, noted); bad != nil && err == nil {
		return fault.New(*bad)
	}
	return err
}

// reading is one file while it is read.
type reading struct {
	number  int
	name    string
	array   bool
	skip    bool
	stopped atomic.Int64  // the first block found so far with a bad row: later blocks do not matter
	faults  []*blockFault // by worker
	header  int
}

type blockFault struct {
	seq int
	fault.Fault
}

// feed passes the file's blocks to the workers.
func (f *reading) feed(ctx context.Context, from blocks, work, free chan *block) error {
	for first := true; ; first = false {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		b := <-free
		err := from.next(b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if int64(b.seq) > f.stopped.Load() {
			return nil
		}
		if first {
			f.header = b.first - 1
		}
		work <- b
	}
}

// count counts a block. It returns the first fault, unless faults are skipped.
func (f *reading) count(w *worker, d decoder, b *block) (bad *blockFault) {
	n := d.decode(b, func(t *coded.Triple, line int, p *problem) bool {
		if p == nil {
			w.add(t)
			return true
		}
		x := p.fault(f.name, line)
		if f.array {
			x = p.arrayFault(f.name, line)
		}
		if f.skip {
			w.skipped++
			if len(w.bad) < badShown {
				w.bad = append(w.bad, BadRow{x, coded.Position{File: f.number, Line: line}})
			}
			return true
		}
		bad = &blockFault{b.seq, x}
		return false
	})
	w.rowCounts.add(n)
	if bad != nil {
		for {
			was := f.stopped.Load()
			if int64(b.seq) >= was || f.stopped.CompareAndSwap(was, int64(b.seq)) {
				break
			}
		}
	}
	return bad
}
