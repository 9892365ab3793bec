package cli

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp/npz"
	"eeporl/scenarios/atomicfile"
)

func arraysFlag(f *pflag.FlagSet, path *string) {
	addFlag(f, path, "arrays", "", "", "FILE.npz", "`FILE`.npz for the matrices besides, as NumPy reads them", func(text string) (string, error) {
		if ending(text) != ".npz" && ending(text) != "" {
			return "", errors.New("a name that ends in .npz")
		}
		return text, another(*path, text)
	})
}

// writeArrays writes an .npz file if one is asked for.
func writeArrays(path string, arrays []npz.Array) error {
	if path == "" {
		return nil
	}
	return failedToWrite(path, atomicfile.WriteFile(path, func(w io.Writer) error { return npz.Write(w, arrays...) }))
}

// lawArrays are the exact HMM, and the triples that can occur with their
// probabilities.
func lawArrays(t *experiment.Truth) []npz.Array {
	return append([]npz.Array{
		npz.Matrix("O", t.HMM.O), npz.Matrix("T", t.HMM.T), npz.Vector("w", t.HMM.W), npz.Vector("p_h1", t.HMM.H1), npz.Vector("p_h0", t.HMM.H0),
	}, tripleArrays(t.Exact(), "p")...)
}

// estimateArrays are what an estimate reached, and the counts that it was made
// from.
func estimateArrays(e *moments.Estimate, counts *moments.Counts) []npz.Array {
	var out []npz.Array
	if e.O != nil {
		out = append(out, npz.Matrix("O", e.O))
	}
	if e.T != nil {
		out = append(out, npz.Matrix("T", e.T))
	}
	if e.W != nil {
		out = append(out, npz.Vector("w", e.W))
	}
	out = append(out, npz.Matrix("P12", counts.P12Matrix()), npz.Matrix("P13", counts.P13Matrix()))
	return append(out, tripleArrays(counts, "count")...)
}

// tripleArrays are the triples that occurred, each a row [x₁, x₂, x₃] of the array x, and how often
// each occurred in the array named often: a sparse P̂₁₂₃.
func tripleArrays(counts *moments.Counts, often string) []npz.Array {
	n := counts.Sizes()
	x, k := npz.Array{Name: "x", Ints: []int64{}}, []float64{}
	for cell, count := range counts.Cells {
		for _, i := range n.Triple(n.CellAt(cell)) {
			x.Ints = append(x.Ints, int64(i))
		}
		k = append(k, count)
	}
	x.Shape = []int{len(k), 3}
	return []npz.Array{x, npz.Vector(often, k)}
}
