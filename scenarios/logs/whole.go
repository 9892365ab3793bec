package logs

import (
	"bytes"
	"context"
	"hash/maphash"
	"math"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// Read says what became of the rows of a log when its whole episodes were read.
type Read struct {
	Rows          float64 // good rows, each as often as it occurred
	Unacted       float64 // of them, those whose action is missing
	Endings       float64 // rows after an episode's last action, which are none of them and tell what was seen or earned
	NoReward      float64 // of them, those without a reward, but for an episode's first step
	NoFirstReward float64 // of them, first steps without a reward
	NoObservation float64 // of them, those without an observation, but for an episode's last step
	NoLastSeen    float64 // of them, last steps without an observation
	Gaps          float64 // places where steps are left out, or a bad row was
	Episodes      float64
	Named         float64 // of them, those whose name an earlier one bears
	Again         float64 // of these, those that are step by step the earlier one
	Late          float64 // of them, those before the first row of an episode
	Table         float64 // of the rows, those of triple tables, which are episodes of four steps
	Outside       float64 // numbers outside the bins that the model was learned in
}

// Whole reads whole episodes, of any length, one after the other: visit gets the steps of each,
// valid until it returns, and how often it occurred. symbols are what Count found in the same
// sources. Rows of a triple table are episodes of four steps. A step of which nothing is known, or
// whose action is missing, has the action −1; steps that are left out are one such step, however
// many they are, and so is a bad row with SkipBad.
func Whole(ctx context.Context, o Options, symbols *Symbols, visit func(acts []pomdp.Act, count float64) error, sources ...Source) (Read, error) {
	return EachWhole(ctx, o, symbols, func(e Episode) error { return visit(e.Acts, e.Count) }, sources...)
}

// Episode is an episode of a log, valid until the next one is read.
type Episode struct {
	Name    string // as the log has it; "" for a row of a triple table
	Acts    []pomdp.Act
	Chances []float64 // how probable each action was, NaN where that is missing; nil where the log has no column of it
	Count   float64
	Ended   bool // its last row has the mark of an end
	Cut     bool // bad rows follow it that may be its own
}

// EachWhole is Whole with all that the log says of an episode.
func EachWhole(ctx context.Context, o Options, symbols *Symbols, visit func(e Episode) error, sources ...Source) (Read, error) {
	o.Declared = o.WithModel()
	v := symbols.vocabularies(o.Declared)
	r := &wholeReader{options: o, symbols: symbols, visit: visit, seed: maphash.MakeSeed(), seen: map[uint64]uint64{}}
	for _, s := range sources {
		if err := r.source(ctx, v, s); err != nil {
			return r.read, err
		}
	}
	return r.read, nil
}

// source reads one log.
func (r *wholeReader) source(ctx context.Context, v *vocabularies, s Source) error {
	o, read := r.options, &r.read
	in, closeSource, err := s.reader()
	if err != nil {
		return err
	}
	defer closeSource()
	log, err := open(in, o.title(s.Name), v, o)
	if err != nil {
		return err
	}
	defer log.close()
	r.file, r.array, r.begun, r.skipped = log.file, log.array, false, false
	decoder := log.decoder(&notes{seen: new(coded.Dictionaries)})
	if d, table := decoder.(*tableDecoder); table {
		d.all = true
	}
	err = log.eachBlock(ctx, func(b *block) error {
		if d, long := decoder.(*longDecoder); long {
			return r.long(d, b)
		}
		return r.table(decoder, b)
	})
	if err != nil {
		return err
	}
	if d, long := decoder.(*longDecoder); long {
		read.Outside += float64(d.line.outside)
	}
	return r.flush()
}

type wholeReader struct {
	options Options
	symbols *Symbols
	visit   func(e Episode) error
	file    string
	array   bool
	read    Read

	acts    []pomdp.Act
	chances []float64 // of its actions
	stated  bool      // the log says them
	begun   bool
	episode []byte
	last    int64 // step of the row before
	skipped bool  // a bad row stands between it and the next
	ended   bool  // the row before has the mark of an end
	seeing  bool  // the row before has no action, and tells what was seen before one
	seed    maphash.Seed
	seen    map[uint64]uint64 // hashes of episodes by those of their names
}

// unknown is a step of which nothing is known.
var unknown = pomdp.Act{Action: -1, Reward: -1, Observation: -1}

// flush ends an episode. What follows its last known action tells nothing.
func (r *wholeReader) flush() error {
	for len(r.acts) > 0 && r.acts[len(r.acts)-1].Action < 0 {
		r.acts = r.acts[:len(r.acts)-1]
	}
	n := len(r.acts)
	if r.seeing { // it is no step
		r.read.Unacted--
		r.read.Rows--
		r.read.Endings++
	}
	r.begun, r.seeing = false, false
	if n == 0 {
		r.chances = r.chances[:0]
		return nil
	}
	if r.acts[n-1].Observation < 0 {
		r.read.NoObservation--
		r.read.NoLastSeen++
	}
	r.read.Episodes++
	r.compare()
	e := Episode{Name: string(r.episode), Acts: r.acts, Count: 1, Ended: r.ended, Cut: r.skipped}
	if r.stated {
		e.Chances = r.chances[:n]
	}
	err := r.visit(e)
	r.acts, r.chances = r.acts[:0], r.chances[:0]
	return err
}

// mostNamed bounds how many episodes are compared with those of their names.
const mostNamed = 1 << 20

// compare notes whether an earlier episode bears the same name, and whether it is the same.
func (r *wholeReader) compare() {
	if len(r.episode) == 0 || len(r.seen) >= mostNamed {
		return
	}
	name, all := maphash.Bytes(r.seed, r.episode), maphash.Hash{}
	all.SetSeed(r.seed)
	for _, act := range r.acts {
		maphash.WriteComparable(&all, act)
	}
	switch before, named := r.seen[name]; {
	case !named:
		r.seen[name] = all.Sum64()
	case before == all.Sum64():
		r.read.Named++
		r.read.Again++
	default:
		r.read.Named++
	}
}

// long takes a block of a long log. Blocks come in order, so that the decoder knows the row before.
func (r *wholeReader) long(d *longDecoder, b *block) error {
	stepped := d.line.has(tabular.Step)
	r.stated = d.line.has(tabular.Probability)
	for number, line := range b.eachLine {
		how, bad := d.next(number, line)
		if bad == comment {
			continue
		}
		if bad != nil {
			if !r.options.SkipBad {
				return r.fault(bad, number)
			}
			r.skipped = true
			continue
		}
		row := d.rows[3]
		if !r.begun || how.anew || !bytes.Equal(r.episode, d.episode) || stepped && row.step <= r.last {
			r.skipped = r.skipped && !(stepped && row.step > d.base) // those of the next one
			if err := r.flush(); err != nil {
				return err
			}
			r.begun, r.episode = true, append(r.episode[:0], d.episode...)
			if stepped && row.step > d.base || !stepped && r.skipped { // a bad row may have been its first
				r.gap()
				r.read.Late++
			}
		} else if stepped && row.step != r.last+1 || !stepped && r.skipped {
			r.gap()
		} else {
			r.toldBelow(d.line.before, d.rows[2])
		}
		r.last, r.skipped = row.step, false
		r.ended, _ = d.line.mark(tabular.End)
		r.take(row)
		r.seeing = d.line.before[coded.Observation] && row.entries[coded.Action] == coded.Missing
	}
	return nil
}

func (r *wholeReader) fault(bad *problem, number int) error {
	if r.array {
		return fault.New(bad.arrayFault(r.file, number))
	}
	return bad.at(r.file, number)
}

func (r *wholeReader) gap() {
	r.read.Gaps++
	r.add(unknown, math.NaN())
}

func (r *wholeReader) add(act pomdp.Act, chance float64) {
	r.acts, r.chances = append(r.acts, act), append(r.chances, chance)
}

// toldBelow adds to the last step what the row after it says of it.
func (r *wholeReader) toldBelow(before [coded.Kinds]bool, row stepRow) {
	n := len(r.acts) - 1
	last := &r.acts[n]
	if last.Action < 0 {
		return
	}
	if e := row.entries[coded.Observation]; before[coded.Observation] && e != coded.Missing {
		last.Observation = int(e)
		r.read.NoObservation--
	}
	if e := row.entries[coded.Reward]; before[coded.Reward] && e != coded.Missing {
		if last.Reward = int(e); n == 0 {
			r.read.NoFirstReward--
		} else {
			r.read.NoReward--
		}
	}
}

// take adds a row to its episode.
func (r *wholeReader) take(row stepRow) {
	r.read.Rows++
	symbol := func(k coded.Kind) int {
		if e := row.entries[k]; e != coded.Missing {
			return int(e)
		}
		return -1
	}
	act := pomdp.Act{Action: symbol(coded.Action), Reward: symbol(coded.Reward), Observation: symbol(coded.Observation)}
	if act.Action < 0 {
		r.read.Unacted++
		act = unknown
		if n := len(r.acts); n > 0 && r.acts[n-1] == unknown {
			return
		}
	} else {
		switch {
		case act.Reward >= 0:
		case len(r.acts) == 0:
			r.read.NoFirstReward++
		default:
			r.read.NoReward++
		}
		if act.Observation < 0 {
			r.read.NoObservation++ // but for the last step's: flush takes it back
		}
	}
	r.add(act, row.chance)
}

// table takes a block of triples.
func (r *wholeReader) table(d decoder, b *block) (err error) {
	d.decode(b, func(t *coded.Triple, number int, bad *problem) bool {
		switch {
		case bad == nil:
			r.read.Rows += t.Count
			r.read.Table += t.Count
			at := func(slot int) int {
				if e := t.Entries[slot]; e != coded.Missing {
					return int(e)
				}
				return -1
			}
			r.acts = append(r.acts[:0], pomdp.Act{Action: at(0), Reward: -1, Observation: at(1)})
			for i := 1; i < 4; i++ {
				z := -1
				if i < 3 {
					z = at(3*i + 1)
				}
				r.acts = append(r.acts, pomdp.Act{Action: at(3 * i), Reward: at(3*i - 1), Observation: z})
				if at(3*i-1) < 0 {
					r.read.NoReward += t.Count
				}
				if at(3*i-2) < 0 {
					r.read.NoObservation += t.Count
				}
			}
			for i := range r.acts {
				if r.acts[i].Action < 0 {
					r.acts[i] = unknown
					r.read.Unacted += t.Count
				}
			}
			for len(r.acts) > 0 && r.acts[len(r.acts)-1].Action < 0 {
				r.acts = r.acts[:len(r.acts)-1]
			}
			if len(r.acts) > 0 {
				err = r.visit(Episode{Acts: r.acts, Count: t.Count})
			}
			r.acts = r.acts[:0]
		case r.options.SkipBad:
		default:
			err = r.fault(bad, number)
		}
		return err == nil
	})
	return err
}
