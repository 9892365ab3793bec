package cli

import (
	"runtime"
	"runtime/debug"

	"eeporl/planning"
)

// besides is what a command needs beside its plan, in bytes.
const besides = 32 << 20

// keepWithin has the collector keep what is added to the present memory within the budget of a plan and
// a little more. Run takes the limit back.
func keepWithin(b planning.Budget) {
	if b.Memory == 0 {
		return
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	limit := int64(now.HeapAlloc) + int64(b.Memory)*23/20 + besides
	debug.SetMemoryLimit(min(limit, debug.SetMemoryLimit(-1)))
}

// screenMemory is what a screen, with the plans of all branches that it keeps, is to stay within.
const screenMemory = 1 << 30

// keepSmall has the collector work harder before a screen takes more than that.
func keepSmall() { debug.SetMemoryLimit(min(screenMemory, debug.SetMemoryLimit(-1))) }
