package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/npz"

	"gonum.org/v1/gonum/mat"
)

// Request is what an estimator that runs as a program of its own is sent, one line of JSON.
// A symbol x = (a, z, r, a') has the number ((a·|A| + a')·|Z| + z)·|R| + r, from 0.
type Request struct {
	Sizes    requestSizes `json:"sizes"`
	Episodes *float64     `json:"episodes"` // null for the exact law
	Seed     uint64       `json:"seed"`
	// Cells are the triples that occurred: x₁, x₂, x₃ and how often, or their probability
	// under the exact law.
	Cells [][4]float64 `json:"cells"`
	// NPY is the path of an array with those rows, where there are too many for a line.
	NPY  string `json:"npy,omitempty"`
	Task *Task  `json:"task,omitempty"`
}

// inline is how many cells a request holds itself: some ten megabytes of JSON.
const inline = 500_000

// shortened is the request with its cells in a file, if they are many; done removes that.
func (r Request) shortened() (short Request, done func(), err error) {
	if len(r.Cells) <= inline {
		return r, func() {}, nil
	}
	file, err := os.CreateTemp("", "eeporl-*.npy")
	if err != nil {
		return r, nil, err
	}
	done = func() { _ = os.Remove(file.Name()) }
	out := bufio.NewWriter(file)
	a := npz.Array{Shape: []int{len(r.Cells), 4}}
	for _, c := range r.Cells {
		a.Floats = append(a.Floats, c[:]...)
	}
	if err := errors.Join(a.Write(out), out.Flush(), file.Close()); err != nil {
		done()
		return r, nil, err
	}
	r.Cells, r.NPY = [][4]float64{}, file.Name()
	return r, done, nil
}

type requestSizes struct{ S, A, Z, R int }

// RequestOf asks for an estimate of a model with a number of states from counts.
func RequestOf(counts *moments.Counts, states int, seed uint64) Request {
	n := counts.Sizes()
	r := Request{Sizes: requestSizes{states, n.A, n.Z, n.R}, Seed: seed}
	if total := counts.Total(); !math.IsInf(total, 1) {
		r.Episodes = &total
	}
	for cell, count := range counts.Cells {
		t := n.Triple(n.CellAt(cell))
		r.Cells = append(r.Cells, [4]float64{float64(t[0]), float64(t[1]), float64(t[2]), count})
	}
	return r
}

// document is an answer as JSON. Its fields are those of `estimate --json`, whose own output
// can so be read, and the matrices may also stand outside of hmm.
type document struct {
	P12, P13    rows
	Sigma       numbersOrNull `json:"sigma"`
	Eigenvalues numbersOrNull `json:"eigenvalues"`
	U1, U2, U3  rows
	Theta       rows `json:"theta"`
	M2          rows
	Whitening   rows          `json:"whitening"`
	Components  rows          `json:"components"`
	Lambda      numbersOrNull `json:"lambda"`
	Operators   *struct {
		Start    numbersOrNull `json:"start"`
		End      numbersOrNull `json:"end"`
		Symbols  []rows        `json:"symbols"`
		Outcomes [][][]rows    `json:"outcomes"` // [a][r][z]
	} `json:"operators"`
	O, T       rows
	W          numbersOrNull `json:"w"`
	Labels     [][2]*int     `json:"labels"`
	Parameters []struct {
		Pair        [2]int        `json:"pair"`
		Initial     numbersOrNull `json:"initial"`
		Observation rows          `json:"observation"`
		Reward      rows          `json:"reward"`
		Transition  []rows        `json:"transition"`
	} `json:"parameters"`
	HMM *struct {
		O, T rows
		W    numbersOrNull `json:"w"`
	} `json:"hmm"`
	Policy []struct {
		Action *int     `json:"action"`
		Next   branches `json:"next"`
	} `json:"tree"`
	Error string `json:"error"`
	About
}

// Refusal is an estimator's own word on why it has no answer.
type Refusal struct{ Says string }

// Refused is the report on an answer that is a reason for none.
func Refused(r *Refusal) *Report {
	return &Report{First: -1, Unjudged: []string{"It gives no estimate: " + strings.TrimSuffix(r.Says, ".") + "."}}
}

func (r *Refusal) Error() string { return fmt.Sprintf("it says: %q", r.Says) }

type numbersOrNull []*float64

func (x numbersOrNull) floats() []float64 {
	if x == nil {
		return nil
	}
	out := make([]float64, len(x))
	for i, v := range x {
		if out[i] = math.NaN(); v != nil {
			out[i] = *v
		}
	}
	return out
}

type rows []numbersOrNull

// table checks that all rows are equally long.
func (r rows) table(name string) (table, error) {
	var out table
	for i, x := range r {
		row := x.floats()
		if len(row) == 0 {
			return nil, fmt.Errorf("%s: found nothing in row %d, expected entries", name, i+1)
		}
		if len(row) != len(r[0]) {
			return nil, fmt.Errorf("%s: found %d entries in row %d, expected %d", name, len(row), i+1, len(r[0]))
		}
		out = append(out, row)
	}
	return out, nil
}

func (r rows) matrix(name string) (*mat.Dense, error) {
	t, err := r.table(name)
	if t == nil || err != nil {
		return nil, err
	}
	m := mat.NewDense(len(t), len(t[0]), nil)
	for i := range t {
		m.SetRow(i, t[i])
	}
	return m, nil
}

// Read reads an answer in JSON for a model of these sizes. The error says what was found and
// what was expected.
func Read(in io.Reader, n pomdp.Sizes) (*Answer, error) {
	var d document
	decoder := json.NewDecoder(in)
	if err := decoder.Decode(&d); err != nil {
		return nil, notAnAnswer(err)
	}
	if d.Error != "" {
		return nil, &Refusal{d.Error}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("found more after the answer, expected one object")
	}
	if d.HMM != nil {
		d.O, d.T, d.W = d.HMM.O, d.HMM.T, d.HMM.W
	}
	a := &Answer{Sizes: n, Sigma: d.Sigma.floats(), Eigenvalues: d.Eigenvalues.floats(), W: d.W.floats(), Lambda: d.Lambda.floats()}
	for _, x := range []struct {
		name string
		from rows
		to   **mat.Dense
	}{{"P12", d.P12, &a.P12}, {"P13", d.P13, &a.P13}, {"U1", d.U1, &a.U1}, {"U2", d.U2, &a.U2}, {"U3", d.U3, &a.U3}, {"theta", d.Theta, &a.Theta}, {"M2", d.M2, &a.M2}, {"whitening", d.Whitening, &a.Whitening}, {"components", d.Components, &a.Components}, {"O", d.O, &a.O}, {"T", d.T, &a.T}} {
		var err error
		if *x.to, err = x.from.matrix(x.name); err != nil {
			return nil, err
		}
	}
	for i, l := range d.Labels {
		switch {
		case l[0] == nil || l[1] == nil || *l[0] < 0 || *l[1] < 0:
			a.Labels = append(a.Labels, -1)
		case *l[0] >= n.A || *l[1] >= n.A:
			return nil, fmt.Errorf("labels: found [%d, %d] for column %d, expected actions from 0 to %d", *l[0], *l[1], i+1, n.A-1)
		default:
			a.Labels = append(a.Labels, n.Pair(*l[0], *l[1]))
		}
	}
	if err := errors.Join(d.parameters(a, n), d.operators(a, n)); err != nil {
		return nil, err
	}
	for i, node := range d.Policy {
		if node.Action == nil {
			return nil, fmt.Errorf("tree: found no action in node %d, expected one", i)
		}
		next, err := node.Next.next(n)
		if err != nil {
			return nil, fmt.Errorf("tree: node %d: %w", i, err)
		}
		a.Policy = append(a.Policy, PolicyNode{Action: *node.Action, Next: next})
	}
	if err := policy(a.Policy, n); err != nil {
		return nil, err
	}
	return a.checked()
}

// notAnAnswer says in words what the decoder found.
func notAnAnswer(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		field := strings.TrimPrefix(strings.TrimPrefix(kind.Field, "document."), "About.")
		if field == "" {
			field = "the answer"
		}
		expected := "what 'eeporl estimator --help' says"
		switch kind.Type.Kind() {
		case reflect.Float64:
			expected = "a real number, or null"
		case reflect.Int:
			expected = "a whole number"
		case reflect.Uint64:
			expected = "a whole number from 0"
		case reflect.String:
			expected = "a text"
		case reflect.Slice:
			expected = "a list"
		case reflect.Struct:
			expected = "an object"
		}
		return fmt.Errorf("%s: found %s, expected %s", field, kind.Value, expected)
	}
	hint := ""
	if text := err.Error(); strings.Contains(text, "'N'") || strings.Contains(text, "'I'") {
		hint = "; JSON has no NaN and no Infinity, null stands for them"
	}
	return fmt.Errorf("found no answer in JSON: %w%s", err, hint)
}

// checked is the answer if its sizes are right and there is something in it to compare.
func (a *Answer) checked() (*Answer, error) {
	if len(a.W) == 0 { // empty lists say nothing
		a.W = nil
	}
	if len(a.Eigenvalues) == 0 {
		a.Eigenvalues = nil
	}
	if len(a.Labels) == 0 {
		a.Labels = nil
	}
	if len(a.Lambda) == 0 {
		a.Lambda = nil
	}
	if err := fits(a, a.Sizes.D(), a.Sizes.K()); err != nil {
		return nil, err
	}
	if len(a.figures()) == 0 && len(a.Policy) == 0 {
		return nil, fmt.Errorf("found nothing to compare, expected at least one of P12, P13, sigma, U1, U2, U3, O (T, w and labels take O; eigenvalues take theta, U1, U2 and U3), M2, whitening, operators, parameters and tree")
	}
	return a, nil
}

func (d *document) operators(a *Answer, n pomdp.Sizes) error {
	if d.Operators == nil {
		return nil
	}
	o := &Operators{Start: d.Operators.Start.floats(), End: d.Operators.End.floats()}
	take := func(name string, from []rows, to *[]*mat.Dense) error {
		for i, r := range from {
			m, err := r.matrix(fmt.Sprintf("operators: matrix %d of %s", i, name))
			if err != nil {
				return err
			}
			if m == nil {
				return fmt.Errorf("operators: found nothing in matrix %d of %s, expected %d × %d entries", i, name, len(o.Start), len(o.Start))
			}
			*to = append(*to, m)
		}
		return nil
	}
	err := take("symbols", d.Operators.Symbols, &o.Symbols)
	for _, rewards := range d.Operators.Outcomes {
		for _, observations := range rewards {
			err = errors.Join(err, take("outcomes", observations, &o.Outcomes))
		}
	}
	if err != nil {
		return err
	}
	a.Operators = o
	return o.fits(n)
}

func (d *document) parameters(a *Answer, n pomdp.Sizes) error {
	if d.Parameters == nil {
		return nil
	}
	out := pomdp.NewPairParameters(n, nil)
	seen := map[int]bool{}
	for _, p := range d.Parameters {
		if p.Pair[0] < 0 || p.Pair[1] < 0 || p.Pair[0] >= n.A || p.Pair[1] >= n.A {
			return fmt.Errorf("parameters: found the pair [%d, %d], expected actions from 0 to %d", p.Pair[0], p.Pair[1], n.A-1)
		}
		pair := n.Pair(p.Pair[0], p.Pair[1])
		if seen[pair] {
			return fmt.Errorf("parameters: found the pair [%d, %d] twice, expected it once", p.Pair[0], p.Pair[1])
		}
		seen[pair] = true
		if len(p.Transition) != n.A {
			return fmt.Errorf("parameters of [%d, %d]: found %d transition matrices, expected one for each next action, %d", p.Pair[0], p.Pair[1], len(p.Transition), n.A)
		}
		into := []struct {
			name string
			from rows
			to   [][]float64
		}{
			{"initial", rows{p.Initial}, out.Initial[pair : pair+1]}, {"observation", p.Observation, out.Observation[pair]}, {"reward", p.Reward, out.Reward[pair]},
		}
		for after := range n.A {
			into = append(into, struct {
				name string
				from rows
				to   [][]float64
			}{"transition", p.Transition[after], out.Transition[pair][after]})
		}
		for _, x := range into {
			t, err := x.from.table(x.name)
			if err != nil {
				return fmt.Errorf("parameters of [%d, %d]: %w", p.Pair[0], p.Pair[1], err)
			}
			if len(t) != len(x.to) || len(t[0]) != len(x.to[0]) {
				return fmt.Errorf("parameters of [%d, %d]: found %s with %d rows, expected %d × %d", p.Pair[0], p.Pair[1], x.name, len(t), len(x.to), len(x.to[0]))
			}
			for i := range t {
				copy(x.to[i], t[i])
			}
		}
	}
	if len(seen) != n.Pairs() {
		return fmt.Errorf("parameters: found %d pairs of actions, expected all %d", len(seen), n.Pairs())
	}
	a.Parameters = out
	return nil
}
