package bench

import "sync"

// lastBytes keeps the last bytes that were written to it.
type lastBytes struct {
	mutex sync.Mutex
	kept  []byte
}

func (l *lastBytes) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.kept = append(l.kept, p...)
	if over := len(l.kept) - maxStderr; over > 0 {
		l.kept = append(l.kept[:0], l.kept[over:]...)
	}
	return len(p), nil
}

func (l *lastBytes) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return string(l.kept)
}
