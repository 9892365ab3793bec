package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
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
	f.StringArrayVar(&s.files, "pieces", nil, "take the parts that --shard kept in these `FILES`; * stands for any letters; may be given more than once")
}

// piecesExtension is that of the files that tasks keep parts in.
const piecesExtension = ".pieces"

// several says whether this is one of several tasks.
func (s *sharing) several() bool { return s.task.shard.n > 1 }

// begin finds out which task this is, and takes the answer's file for its parts.
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
		return false, errors.New("--shard: found no -o FILE, expected one to keep the parts in")
	}
	s.own, a.path = files[0], ""
	return printed, nil
}

// open reads what other tasks have kept; nil for an estimate that is not shared. id is that of the
// estimate.
func (s *sharing) open(id string) (moments.Pieces, error) {
	if !s.several() && s.files == nil {
		return nil, nil
	}
	p := &pieces{shard: s.task.shard, id: id, done: map[string]string{}}
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
	s.parts = p
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

// pieces are the parts of an estimate that the tasks of a cluster have done. Each task appends its
// own to a file as soon as they are there, one on a line: what the estimate is, which part, a
// checksum, the part. A line that was cut off or damaged counts as not written.
type pieces struct {
	shard shard
	id    string            // of the estimate
	done  map[string]string // by kind and number, as they are kept

	lock   sync.Mutex
	file   *os.File // this task's, nil where all is to be done
	kept   int
	failed error
}

// errShared ends a task: its parts are kept, and the others are left to other tasks.
var errShared = errors.New("found parts that other tasks are to do")

// pieceMark begins each line of a file of parts.
const pieceMark = "eeporl piece "

// write opens the task's own file, to go on behind what it holds.
func (p *pieces) write(path string) (err error) {
	text, kept, err := p.read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.kept = kept
	if p.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return err
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		_, p.failed = p.file.WriteString("\n")
	}
	return nil
}

// read takes what a file holds, and returns its text and the number of its parts.
func (p *pieces) read(path string) (text string, kept int, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, errors.New("found no regular file, expected one that tasks kept parts in")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", 0, err
	}
	text = string(b)
	if !strings.HasPrefix(text, pieceMark[:min(len(text), len(pieceMark))]) {
		return "", 0, errors.New("found another kind of file, expected one that tasks kept parts in")
	}
	own := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		fields := strings.Split(strings.TrimPrefix(line, pieceMark), "\t")
		switch {
		case len(fields) != 4 || fields[2] != pieceSum(fields[0], fields[1], fields[3]):
		case fields[0] != p.id:
			return "", 0, errors.New("found the parts of another estimate, expected those of the same data and settings")
		default:
			p.done[fields[1]], own[fields[1]] = fields[3], true
		}
	}
	return text, len(own), nil
}

// pieceSum is the checksum of a line.
func pieceSum(id, name, part string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(id+"\t"+name+"\t"+part)))[:16]
}

func pieceName(kind string, number int) string { return fmt.Sprintf("%s %d", kind, number) }

// Take fills part with what is kept.
func (p *pieces) Take(kind string, number int, part any) bool {
	kept, ok := p.done[pieceName(kind, number)]
	if !ok {
		return false
	}
	text, err := base64.StdEncoding.DecodeString(kept)
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
	name, text := pieceName(kind, number), base64.StdEncoding.EncodeToString(b.Bytes())
	p.lock.Lock()
	defer p.lock.Unlock()
	if err == nil {
		_, err = fmt.Fprintf(p.file, "%s%s\t%s\t%s\t%s\n", pieceMark, p.id, name, pieceSum(p.id, name, text), text)
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
