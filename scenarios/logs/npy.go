package logs

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"eeporl/pomdp/npz"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
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
