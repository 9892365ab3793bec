package cli

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A stdout that is closed is an error, of whatever command; one that is thrown away is none.
func TestClosedStdout(t *testing.T) {
	if _, err := os.Stat("/proc/self/fdinfo/1"); err != nil {
		t.Skip("nothing here tells a closed stdout")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	const closed = "stdout: found it closed, expected a file to write"
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, c := range []struct {
		line, redirected string
		stdout           io.Writer
		want             string
	}{
		{"check tea", ">&-", os.Stdout, closed},
		{"plan tea --json", ">&-", os.Stdout, closed},
		{"simulate tea --episodes 10", ">&-", os.Stdout, closed},
		{"--help", ">&-", os.Stdout, closed},
		{"check tea", ">/dev/full", os.Stdout, "stdout: found no space left on device, expected a file to write"},
		{"plan tea --json", ">/dev/full", os.Stdout, "stdout: found no space left on device, expected a file to write"},
		{"check tea", ">/dev/null", os.Stdout, ""},
		{"check tea", "", null, ""}, // as Python's subprocess.DEVNULL
	} {
		cmd := exec.Command(shell, "-c", "'"+os.Args[0]+"' "+c.redirected+"; exit $?")
		cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND="+c.line)
		var stderr strings.Builder
		cmd.Stdout, cmd.Stderr = c.stdout, &stderr
		if err := cmd.Run(); (err != nil) != (c.want != "") || strings.TrimSpace(stderr.String()) != c.want {
			t.Errorf("%s %s: found %v and %q, expected %q", c.line, c.redirected, err, stderr.String(), c.want)
		}
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stdout = append(os.Environ(), "EEPORL_TEST_COMMAND=check tea"), null
	if err := cmd.Run(); err != nil {
		t.Errorf("a stdout thrown away by a parent that is no shell: found %v, expected no error", err)
	}
}
