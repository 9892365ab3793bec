package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
)

// Foreign is a Child that many may ask, one after the other. It ends with the program.
type Foreign struct {
	program context.Context
	end     context.CancelFunc
	mu      sync.Mutex
	child   Child
	attempt int
}

// NewForeign is an estimator that runs as a program of its own until the context ends or it is
// closed. It is started when it is first asked.
func NewForeign(program context.Context, command []string, timeout time.Duration) *Foreign {
	f := &Foreign{child: Child{Command: command, Timeout: timeout}}
	f.program, f.end = context.WithCancel(program)
	context.AfterFunc(program, f.Close)
	return f
}

// Ask is Child.Ask. Another attempt than the last one starts the program again, which may have
// been changed since.
func (f *Foreign) Ask(ctx context.Context, r Request, n pomdp.Sizes, attempt int) (*Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(f.program, cancel)()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if attempt != f.attempt {
		f.child.Close()
		f.attempt = attempt
	}
	return f.child.Ask(ctx, r, n)
}

// Close ends the program and gives up the question that it is at, if any. What is asked after that
// is answered with context.Canceled.
func (f *Foreign) Close() {
	f.end() // before the lock, which the question holds
	f.mu.Lock()
	defer f.mu.Unlock()
	f.child.Close()
}

// Fingerprint is a short name of all that is asked.
func (r Request) Fingerprint() (string, error) {
	text, err := json.Marshal(r)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}

// Estimate is an answer as an estimate to be shown, held against the truth and planned with: what
// it does not give the formulas make of what it gives.
func Estimate(ctx context.Context, theirs *Answer, counts *moments.Counts, states int, o moments.Options) *moments.Estimate {
	g := spectral.Given{O: theirs.O, Labels: theirs.Labels, Parameters: theirs.Parameters}
	if g.O == nil {
		g.Labels = nil
	} else if g.T, g.W = theirs.T, theirs.W; g.T == nil || g.W == nil {
		if own, _ := follow(counts, states, plainSeed, "", theirs); own != nil && own.ordered {
			if g.T == nil {
				g.T = own.T
			}
			if g.W == nil {
				g.W = own.W
			}
		}
	}
	return spectral.Completed(ctx, counts, states, o, g)
}

// Reason says in a sentence why there is no answer.
func Reason(err error) string {
	var refused *Refusal
	if errors.As(err, &refused) {
		return "The program gives no estimate: " + strings.TrimSuffix(refused.Says, ".") + "."
	}
	return "The program's answer cannot be read: " + strings.TrimSuffix(err.Error(), ".") + "."
}
