//go:build !linux

package workers

// Yield does nothing here: only on Linux can the priority of one thread be lowered.
func Yield() {}

func yields() bool { return false }
