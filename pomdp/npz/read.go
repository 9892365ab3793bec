package npz

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"strings"
)

// Read reads the arrays of an .npz file of real numbers or integers, as Floats, each of at most
// so many bytes, that wanted wants by their names. The error names the array.
func Read(in io.ReaderAt, size int64, most int, wanted func(name string) bool) ([]Array, error) {
	files, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("found no .npz: %w", err)
	}
	var out []Array
	for _, f := range files.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		if !wanted(name) {
			continue
		}
		a, err := readEntry(f, most)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		a.Name = name
		out = append(out, a)
	}
	return out, nil
}

func readEntry(f *zip.File, most int) (Array, error) {
	if f.UncompressedSize64 > uint64(most) {
		return Array{}, fmt.Errorf("found %d bytes, expected at most %d", f.UncompressedSize64, most)
	}
	in, err := f.Open()
	if err != nil {
		return Array{}, err
	}
	defer in.Close()
	return readArray(io.LimitReader(in, int64(most)), most)
}

// readArray reads an npy file of real numbers or integers.
func readArray(in io.Reader, most int) (x Array, err error) {
	h, found, want, err := ReadHeader(in)
	switch {
	case err != nil:
		return x, err
	case want != "":
		return x, fmt.Errorf("found %s, expected %s", found, want)
	case h.Kind == 0:
		return x, fmt.Errorf("found the type %q, expected real numbers or integers, little endian", h.Type)
	case h.Kind == 'f' && h.Width < 4:
		return x, fmt.Errorf("found floats of %d bytes, expected 4 or 8", h.Width)
	case h.Shape == nil && h.Extent != "()":
		return x, fmt.Errorf("found the shape %q, expected one of whole numbers", h.Extent)
	}
	size, width := 1, h.Width
	for _, d := range h.Shape {
		if d > most || size*max(d, 1) > most/8 {
			return x, fmt.Errorf("found the shape %s, expected one of at most %d numbers", h.Extent, most/8)
		}
		x.Shape, size = append(x.Shape, d), size*d
	}
	raw := make([]byte, size*width)
	if _, err := io.ReadFull(in, raw); err != nil {
		return x, fmt.Errorf("found the end of the file, expected %d numbers", size)
	}
	x.Floats = make([]float64, size)
	for i := range x.Floats {
		x.Floats[i] = number(raw[i*width:(i+1)*width], h.Kind)
	}
	if h.Fortran {
		x.Floats = byRows(x.Shape, x.Floats)
	}
	return x, nil
}

// byRows puts entries whose first index runs fastest into the order of C, whose last one does.
func byRows(shape []int, columns []float64) []float64 {
	out, at := make([]float64, len(columns)), make([]int, len(shape))
	for i := range out {
		from, step := 0, 1
		for d, x := range at {
			from, step = from+x*step, step*shape[d]
		}
		out[i] = columns[from]
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < shape[d] {
				break
			}
			at[d] = 0
		}
	}
	return out
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
