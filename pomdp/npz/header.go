package npz

import (
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Magic begins an npy file.
const Magic = "\x93NUMPY"

// AppendHeader appends the header of an npy file to b (NumPy enhancement proposal 1): typ such as
// <f8, shape without its parentheses, the rows one after the other.
func AppendHeader(b []byte, typ, shape string) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", typ, shape)
	const align = 64 // of the data, the header's end being padded with blanks
	before := len(Magic) + 4 + len(header) + 1
	header += strings.Repeat(" ", (align-before%align)%align) + "\n"
	b = binary.LittleEndian.AppendUint16(append(append(b, Magic...), 1, 0), uint16(len(header)))
	return append(b, header...)
}

// Header says what an npy file holds.
type Header struct {
	Type    string // as it stands there, "<f8"
	Kind    byte   // f for floats, i and u for integers; 0 for other types and for big endian
	Width   int    // bytes of a number
	Fortran bool   // the first index runs fastest
	Extent  string // the shape as it stands there
	Shape   []int  // nil where it cannot be read
}

// ReadHeader reads the header of an npy file, of format version 1 to 3, whose three keys may stand
// in any order. For a header that it cannot read, found and want say why; err is only the reader's.
func ReadHeader(in io.Reader) (h Header, found, want string, err error) {
	const cut, whole = "the end of the file: it was cut off", "a whole npy header"
	full := func(b []byte) bool {
		_, err = io.ReadFull(in, b)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = nil
			return false
		}
		return err == nil
	}
	var start [len(Magic) + 2]byte
	enough := full(start[:])
	switch {
	case err == nil && !strings.HasPrefix(Magic, strings.TrimRight(string(start[:len(Magic)]), "\x00")):
		return h, "no npy array", "one", nil
	case !enough:
		return h, cut, whole, err
	}
	version := start[len(Magic)]
	if version < 1 || version > 3 {
		return h, fmt.Sprintf("format version %d", version), "1, 2 or 3", nil
	}
	size := make([]byte, 4)
	if version == 1 {
		size = size[:2]
	}
	if !full(size) {
		return h, cut, whole, err
	}
	n := uint32(binary.LittleEndian.Uint16(size))
	if version > 1 {
		n = binary.LittleEndian.Uint32(size)
	}
	const largest = 1 << 16 // that of an array of numbers has some hundred bytes
	if n > largest {
		return h, fmt.Sprintf("a header of %d bytes", n), fmt.Sprintf("at most %d", largest), nil
	}
	text := make([]byte, n)
	if !full(text) {
		return h, cut, whole, err
	}
	found, want = h.parse(text)
	return h, found, want, nil
}

// parse reads the Python dictionary literal of a header.
func (h *Header) parse(text []byte) (found, want string) {
	value := func(pattern string) (string, bool) {
		m := regexp.MustCompile(pattern).FindSubmatch(text)
		if m == nil {
			return "", false
		}
		return string(m[1]), true
	}
	ok := false
	if h.Type, ok = value(`['"]descr['"]\s*:\s*['"]([^'"]*)['"]`); !ok {
		return "no single 'descr'", "an array of numbers"
	}
	if typ := regexp.MustCompile(`^([<>|=]?)([fiu])([1248])$`).FindStringSubmatch(h.Type); typ != nil && (typ[1] != ">" || typ[3] == "1") {
		h.Kind, h.Width = typ[2][0], int(typ[3][0]-'0')
	}
	order, ok := value(`['"]fortran_order['"]\s*:\s*(True|False)`)
	if !ok {
		return "no 'fortran_order'", "one"
	}
	h.Fortran = order == "True"
	h.Extent, _ = value(`['"]shape['"]\s*:\s*(\([\s\d,]*\))`)
	for _, field := range regexp.MustCompile(`\d+`).FindAllString(h.Extent, -1) {
		d, err := strconv.Atoi(field)
		if err != nil {
			h.Shape = nil
			break
		}
		h.Shape = append(h.Shape, d)
	}
	return "", ""
}
