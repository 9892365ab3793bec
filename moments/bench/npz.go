package bench

import (
	"fmt"
	"io"
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/npz"

	"gonum.org/v1/gonum/mat"
)

// ReadNPZ reads an answer from arrays as numpy.savez writes them, under the names of the
// JSON. labels are k × 2 or the numbers a·|A| + a'; parameters are four arrays, whose first
// index is the pair a·|A| + a': initial (|A|² × |S|), observation (|A|² × |Z| × |S|), reward
// (|A|² × |R| × |S|) and transition (|A|² × |A| × |S| × |S|).
func ReadNPZ(in io.ReaderAt, size int64, n pomdp.Sizes) (*Answer, error) {
	a := &Answer{Sizes: n}
	matrices := map[string]**mat.Dense{"P12": &a.P12, "P13": &a.P13, "U1": &a.U1, "U2": &a.U2, "U3": &a.U3, "theta": &a.Theta, "M2": &a.M2, "whitening": &a.Whitening, "components": &a.Components, "O": &a.O, "T": &a.T}
	vectors := map[string]*[]float64{"sigma": &a.Sigma, "eigenvalues": &a.Eigenvalues, "lambda": &a.Lambda, "w": &a.W}
	parameters := map[string]npz.Array{"initial": {}, "observation": {}, "reward": {}, "transition": {}}
	arrays, err := npz.Read(in, size, MaxAnswer, func(name string) bool { // others are theirs, for purposes of their own
		_, parameter := parameters[name]
		return matrices[name] != nil || vectors[name] != nil || parameter || name == "labels"
	})
	if err != nil {
		return nil, err
	}
	for _, x := range arrays {
		var err error
		switch {
		case x.Name == "labels":
			a.Labels, err = labels(x, n)
		case vectors[x.Name] != nil && len(x.Shape) != 1:
			err = fmt.Errorf("found an array of %d dimensions, expected one", len(x.Shape))
		case vectors[x.Name] != nil:
			*vectors[x.Name] = x.Floats
		case matrices[x.Name] == nil:
			parameters[x.Name] = x
		case len(x.Shape) != 2 || x.Shape[0] == 0 || x.Shape[1] == 0:
			err = fmt.Errorf("found the shape %v, expected rows and columns", x.Shape)
		default:
			*matrices[x.Name] = mat.NewDense(x.Shape[0], x.Shape[1], x.Floats)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Name, err)
		}
	}
	if a.Parameters, err = arrayParameters(parameters, n); err != nil {
		return nil, err
	}
	return a.checked()
}

// arrayParameters are the parameters of all pairs, whose number is the first index; nil where
// there are none.
func arrayParameters(arrays map[string]npz.Array, n pomdp.Sizes) (*pomdp.PairParameters, error) {
	out, given := pomdp.NewPairParameters(n, nil), 0
	for _, x := range []struct {
		name  string
		shape []int
		to    func(pair int) [][]float64 // rows, in the order of the array
	}{
		{"initial", []int{n.Pairs(), n.S}, func(pair int) [][]float64 { return out.Initial[pair : pair+1] }},
		{"observation", []int{n.Pairs(), n.Z, n.S}, func(pair int) [][]float64 { return out.Observation[pair] }},
		{"reward", []int{n.Pairs(), n.R, n.S}, func(pair int) [][]float64 { return out.Reward[pair] }},
		{"transition", []int{n.Pairs(), n.A, n.S, n.S}, func(pair int) [][]float64 { return slices.Concat(out.Transition[pair]...) }},
	} {
		a := arrays[x.name]
		if a.Name == "" {
			continue
		}
		if given++; !slices.Equal(a.Shape, x.shape) {
			return nil, fmt.Errorf("%s: found the shape %v, expected %v", x.name, a.Shape, x.shape)
		}
		rest := a.Floats
		for pair := range n.Pairs() {
			for _, row := range x.to(pair) {
				rest = rest[copy(row, rest):]
			}
		}
	}
	switch given {
	case 0:
		return nil, nil
	case len(arrays):
		return out, nil
	}
	return nil, fmt.Errorf("found %d of the arrays initial, observation, reward and transition, expected all or none", given)
}

// labels are pairs of actions, or their numbers.
func labels(x npz.Array, n pomdp.Sizes) ([]int, error) {
	pairs := len(x.Shape) == 2 && x.Shape[1] == 2
	if !pairs && len(x.Shape) != 1 {
		return nil, fmt.Errorf("found the shape %v, expected k × 2, or k", x.Shape)
	}
	var out []int
	for i := range x.Shape[0] {
		v := x.Floats[i]
		if pairs {
			a, next := x.Floats[2*i], x.Floats[2*i+1]
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
