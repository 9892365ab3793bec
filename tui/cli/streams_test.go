package cli

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// endless is a stream that never ends.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

// Every input is bounded: what never ends is refused, in words, and not kept.
func TestEndlessInputEnds(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	for _, line := range []string{
		"estimate /dev/zero --states 2", "count /dev/zero", "merge /dev/zero", "replay /dev/zero", "play /dev/zero --plain", "run /dev/zero",
		"explore --log /dev/zero --plain", "tour --lesson /dev/zero", "export /dev/zero", "recover /dev/zero",
	} {
		if a := ask(line); a.code != exitFailed || !strings.Contains(a.err, "/dev/zero") || !strings.Contains(a.err, "expected") || a.out != "" {
			t.Errorf("%s: found exit code %d, %q and on stderr %q", line, a.code, a.out, a.err)
		}
	}
}

// pipe is stdout that is closed after so many bytes.
type pipe struct{ left int }

func (p *pipe) Write(text []byte) (int, error) {
	if p.left -= len(text); p.left < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(text), nil
}

// A session in words answers line by line: it keeps nothing of what it said, and
// ends with who listens.
func TestWordsAreAnsweredAsTheyCome(t *testing.T) {
	out := &pipe{left: 1 << 20}
	if code := Run([]string{"explore", "tea", "--commands", "-"}, endless{"help\n"}, out, io.Discard, testEnv()); code == exitAnswered {
		t.Errorf("found exit code %d after the reader had gone", code)
	}
}
