package workers

import (
	"runtime"
	"syscall"
)

// Yield gives way to others: the calling goroutine keeps a thread of its own from here
// on, which the system runs when nobody waits for an answer. The thread ends with it.
func Yield() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10) // on Linux that of this thread alone
}
