package cli

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp/finding"
)

// TestCircleCloses: the same episodes give the same counts file to the last
// byte, whatever the format and the packing that they went through.
func TestCircleCloses(t *testing.T) {
	if testing.Short() {
		t.Skip("learns and plans many times")
	}
	t.Chdir(t.TempDir())
	const episodes = 3000
	simulate := fmt.Sprintf("simulate noisy-tiger --episodes %d --seed 3", episodes)
	answered(t, simulate+" -o plain.csv")
	if log := answered(t, simulate); log != fileText(t, "plain.csv") {
		t.Error("found another log on stdout than in the file")
	}
	want := answered(t, "count plain.csv --like noisy-tiger")
	for file, flags := range map[string]string{
		"a.csv": "--names", "b.csv.gz": "", "c.csv.zst": "--names", "d.tsv": "", "e.tsv.gz": "--names", "f.jsonl": "", "g.jsonl.zst": "--names",
		"h.npy": "", "i.npy.gz": "", "j": "--format npy", "k.log.zst": "--format jsonl",
	} {
		answered(t, simulate+" -o "+file+" "+flags)
		if got := answered(t, "count "+file+" --like noisy-tiger"); got != want {
			t.Errorf("%s: found other counts than from a plain table", file)
		}
		first := fileText(t, file)
		answered(t, simulate+" -o "+file+" "+flags)
		if fileText(t, file) != first {
			t.Errorf("%s: found other bytes the second time", file)
		}
	}
	for file, flags := range map[string]string{"l.csv": "", "m.tsv.zst": "--names", "n.jsonl.gz": "--names", "o.jsonl": ""} {
		answered(t, simulate+" --long --horizon 6 -o "+file+" "+flags)
		// Two steps and rows more of each episode; the triples are the same.
		got := answered(t, "count "+file+" --like noisy-tiger")
		if cellsOf(got) != cellsOf(want) {
			t.Errorf("%s: found other counts than from triples", file)
		}
	}
	for _, c := range []string{"gzip -t b.csv.gz", "zstd -qt c.csv.zst"} { // where there are such programs
		words := strings.Fields(c)
		if path, err := exec.LookPath(words[0]); err == nil {
			if out, err := exec.Command(path, words[1:]...).CombinedOutput(); err != nil {
				t.Errorf("%s: %v, %s", c, err, out)
			}
		}
	}
}

// cellsOf is the lines of a counts file that hold counts.
func cellsOf(counts string) string {
	var cells []string
	for line := range strings.SplitSeq(counts, "\n") {
		if line != "" && line[0] >= '0' && line[0] <= '9' {
			cells = append(cells, line)
		}
	}
	return strings.Join(cells, "\n")
}

// TestPhaseTwoIsFound: what a plan did teaches nothing, and the estimate says
// so; exploration is not accused.
func TestPhaseTwoIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands, on one goroutine")
	}
	t.Chdir(t.TempDir())
	for flags, found := range map[string]bool{
		"": false, "--long --horizon 8": false, "-c inf": false,
		"--phase 2": true, "--phase 2 --learn 1e5": true, "--phase 2 --learn inf --estimator aligned --long --horizon 5": true,
	} {
		answered(t, "simulate tea --episodes 5000 -o x.jsonl.gz "+flags)
		doc := read[reportDoc](t, answered(t, "estimate x.jsonl.gz --like tea --estimator polished --json"))
		if is := slices.ContainsFunc(doc.Findings, func(f findingDoc) bool { return f.Code == string(finding.NotOpenLoop) }); is != found {
			t.Errorf("%s: found not-open-loop %v, expected %v", flags, is, found)
		}
	}
}

// TestPhaseTwoEarnsWhatThePlanIsWorth: the mean reward of an optimal policy's
// episodes is its value.
func TestPhaseTwoEarnsWhatThePlanIsWorth(t *testing.T) {
	t.Chdir(t.TempDir())
	const episodes = 20000
	answered(t, fmt.Sprintf("simulate tea --episodes %d --phase 2 --long -o x.csv", episodes))
	earned := 0.
	for line := range strings.SplitSeq(fileText(t, "x.csv"), "\n") {
		if fields := strings.Split(line, ","); len(fields) == 5 && fields[3] == "1" {
			earned++
		}
	}
	agree(t, "mean reward", earned/episodes, 2.7148, .03) // four standard errors
}

func TestSimulateRequests(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"simulate tea":                               {exitUsage, "--episodes: found none"},
		"simulate tea -n inf":                        {exitUsage, `--episodes: found "inf"`},
		"simulate tea -n 5 --learn 10":               {exitUsage, "--learn: found it with phase 1"},
		"simulate tea -n 5 --phase 2 --learn 0":      {exitUsage, "--learn: found 0"},
		"simulate tea -n 5 --estimator em":           {exitUsage, "--estimator: found it without --learn"},
		"simulate tea -n 5 --long -o x.npy":          {exitUsage, "--format: found npy with --long"},
		"simulate tea -n 5 --names --format npy":     {exitUsage, "--format: found npy with --long or --names"},
		"simulate two-step -n 5 --phase 2 --learn 9": {exitFailed, "two-step: --learn: found no parameters"},
		"simulate tea -n 5 --horizon 3":              {exitFailed, "tea: found a horizon of 3"},
	} {
		if a := ask(line); a.code != c.code || !strings.HasPrefix(a.err, c.says) || a.out != "" {
			t.Errorf("%s: found %+v, expected %d and %s", line, a, c.code, c.says)
		}
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("found the files %v left behind", files)
	}
}

// NumPy itself reads the logs, where there is one.
func TestNumPyReadsLogs(t *testing.T) {
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Skip("no python3 with numpy here")
	}
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 3 --seed 1 -o x.npy")
	rows := strings.Join(strings.Split(strings.TrimSpace(answered(t, "simulate tea --episodes 3 --seed 1")), "\n")[1:], "\n")
	out, err := exec.Command("python3", "-c", "import numpy, sys\nnumpy.savetxt(sys.stdout, numpy.load('x.npy'), '%d', ',')").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != rows {
		t.Errorf("%v, %s, want %s", err, out, rows)
	}
	for line, want := range map[string]string{
		"law tea":                               "['O', 'T', 'p', 'p_h0', 'p_h1', 'w', 'x'] (16, 8) 8.0 1.0 (1024, 3)",
		"run tea --episodes 1e4":                "['O', 'P12', 'P13', 'T', 'count', 'w', 'x'] (16, 8)",
		"estimate x.npy --like tea":             "['P12', 'P13', 'count', 'x'] None None 3.0 (3, 3)",
		"estimate long.csv --estimator blocked": "['O', 'P12', 'P13', 'T', 'count', 'w', 'x']",
	} {
		answered(t, "simulate tea --episodes 2e4 --long -o long.csv")
		answered(t, line+" --arrays x.npz")
		out, err := exec.Command("python3", "-c", `import numpy
x = numpy.load('x.npz')
often = x['count'] if 'count' in x else x['p']
print(sorted(x), x['O'].shape if 'O' in x else None, round(x['O'].sum(), 6) if 'O' in x else None, round(often.sum(), 9), x['x'].shape)`).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("%s: %v, %s, want %s", line, err, out, want)
		}
	}
}
