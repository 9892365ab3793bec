package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// After its first collection a process collects its memory as usual.
func TestCollectLate(t *testing.T) {
	usual := debug.SetGCPercent(150)
	defer debug.SetGCPercent(usual)
	collectLate()
	for range 200 {
		runtime.GC()
		now := debug.SetGCPercent(150)
		if now == 150 {
			return
		}
		debug.SetGCPercent(now)
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("the first collection left memory to grow")
}
