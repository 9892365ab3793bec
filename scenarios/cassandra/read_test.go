package cassandra

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const header = `
# a comment; any byte: ☕
actions: stay go   # after data, too
discount : 0.9
states:
  here
  there-1
values: reward
observations: 2
`

const body = `T: * identity
O: * uniform
`

func mustRead(t testing.TB, text string) *Model {
	t.Helper()
	m, err := Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPreamble(t *testing.T) {
	m := mustRead(t, header+body)
	if m.Discount != .9 || m.Cost || !reflect.DeepEqual(m.States.Names, []string{"here", "there-1"}) ||
		!reflect.DeepEqual(m.Actions.Names, []string{"stay", "go"}) || m.Observations.N != 2 || m.Observations.Names != nil {
		t.Errorf("%+v", m)
	}
	if m.Observations.Name(1) != "1" || !reflect.DeepEqual(m.Initial, []float64{.5, .5}) || len(m.Notices) != 0 {
		t.Errorf("%+v", m)
	}
	// One line, CR LF, no final newline: white space has no meaning.
	for _, text := range []string{
		strings.Join(strings.Fields("discount: 0.9 values: reward states: here there-1 actions: stay go observations: 2 T : * identity O:*uniform"), " "),
		strings.ReplaceAll(header+body, "\n", "\r\n"),
		strings.TrimSpace(header + body),
	} {
		if got := mustRead(t, text); !reflect.DeepEqual(got, m) {
			t.Errorf("%q reads as %+v", text, got)
		}
	}
}

func TestStart(t *testing.T) {
	for text, want := range map[string][]float64{
		"":                               {1. / 3, 1. / 3, 1. / 3},
		"start: uniform":                 {1. / 3, 1. / 3, 1. / 3},
		"start: 0.5 0.25 0.25":           {.5, .25, .25},
		"start: b":                       {0, 1, 0},
		"start include: a 2":             {.5, 0, .5},
		"start include: a a":             {1, 0, 0},
		"start exclude: a":               {0, .5, .5},
		"start : a c":                    {.5, 0, .5}, // lenient, with a notice
		"start:\n1.\n0\n0.0e-3 # broken": {1, 0, 0},
	} {
		m := mustRead(t, "discount: 1 values: reward states: a b c actions: 1 observations: 1\n"+text+"\nT: 0 identity O: 0 uniform")
		if !reflect.DeepEqual(m.Initial, want) {
			t.Errorf("%q: %v, want %v", text, m.Initial, want)
		}
		if lenient := text == "start : a c"; lenient != (len(m.Notices) == 1) {
			t.Errorf("%q: notices %q", text, m.Notices)
		}
	}
}

func TestTransitionsAndObservations(t *testing.T) {
	m := mustRead(t, header+`start: 0.25 0.75
T: stay
  0.5 0.5
  0.125
  0.875
T: 1 uniform
T: go : here : * 0
T: go : here : there-1 1.0
T: go : there-1 reset
O: * 
 1 0 0 1
O: go : 1 uniform
O: 0 : here : 0 0.75  O: 0 : here : 1 0.25
`)
	if want := [][][]float64{{{.5, .5}, {.125, .875}}, {{0, 1}, {.25, .75}}}; !reflect.DeepEqual(m.Transition, want) {
		t.Errorf("T %v, want %v", m.Transition, want)
	}
	if want := [][][]float64{{{.75, .25}, {0, 1}}, {{1, 0}, {.5, .5}}}; !reflect.DeepEqual(m.Observation, want) {
		t.Errorf("O %v, want %v", m.Observation, want)
	}
}

func TestRewards(t *testing.T) {
	m := mustRead(t, header+body+`
R: * : * : * : * 1
R: go : here : * : 1 -2.5
R: go : there-1 : here
  - 3 +4
R: stay : 1
  5 6
  7 0
R: stay : * : 1 : 0 8
`)
	for _, c := range []struct {
		a, s, next, z int
		want          float64
	}{
		{0, 0, 0, 0, 1}, {1, 0, 0, 0, 1}, {1, 0, 1, 1, -2.5}, {1, 0, 0, 1, -2.5},
		{1, 1, 0, 0, -3}, {1, 1, 0, 1, 4}, {1, 1, 1, 0, 1},
		{0, 1, 0, 0, 5}, {0, 1, 0, 1, 6}, {0, 1, 1, 1, 0}, // a 0 overrides, too
		{0, 1, 1, 0, 8}, {0, 0, 1, 0, 8},
	} {
		if got := m.Reward(c.a, c.s, c.next, c.z); got != c.want {
			t.Errorf("R(%d, %d, %d, %d) = %g, want %g", c.a, c.s, c.next, c.z, got, c.want)
		}
	}
	if got, want := m.MeanReward(0, 1), .5*8+.5*0; got != want {
		t.Errorf("mean %g, want %g", got, want)
	}
	wiped := mustRead(t, header+body+"R: go : here : * : 1 -2\nR: * : * : * : * 3")
	if got := wiped.Reward(1, 0, 0, 1); got != 3 {
		t.Errorf("after a later *: %g, want 3", got)
	}
	cost := mustRead(t, strings.Replace(header, "reward", "cost", 1)+body+"R: * : * : * : * 3")
	if got := cost.Reward(0, 0, 0, 0); got != -3 || !cost.Cost || len(cost.Notices) != 1 {
		t.Errorf("cost 3 is reward %g with notices %q", got, cost.Notices)
	}
}

func TestRefused(t *testing.T) {
	long := "discount: 1 values: reward states: 2 actions: 1 observations: 2\n"
	for text, want := range map[string]string{
		"":                             `1:1: found the end of the file, expected "values:": the preamble comes first`,
		"Discount: 1":                  `1:1: found "Discount:", which is not an entry of this format`,
		"discount 1":                   `1:10: found "1", expected a colon after discount`,
		"discount: 1.5":                `1:11: found 1.5, expected a discount above 0, at most 1`,
		"discount: .5":                 `1:11: found ".5", expected a discount above 0, at most 1; a number begins with a digit: 0.5`,
		"discount: 0.0":                `1:11: found 0, expected a discount above 0, at most 1`,
		"values: rewardz":              `1:9: found "rewardz", expected "reward" or "cost"`,
		"values: reward values: cost":  `1:16: found a second "values", expected one`,
		"states: 0":                    `1:9: found 0, expected a number of states from 1`,
		"states: 1.0":                  `1:9: found "1.0", expected a whole number or a list of names`,
		"states: 2 1 2":                `found "1", expected one number, how many states there are, or a list of names`,
		"states: a b a":                `1:13: found "a" again, expected a name not yet in the list of states`,
		"states: a T":                  `1:11: found "T", expected another name, or the next entry; T is a word of the format`,
		"states: goal.1":               `1:13: found ".1", expected another name, or the next entry; a name begins with a letter`,
		"states: R F":                  `1:9: found "R", expected a whole number or a list of names after states:; R is a word of the format, and no name: R_1 is one`,
		"states: café":                 `found "é", expected another name, or the next entry; a name begins`,
		"observations: a b\natom 0: x": `2:1: found "atom:", which is not an entry`,
		"<?xml version='1.0'?>":        `1:1: found XML, as POMDPX is`,
		"states: a;b":                  `1:10: found ";", expected another name, or the next entry; a name begins with a letter`,
		"states: 1000000 values: reward actions: 1 observations: 1 T: 0 identity": `found 1000000 states, 1 actions and 1 observations, which take the space of 1e+12 numbers`,
		"discount: 1 values: reward states: 2 actions: 1\nT: 0 identity":          `2:1: found "T", expected "observations:": the preamble comes first, and without observations this is an MDP`,
		long + "start: 3": `2:8: found 3, expected a probability`,
		long + "start: 1": `2:9: found the end of the file, expected number 2 of 2 of the start, or start include: 1 to begin in that state`,
		long + "start: 0 0.5 T: 0 identity O: 0 uniform": `a sum of 0.5 in the start, expected 1 within 1e-5`,
		long + "start: reset":                            `2:8: found "reset", expected number 1 of 2 of the start`,
		long + "start include: *":                        `2:16: found "*", expected a list of states`,
		long + "start exclude: 0 1":                      `2:16: found all states excluded`,
		long + "T: 0 identity start: uniform":            `2:15: found "start", expected "T", "O" or "R"`,
		long + "T: 0 : 2 : 0 1":                          `2:8: found "2", expected an index of a state from 0 to 1`,
		long + "T: 0 : 1.0 : 0 1":                        `2:8: found "1.0", expected one of the states`,
		long + "T: 0 : x : 0 1":                          `2:8: found "x", expected one of the states of the preamble`,
		long + "T: 0 : 0 : 0 1.000001":                   `2:14: found 1.000001, expected a probability from 0 to 1`,
		long + "T: 0 : 0 : 0 -0":                         `2:14: found "-", expected a probability`,
		long + "T: 0 : 0 : 0 .5":                         `2:14: found ".5", expected a probability`,
		long + "T: 0 : 0 identity":                       `2:10: found "identity", expected number 1 of 2 of the transition row, uniform or reset`,
		long + "T: 0 reset":                              `2:6: found "reset", expected number 1 of 2 of the row 1 of 2 of the transition matrix, uniform or identity`,
		long + "T: 0 : 0 1 0 0":                          `2:14: found "0", expected the transition row to end after 2 numbers`,
		long + "T: 0 1 0 1":                              `2:11: found the end of the file, expected number 2 of 2 of the row 2 of 2`,
		long + "O: 0 identity":                           `2:6: found "identity"`,
		long + "R: 0 1":                                  `2:6: found "1", expected a colon and a state: in a POMDP`,
		long + "R: 0 : 0 : 0 : 0 uniform":                `2:18: found "uniform", expected a reward`,
		long + "E: 0 : 0 1":                              `2:1: found "E:", which is not an entry of this format (discount, values, states, actions, observations, start), expected one of these, or T, O or R`,
		long + "T: 0 identity\nO: 0 : 0 uniform":         `found no O row of action 0, state 1, expected a distribution that sums to 1`,
		long + "T: 0\n1 0\n.":                            `4:1: found "."`,
		long + "T: 0\n0.4 0.7 0 1\nO: 0 uniform":         `2:1: found a sum of 1.1 in the T row of action 0, state 0, expected 1 within 1e-5`,
		long + "R: 0 : 0 : 0 : 0 1e999":                  `2:18: found "1e999", expected a number within the range of double precision`,
	} {
		_, err := Read(strings.NewReader(text), "f")
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("%q:\n got  %v\n want %s", text, err, want)
		}
	}
}

// TestFieldFiles reads the field's own problems where they lie beside the
// checkout.
func TestFieldFiles(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/pomdp/*.POMDP")
	if len(files) == 0 {
		t.Skip("the field's files are not here")
	}
	refused := map[string]string{"ejs7.POMDP": "a sum of 1.1", "pomdp-ex.POMDP": ":14:"}
	notices := map[string]int{"ejs4.POMDP": 2, "light_maze.POMDP": 1, "bridge-repair.POMDP": 1, "ejs3.POMDP": 1}
	for _, file := range files {
		base := filepath.Base(file)
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Read(f, base)
		f.Close()
		if want, bad := refused[base]; bad {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want an error with %q", base, err, want)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		if n, known := notices[base]; known && len(m.Notices) != n {
			t.Errorf("%s: notices %q, want %d", base, m.Notices, n)
		}
		again(t, m)
	}
}

// again writes a model and reads it back: the same to the last bit.
func again(t testing.TB, m *Model) {
	t.Helper()
	var text strings.Builder
	if err := Write(&text, m); err != nil {
		t.Fatal(err)
	}
	got, err := Read(strings.NewReader(text.String()), "again")
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	if got.Discount != m.Discount || got.Cost != m.Cost || !reflect.DeepEqual(got.Initial, m.Initial) ||
		!reflect.DeepEqual(got.Transition, m.Transition) || !reflect.DeepEqual(got.Observation, m.Observation) ||
		!reflect.DeepEqual(got.States, m.States) || !reflect.DeepEqual(got.Actions, m.Actions) || !reflect.DeepEqual(got.Observations, m.Observations) {
		t.Fatalf("reads back otherwise:\n%s", text.String())
	}
	if m.States.N*m.States.N*m.Actions.N*m.Observations.N > 1<<20 {
		return
	}
	for a := range m.Actions.N {
		for s := range m.States.N {
			for next := range m.States.N {
				for z := range m.Observations.N {
					if x, y := m.Reward(a, s, next, z), got.Reward(a, s, next, z); x != y {
						t.Fatalf("R(%d, %d, %d, %d) reads back as %g, was %g", a, s, next, z, y, x)
					}
				}
			}
		}
	}
}
