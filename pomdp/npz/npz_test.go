package npz_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp/npz"
)

func arrays() []npz.Array {
	return []npz.Array{
		npz.Matrix("O", mat.NewDense(2, 3, []float64{1, 2, 3, .1, -5, 6})),
		npz.Vector("w", []float64{.25, .75}),
		{Name: "x", Shape: []int{2, 1}, Ints: []int64{-1, 1 << 40}},
		npz.Vector("none", nil),
	}
}

func TestBytesFollowTheFormat(t *testing.T) {
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := npz.Write(out, arrays()...); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same arrays gave other bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(first.Bytes()), int64(first.Len()))
	if err != nil || len(z.File) != 4 || z.File[0].Name != "O.npy" {
		t.Fatal(z, err)
	}
	for i, want := range []string{"'<f8', 'fortran_order': False, 'shape': (2,3,)", "(2,)", "'<i8', 'fortran_order': False, 'shape': (2,1,)", "(0,)"} {
		f, err := z.File[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil || !bytes.HasPrefix(text, []byte("\x93NUMPY\x01\x00")) {
			t.Fatalf("%q, %v", text, err)
		}
		end := 10 + int(binary.LittleEndian.Uint16(text[8:]))
		if end%64 != 0 || text[end-1] != '\n' || !strings.Contains(string(text[:end]), want) {
			t.Errorf("the header %q", text[:end])
		}
		if i == 0 && math.Float64frombits(binary.LittleEndian.Uint64(text[end+3*8:])) != .1 {
			t.Error("rows do not come first")
		}
	}
}

func TestShapesMustFit(t *testing.T) {
	if err := npz.Write(io.Discard, npz.Array{Name: "x", Shape: []int{3}, Ints: []int64{1}}); err == nil {
		t.Error("one number was written as three")
	}
}

// NumPy itself reads them, where there is one.
func TestNumPyReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := npz.Write(f, arrays()...); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := exec.Command("python3", "-c", "import numpy").Run(); err != nil {
		t.Skip("no python3 with numpy here")
	}
	out, err := exec.Command("python3", "-c", "import numpy, sys\nx = numpy.load(sys.argv[1])\nprint(x['O'].tolist(), x['w'].tolist(), x['x'].tolist(), x['none'].shape)", path).CombinedOutput()
	if want := "[[1.0, 2.0, 3.0], [0.1, -5.0, 6.0]] [0.25, 0.75] [[-1], [1099511627776]] (0,)\n"; err != nil || string(out) != want {
		t.Errorf("%s, %v, want %s", out, err, want)
	}
}

// What is written is read back; Fortran's order is put right for any number of dimensions.
func TestReadsBack(t *testing.T) {
	var b bytes.Buffer
	want := npz.Array{Name: "x", Shape: []int{2, 3, 4}}
	for i := range 24 {
		want.Floats = append(want.Floats, float64(i)/3)
	}
	if err := npz.Write(&b, want, npz.Vector("other", nil)); err != nil {
		t.Fatal(err)
	}
	got, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()), 1<<10, func(name string) bool { return name == "x" })
	if err != nil || !reflect.DeepEqual(got, []npz.Array{want}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()), 100, func(string) bool { return true }); err == nil || !strings.Contains(err.Error(), "x: found") {
		t.Errorf("an array over the limit: %v", err)
	}
	var file bytes.Buffer
	if err := (npz.Array{Shape: []int{2, 3, 4}, Floats: want.Floats}).Write(&file); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(file.String(), "'fortran_order': False", "'fortran_order': True", 1)
	text = strings.Replace(text, "}", "} ", 1) // as long as before
	b.Reset()
	z := zip.NewWriter(&b)
	w, _ := z.Create("y.npy")
	_, _ = w.Write([]byte(text))
	z.Close()
	got, err = npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()), 1<<10, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		for j := range 3 {
			for l := range 4 {
				if x, y := got[0].Floats[(i*3+j)*4+l], want.Floats[i+2*j+6*l]; x != y {
					t.Errorf("[%d, %d, %d] is %g, expected %g", i, j, l, x, y)
				}
			}
		}
	}
}
