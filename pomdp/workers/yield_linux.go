package workers

import (
	"runtime"
	"syscall"
)

// Yield gives way to others: it locks the calling goroutine to a thread of its own and lowers that
// thread's priority. The thread ends with the goroutine.
func Yield() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10) // on Linux that of this thread alone
}
