package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
)

// pieces are what the tasks of a cluster have done of an estimate. Each task appends its
// own to a file as soon as they are there, one on a line: what the estimate is, which piece, a
// checksum, the piece. A line that was cut off or damaged counts as not written.
type pieces struct {
	shard shard
	id    string            // of the estimate
	done  map[string]string // by kind and number, as they are kept

	lock   sync.Mutex
	file   *os.File // this task's, nil where all is to be done
	kept   int
	failed error
}

// errShared ends a task: its pieces are kept, and the others are left to other tasks.
var errShared = errors.New("found pieces that other tasks are to do")

// pieceMark begins each line of a file of pieces.
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

// read takes what a file holds, and returns its text and the number of its pieces.
func (p *pieces) read(path string) (text string, kept int, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, errors.New("found no regular file, expected one that tasks kept pieces in")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", 0, err
	}
	text = string(b)
	if !strings.HasPrefix(text, pieceMark[:min(len(text), len(pieceMark))]) {
		return "", 0, errors.New("found another kind of file, expected one that tasks kept pieces in")
	}
	own := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		fields := strings.Split(strings.TrimPrefix(line, pieceMark), "\t")
		switch {
		case len(fields) != 4 || fields[2] != pieceSum(fields[0], fields[1], fields[3]):
		case fields[0] != p.id:
			return "", 0, errors.New("found the pieces of another estimate, expected those of the same data and settings")
		default:
			p.done[fields[1]], own[fields[1]] = fields[3], true
		}
	}
	return text, len(own), nil
}

// pieceSum is the checksum of a line.
func pieceSum(id, name, piece string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(id+"\t"+name+"\t"+piece)))[:16]
}

func pieceName(kind string, number int) string { return fmt.Sprintf("%s %d", kind, number) }

// Take fills piece with what is kept.
func (p *pieces) Take(kind string, number int, piece any) bool {
	kept, ok := p.done[pieceName(kind, number)]
	if !ok {
		return false
	}
	text, err := base64.StdEncoding.DecodeString(kept)
	return err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(piece) == nil
}

// Mine says whether a piece is this task's.
func (p *pieces) Mine(number int) bool { return number%p.shard.n == p.shard.i-1 }

// Keep writes a piece into the task's own file, in one piece.
func (p *pieces) Keep(kind string, number int, piece any) {
	if p.file == nil {
		return
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(piece)
	name, text := pieceName(kind, number), base64.StdEncoding.EncodeToString(b.Bytes())
	p.lock.Lock()
	defer p.lock.Unlock()
	if err == nil {
		_, err = fmt.Fprintf(p.file, "%s%s\t%s\t%s\t%s\n", pieceMark, p.id, name, pieceSum(p.id, name, text), text)
	}
	p.failed = errors.Join(p.failed, err)
	p.kept++
}

// close ends the task's file and says how many pieces it holds.
func (p *pieces) close() (kept int, err error) {
	if p.file == nil {
		return 0, nil
	}
	return p.kept, errors.Join(p.failed, p.file.Close())
}
