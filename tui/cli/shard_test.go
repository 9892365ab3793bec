package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eeporl/pomdp/pomdptest/tier"
)

// What clusters say of a task makes its shard; where they do not say how many there are, auto/N
// does, and both must agree.
func TestShardsOfClusters(t *testing.T) {
	for _, c := range []struct {
		asked, variables, want string
	}{
		{"auto", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=9", "3/5"},
		{"auto", "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_STEP=2", "3/4"},
		{"auto/5", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=9", "3/5"},
		{"auto/4", "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=9", "found an array of 5 tasks"},
		{"auto", "SGE_TASK_ID=2 SGE_TASK_FIRST=1 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1", "2/3"},
		{"auto/8", "SGE_TASK_ID=undefined JOB_COMPLETION_INDEX=0", "1/8"},
		{"auto/8", "PARALLEL_SEQ=8", "8/8"},
		{"auto/8", "PARALLEL_SEQ=9", "expected a task from 1 on, of 8"},
		{"auto", "PARALLEL_SEQ=1", "expected auto/N"},
		{"auto", "", "found none of SLURM_ARRAY_TASK_ID"},
		{"2/3", "PARALLEL_SEQ=1", "2/3"},
	} {
		s, err := parseShard(c.asked)
		if err != nil {
			t.Fatal(err)
		}
		set := map[string]string{}
		for _, v := range strings.Fields(c.variables) {
			name, value, _ := strings.Cut(v, "=")
			set[name] = value
		}
		got, err := s.task(func(name string) string { return set[name] })
		if said := fmt.Sprintf("%d/%d %v", got.i, got.n, err); !strings.Contains(said, c.want) {
			t.Errorf("%s with %q: found %s, expected %s", c.asked, c.variables, said, c.want)
		}
	}
	for _, bad := range []string{"auto/0", "auto/x", "autos", "0/3"} {
		if _, err := parseShard(bad); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// onCluster builds the program into a folder, goes there, and returns what runs commands that find it.
func onCluster(t *testing.T) func(variables []string, name string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "eeporl"), "eeporl").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Chdir(dir)
	return func(variables []string, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH")), variables...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v: %s", name, args, err, out)
		}
		return string(out)
	}
}

// A sweep of 600 estimates on Slurm, its tasks killed at random, is what it is on one processor.
func TestOnSlurm(t *testing.T) {
	if testing.Short() || exec.Command("sinfo").Run() != nil {
		t.Skip("no Slurm here")
	}
	run := onCluster(t)
	const sweep, tasks = "sweep tea --episodes 1000,10000 --seeds 100 --estimator polished,em,naive", 12
	answered(t, sweep+" -o whole.csv")
	whole, _ := os.ReadFile("whole.csv")
	script := answered(t, fmt.Sprintf("%s --shard auto/%d -o rows.csv --batch slurm", sweep, tasks))
	if err := os.WriteFile("job.sh", []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	done := func() int {
		files, _ := filepath.Glob(fmt.Sprintf("rows-*of%d.csv", tasks))
		return len(files)
	}
	killed := 0
	for sent := 0; done() < tasks; sent++ {
		if sent > 20 {
			t.Fatalf("%d of %d tasks are done after %d tries", done(), tasks, sent)
		}
		job := strings.TrimSpace(run(nil, "sbatch", "--parsable", "--output=/dev/null", "--export=ALL", "job.sh"))
		for began := time.Now(); strings.TrimSpace(run(nil, "squeue", "-h", "-j", job)) != ""; time.Sleep(200 * time.Millisecond) {
			if time.Since(began) > 3*time.Minute {
				t.Fatalf("the queue stands: %s", run(nil, "squeue"))
			}
			if sent < 2 && rng.IntN(2) == 0 {
				running := strings.Fields(run(nil, "squeue", "-h", "-t", "R", "-j", job, "-o", "%i"))
				if len(running) > 0 && exec.Command("scancel", "--signal=KILL", running[rng.IntN(len(running))]).Run() == nil {
					killed++
				}
			}
		}
	}
	_, merge, _ := strings.Cut(script, "#   ")
	merge, _, _ = strings.Cut(merge, "\n")
	run(nil, "sh", "-c", merge)
	if merged, _ := os.ReadFile("rows.csv"); string(merged) != string(whole) || strings.Count(string(whole), "\n") != 601 {
		t.Errorf("found other rows than those of the sweep at once, after %d kills", killed)
	}
	t.Logf("%d kills", killed)
}

// The scripts that --batch prints, run by shells that stand for the cluster, make the very bytes
// of the command at once; run again, they do nothing anew.
func TestBatchScripts(t *testing.T) {
	tier.Long(t, "builds the program")
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	run := onCluster(t)
	logs := ""
	for i := range 5 {
		logs += fmt.Sprintf(" part%d.csv", i)
		answered(t, fmt.Sprintf("simulate tea --episodes 300 --seed %d -o part%d.csv", i, i))
	}
	for _, c := range []struct{ command, file string }{
		{"sweep tea --episodes 100,1000 --seeds 3 --estimator aligned,naive --no-plan", "the-rows.csv"},
		{"count" + logs + " --like tea --whole", "all.counts"},
		{"estimate part0.csv --states 1:4", "st,a[1].txt"},
		{"estimate part0.csv --states 2 --intervals 7", "replicates.txt"},
	} {
		answered(t, c.command+" -o whole-"+c.file)
		whole, _ := os.ReadFile("whole-" + c.file)
		same := func(by string) {
			t.Helper()
			if merged, _ := os.ReadFile(c.file); len(whole) == 0 || string(merged) != string(whole) {
				t.Fatalf("%s by %s: found other bytes than those of the command at once:\n%s", c.command, by, merged)
			}
			os.Remove(c.file)
		}
		script := answered(t, c.command+" --shard auto/3 -o "+c.file+" --batch slurm")
		if err := os.WriteFile("job.sh", []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for _, task := range []string{"3", "1", "2", "2"} {
				run([]string{"SLURM_ARRAY_TASK_ID=" + task, "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_MAX=3"}, "sh", "job.sh")
			}
			_, merge, _ := strings.Cut(script, "#   ")
			merge, _, _ = strings.Cut(merge, "\n")
			run(nil, "sh", "-c", merge)
			same("Slurm")
		}
		if _, err := exec.LookPath("parallel"); err != nil {
			continue
		}
		script = answered(t, c.command+" --shard auto/3 -o "+c.file+" --batch parallel")
		if err := os.WriteFile("job.sh", []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		run(nil, "sh", "job.sh")
		same("GNU parallel")
	}
}

// count refuses to be a task that has no log.
func TestMoreTasksThanLogs(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 30 -o one.csv")
	if a := ask("count one.csv --shard 2/2"); a.code == exitAnswered || !strings.Contains(a.err, "found 1 log for 2 tasks") {
		t.Errorf("found exit code %d and %q", a.code, a.err)
	}
}
