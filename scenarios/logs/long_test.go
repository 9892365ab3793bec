package logs

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const longHead = "episode,step,action,reward,observation\n"

// stepData is a_t, r_t and z_{t+1}.
type stepData [3]int

func drawEpisodes(rng *rand.Rand, n int) [][]stepData {
	episodes := make([][]stepData, n)
	for i := range episodes {
		for range 1 + rng.IntN(9) {
			episodes[i] = append(episodes[i], stepData{rng.IntN(2), rng.IntN(4), rng.IntN(3)})
		}
	}
	return episodes
}

func longText(episodes [][]stepData, base int) string {
	var b strings.Builder
	b.WriteString(longHead)
	for e, steps := range episodes {
		for t, x := range steps {
			fmt.Fprintf(&b, "e%d,%d,%d,%d,%d\n", e, t+base, x[0], x[1], x[2])
		}
	}
	return b.String()
}

func longJSON(episodes [][]stepData) string {
	var b strings.Builder
	for e, steps := range episodes {
		for t, x := range steps {
			line, err := json.Marshal(map[string]any{"episode": fmt.Sprintf("\"%d\"", e), "step": t, "action": x[0], "reward": x[1], "observation": x[2]})
			if err != nil {
				panic(err)
			}
			b.Write(append(line, '\n'))
		}
	}
	return b.String()
}

// tripleText is the triple table that a long log stands for, as DESIGN maps
// rows to columns.
func tripleText(episodes [][]stepData, windows bool) string {
	var b strings.Builder
	b.WriteString(tableHead + "\n")
	for _, x := range episodes {
		for t := 0; t+4 <= len(x) && (t == 0 || windows); t++ {
			const action, reward, observation = 0, 1, 2
			fmt.Fprintf(&b, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", x[t][action],
				x[t][observation], x[t+1][reward], x[t+1][action],
				x[t+1][observation], x[t+2][reward], x[t+2][action],
				x[t+2][observation], x[t+3][reward], x[t+3][action])
		}
	}
	return b.String()
}

func TestLongLogIsItsTripleTable(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 4))
		// The first episode has a triple, so that there is one.
		episodes := append([][]stepData{{{}, {}, {}, {}}}, drawEpisodes(rng, rng.IntN(30))...)
		windows := rapid.Bool().Draw(r, "windows")
		// Which symbols there are is told by every row of a log: so they are declared here.
		declared := Declared{Actions: []string{"go", "stay"}, Observations: []string{"x", "y", "z"}, Rewards: []float64{0, 1, 2, 3}}
		want := cells(outcome(t, Options{Declared: declared}, tripleText(episodes, windows)))
		for _, text := range []string{longText(episodes, 1), longJSON(episodes), strings.ReplaceAll(longText(episodes, 1), ",", "\t")} {
			o := Options{Declared: declared, Windows: windows, Workers: rapid.IntRange(1, 3).Draw(r, "workers"), block: rapid.IntRange(1, 200).Draw(r, "block")}
			if got := cells(outcome(t, o, text)); got != want {
				r.Fatalf("%+v: got\n%s\nwant\n%s\nfor\n%s", o, got, want, text)
			}
		}
	})
}

func TestLongLog(t *testing.T) {
	four := "a,1,0,,1\na,2,1,0,0\na,3,0,1,1\na,4,1,1,\n"
	for _, c := range []struct {
		name, text string
		o          Options
		want       []string
	}{
		{"steps from 1", longHead + four, Options{}, []string{`"rows":4,"skipped":0,"short":0,"cells":1`}},
		{"steps from 0", longHead + strings.NewReplacer(",1,0,,", ",0,0,,", ",2,1,0,", ",1,1,0,", ",3,0,1,", ",2,0,1,", ",4,1,1,", ",3,1,1,").Replace(four), Options{}, []string{`"rows":4,"skipped":0,"short":0,"cells":1`}},
		{"steps left out make a gap", longHead + four + "b,1,0,0,0\nb,2,0,0,0\nb,4,0,0,0\nb,5,0,0,0\n", Options{}, []string{`"rows":8,"skipped":0,"short":0,"cells":1,"incomplete":1,"gaps":1`}},
		{"an episode may begin late", longHead + four + "b,2,0,0,0\nb,3,0,0,0\nb,4,0,0,0\nb,5,0,0,0\n", Options{}, []string{`"rows":8,"skipped":0,"short":0,"cells":1,"incomplete":1,"gaps":1`}},
		{"what is missing is in no triple", longHead + four + "b,1,0,0,NA\nb,2,0,0,0\nb,3,0,None,0\nb,4,0,0,0\n", Options{}, []string{`"rows":8,"skipped":0,"short":0,"cells":1,"incomplete":1`}},
		{"steps with decimals, and numbers of several forms", longHead + "a,1.0,0,,1\na,2.0,1.0,0.0,0\na,3e0,0,1,1\na,4.0,1.00,1e0,\n", Options{}, []string{`"actions":null,"observations":null,"rewards":[0,1],"rewards_assumed":true`, `"cells":1`}},
		{"names that are equal as numbers", longHead + "a,1,1.1,0,1\na,2,1.10,0.0,0\na,3,1E5,1,1\na,4,100000,1,\n", Options{}, []string{`"actions":["1.1","1.10","100000","1E5"]`, `"cells":1`}},
		{"unused entries may be empty", longHead + "a,1,0,,1\na,2,1,0,0\na,3,0,1,1\na,4,1,1,\na,5,,,\n", Options{}, []string{`"rows":5,"skipped":0,"short":0,"cells":1`}},
		{"unused entries are not counted", longHead + "a,1,0,9,1\na,2,1,0,0\na,3,0,1,1\na,4,1,1,9\na,5,9,9,9\n", Options{}, []string{`"rows":5,"skipped":0,"short":0,"cells":1`}},
		{"short episodes", longHead + "s,1,0,0,0\n" + four + "u,1,0,0,0\nu,2,0,0,0\nu,3,0,0,0\nv,1,0,0,0\n", Options{}, []string{`"short":3,"cells":1`}},
		{"columns in another order", "step,episode,observation,reward,action\n1,a,1,,0\n2,a,0,0,1\n3,a,1,1,0\n4,a,,1,1\n", Options{}, []string{`"cells":1`}},
		{"windows may end without an observation", longHead + four + "b,1,0,,1\nb,2,1,0,0\nb,3,0,1,1\nb,4,1,1,0\nb,5,1,1,\n", Options{Windows: true}, []string{`"windows":true,"rows":9`, `"cells":2`}},
		{"a bad row spoils its episode's triple alone", longHead + "x,1,0,0,0\nx,2,0,0\nx,3,0,0,0\nx,4,0,0,0\nx,5,0,0,0\n" + four, Options{SkipBad: true}, []string{`"rows":8,"skipped":1,"short":0,"cells":1`}},
		{"windows go on after a bad row", longHead + "x,1,0,0,0\nx,2,0,0\nx,3,0,0,0\nx,4,0,0,0\nx,5,0,0,0\nx,6,0,0,0\n", Options{SkipBad: true, Windows: true}, []string{`"rows":5,"skipped":1,"short":0,"cells":1`}},
	} {
		got := outcome(t, c.o, c.text)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s, want it with %s", c.name, got, want)
			}
		}
	}
}

func TestLongLogErrors(t *testing.T) {
	const one = "a,1,0,0,0\na,2,0,0,0\na,3,0,0,0\na,4,0,0,0\n"
	for _, c := range []struct{ text, want string }{
		{one + "b,1,0,0,0\na,5,0,0,0\n", `log0:7: column 2 (step): found "5", expected an episode's rows together, in order, and this one has rows elsewhere: sort them by episode and step, or say --unsorted`},
		{one + "a,1,0,0,0\n", `log0:6: column 2 (step): found "1", expected 5 or more: line 5 of the same episode has 4; an episode's rows stand together, in order: sort them by episode and step`},
		{one + "b,one,0,0,0\n", `log0:6: column 2 (step): found "one", expected a step`},
		{one + "b,10000000000000000000000,0,0,0\n", `expected a step`},
		{one + ",1,0,0,0\n", `log0:6: column 1 (episode): found "", expected the name or number of an episode`},
		{"a,1,0,junk,0\n", `log0:2: column 4 (reward): found "junk", expected a number`},
		{one + "b,1,\"tea\nnow\",0,0\n", `log0:6: column 3 (action): found "tea\nnow", expected printable text, without the control character U+000A at character 4`},
		{"a,1,0,0,0\n", `log0: found no triple in 1 good rows, 1 episodes of less than four steps, expected at least one episode with four good rows`},
	} {
		if got := outcome(t, Options{}, longHead+c.text); !strings.Contains(got, c.want) {
			t.Errorf("%q: %s, want one with %s", c.text, got, c.want)
		}
	}
	for head, want := range map[string]string{
		"episode,step,action,reward,seen,when\n":                  `log0:1: found no column observation, but "episode", "step", "action", "reward", "seen", "when", expected --columns observation=seen, or observation=none if there is none`,
		"episode,step\n":                                          `log0:1: found no column action, reward, observation, but "episode", "step", expected --columns action=NAME`,
		"subject,trial,choice,points,seen\n":                      `expected --columns episode=subject,step=trial,action=choice,reward=points,observation=seen`,
		"subjID,step,choice,outcome\n":                            `found no column episode, action, reward, observation, but "subjID", "step", "choice", "outcome", expected --columns episode=subjID,action=choice,reward=outcome`,
		"step,action,reward,observation\n":                        `found no column episode, but "step", "action", "reward", "observation", expected --columns begin=step; if the file is one episode, --episode-per-file in place of begin`,
		"episode,step,action,reward,observation,observation\n1\n": `log0:1: column 6: found "observation" again`,
	} {
		if got := outcome(t, Options{}, head); !strings.Contains(got, want) {
			t.Errorf("%s, want one with %s", got, want)
		}
	}
}

// An episode's first row may hold what was seen before any action: it is no step, in whichever blocks the log is read.
func TestResetsAreNoSteps(t *testing.T) {
	for _, stepped := range []bool{true, false} {
		var with, without strings.Builder
		head := map[bool]string{true: longHead, false: "episode,action,reward,observation\n"}[stepped]
		with.WriteString(head)
		without.WriteString(head)
		for e := range 40 {
			row := func(to *strings.Builder, step int, rest string) {
				fmt.Fprintf(to, "e%d,", e)
				if stepped {
					fmt.Fprintf(to, "%d,", step)
				}
				to.WriteString(rest + "\n")
			}
			row(&with, 0, ",0,1")
			for step := 1; step <= 4+e%3; step++ {
				rest := fmt.Sprintf("%d,%d,%d", (e+step)%2, step%2, (e*step)%2)
				row(&with, step, rest)
				row(&without, step, rest)
			}
		}
		want := outcome(t, Options{}, without.String())
		for _, o := range []Options{{}, {Workers: 2, block: 64}, {Workers: 3, block: 17}} {
			if got := outcome(t, o, with.String()); got != want {
				t.Errorf("steps %t, block %d: found %s, expected %s", stepped, o.block, got, want)
			}
		}
	}
}

// TestRowsThatStandTwice: a row that is there once more is said to be, and left out it leaves no gap, wherever blocks are
// cut; in a log that is sorted first its own line is named.
func TestRowsThatStandTwice(t *testing.T) {
	once, twice := "episode,step,action,reward,observation\n", "episode,step,action,reward,observation\n"
	for i := range 160 {
		row := fmt.Sprintf("%d,%d,%d,%d,%d\n", i/8, i%8+1, i*7%5%2, i*3%4%2, i*5%7%2)
		once, twice = once+row, twice+row+row
	}
	triples := func(text string, o Options) string {
		t.Helper()
		log, err := Count(t.Context(), o, Source{Name: "x.csv", In: strings.NewReader(text)})
		if err != nil {
			return err.Error()
		}
		return cells(tableText(t, log.Table()))
	}
	want := triples(once, Options{})
	for i, block := range []int{0, 60, 100, 500, 0} {
		unsorted := i == 4
		o := Options{Declared: Declared{Unsorted: unsorted}, block: block}
		if got := triples(twice, o); got != "x.csv:3: found the row of line 2 once more, expected each row once; --skip-bad passes over such rows" {
			t.Errorf("unsorted %v: found %s", unsorted, got)
		}
		o.SkipBad = true
		if got := triples(twice, o); got != want {
			t.Errorf("unsorted %v: found %s, expected %s", unsorted, got, want)
		}
	}
	differs := strings.Replace(once, "\n0,8,", "\n0,7,", 1)
	if got := triples(differs, Options{Declared: Declared{Unsorted: true}}); !strings.HasPrefix(got, "x.csv:9: column 2 (step): found a step that line 8 of the same episode has, expected each step of an episode once; where steps begin anew") {
		t.Errorf("found %s", got)
	}
}
