package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"eeporl/pomdp/pomdptest/tier"
)

// peakOf runs a command and returns the most memory that it held, in MB. What the system says of a process that
// has ended counts its parent's memory, too, if that is larger: so the process is asked while it runs.
func peakOf(cmd *exec.Cmd) (peak float64, err error) {
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
			var kilobytes float64
			if _, err := fmt.Sscan(after, &kilobytes); err == nil {
				peak = max(peak, kilobytes/1024)
			}
		}
		select {
		case err := <-ended:
			if peak == 0 { // no /proc here
				peak = float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
			}
			return peak, err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A budget bounds the whole process: its memory to within 30 % and 50 MB, its time to within 20 % and a
// fifth of a second. (Time has twice as much here: other tests run beside it.)
func TestBudgetsBoundTheProcess(t *testing.T) {
	tier.Long(t, "seconds of planning")
	report, policy := filepath.Join(t.TempDir(), "report.html"), filepath.Join(t.TempDir(), "policy.json")
	for _, c := range []struct {
		line   string
		memory float64 // MB, 0 for no bound
		time   time.Duration
	}{
		{"plan tea --horizon 200 --budget 200MB", 1.3*200 + 50, 0},
		{"plan tea --horizon 200 --budget 60MB", 1.3*60 + 50, 0},
		{"plan tea --horizon 200 --budget 40MB --json", 1.3*40 + 50, 0},
		{"plan tea --horizon 200 --budget 200MB --json", 1.3*200 + 50, 0},
		{"plan tea --horizon 200 --budget 200MB --export alpha", 1.3*200 + 50, 0},
		{"plan tea --horizon 200 --budget 200MB --export pg", 1.3*200 + 50, 0},
		{"plan tea --horizon 200 --budget 200MB --export dot", 1.3*200 + 50, 0},
		{"plan tea --horizon 200 --budget 60MB --export text", 1.3*60 + 50, 0},
		{"plan tea --horizon 1000 --budget 200MB --json", 1.3*200 + 50, 0},
		{"run tea --horizon 200 --budget 200MB --json", 1.3*200 + 50, 0},
		{"run tea --horizon 1000 --budget 60MB --report " + report, 1.3*60 + 50, 0},
		{"run tea --horizon 200 --budget 60MB --policy " + policy, 1.3*60 + 50, 0},
		{"plan tea --horizon 1000 --budget 1s", 0, 2 * time.Second},
		{"plan tea --horizon 400 --budget 1s,100MB", 1.3*100 + 50, 2 * time.Second},
		{"plan tea --horizon 1000", 1.3*300 + 50, 0},
		{"run tea --horizon 1000 --budget 1s", 0, 2 * time.Second},
		{"run tea --horizon 400 --budget 1s,100MB", 1.3*100 + 50, 2 * time.Second},
		{"bounds tea --horizon 200 --budget 60MB,10s --seeds 4", 1.3*60 + 50, 0},
		{"run tea --horizon 200 --episodes 1e5 --budget 60MB,6s", 1.3*60 + 50, 0},
		{"sweep tea --horizon 200 --budget 60MB,10s --episodes 1e4,1e5 --seeds 2 --estimator full --format csv", 1.3*60 + 50, 0},
		{"sweep tea --horizon 200 --budget 200MB,10s --episodes 1e4 --seeds 2 --estimator full --format csv", 1.3*200 + 50, 0},
		{"bounds tea --horizon 1000 --budget 1s,100MB", 1.3*100 + 50, 3 * time.Second},
	} {
		if slow := c.time == 0 && c.memory != 1.3*40+50 || strings.HasPrefix(c.line, "run") || strings.Contains(c.line, "--horizon 400"); slow && os.Getenv("EEPORL_SLOW") == "" {
			continue
		}
		var took time.Duration
		var peak float64
		for range 2 { // beside other tests both fall behind now and then
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND="+c.line)
			began := time.Now()
			var err error
			if peak, err = peakOf(cmd); err != nil {
				t.Fatalf("%s: %v", c.line, err)
			}
			took = time.Since(began)
			t.Logf("%s: %.2f s, %.0f MB", c.line, took.Seconds(), peak)
			if (peak <= c.memory || c.memory == 0) && (took <= c.time || c.time == 0) {
				break
			}
		}
		if c.memory > 0 && peak > c.memory {
			t.Errorf("%s: it took %.0f MB at most, expected %.0f", c.line, peak, c.memory)
		}
		if c.time > 0 && took > c.time {
			t.Errorf("%s: it took %v, expected %v", c.line, took, c.time)
		}
	}
}
