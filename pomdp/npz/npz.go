// Package npz writes and reads arrays in NumPy's formats: an .npy file for each (NumPy
// enhancement proposal 1), in a zip file for .npz. Equal arrays give equal bytes.
package npz

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Array is one array, rows first: of Floats, or of Ints where Floats is nil.
type Array struct {
	Name   string
	Shape  []int
	Floats []float64
	Ints   []int64
}

// Vector is an array of one dimension.
func Vector(name string, x []float64) Array {
	return Array{Name: name, Shape: []int{len(x)}, Floats: append([]float64{}, x...)}
}

// Matrix is an array of two dimensions.
func Matrix(name string, m *mat.Dense) Array {
	rows, columns := m.Dims()
	a := Array{Name: name, Shape: []int{rows, columns}, Floats: make([]float64, 0, rows*columns)}
	for i := range rows {
		a.Floats = append(a.Floats, m.RawRowView(i)...)
	}
	return a
}

// Write writes arrays, whose names must differ. It fails if an array does not have as many numbers
// as its shape says.
func Write(w io.Writer, arrays ...Array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		f, err := z.CreateHeader(&zip.FileHeader{Name: a.Name + ".npy", Method: zip.Deflate}) // no time: the same bytes always
		if err != nil {
			return err
		}
		if err := a.Write(f); err != nil {
			return err
		}
	}
	return z.Close()
}

// Write writes the array as an .npy file.
func (a Array) Write(w io.Writer) error {
	kind, size := "<f8", len(a.Floats)
	if a.Floats == nil {
		kind, size = "<i8", len(a.Ints)
	}
	shape, all := "", 1
	for _, n := range a.Shape {
		shape += fmt.Sprintf("%d,", n)
		all *= n
	}
	if all != size {
		return fmt.Errorf("%s: found %d numbers, expected %d for the shape (%s)", a.Name, size, all, shape)
	}
	out := AppendHeader(nil, kind, shape)
	for _, x := range a.Floats {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	for _, x := range a.Ints {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	_, err := w.Write(out)
	return err
}
