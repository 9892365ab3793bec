package cli

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// One log as programs of the world write it: each says the same as the log itself, or asks, or says what differs.
func TestALogRewritten(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --names --horizon 6 --episodes 300 -o log.csv")
	rows := strings.Split(strings.TrimSpace(fileText(t, "log.csv")), "\n")[1:]
	write := func(name, header string, row func(i int, episode, step, action, reward, seen string) string) {
		t.Helper()
		var b strings.Builder
		if header != "" {
			b.WriteString(header + "\n")
		}
		for i, text := range rows {
			f := strings.Split(text, ",")
			b.WriteString(row(i, f[0], f[1], f[2], f[3], f[4]))
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const head = "episode,step,action,reward,observation"
	first := func(step string) bool { return step == rows0step(rows) }
	likelihood := func(file, flags string) string {
		t.Helper()
		text := answered(t, "estimate "+file+" --states 2"+flags)
		_, after, _ := strings.Cut(text, "their actions: ")
		figure, _, _ := strings.Cut(after, " ")
		_, value, _ := strings.Cut(text, "b̂·β ")
		value, _, _ = strings.Cut(value, "\n")
		return figure + " " + value
	}
	want := likelihood("log.csv", "")

	write("reset.csv", head, func(_ int, e, s, a, r, z string) string {
		before := ""
		if first(s) {
			before = fmt.Sprintf("%s,0,NA,NA,%s\n", e, z)
		}
		return before + fmt.Sprintf("%s,%d,%s,%s,%s\n", e, number(s)+1-number(rows0step(rows)), a, r, z)
	})
	write("resetless.csv", "episode,action,reward,observation", func(_ int, e, s, a, r, z string) string {
		before := ""
		if first(s) {
			before = fmt.Sprintf("%s,,,%s\n", e, z)
		}
		return before + fmt.Sprintf("%s,%s,%s,%s\n", e, a, r, z)
	})
	write("grid.tsv", strings.ReplaceAll(head, ",", "\t"), func(_ int, e, s, a, r, z string) string {
		cell := map[string]string{"smile": "1,1", "frown": "1,10"}[z]
		return strings.Join([]string{e, s, a, r + ".000", cell}, "\t") + "\n"
	})
	write("brackets.jsonl", "", func(_ int, e, s, a, r, z string) string {
		return fmt.Sprintf(`{"episode":%s,"step":%s,"action":[%q],"reward":[%s],"observation":[%q],"info":{"x":[1,2]}}`+"\n", e, s, a, r, z)
	})
	write("late.jsonl", "", func(i int, e, s, a, r, z string) string {
		reward := ""
		if i >= 300 || r != "0" {
			reward = `,"reward":` + r
		}
		return fmt.Sprintf(`{"episode":%s,"step":%s,"action":%q%s,"observation":%q}`+"\n", e, s, a, reward, z)
	})
	write("digits.csv", head, func(_ int, e, s, a, r, z string) string {
		code := func(name string) string { return fmt.Sprintf("%.18e", float64(len(name)+3)) }
		return fmt.Sprintf("%s,%s,%s,%s,%s\n", e, s, code(a), r, map[string]string{"smile": "1.000000000000000000e+00", "frown": "2.00000000000000000"}[z])
	})
	for _, file := range []string{"reset.csv", "resetless.csv", "grid.tsv", "brackets.jsonl", "digits.csv"} {
		if got := likelihood(file, ""); got[:9] != want[:9] {
			t.Errorf("%s: found %s, expected %s", file, got, want)
		}
	}
	expect(t, "estimate reset.csv --states 2", "as a simulator's reset gives it: it is no step")
	expect(t, "estimate late.jsonl --states 2", "rows without a reward", "!no column of rewards")

	write("hole.csv", head, func(i int, e, s, a, r, z string) string {
		if i == 100 {
			a = ""
		}
		return fmt.Sprintf("%s,%s,%s,%s,%s\n", e, s, a, r, z)
	})
	expect(t, "estimate hole.csv --states 2", "planned for the 6 steps", "There is 1 row without an action")
	clock := func(seconds int) string {
		return fmt.Sprintf("%02d:%02d:%02d", seconds/3600%24, seconds/60%60, seconds%60)
	}
	write("midnight.csv", strings.Replace(head, "step", "when", 1), func(i int, e, s, a, r, z string) string {
		return fmt.Sprintf("%s,%s,%s,%s,%s\n", e, clock(86_400-3*100+i%6*100), a, r, z)
	})
	if got := likelihood("midnight.csv", " --columns step=when"); got[:9] != want[:9] {
		t.Errorf("over midnight: found %s, expected %s", got, want)
	}
	expect(t, "estimate midnight.csv --states 2 --columns step=when", "went on over midnight: 300 times", "!moments lay", "!as far apart")
	write("visits.csv", strings.Replace(head, "step", "years", 1), func(i int, e, s, a, r, z string) string {
		return fmt.Sprintf("%s,%.2f,%s,%s,%s\n", e, math.Pow(float64(i%6), 3)/4+float64(i%6)*1.01, a, r, z)
	})
	expect(t, "estimate visits.csv --states 2 --columns step=years", "times as far apart")
	write("back.csv", strings.Replace(head, "step", "time", 1), func(i int, e, s, a, r, z string) string {
		return fmt.Sprintf("%s,2024-01-01T%s,%s,%s,%s\n", e, clock(80_000-i), a, r, z)
	})
	expect(t, "estimate back.csv --states 2", "found rows that are not in the order of column time, and no column of steps, expected --columns step=time, or step=none")
	write("summer.csv", strings.Replace(head, "step", "when", 1), func(i int, e, s, a, r, z string) string {
		return fmt.Sprintf("%s,2024-10-27T%s,%s,%s,%s\n", e, clock(10_000+i%6*100-i%6/3*3600), a, r, z)
	})
	expect(t, "estimate summer.csv --states 2 --columns step=when", "moments lay before the one of the row above", "--columns step=none keeps it")
	write("next.csv", "episode,step,observation,action,reward,next_observation", func(_ int, e, s, a, r, z string) string {
		return fmt.Sprintf("%s,%s,%s,%s,%s,%s\n", e, s, z, a, r, z)
	})
	expect(t, "estimate next.csv --states 2", "--columns observation=next_observation, or observation=observation")
	write("done.csv", "episode,action,reward,observation,done", func(i int, e, s, a, r, z string) string {
		return fmt.Sprintf("%d,%s,%s,%s,%t\n", i/12, a, r, z, i%6 == 5)
	})
	expect(t, "estimate done.csv --states 2", "what column done says is not used")
	write("twice.csv", head, func(_ int, e, s, a, r, z string) string { return fmt.Sprintf("%s,%s,%s,%s,%q\n", e, s, a, r, z) })
	expect(t, "estimate log.csv twice.csv --states 2", "300 episodes bear the name of an earlier one, and 300 are step by step the same")
	expect(t, "estimate log.csv twice.csv --states 2 --allow-repeats", "!bear the name")
	write("float.csv", head, func(i int, e, s, a, r, z string) string {
		if r == "1" && i%2 == 0 {
			r = "0.9999999999999999"
		}
		return fmt.Sprintf("%s,%s,%s,%s,%s\n", e, s, a, r, z)
	})
	expect(t, "estimate float.csv --states 2", "The rewards 0.9999999999999999 and 1 are nearly equal")
	answered(t, "simulate tea --names --horizon 4 --episodes 100 -o wide.csv")
	answered(t, "simulate tea --long --names --horizon 4 --episodes 100 --seed 3 -o long.csv")
	expect(t, "estimate wide.csv long.csv --states 2", "all 800 steps of 200 whole episodes")
}

// rows0step is the first step of a log's rows.
func rows0step(rows []string) string { return strings.Split(rows[0], ",")[1] }

func number(text string) (n int) {
	fmt.Sscan(text, &n)
	return n
}

// What is no log of one row a step is called what it is, with the way from there.
func TestForeignShapesAreNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, x := range []struct{ name, text, said string }{
		{"title.csv", "Experiment 7,,,,\nepisode,step,action,reward,observation\n0,1,a,1,x\n", "line 2 looks like the header: tail -n +2 FILE"},
		{"hash.csv", "episode,step,action,reward,observation\n#0,1,a,1,x\n", "no row, but 1 comment (lines with #)"},
		{"single.csv", "'episode','step','action','reward','observation'\n'0','1','a','1','x'\n", `double quotes or none: tr -d "'"`},
		{"names.txt", "episode\tstep\taction\treward\tobservation\n0\t1\ta\t1\tx\n\"1\"\t0\t1\ta\t1\tx\n", "found 6 fields, expected 5, as in the header; R writes the rows' names"},
		{"split.json", `{"columns":["episode","step"],"index":[0],"data":[[0,1]]}`, "found no column action, reward, observation"},
		{"ragged.json", `{"columns":["episode","step"],"index":[0],"data":[[0]]}`, `orient="split"`},
		{"around.json", `{"data": [{"episode":0,"step":1,"action":"a"}]}`, "found no column reward, observation"},
		{"lists.json", `{"observations":["x","y"],"actions":[0,1],"rewards":[0,1]}`, "--columns action=actions,reward=rewards,observation=observations"},
		{"nested.json", `{"observations":[[0,1],[1,0]],"actions":[0,1],"rewards":[0,1]}`, `"observations.0", "observations.1", "actions"`},
		{"wide.csv", "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4,user\n0,0,0,0,0,0,0,0,0,0,u1\n", "--columns count=user if that says how often a row occurred, count=none"},
		{"twice.csv", "episode,step,action,reward,observation\n0,1,a,1,x\n0,2,b,0,y\n0,3,a,0,x\n0,4,b,1,x\nepisode,step,action,reward,observation\n1,1,a,1,x\n1,2,b,0,y\n1,3,a,0,x\n1,4,b,1,x\n", "8 steps of 2 whole episodes"},
	} {
		if err := os.WriteFile(x.name, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		expect(t, "estimate "+x.name+" --states 1", x.said)
	}
	expect(t, "estimate wide.csv --states 1 --columns count=none", "1 whole episode")
}

// A log without actions has nothing that a model of several can score.
func TestNothingToScore(t *testing.T) {
	writeFiles(t, map[string]string{"noact.csv": "episode,reward,observation\n0,1,smile\n0,0,frown\n1,0,smile\n"})
	expect(t, "score tea noact.csv", "tea: no episode of the log was scored")
}
