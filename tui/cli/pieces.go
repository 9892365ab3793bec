package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// sharing is how an estimate is shared by the tasks of a cluster.
type sharing struct {
	task  clusterTask
	files []string // patterns of files that tasks have kept parts in
	own   string   // this task's
	parts *pieces
}

func (s *sharing) addFlags(f *pflag.FlagSet) {
	s.task.kept = piecesExtension
	s.task.addFlags(f, "number of states or replicate", "an estimate")
	f.StringSliceVar(&s.files, "pieces", nil, "take the parts that --shard kept in these `FILES`; * stands for any letters, commas between several")
}

// piecesExtension is that of the files that tasks keep parts in.
const piecesExtension = ".pieces"

// several says whether this is one of several tasks.
func (s *sharing) several() bool { return s.task.shard.n > 1 }

// begin finds out which task this is, and takes the answer's file for its parts.
func (s *sharing) begin(a *app, cmd *cobra.Command, args []string) (printed bool, err error) {
	var files []string
	if a.path != "" {
		files = []string{a.path}
	}
	printed, err = s.task.begin(a, cmd, args, files)
	switch {
	case err != nil || !printed && !s.several():
		return printed, err
	case files == nil:
		return false, errors.New("--shard: found no -o FILE, expected one to keep the parts in")
	}
	s.own, a.path = files[0], ""
	return printed, nil
}

// open reads what other tasks have kept; nil for an estimate that is not shared.
func (s *sharing) open(counts *moments.Counts, episodes *moments.Episodes, estimator string, setup experiment.Setup) (moments.Pieces, error) {
	if !s.several() && s.files == nil {
		return nil, nil
	}
	var err error
	s.parts, err = openPieces(estimateID(counts, episodes, estimator, setup.States, setup.Moments), s.task.shard, s.own, s.files)
	return s.parts, err
}

// replicates does the replicates of this task.
func (s *sharing) replicates(ctx context.Context, counts *moments.Counts, setup experiment.Setup, l *learning, line *progress) error {
	if l.intervals <= 0 {
		return errors.New("--shard: found one number of states and no replicates, expected --states K:L to choose from, or --intervals N")
	}
	e := setup.Estimator(ctx, counts, setup.States, setup.Moments)
	moments.Bootstrap(ctx, counts, e, l.intervals, l.parts, func(done, total int) { line.say("replicates: %d of %d", done, total) })
	return cmp.Or(ctx.Err(), errShared)
}

// end closes a task's file and says what it holds.
func (s *sharing) end(a *app, err error) error {
	if s.parts == nil {
		return err
	}
	kept, broken := s.parts.close()
	switch {
	case broken != nil:
		return failedToWrite(s.own, broken)
	case !errors.Is(err, errShared):
		return err
	}
	fmt.Fprintf(&a.out, "%s of shard %d/%d in %s; --pieces takes them\n", figure.Counted(kept, "part", "parts"), s.task.shard.i, s.task.shard.n, s.own)
	return nil
}

// pieces are the parts of an estimate that the tasks of a cluster have done. Each task keeps its
// own in a file as soon as they are there, one on a line; a task that was killed goes on in it.
type pieces struct {
	shard shard
	done  map[string][]byte // by kind and number, as they are kept

	lock   sync.Mutex
	file   *os.File // this task's, nil where all is to be done
	kept   int
	failed error
}

// errShared ends a task: its parts are kept, and the others are left to other tasks.
var errShared = errors.New("found parts that other tasks are to do")

// openPieces reads what is kept in the files of some patterns and, for a task of several, in its
// own, which it goes on with. id is that of the estimate.
func openPieces(id string, s shard, own string, patterns []string) (*pieces, error) {
	p := &pieces{shard: s, done: map[string][]byte{}}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("--pieces: found no file for %q", pattern)
		}
		paths = append(paths, found...)
	}
	header := "eeporl pieces " + id
	for _, path := range paths {
		if _, err := p.read(path, header); err != nil {
			return nil, failed(path, err)
		}
	}
	if s.n == 1 {
		return p, nil
	}
	whole, err := p.read(own, header)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failed(own, err)
	}
	if p.file, err = os.OpenFile(own, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, failedToWrite(own, err)
	}
	p.kept = len(p.done)
	if p.failed = p.file.Truncate(whole); whole == 0 && p.failed == nil {
		_, p.failed = fmt.Fprintln(p.file, header)
	}
	return p, nil
}

// read takes what a file holds, and says how many of its bytes are whole lines.
func (p *pieces) read(path, header string) (whole int64, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		name, kept, ok := bytes.Cut(line, []byte(": "))
		switch {
		case i == 0 && len(text) > 0 && string(line) != header:
			return 0, errors.New("found the parts of another estimate, or none, expected those of the same data and settings")
		case i > 0 && !ok:
			return 0, fmt.Errorf("line %d: found no part, expected what a task kept", i+1)
		case i > 0:
			p.done[string(name)] = kept
		}
	}
	return int64(len(text)), nil
}

func pieceName(kind string, number int) string { return fmt.Sprintf("%s %d", kind, number) }

// Take fills part with what is kept.
func (p *pieces) Take(kind string, number int, part any) bool {
	kept, ok := p.done[pieceName(kind, number)]
	if !ok {
		return false
	}
	text, err := base64.StdEncoding.DecodeString(string(kept))
	return err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(part) == nil
}

// Mine says whether a part is this task's.
func (p *pieces) Mine(number int) bool { return number%p.shard.n == p.shard.i-1 }

// Keep writes a part into the task's own file, in one piece.
func (p *pieces) Keep(kind string, number int, part any) {
	if p.file == nil {
		return
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(part)
	p.lock.Lock()
	defer p.lock.Unlock()
	if err == nil {
		_, err = fmt.Fprintf(p.file, "%s: %s\n", pieceName(kind, number), base64.StdEncoding.EncodeToString(b.Bytes()))
	}
	p.failed = errors.Join(p.failed, err)
	p.kept++
}

// close ends the task's file and says how many parts it holds.
func (p *pieces) close() (kept int, err error) {
	if p.file == nil {
		return 0, nil
	}
	return p.kept, errors.Join(p.failed, p.file.Close())
}

// estimateID is the same for runs that make the same parts, of the same data under the same settings.
func estimateID(counts *moments.Counts, episodes *moments.Episodes, estimator string, states int, o moments.Options) string {
	h := sha256.New()
	o.Progress, o.Pieces = nil, nil
	fmt.Fprintln(h, estimator, states, o, counts.Sizes(), counts.Total())
	for cell, k := range counts.Cells {
		fmt.Fprintln(h, cell, k)
	}
	if episodes != nil {
		fmt.Fprintln(h, episodes.Sizes(), episodes.Total(), episodes.Steps(), episodes.Nodes())
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}
