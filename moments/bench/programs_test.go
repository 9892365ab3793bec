package bench_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// subject is what an answer about a scenario is held against: N episodes, or the exact law for N = ∞.
func subject(t testing.TB, name string, episodes float64, seed uint64) bench.Subject {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := pomdp.NewExploration(sc.Model.Sizes().A, pomdp.DefaultC(sc.Model.Sizes().A))
	if err != nil {
		t.Fatal(err)
	}
	if math.IsInf(episodes, 1) {
		episodes = 0
	}
	counts, states := drawn(t, name, episodes, seed)
	return bench.Subject{Counts: counts, States: states, Options: moments.Options{Seed: seed}, Truth: pomdp.Induce(sc.Model, e)}
}

// Programs of others, as EEPORL_PROGRAMS lists them in a file: lines of "right" or the first figure
// that is wrong, a name, a command and, after |, what is wrong. EEPORL_ON says on which scenarios, with
// which numbers of episodes and seeds they are tried: "tea dialog / inf 1e6 / 8".
func TestPrograms(t *testing.T) {
	path := os.Getenv("EEPORL_PROGRAMS")
	if path == "" {
		t.Skip("set EEPORL_PROGRAMS to a list of programs")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	on := strings.Split(os.Getenv("EEPORL_ON"), "/")
	seeds, _ := strconv.Atoi(strings.TrimSpace(on[2]))
	total := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line, says, _ := strings.Cut(lines.Text(), "|")
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		child := &bench.Child{Command: words[2:], Timeout: 5 * time.Minute}
		for _, model := range strings.Fields(on[0]) {
			for _, n := range strings.Fields(on[1]) {
				episodes, err := strconv.ParseFloat(n, 64)
				if err != nil {
					t.Fatal(err)
				}
				for seed := range seeds {
					if math.IsInf(episodes, 1) && seed > 0 {
						break
					}
					s := subject(t, model, episodes, uint64(seed)+1)
					sizes := s.Counts.Sizes()
					sizes.S = s.States
					a, err := child.Ask(t.Context(), bench.RequestOf(s.Counts, s.States, uint64(seed)+1), sizes)
					if err != nil {
						total[words[0]+" without an answer"]++
						fmt.Printf("%s\t%s\t%s\t%s\t%d\tno answer\t%v\n", words[0], words[1], model, n, seed+1, err)
						continue
					}
					begun := time.Now()
					r, err := bench.Examine(t.Context(), a, s)
					if err != nil {
						fmt.Printf("%s\t%s\t%s\t%s\t%d\tnot examined\t%v\n", words[0], words[1], model, n, seed+1, err)
						continue
					}
					first := ""
					if r.First >= 0 {
						j := r.Judged[r.First]
						first = fmt.Sprintf("%s %.3g of %.3g: %s", j.What, j.Size, j.Noise, strings.Join(j.Looks(), " "))
					}
					kind := "wrong"
					if words[0] == "right" {
						kind = "right"
					}
					total[fmt.Sprintf("%s %s: %s", kind, n, r.Outcome())]++
					var others []string
					for _, j := range r.Judged {
						if j.Verdict == bench.Noisier || j.Verdict == bench.NotJudged || j.Verdict == bench.Otherwise {
							others = append(others, fmt.Sprintf("%s %s %.2g/%.2g", j.What, j.Verdict, j.Size, j.Noise))
						}
					}
					fmt.Printf("%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%v\t|%s\n", words[0], words[1], model, n, seed+1, r.Outcome(), first, strings.Join(others, "; "), time.Since(begun).Round(time.Millisecond), says)
				}
			}
		}
		child.Close()
	}
	for _, k := range slices.Sorted(func(yield func(string) bool) {
		for k := range total {
			if !yield(k) {
				return
			}
		}
	}) {
		fmt.Println(k, total[k])
	}
}
