package plaintext

import (
	"fmt"
	"io"
)

// AtMost reads all of a stream of no more than so many bytes, a multiple of 1024; want is what a longer one should have been.
func AtMost(in io.Reader, most int64, want string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil || int64(len(text)) <= most:
		return text, err
	case most < 1<<20:
		return nil, fmt.Errorf("found more than %d KiB, expected %s", most>>10, want)
	}
	return nil, fmt.Errorf("found more than %d MiB, expected %s", most>>20, want)
}
