package bench

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// ReadNPZ reads an answer from arrays as numpy.savez writes them, under the names of the
// JSON; parameters take JSON. labels are k × 2 or the numbers a·|A| + a'.
func ReadNPZ(in io.ReaderAt, size int64, n pomdp.Sizes) (*Answer, error) {
	files, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("found no .npz: %w", err)
	}
	a := &Answer{Sizes: n}
	matrices := map[string]**mat.Dense{"P12": &a.P12, "P13": &a.P13, "U1": &a.U1, "U2": &a.U2, "U3": &a.U3, "theta": &a.Theta, "O": &a.O, "T": &a.T}
	for _, f := range files.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		into := matrices[name]
		if into == nil && name != "sigma" && name != "w" && name != "labels" {
			continue // theirs, for purposes of their own
		}
		x, err := readEntry(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		switch {
		case name == "labels":
			a.Labels, err = x.labels(n)
		case into == nil && len(x.shape) != 1:
			err = fmt.Errorf("found an array of %d dimensions, expected one", len(x.shape))
		case name == "sigma":
			a.Sigma = x.values
		case name == "w":
			a.W = x.values
		case len(x.shape) != 2 || x.shape[0] == 0 || x.shape[1] == 0:
			err = fmt.Errorf("found the shape %v, expected rows and columns", x.shape)
		default:
			*into = mat.NewDense(x.shape[0], x.shape[1], x.values)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return a.checked()
}

func readEntry(f *zip.File) (*array, error) {
	if f.UncompressedSize64 > MaxAnswer {
		return nil, fmt.Errorf("found %d bytes, expected at most %d", f.UncompressedSize64, MaxAnswer)
	}
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readArray(io.LimitReader(in, MaxAnswer))
}

// array is a numpy array of numbers, in the order of C.
type array struct {
	shape  []int
	values []float64
}

var header = regexp.MustCompile(`^\{'descr': '([<|])([fiu])([1248])', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \}\s*$`)

// readArray reads an npy file, format version 1 to 3, of real numbers or integers.
func readArray(in io.Reader) (*array, error) {
	var start [8]byte
	if _, err := io.ReadFull(in, start[:]); err != nil || string(start[:6]) != "\x93NUMPY" {
		return nil, fmt.Errorf("found no npy array")
	}
	length := uint32(0)
	if start[6] == 1 {
		var short uint16
		_ = binary.Read(in, binary.LittleEndian, &short)
		length = uint32(short)
	} else {
		_ = binary.Read(in, binary.LittleEndian, &length)
	}
	if length > 1<<16 {
		return nil, fmt.Errorf("found a header of %d bytes, expected less", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(in, text); err != nil {
		return nil, fmt.Errorf("found the end of the file in the header")
	}
	m := header.FindSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("found the header %q, expected real numbers or integers, little endian", text)
	}
	width, _ := strconv.Atoi(string(m[3]))
	if m[2][0] == 'f' && width < 4 {
		return nil, fmt.Errorf("found floats of %d bytes, expected 4 or 8", width)
	}
	x, size := &array{}, 1
	for field := range strings.SplitSeq(string(m[5]), ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		d, err := strconv.Atoi(field)
		if err != nil || d < 0 || d > MaxAnswer || size*max(d, 1) > MaxAnswer/8 {
			return nil, fmt.Errorf("found the shape (%s), expected one of at most %d numbers", m[5], MaxAnswer/8)
		}
		x.shape, size = append(x.shape, d), size*d
	}
	raw := make([]byte, size*width)
	if _, err := io.ReadFull(in, raw); err != nil {
		return nil, fmt.Errorf("found the end of the file, expected %d numbers", size)
	}
	x.values = make([]float64, size)
	for i := range x.values {
		x.values[i] = number(raw[i*width:(i+1)*width], m[2][0])
	}
	if string(m[4]) == "True" && len(x.shape) == 2 {
		rows, columns, byColumn := x.shape[0], x.shape[1], x.values
		x.values = make([]float64, size)
		for i := range rows {
			for j := range columns {
				x.values[i*columns+j] = byColumn[j*rows+i]
			}
		}
	}
	return x, nil
}

// number is one entry: f a float, i a signed, u an unsigned integer.
func number(raw []byte, kind byte) float64 {
	var bits uint64
	for i, b := range raw {
		bits |= uint64(b) << (8 * i)
	}
	switch {
	case kind == 'f' && len(raw) == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case kind == 'f':
		return math.Float64frombits(bits)
	case kind == 'i':
		unused := 64 - 8*len(raw)
		return float64(int64(bits<<unused) >> unused)
	}
	return float64(bits)
}

// labels are pairs of actions, or their numbers.
func (x *array) labels(n pomdp.Sizes) ([]int, error) {
	pairs := len(x.shape) == 2 && x.shape[1] == 2
	if !pairs && len(x.shape) != 1 {
		return nil, fmt.Errorf("found the shape %v, expected k × 2, or k", x.shape)
	}
	var out []int
	for i := range x.shape[0] {
		v := x.values[i]
		if pairs {
			a, next := x.values[2*i], x.values[2*i+1]
			if v = a*float64(n.A) + next; a < 0 || next < 0 {
				v = -1
			} else if next >= float64(n.A) {
				v = math.Inf(1)
			}
		}
		if v != math.Trunc(v) || v < -1 || v >= float64(n.Pairs()) {
			return nil, fmt.Errorf("found %g for column %d, expected actions from 0 to %d, or −1", v, i+1, n.A-1)
		}
		out = append(out, int(v))
	}
	return out, nil
}
