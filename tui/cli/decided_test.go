package cli

import (
	"fmt"
	"strings"
	"testing"
)

// A policy that takes an action where the log never does, though it often could have, says so; rows of an action that was
// taken everywhere do not.
func TestWhatTheLogNeverDoesIsSaid(t *testing.T) {
	text := func(always bool) string {
		var b strings.Builder
		b.WriteString("episode,step,action,observation,reward\n")
		x := uint32(7)
		draw := func(n uint32) uint32 {
			x = x*1664525 + 1013904223
			return x >> 16 % n
		}
		for e := range 300 {
			seen := "ready"
			for s := range 4 {
				action, reward := "wait", 0
				if draw(2) == 0 && (seen == "ready" || always) {
					action, reward = "send", 1
				}
				seen = []string{"ready", "busy"}[draw(2)]
				fmt.Fprintf(&b, "%d,%d,%s,%s,%d\n", e, s, action, seen, reward)
			}
		}
		return b.String()
	}
	writeFiles(t, map[string]string{"never.csv": text(false), "always.csv": text(true)})
	expect(t, "estimate never.csv --states 1", "untried: The policy takes send right after busy was seen")
	expect(t, "estimate always.csv --states 1", "!untried")
}

// Conditions and codes that come in several flags all count, and a report's own line has all of them.
func TestFlagsThatAddUp(t *testing.T) {
	var b strings.Builder
	b.WriteString("episode,step,action,observation,reward,model,age\n")
	for e := range 60 {
		for s := range 4 {
			fmt.Fprintf(&b, "%d,%d,%s,%s,%d,m%d,%d\n", e, s, []string{"a", "b"}[(e+s)%2], []string{"x", "y", "(blank)", "unknown"}[(e*s+s)%4], s%2, e%2, e%3)
		}
	}
	writeFiles(t, map[string]string{"log.csv": b.String()})
	const words = "estimate log.csv --states 1 --only model=m1 --only age!=2 --missing observation=(blank) --missing observation=unknown"
	expect(t, words, "20 ", "!expected to hear")
	answered(t, "estimate log.csv --states 1 --only model=m1 --only age!=2 --missing observation=(blank),observation=x --report x.md")
	if text := fileText(t, "x.md"); !strings.Contains(text, "model=m1&&age!=2") {
		t.Errorf("the report's line lacks a condition:\n%s", text[strings.Index(text, "To see it again"):])
	}
}
