// Package tier says which tests run when: those of seconds always, longer ones where EEPORL_LONG is set, as CI
// does, and those of hours where EEPORL_SLOW is. With -short neither runs.
package tier

import (
	"os"
	"testing"
)

// Long skips a test of more than three seconds unless it is asked for. why says what takes its time.
func Long(t testing.TB, why string) {
	t.Helper()
	if !Asked() {
		t.Skip(why + "; EEPORL_LONG=1 runs it")
	}
}

// Asked says whether long tests run.
func Asked() bool {
	return !testing.Short() && (os.Getenv("EEPORL_LONG") != "" || os.Getenv("EEPORL_SLOW") != "")
}
