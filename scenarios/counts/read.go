package counts

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"
)

const (
	maxHeader  = 1 << 24 // bytes of the header, which holds the user's names
	maxEntry   = 1 << 12 // bytes of a cell's line: a Sum has some forty parts
	maxEpisode = 1 << 26 // bytes of an episode's line
	shownBytes = 40      // of a bad line, in an error
)

// Read reads a counts file from r. file is its name in errors. A file that was
// cut off, changed, or written by another version is a *fault.FileError; memory
// grows with what the file holds and not with what it claims to hold.
func Read(r io.Reader, file string) (*Table, error) {
	p := &parser{in: bufio.NewReaderSize(r, 1<<16), hash: sha256.New(), file: file}
	if err := p.magic(); err != nil {
		return nil, err
	}
	h, cells, whole, err := p.header()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for len(entries) < cells {
		e, err := p.entry()
		if err != nil {
			return nil, err
		}
		if e.Cell >= h.Sizes.Cells() {
			return nil, p.bad(fmt.Sprintf("cell %d", e.Cell), fmt.Sprintf("0 to %d", h.Sizes.Cells()-1))
		}
		if n := len(entries); n > 0 && e.Cell <= entries[n-1].Cell {
			return nil, p.bad(fmt.Sprintf("cell %d after cell %d", e.Cell, entries[n-1].Cell), "growing cells")
		}
		entries = append(entries, e)
	}
	t := &Table{h, entries, nil}
	if whole >= 0 {
		if t.episodes, err = p.episodes(t, whole); err != nil {
			return nil, err
		}
	}
	if err := p.seal(); err != nil {
		return nil, err
	}
	return t, nil
}

// parser reads a counts file line by line.
type parser struct {
	in   *bufio.Reader
	hash hash.Hash // of the lines before the current one
	last []byte    // the current line with its end
	file string
	line int

	version int
}

func (p *parser) bad(found, want string) error {
	return fault.New(fault.Fault{File: p.file, Line: p.line, Found: found, Want: want})
}

// next returns the next line without its end, of at most limit bytes.
func (p *parser) next(limit int, want string) ([]byte, error) {
	p.hash.Write(p.last)
	p.last = p.last[:0]
	p.line++
	for {
		part, err := p.in.ReadSlice('\n')
		p.last = append(p.last, part...)
		switch {
		case len(p.last) > limit:
			return nil, p.bad(fmt.Sprintf("a line of more than %d bytes", limit), want)
		case err == nil:
			return p.last[:len(p.last)-1], nil
		case err == io.EOF && p.line == 1:
			return nil, p.bad(shown(p.last), want)
		case err == io.EOF:
			return nil, p.bad("the end of the file: it was cut off", want)
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("%s: %w", p.file, err)
		}
	}
}

func (p *parser) magic() error {
	want := fmt.Sprintf("a counts file, which begins with %q", Magic+strconv.Itoa(version))
	line, err := p.next(1<<10, want)
	if err != nil {
		return err
	}
	v, ours := strings.CutPrefix(string(line), Magic)
	n, err := strconv.Atoi(v)
	if ours && err == nil && n > wholeVersion {
		return p.bad(fmt.Sprintf("version %d of a counts file", n), fmt.Sprintf("version %d or an older one: a newer eeporl wrote it", wholeVersion))
	}
	if !ours || v != strconv.Itoa(n) || n < version {
		return p.bad(shown(line), want)
	}
	p.version = n
	return nil
}

// header reads the second line; whole is the number of episodes that follow the cells, −1 for
// triples alone.
func (p *parser) header() (h Header, cells, whole int, err error) {
	const want = "the header of a counts file, one JSON object"
	line, err := p.next(maxHeader, want)
	if err != nil {
		return h, 0, 0, err
	}
	var x header
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		return h, 0, 0, p.bad(err.Error(), want)
	}
	h = Header{
		Sizes: pomdp.Sizes{A: x.A, Z: x.Z, R: x.R}, Actions: x.Actions, Observations: x.Observations,
		Rewards: x.Rewards, RewardsAssumed: x.RewardsAssumed, Windows: x.Windows, Rows: x.Rows, Skipped: x.Skipped, Short: x.Short, Incomplete: x.Incomplete, Gaps: x.Gaps, Indexed: x.Indexed,
	}
	if err := h.check(); err != nil {
		return h, 0, 0, p.bad("a header that does not fit together: "+err.Error(), want)
	}
	if x.Cells < 0 || x.Cells > h.Sizes.Cells() {
		return h, 0, 0, p.bad(fmt.Sprintf("%d cells", x.Cells), fmt.Sprintf("0 to %d", h.Sizes.Cells()))
	}
	if (p.version == wholeVersion) != (x.Episodes != nil) || x.Episodes != nil && *x.Episodes < 0 {
		return h, 0, 0, p.bad(fmt.Sprintf("version %d with another's header", p.version), want)
	}
	if x.Episodes == nil {
		return h, x.Cells, -1, nil
	}
	return h, x.Cells, *x.Episodes, nil
}

// entry reads a cell's line. It accepts only the form that Write writes, so that a
// table has exactly one file.
func (p *parser) entry() (Entry, error) {
	const want = "a cell and its count"
	line, err := p.next(maxEntry, want)
	if err != nil {
		return Entry{}, err
	}
	fields := bytes.Split(line, []byte(" "))
	cell, err := strconv.Atoi(string(fields[0]))
	if err != nil || cell < 0 || len(fields) < 2 {
		return Entry{}, p.bad(shown(line), want)
	}
	e := Entry{Cell: cell}
	e.Count, err = p.count(line, strconv.AppendInt(nil, int64(cell), 10), fields[1:])
	return e, err
}

// count reads the numbers of a count and holds the line against the form in which it is written.
func (p *parser) count(line, canonical []byte, fields [][]byte) (sum Sum, err error) {
	parts := make([]float64, len(fields))
	for i, field := range fields {
		x, err := strconv.ParseFloat(string(field), 64)
		if err != nil || x-x != 0 {
			return sum, p.bad(shown(field), "a finite number")
		}
		parts[i] = x
		sum.Add(x)
		canonical = appendNumber(append(canonical, ' '), x)
	}
	if !(parts[0] > 0) || !bytes.Equal(canonical, line) || !slices.Equal(sum.Parts(), parts) {
		return sum, p.bad(shown(line), "a positive count in the form in which it is written")
	}
	return sum, nil
}

// episodes reads the lines of whole episodes, in their order.
func (p *parser) episodes(t *Table, n int) ([]Episode, error) {
	const want = "an episode's steps and its count"
	out := []Episode{}
	for len(out) < n {
		line, err := p.next(maxEpisode, want)
		if err != nil {
			return nil, err
		}
		fields := bytes.Split(line, []byte(" "))
		acts, ok := parseActs(fields[0])
		if !ok || len(fields) < 2 {
			return nil, p.bad(shown(line), want)
		}
		e := Episode{Acts: acts}
		if e.Count, err = p.count(line, appendActs(nil, acts), fields[1:]); err != nil {
			return nil, err
		}
		if err := t.checkEpisode(&e); err != nil {
			return nil, p.bad(err.Error(), want)
		}
		if k := len(out); k > 0 && compareActs(out[k-1].Acts, acts) >= 0 {
			return nil, p.bad(shown(line)+" after "+shown(appendActs(nil, out[k-1].Acts)), "growing episodes")
		}
		out = append(out, e)
	}
	return out, nil
}

func parseActs(text []byte) (acts []pomdp.Act, ok bool) {
	for step := range bytes.SplitSeq(text, []byte(",")) {
		fields := bytes.Split(step, []byte("."))
		if len(fields) != 3 {
			return nil, false
		}
		var index [3]int
		for i, field := range fields {
			if string(field) == "-" {
				index[i] = -1
				continue
			}
			x, err := strconv.Atoi(string(field))
			if err != nil || x < 0 {
				return nil, false
			}
			index[i] = x
		}
		acts = append(acts, pomdp.Act{Action: index[0], Reward: index[1], Observation: index[2]})
	}
	return acts, true
}

// seal reads the last line.
func (p *parser) seal() error {
	const want = "the last line, with the checksum"
	line, err := p.next(1<<10, want)
	if err != nil {
		return err
	}
	sum, ok := strings.CutPrefix(string(line), sealed)
	if !ok {
		return p.bad(shown(line), want)
	}
	if real := hex.EncodeToString(p.hash.Sum(nil)); sum != real {
		return p.bad("a checksum that does not fit: the file was changed or damaged", sealed+real)
	}
	if _, err := p.in.ReadByte(); err == nil {
		p.line++
		return p.bad("more after the checksum", "the end of the file")
	} else if err != io.EOF {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	return nil
}

func shown(text []byte) string {
	if len(text) > shownBytes {
		return strconv.Quote(string(text[:shownBytes])) + "…"
	}
	return strconv.Quote(string(text))
}
