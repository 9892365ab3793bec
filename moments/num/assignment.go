package num

import "math"

// Assign solves the assignment problem: to[i] is the column of row i in the
// one-to-one matching of least total cost. It is the shortest augmenting path
// method of Jonker and Volgenant (1987), O(n³). cost is n × n, row by row; an
// entry that is NaN counts as the worst.
func Assign(n int, cost []float64) (to []int, total float64) {
	at := func(i, j int) float64 {
		if c := cost[i*n+j]; c < math.MaxFloat64/4 {
			return c
		}
		return math.MaxFloat64 / 4 // NaN and infinite costs
	}
	u, v := make([]float64, n+1), make([]float64, n+1) // dual prices of rows and columns
	row := make([]int, n+1)                            // row matched to each column; 0 is free
	way := make([]int, n+1)
	least := make([]float64, n+1)
	done := make([]bool, n+1)
	for i := 1; i <= n; i++ {
		row[0] = i
		for j := range least {
			least[j], done[j] = math.Inf(1), false
		}
		j0 := 0
		for row[j0] != 0 {
			done[j0] = true
			i0, j1, delta := row[j0], -1, math.Inf(1)
			for j := 1; j <= n; j++ {
				if done[j] {
					continue
				}
				if c := at(i0-1, j-1) - u[i0] - v[j]; c < least[j] {
					least[j], way[j] = c, j0
				}
				if least[j] < delta || j1 < 0 {
					delta, j1 = least[j], j
				}
			}
			for j := 0; j <= n; j++ {
				if done[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			j0 = j1
		}
		for j0 != 0 {
			row[j0] = row[way[j0]]
			j0 = way[j0]
		}
	}
	to = make([]int, n)
	for j := 1; j <= n; j++ {
		to[row[j]-1] = j - 1
	}
	for i, j := range to {
		total += cost[i*n+j]
	}
	return to, total
}
