package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/precision"
	"eeporl/pomdp/figure"
)

// sharing is how an estimate is shared by the tasks of a cluster.
type sharing struct {
	task  clusterTask
	files []string // patterns of files that tasks have kept pieces in
	own   string   // this task's
	held  *pieces  // nil where the estimate is not shared
}

func (s *sharing) addFlags(f *pflag.FlagSet) {
	s.task.kept = piecesExtension
	s.task.addFlags(f, "number of states or replicate", "an estimate")
	f.StringArrayVar(&s.files, "pieces", nil, "take the pieces that --shard kept in these `FILES`; * stands for any letters; may be given more than once")
}

// piecesExtension is that of the files that tasks keep pieces in.
const piecesExtension = ".pieces"

// several says whether this is a task whose pieces others put together, though it may be the only one.
func (s *sharing) several() bool { return s.task.shard.n > 1 || s.task.shard.auto }

// begin finds out which task this is, and takes the answer's file for its pieces.
func (s *sharing) begin(a *app, cmd *cobra.Command, args []string) (printed bool, err error) {
	var files []string
	if a.path != "" && a.path != "-" {
		files = []string{a.path}
	}
	printed, err = s.task.begin(a, cmd, args, files)
	switch {
	case err != nil || !printed && !s.several():
		return printed, err
	case files == nil:
		return false, errors.New("--shard: found no -o FILE, expected one to keep the pieces in")
	}
	s.own, a.path = files[0], ""
	return printed, nil
}

// open reads what other tasks have kept; nil for an estimate that is not shared. id gives that of
// the estimate, which takes a pass over all counts.
func (s *sharing) open(id func() string) (moments.Pieces, error) {
	if !s.several() && s.files == nil {
		return nil, nil
	}
	p := &pieces{shard: s.task.shard, id: id(), done: map[string]string{}}
	for _, pattern := range s.files {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("--pieces: found no file for %q", pattern)
		}
		for _, path := range found {
			if _, _, err := p.read(path); err != nil {
				return nil, failed(path, err)
			}
		}
	}
	if s.several() {
		if err := p.write(s.own); err != nil {
			return nil, failed(s.own, err)
		}
	}
	s.held = p
	return p, nil
}

// replicates does the replicates of this task, and nothing where its share was in the choice of
// the number of states.
func (s *sharing) replicates(ctx context.Context, counts *moments.Counts, setup experiment.Setup, l *learning, chosen bool, line *progress) error {
	switch {
	case chosen:
		return errShared
	case l.intervals <= 0:
		return errors.New("--shard: found one number of states and no replicates, expected --states K:L to choose from, or --intervals N")
	}
	if err := l.check(); err != nil {
		return err
	}
	e := setup.Estimator(ctx, moments.Data{Counts: counts, Episodes: l.episodes}, setup.States, setup.Moments)
	told := func(done, total int) { line.say("replicates: %d of %d", done, total) }
	if l.episodes != nil {
		precision.BootstrapWhole(ctx, l.episodes, e, l.intervals, l.pieces, told)
	} else {
		precision.Bootstrap(ctx, counts, e, l.intervals, l.pieces, told)
	}
	return cmp.Or(ctx.Err(), errShared)
}

// end closes a task's file and says what it holds.
func (s *sharing) end(a *app, err error) error {
	if s.held == nil {
		return err
	}
	kept, broken := s.held.close()
	switch {
	case broken != nil:
		return failedToWrite(s.own, broken)
	case !errors.Is(err, errShared):
		return err
	}
	fmt.Fprintf(&a.out, "%s of shard %d/%d in %s; --pieces takes them\n", figure.Counted(kept, "piece", "pieces"), s.task.shard.i, s.task.shard.n, s.own)
	return nil
}

// estimateID is the same for runs that make the same pieces, of the same data under the same settings.
func estimateID(counts *moments.Counts, episodes *moments.Episodes, estimator string, states int, tried stateRange, o moments.Options) string {
	h := sha256.New()
	o.Progress, o.Pieces = nil, nil
	least, most := states, states
	if states == 0 {
		least, most = tried.ends()
	}
	fmt.Fprintln(h, estimator, least, most, o, counts.Sizes(), counts.Total())
	var b [16]byte
	for cell, k := range counts.Cells {
		binary.LittleEndian.PutUint64(b[:8], uint64(cell))
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(k))
		h.Write(b[:])
	}
	if episodes != nil {
		episodes.Hash(h)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:24]
}
