package bench

import (
	"math"

	"eeporl/moments/num"

	"gonum.org/v1/gonum/mat"
)

func tableFinite(x table) bool {
	for _, row := range x {
		for _, v := range row {
			if !(math.Abs(v) <= mostEntry) {
				return false
			}
		}
	}
	return len(x) > 0
}

func mapped(y table, f func(float64) float64) table {
	out := zeros(len(y), len(y[0]))
	for i, row := range y {
		for j, v := range row {
			out[i][j] = f(v)
		}
	}
	return out
}

func only(y table, keep func(i, j int) bool) table {
	out := zeros(len(y), len(y[0]))
	for i, row := range y {
		for j, v := range row {
			if keep(i, j) {
				out[i][j] = v
			}
		}
	}
	return out
}

func combined(x, y table, a, b float64) table {
	out := zeros(len(y), len(y[0]))
	for i := range y {
		for j := range y[i] {
			out[i][j] = a*x[i][j] + b*y[i][j]
		}
	}
	return out
}

func transposed(y table) table {
	if y == nil {
		return nil
	}
	out := zeros(len(y[0]), len(y))
	for i := range y {
		for j, v := range y[i] {
			out[j][i] = v
		}
	}
	return out
}

func dense(y table) *mat.Dense {
	m := mat.NewDense(len(y), len(y[0]), nil)
	for i, row := range y {
		m.SetRow(i, row)
	}
	return m
}

func inverse(y table) table {
	m, err := inverted(dense(y), "")
	if err != nil {
		return nil
	}
	return matrix(m)
}

func multiplied(x, y table) table {
	var m mat.Dense
	m.Mul(dense(x), dense(y))
	return matrix(&m)
}

func kronecker(n int) table {
	out := zeros(n, n)
	for i := range n {
		out[i][i] = 1
	}
	return out
}

func upTo(n int) []int { return shifted(n, 0) }

func shifted(n, by int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = (i + by) % n
	}
	return out
}

// The divisors of rows, columns or all entries.
func rowSums(y table) (rows, columns []float64) {
	for _, row := range y {
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		rows = append(rows, sum)
	}
	return rows, nil
}

func columnSums(y table) (rows, columns []float64) {
	columns, _ = rowSums(transposed(y))
	return nil, columns
}

func allSums(y table) (rows, columns []float64) {
	each, _ := rowSums(y)
	sum := 0.0
	for _, v := range each {
		sum += v
	}
	for range y {
		rows = append(rows, sum)
	}
	return rows, nil
}

func rowLengths(y table) (rows, columns []float64) {
	for _, row := range y {
		rows = append(rows, num.Length(row))
	}
	return rows, nil
}

func columnLengths(y table) (rows, columns []float64) {
	columns, _ = rowLengths(transposed(y))
	return nil, columns
}

func normalised(y table, by func(table) (rows, columns []float64)) table {
	rows, columns := by(y)
	out := zeros(len(y), len(y[0]))
	for i := range y {
		for j, v := range y[i] {
			divisor := 1.0
			if rows != nil {
				divisor = rows[i]
			}
			if columns != nil {
				divisor = columns[j]
			}
			if divisor != 0 {
				out[i][j] = v / divisor
			}
		}
	}
	return out
}
