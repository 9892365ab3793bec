package logs

import (
	"context"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"
)

// Whole reads whole episodes, of any length, one after the other: visit gets the steps of each,
// valid until it returns, and how often it occurred. symbols are what Count found in the same
// sources. Rows of a triple table are episodes of four steps. With SkipBad an episode ends before
// its first bad row.
func Whole(ctx context.Context, o Options, symbols *Symbols, visit func(acts []pomdp.Act, count float64) error, sources ...Source) error {
	o.Declared, o.Windows = o.WithModel(), true // the last observation is an entry too
	for _, s := range sources {
		if err := wholeOf(ctx, o, symbols, visit, s); err != nil {
			return err
		}
	}
	return nil
}

func wholeOf(ctx context.Context, o Options, symbols *Symbols, visit func(acts []pomdp.Act, count float64) error, s Source) error {
	in, closeSource, err := s.reader()
	if err != nil {
		return err
	}
	defer closeSource()
	log, err := open(in, o.title(s.Name), newVocabularies(o.Declared), o)
	if err != nil {
		return err
	}
	defer log.close()
	r := &wholeReader{options: o, symbols: symbols, visit: visit, file: o.title(s.Name), array: log.array}
	decoder := log.decoder()
	err = log.eachBlock(ctx, func(b *block) error {
		if d, long := decoder.(*longDecoder); long {
			return r.long(d, b)
		}
		return r.table(decoder, b)
	})
	if err != nil {
		return err
	}
	return r.flush()
}

type wholeReader struct {
	options Options
	symbols *Symbols
	visit   func(acts []pomdp.Act, count float64) error
	file    string
	array   bool
	acts    []pomdp.Act
	broken  bool // the rest of the episode follows a bad row
}

func (r *wholeReader) flush() error {
	if len(r.acts) == 0 {
		return nil
	}
	err := r.visit(r.acts, 1)
	r.acts = r.acts[:0]
	return err
}

// long takes a block of a long log. Blocks come in order, so that the decoder knows the row before.
func (r *wholeReader) long(d *longDecoder, b *block) error {
	for number, line := range b.eachLine {
		_, _, bad := d.next(number, line)
		row := d.rows[3]
		if bad == nil && r.symbol(kindAction, row.action) < 0 {
			bad = d.line.bad(actionColumn, "one of "+listed(d.vocabulary[kindAction].known())+": other rows show that actions are names")
		}
		if bad != nil {
			if !r.options.SkipBad {
				return bad.at(r.file, number)
			}
			if err := r.flush(); err != nil {
				return err
			}
			r.broken = true
			continue
		}
		if row.step == d.base {
			if err := r.flush(); err != nil {
				return err
			}
			r.broken = false
			row.reward = missing // no triple uses it, but it tells
			if field := d.line.fields[rewardColumn]; len(field) > 0 {
				if e, want := d.vocabulary[kindReward].read(field); want == "" {
					row.reward = e
				}
			}
		}
		if r.broken {
			continue
		}
		r.acts = append(r.acts, pomdp.Act{
			Action: r.symbol(kindAction, row.action), Reward: r.symbol(kindReward, row.reward), Observation: r.symbol(kindObservation, row.observation),
		})
	}
	return nil
}

// symbol is -1 for what is missing or no name.
func (r *wholeReader) symbol(k kind, e entry) int {
	if e == missing {
		return -1
	}
	return r.symbols.symbol(k, int(e))
}

// table takes a block of triples.
func (r *wholeReader) table(d decoder, b *block) (err error) {
	d.decode(b, func(t *triple, number int, bad *problem) bool {
		switch {
		case bad == nil:
			c := r.symbols.Cell(t.row())
			n := r.symbols.sizes
			r.acts = append(r.acts[:0], pomdp.Act{Action: c.Actions[0], Reward: -1, Observation: -1})
			for i, outcome := range c.Outcomes {
				z, level := n.OutcomeAt(outcome)
				r.acts[i].Observation = z
				r.acts = append(r.acts, pomdp.Act{Action: c.Actions[i+1], Reward: level, Observation: -1})
			}
			err = r.visit(r.acts, t.count)
			r.acts = r.acts[:0]
		case r.options.SkipBad:
		case r.array:
			err = fault.New(bad.arrayFault(r.file, number))
		default:
			err = bad.at(r.file, number)
		}
		return err == nil
	})
	return err
}
