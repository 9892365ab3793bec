//go:build !linux

package workers

// Yield gives way to others where the system can be told so by thread.
func Yield() {}
