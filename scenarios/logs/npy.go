package logs

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// arrayLayout says what an npy file holds: rows of columns integers of width
// bytes each, little endian.
type arrayLayout struct {
	rows, columns, width int
	signed               bool
}

// record is the length of a row in bytes.
func (a *arrayLayout) record() int { return a.columns * a.width }

func openArray(in *bufio.Reader, file string, v *vocabularies, o Options) (*opened, error) {
	a, found, want, err := readArrayLayout(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if want != "" {
		return nil, fault.New(fault.Fault{File: file, Place: "npy header", Found: found, Want: want})
	}
	return &opened{
		blocks:  &recordBlocks{in: in, file: file, size: o.block, layout: a},
		decoder: func(*notes) decoder { return &arrayDecoder{layout: a, vocabulary: v} },
		array:   true,
	}, nil
}

// readArrayLayout reads the header of an npy file. For one that it cannot use, found and want say
// why; err is only the reader's.
func readArrayLayout(in io.Reader) (a *arrayLayout, found, want string, err error) {
	h, found, want, err := npz.ReadHeader(in)
	wantShape := fmt.Sprintf("(N, %d), or (N, %d) with counts", coded.Slots, coded.Slots+1)
	const most = math.MaxInt / (8 * (coded.Slots + 1)) // rows whose bytes an int can number
	switch {
	case err != nil || want != "":
		return nil, found, want, err
	case h.Kind == 0 || h.Kind == 'f':
		return nil, "the type " + foundText([]byte(h.Type)), "little-endian integers: i1, i2, i4, i8, u1, u2, u4 or u8 (astype('<i8'))", nil
	case h.Fortran:
		return nil, "columns one after the other (Fortran order)", "rows one after the other: numpy.ascontiguousarray makes them so", nil
	case h.Extent == "" || h.Shape != nil && len(h.Shape) != 2:
		return nil, "no shape of two dimensions", wantShape, nil
	case h.Shape == nil || h.Shape[0] > most || h.Shape[1] != coded.Slots && h.Shape[1] != coded.Slots+1:
		return nil, "the shape " + foundText([]byte(h.Extent)), wantShape, nil
	}
	return &arrayLayout{rows: h.Shape[0], columns: h.Shape[1], width: h.Width, signed: h.Kind == 'i'}, "", "", nil
}

// recordBlocks cuts an array's rows.
type recordBlocks struct {
	in     io.Reader
	file   string
	size   int // of a block, about
	layout *arrayLayout
	seq    int
	done   int // rows given
	err    error
}

func (r *recordBlocks) next(b *block) error {
	if r.err != nil {
		return r.err
	}
	a := r.layout
	if r.done == a.rows {
		r.err = r.end()
		return r.err
	}
	n := min(a.rows-r.done, max(1, r.size/a.record()))
	b.data = slices.Grow(b.data[:0], n*a.record())[:n*a.record()]
	b.seq, b.first, b.last = r.seq, r.done+1, false
	got, err := io.ReadFull(r.in, b.data)
	// Whole rows before an error are still read: a bad one of them comes first.
	rows := got / a.record()
	b.data = b.data[:rows*a.record()]
	r.done += rows
	r.seq++
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		r.err = fault.New(fault.Fault{File: r.file, Found: fmt.Sprintf("the end of the file after %d rows: it was cut off", r.done), Want: fmt.Sprintf("%d rows, as its header says", a.rows)})
	case err != nil:
		r.err = fmt.Errorf("%s: %w", r.file, err)
	}
	return nil
}

// end is io.EOF where the file has nothing after the last row.
func (r *recordBlocks) end() error {
	var more [1]byte
	switch _, err := io.ReadFull(r.in, more[:]); err {
	case io.EOF:
		return io.EOF
	case nil:
		return fault.New(fault.Fault{File: r.file, Found: "more bytes after the last row", Want: fmt.Sprintf("the end of the file after %d rows, as its header says", r.layout.rows)})
	default:
		return fmt.Errorf("%s: %w", r.file, err)
	}
}

// arrayDecoder reads the rows of an array: the entries of a triple table in
// its order of writing, as indices.
type arrayDecoder struct {
	layout     *arrayLayout
	vocabulary *vocabularies
	triple     coded.Triple
}

func (d *arrayDecoder) decode(b *block, receive receiver) (n rowCounts) {
	for i := range len(b.data) / d.layout.record() {
		number := b.first + i
		bad := d.row(b.data[i*d.layout.record():], number)
		if bad != nil {
			if !receive(nil, number, bad) {
				return n
			}
			continue
		}
		n.rows++
		if !receive(&d.triple, number, nil) {
			return n
		}
	}
	return n
}

func (d *arrayDecoder) row(record []byte, number int) *problem {
	d.triple.Count = 1
	d.triple.Lines = [4]int{number, number, number, number}
	for column := range d.layout.columns {
		x, ok := d.layout.integer(record[column*d.layout.width:])
		bad := func(want string) *problem {
			found := fmt.Sprint(x)
			if !ok {
				found = fmt.Sprint(uint64(x))
			}
			return &problem{fmt.Sprintf("column %d (%s)", column+1, tabular.TableColumns()[column]), found, want}
		}
		if column == tabular.Count {
			if x < 0 && ok {
				return bad("a number of episodes, not negative")
			}
			d.triple.Count = float64(x)
			if !ok || x > 1<<53 {
				return bad("a number of episodes up to 2^53, which is exact")
			}
			continue
		}
		e, want := d.vocabulary[column%3].at(x, ok)
		if want != "" {
			return bad(want)
		}
		d.triple.Entries[column] = e
	}
	return nil
}

// at is the entry of an array's index, which is never a name; ok says that it is no larger than an
// int64.
func (v *vocabulary) at(x int64, ok bool) (e coded.Entry, want string) {
	switch n := int64(len(v.declared)); {
	case v.declared != nil && (!ok || x < 0 || x >= n):
		return 0, fmt.Sprintf("an index 0 to %d", n-1)
	case !ok || x < 0 || x >= tabular.MaxIndex:
		return 0, fmt.Sprintf("an index below %d", tabular.MaxIndex)
	case v.settled != nil:
		if e, want = v.settled.index(int(x)); want != "" {
			return 0, want
		}
		return e, ""
	case v.declared != nil:
		return coded.Entry(-1 - x), ""
	}
	return coded.Entry(x), ""
}

// index is the symbol of an array's index.
func (m *meaning) index(x int) (e coded.Entry, want string) {
	switch {
	case m.inferred && x < len(m.integers) && m.integers[x] >= 0:
		return coded.Entry(m.integers[x]), ""
	case !m.inferred && x < m.size:
		return coded.Entry(x), ""
	}
	return 0, fmt.Sprintf("an index 0 to %d", m.size-1)
}

// integer reads one entry; ok is false when it exceeds an int64.
func (a *arrayLayout) integer(b []byte) (x int64, ok bool) {
	switch a.width {
	case 1:
		x = int64(b[0])
		if a.signed {
			x = int64(int8(b[0]))
		}
	case 2:
		u := binary.LittleEndian.Uint16(b)
		x = int64(u)
		if a.signed {
			x = int64(int16(u))
		}
	case 4:
		u := binary.LittleEndian.Uint32(b)
		x = int64(u)
		if a.signed {
			x = int64(int32(u))
		}
	default:
		x = int64(binary.LittleEndian.Uint64(b))
		return x, a.signed || x >= 0
	}
	return x, true
}
