package cli

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// childOf starts the program as a process of its own, with an open stdin that
// never says anything.
func childOf(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND="+line)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// endsBy starts a command and waits for its exit code after signals. A child that a busy machine has not even begun
// dies of them: it is given more time.
func endsBy(t *testing.T, line string, signals ...syscall.Signal) {
	t.Helper()
	for _, wait := range []time.Duration{300 * time.Millisecond, time.Second, 5 * time.Second} {
		if !endsAfter(t, wait, line, signals) {
			return
		}
	}
	t.Errorf("%s: %v ended it before it listened", line, signals)
}

// endsAfter sends signals to a command in the midst of its work, and says whether it had not begun it.
func endsAfter(t *testing.T, wait time.Duration, line string, signals []syscall.Signal) (early bool) {
	t.Helper()
	cmd := childOf(t, line)
	time.Sleep(wait)
	began := time.Now()
	for _, s := range signals {
		_ = cmd.Process.Signal(s)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		var exit *exec.ExitError
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return true
		}
		if !errors.As(err, &exit) || exit.ExitCode() != 128+int(signals[0]) {
			t.Errorf("%s, %v: found %v, expected exit code %d", line, signals, err, 128+int(signals[0]))
		}
		limit := 2 * time.Second // a second, and room for a busy machine
		if took := time.Since(began); took > limit {
			t.Errorf("%s, %v: it took %v to end", line, signals, took)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("%s, %v: it never ended", line, signals)
	}
	return false
}

// The first signal ends every command, whatever it waits for or computes.
func TestTheFirstSignalEndsEveryCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("fifo", 0o600); err != nil {
		t.Skip(err)
	}
	lines := []string{
		"explore tea --plain --commands -", "estimate - --states 2", "count -", "merge -", "play /dev/stdin --plain",
		"estimate fifo --states 2", "replay fifo", "explore --log fifo",
		"law random:100,3,6,5,1", "bounds random:60,3,8,8,1", "run random:60,3,8,8,1 --episodes 1e5", "plan tea --horizon 400 --budget 100s",
		"sweep tea --seeds 5000 --episodes 1e6",
	}
	if testing.Short() {
		lines = lines[:6]
	}
	for _, line := range lines {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			endsBy(t, line, syscall.SIGTERM)
		})
	}
	t.Run("others", func(t *testing.T) {
		t.Parallel()
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP} {
			endsBy(t, lines[0], s)
		}
		endsBy(t, "law random:100,3,6,5,1", syscall.SIGINT, syscall.SIGINT)
	})
}
