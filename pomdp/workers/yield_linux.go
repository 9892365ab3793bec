package workers

import (
	"runtime"
	"syscall"
)

// Yield gives way to others: it locks the calling goroutine to a thread of its own and lowers that
// thread's priority. The thread ends with the goroutine.
func Yield() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // on Linux that of this thread alone
}

const niceness = 10

// yields says whether the calling goroutine's thread gives way.
func yields() bool {
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // 20 less the niceness
	return err == nil && priority <= 20-niceness
}
