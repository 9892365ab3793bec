// Package walk says what the tests' random walks are drawn by.
package walk

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// seedVariable names the seed of a walk: a whole number, or "random" for a new one.
const seedVariable = "EEPORL_WALK_SEED"

// Seed is the same at every run, so that a change that breaks nothing passes, unless the
// environment names one. It is printed with a test that fails.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(1)
	switch text := os.Getenv(seedVariable); text {
	case "":
	case "random":
		seed = rand.Uint64()
	default:
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: found %q, expected a whole number or random", seedVariable, text)
		}
	}
	t.Logf("%s=%d", seedVariable, seed)
	return seed
}
