package scenarios

import (
	"reflect"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"

	"pgregory.net/rapid"
)

func TestWriteModelQuoting(t *testing.T) {
	one := [][][]float64{{{1}}}
	m, err := pomdp.New(pomdp.Spec{
		Name: "a \"b\" \\ c é", States: []string{"s"}, Actions: []string{"go left"}, Observations: []string{"ä.b"},
		Rewards: []float64{-1.5e-7}, Initial: []float64{1}, Transition: one, Observation: one, Reward: one, Horizon: 4, Discount: 0.95,
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteModel(&b, Scenario{About: "one\n\ntwo  three ", Model: m}); err != nil {
		t.Fatal(err)
	}
	const want = `name = "a \"b\" \\ c é"
about = """
one

two  three """
states = ["s"]
actions = ["go left"]
observations = ["ä.b"]
rewards = [-1.5e-07]
initial = [1]
horizon = 4
discount = 0.95
[transition]     # action → row per state left, column per state entered
"go left" = [[1]]
[observation]    # action → row per state entered, column per observation
"go left" = [[1]]
[reward]         # action → row per state left, column per reward level
"go left" = [[1]]
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// Whatever POMDP is written reads back the same, bit for bit, about included.
func TestWriteReadRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		m, err := pomdp.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		about := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.SampledFrom([]rune("ab \n\t\"\\\r")), 0, 400, -1)).Draw(t, "about")
		text := modelText(Scenario{About: about, Model: m})
		s, err := ReadModel(strings.NewReader(text), "m.toml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if s.About != about {
			t.Fatalf("about %q came back as %q", about, s.About)
		}
		if got := s.Model.Spec(); !reflect.DeepEqual(got, spec) {
			t.Fatalf("got %+v\nwant %+v", got, spec)
		}
	})
}

func drawSpec(t *rapid.T) pomdp.Spec {
	name := rapid.OneOf(
		rapid.StringMatching(`[a-zA-Z0-9_-]{1,8}`),
		rapid.StringN(1, 6, -1).Filter(func(s string) bool { return strings.TrimSpace(s) != "" && printable.Fault(s) == "" }),
		rapid.SampledFrom([]string{"A", "A\u00a0", "\u00a0A", " A", "A\u2009", "A,B", `"A"`, "#A", "-", "--", "0", "1.0", "01", "NA", "nan", "inf", "true", "[A]", "A;B", "A|B", "'A'"}),
	)
	names := func(label string) []string {
		return rapid.SliceOfNDistinct(name, 1, 3, rapid.ID[string]).Draw(t, label)
	}
	spec := pomdp.Spec{
		Name: name.Draw(t, "name"), States: names("states"), Actions: names("actions"), Observations: names("observations"),
		Rewards:  rapid.SliceOfN(rapid.Float64Range(-1e200, 1e200), 1, 3).Draw(t, "rewards"),
		Horizon:  rapid.IntRange(1, maxHorizon).Draw(t, "horizon"),
		Discount: rapid.SampledFrom([]float64{1, 0.95, 1e-300}).Draw(t, "discount"),
	}
	spec.Initial = drawRow(t, len(spec.States))
	matrices := func(columns int) [][][]float64 {
		x := make([][][]float64, len(spec.Actions))
		for a := range x {
			for range spec.States {
				x[a] = append(x[a], drawRow(t, columns))
			}
		}
		return x
	}
	spec.Transition = matrices(len(spec.States))
	spec.Observation = matrices(len(spec.Observations))
	spec.Reward = matrices(len(spec.Rewards))
	return spec
}

func drawRow(t *rapid.T, n int) []float64 {
	row := rapid.SliceOfN(rapid.Float64Range(1e-9, 1), n, n).Draw(t, "row")
	sum := 0.0
	for _, x := range row {
		sum += x
	}
	for i := range row {
		row[i] /= sum
	}
	return row
}
