package cli

import (
	"bytes"
	"strings"
	"sync"
)

// interrupter cancels once a few lines of progress were written.
type interrupter struct {
	sync.Mutex
	bytes.Buffer
	cancel func()
	lines  int
}

func (i *interrupter) Write(text []byte) (int, error) {
	i.Lock()
	defer i.Unlock()
	if i.lines++; i.lines == 4 {
		i.cancel()
	}
	return i.Buffer.Write(text)
}

// runInterrupting runs a command line that is interrupted in the middle.
func runInterrupting(env Env, cancel func(), line string) answer {
	var out bytes.Buffer
	stderr := &interrupter{cancel: cancel}
	code := Run(strings.Fields(line), strings.NewReader(""), &out, stderr, env)
	return answer{code, out.String(), stderr.String()}
}
