package vectors

import (
	"context"

	"eeporl/pomdp/workers"
)

// Worthwhile is how many elementary steps make up for starting goroutines: some
// 10 µs of work.
const Worthwhile = 20_000

// Parallel calls work(0) … work(n-1), on as many goroutines as there are
// processors where cost, the elementary steps of all together as far as one can
// tell, is worth it, and returns the error of the lowest index that failed. What
// work(i) computes must depend on i alone: then the result is the same at any
// GOMAXPROCS.
func Parallel(ctx context.Context, n, cost int, work func(i int) error) error {
	if cost < Worthwhile {
		for i := range n {
			err := ctx.Err()
			if err == nil {
				err = work(i)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, n)
	workers.Each(n, func() func(int) {
		return func(i int) {
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = work(i)
			}
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
