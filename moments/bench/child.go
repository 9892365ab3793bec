package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"eeporl/pomdp"
)

// Limits on what a program may take for one answer.
const (
	MaxAnswer = 64 << 20 // bytes
	maxStderr = 8 << 10  // bytes that are kept, the last ones
	linger    = time.Second
)

// Child is an estimator that runs as a program of its own: it reads requests from stdin, a line
// each, and writes an answer to stdout, a line each. It is not safe for concurrent use.
type Child struct {
	Command []string // the program and its arguments; no shell reads them
	Timeout time.Duration

	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bounded
	stderr *lastBytes
}

// Ask starts the program if it does not run and asks it for an answer. After an error, a
// timeout or the end of ctx the program and its children are ended; the next question starts it
// again.
func (c *Child) Ask(ctx context.Context, r Request, n pomdp.Sizes) (*Answer, error) {
	a, err := c.ask(ctx, r, n)
	var refused *Refusal
	if err != nil && !errors.As(err, &refused) {
		c.Close()
		if said := strings.TrimSpace(c.Stderr()); said != "" {
			err = fmt.Errorf("%w; its last words: %q", err, said)
		}
	}
	return a, err
}

func (c *Child) ask(ctx context.Context, r Request, n pomdp.Sizes) (*Answer, error) {
	r, done, err := r.shortened()
	if err != nil {
		return nil, err
	}
	defer done()
	line, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if c.cmd == nil {
		if err := c.start(); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("found no answer after %v", c.Timeout))
	defer cancel()
	type reply struct {
		line []byte
		err  error
	}
	replies := make(chan reply, 1)
	in, out := c.in, c.out
	go func() {
		_, _ = in.Write(append(line, '\n')) // where nobody reads it, the answer is missing
		answer, err := out.line()
		replies <- reply{answer, err}
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case got := <-replies:
		if got.err != nil {
			return nil, got.err
		}
		a, err := Read(bytes.NewReader(got.line), n)
		if err == nil {
			a.Text = string(bytes.TrimSpace(got.line))
		}
		return a, err
	}
}

func (c *Child) start() error {
	if len(c.Command) == 0 {
		return errors.New("found no program, expected its name")
	}
	cmd := exec.Command(c.Command[0], c.Command[1:]...)
	ownGroup(cmd)
	cmd.WaitDelay = linger
	stderr := new(lastBytes)
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c.cmd, c.in, c.out, c.stderr = cmd, in, &bounded{from: out}, stderr
	return nil
}

// Stderr is what the program said last beside its answers.
func (c *Child) Stderr() string {
	if c.stderr == nil {
		return ""
	}
	return c.stderr.String()
}

// Close ends the program and whatever it has started.
func (c *Child) Close() {
	if c.cmd == nil {
		return
	}
	c.in.Close()
	endGroup(c.cmd)
	_ = c.cmd.Wait()
	c.cmd = nil
}

// bounded reads lines of at most MaxAnswer bytes.
type bounded struct {
	from io.Reader
	rest []byte
}

func (b *bounded) line() ([]byte, error) {
	var line []byte
	for {
		if i := bytes.IndexByte(b.rest, '\n'); i >= 0 {
			line = append(line, b.rest[:i]...)
			b.rest = append([]byte(nil), b.rest[i+1:]...)
			return line, nil
		}
		line = append(line, b.rest...)
		if b.rest = nil; len(line) > MaxAnswer {
			return nil, fmt.Errorf("found an answer of more than %d MiB, expected one line of JSON", MaxAnswer>>20)
		}
		buffer := make([]byte, 64<<10)
		n, err := b.from.Read(buffer)
		if b.rest = buffer[:n]; n == 0 && err != nil {
			if err == io.EOF {
				return nil, errors.New("found the end of its output, expected an answer: one line of JSON")
			}
			return nil, err
		}
	}
}
