package cassandra

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"eeporl/pomdp"
)

func TestWriteReadsBack(t *testing.T) {
	again(t, mustRead(t, header+body))
	again(t, mustRead(t, strings.Replace(header, "reward", "cost", 1)+body+`
R: * : * : * : * 0.1
R: go : here
 1e-300 1e300 -7 0.30000000000000004
R: stay : * : 1 : 0 8`))
	third := mustRead(t, "discount: 0.3333333333333333 values: reward states: 3 actions: 1 observations: 1 T: 0 uniform O: 0 uniform")
	again(t, third)
}

// TestWriteStrangeNames: what the format cannot spell is written as numbers.
func TestWriteStrangeNames(t *testing.T) {
	m := mustRead(t, header+body)
	m.States.Names = []string{"wants tea", "T"}
	var text strings.Builder
	if err := Write(&text, m); err != nil {
		t.Fatal(err)
	}
	got := mustRead(t, text.String())
	if got.States.Names != nil || got.States.N != 2 || !strings.Contains(text.String(), "states: 2 # wants tea T\n") {
		t.Errorf("%+v of\n%s", got.States, text.String())
	}
}

func TestSpec(t *testing.T) {
	m := mustRead(t, header+`T: * uniform
O: * uniform
R: stay : * : * : * 1
R: go : here : * : 0 4
R: go : there-1 : here : * -1`)
	spec, notes, err := m.Spec("test", 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{-.5, 1, 2}; !reflect.DeepEqual(spec.Rewards, want) || len(notes) != 1 {
		t.Errorf("levels %v, want %v; %q", spec.Rewards, want, notes)
	}
	for _, grid := range [][]float64{nil, {-1, 0, 3}} {
		spec, _, err := m.Spec("test", 4, grid)
		if err != nil {
			t.Fatal(err)
		}
		model, err := pomdp.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 2 {
			for s := range 2 {
				if x, y := model.MeanReward(a, s), m.MeanReward(a, s); math.Abs(x-y) > 1e-12 {
					t.Errorf("grid %v: mean reward %g, was %g", grid, x, y)
				}
			}
		}
	}
	if _, _, err := m.Spec("test", 4, []float64{0, 3}); err == nil {
		t.Error("a grid that does not enclose the rewards was taken")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(header + body)
	f.Add(header + "start include: 1\nT: * : * reset\nO: *\n1 0\n0 1\nR: go : here\n1 2 3 -4\nR: * : * : * : * 2")
	f.Add("discount: 1 values: cost states: 1000000 actions: 9 observations: 2 T: * identity")
	f.Add("values: rewards states: 2 actions: 1 observations: 1 start: 0 1 T: 0 : * : 1 1e0 O: 0 uniform")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := read([]byte(text), "fuzz", 1<<12)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("no place in %q", err)
			}
			return
		}
		again(t, m)
	})
}

func TestFromPOMDP(t *testing.T) {
	m, err := pomdp.New(pomdp.Spec{
		Name: "two", States: []string{"wants tea", "b"}, Actions: []string{"a"}, Observations: []string{"x", "y"},
		Rewards: []float64{0, 3}, Initial: []float64{.3, .7}, Transition: [][][]float64{{{.1, .9}, {0, 1}}},
		Observation: [][][]float64{{{.2, .8}, {.5, .5}}}, Reward: [][][]float64{{{.9, .1}, {0, 1}}}, Horizon: 4, Discount: .9,
	})
	if err != nil {
		t.Fatal(err)
	}
	got := FromPOMDP(m)
	for s := range 2 {
		if x, y := got.MeanReward(0, s), m.MeanReward(0, s); math.Abs(x-y) > 1e-12 {
			t.Errorf("R = %g in state %d, want %g", x, s, y)
		}
	}
	var text strings.Builder
	if err := Write(&text, got); err != nil {
		t.Fatal(err)
	}
	back := mustRead(t, text.String())
	if !reflect.DeepEqual(back.Transition, got.Transition) || back.Reward(0, 0, 1, 1) != got.Reward(0, 0, 1, 1) || back.States.N != 2 {
		t.Errorf("reads back otherwise:\n%s", text.String())
	}
}
