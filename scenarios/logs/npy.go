package logs

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"eeporl/scenarios/fault"
)

const npyMagic = "\x93NUMPY"

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
		decoder: func() decoder { return &arrayDecoder{layout: a, vocabulary: v} },
		array:   true,
	}, nil
}

// readArrayLayout reads the header of an npy file, of format version 1 to 3. For a header that it
// cannot use, found and want say why; err is only the reader's.
func readArrayLayout(in io.Reader) (a *arrayLayout, found, want string, err error) {
	const cut = "the end of the file: it was cut off"
	const whole = "a whole npy header"
	full := func(b []byte) bool {
		_, err = io.ReadFull(in, b)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = nil
			return false
		}
		return err == nil
	}
	var start [len(npyMagic) + 2]byte
	if !full(start[:]) {
		return nil, cut, whole, err
	}
	version := start[len(npyMagic)]
	if version < 1 || version > 3 {
		return nil, fmt.Sprintf("format version %d", version), "1, 2 or 3", nil
	}
	size := make([]byte, 4)
	if version == 1 {
		size = size[:2]
	}
	if !full(size) {
		return nil, cut, whole, err
	}
	n := uint32(binary.LittleEndian.Uint16(size))
	if version > 1 {
		n = binary.LittleEndian.Uint32(size)
	}
	const largest = 1 << 16 // an integer array's header has some hundred bytes
	if n > largest {
		return nil, fmt.Sprintf("a header of %d bytes", n), fmt.Sprintf("at most %d", largest), nil
	}
	header := make([]byte, n)
	if !full(header) {
		return nil, cut, whole, err
	}
	a, found, want = parseArrayHeader(header)
	return a, found, want, nil
}

// parseArrayHeader reads the Python dictionary literal of an npy header. Its
// three keys may stand in any order.
func parseArrayHeader(header []byte) (a *arrayLayout, found, want string) {
	value := func(pattern string) (string, bool) {
		m := regexp.MustCompile(pattern).FindSubmatch(header)
		if m == nil {
			return "", false
		}
		return string(m[1]), true
	}
	descr, ok := value(`['"]descr['"]\s*:\s*['"]([^'"]*)['"]`)
	if !ok {
		return nil, "no single 'descr'", "an array of integers"
	}
	typ := regexp.MustCompile(`^([<>|=]?)([iu])([1248])$`).FindStringSubmatch(descr)
	if typ == nil || typ[1] == ">" && typ[3] != "1" {
		return nil, fmt.Sprintf("the type %s", foundText([]byte(descr))), "little-endian integers: i1, i2, i4, i8, u1, u2, u4 or u8 (astype('<i8'))"
	}
	switch order, ok := value(`['"]fortran_order['"]\s*:\s*(True|False)`); {
	case !ok:
		return nil, "no 'fortran_order'", "one"
	case order == "True":
		return nil, "columns one after the other (Fortran order)", "rows one after the other: numpy.ascontiguousarray makes them so"
	}
	shape, _ := value(`['"]shape['"]\s*:\s*(\(\s*\d+\s*,\s*\d+\s*,?\s*\))`)
	dims := regexp.MustCompile(`\d+`).FindAllString(shape, -1)
	wantShape := fmt.Sprintf("(N, %d), or (N, %d) with counts", slots, slots+1)
	if dims == nil {
		return nil, "no shape of two dimensions", wantShape
	}
	rows, err := strconv.Atoi(dims[0])
	columns, _ := strconv.Atoi(dims[1])
	const most = 1 << 50 // rows whose bytes an int can number
	if err != nil || rows > most || columns != slots && columns != slots+1 {
		return nil, "the shape " + foundText([]byte(shape)), wantShape
	}
	return &arrayLayout{rows: rows, columns: columns, width: int(typ[3][0] - '0'), signed: typ[2] == "i"}, "", ""
}
