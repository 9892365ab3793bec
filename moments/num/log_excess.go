package num

import "math"

// logParts is how many parts [1, 2) is cut into; in each a polynomial of degree 5 does.
const logParts = 1 << 8

// logParts' centres: of each its inverse, and its logarithm.
var logCentres = func() (table [logParts]struct{ inverse, log float64 }) {
	for i := range table {
		c := 1 + (float64(i)+.5)/logParts
		table[i].inverse, table[i].log = 1/c, -math.Log(1/c)
	}
	return table
}()

// nearExcess is up to where log(1+d) is taken from its series in excessNear.
const nearExcess = .25

// excessNear is k·(d − log(1+d)) for d = x/k near 0, where the difference cancels: the series of
// log(1+d) = 2·artanh(s), s = d/(2+d), less its first term, which is d·s.
func excessNear(x, k float64) float64 {
	s := x / (x + 2*k)
	q := s * s
	r := q * q
	tail := q * (1./3 + r*(1./7+r*(1./11+r*(1./15))) + q*(1./5+r*(1./9+r*(1./13+r*(1./17)))))
	return s * (x - 2*k*tail)
}

// LogExcess is d − log(1+d), to a relative error below 1e-13. A likelihood spends most of its
// time here, and math.Log1p takes three times as long.
func LogExcess(d float64) float64 {
	if math.Abs(d) < nearExcess {
		return excessNear(d, 1)
	}
	x := 1 + d
	bits := math.Float64bits(x)
	exponent := int(bits>>52) - 1023
	if exponent <= -1023 || exponent >= 1024 { // 0, negative, subnormal, infinite, no number
		return d - math.Log(x)
	}
	c := &logCentres[bits>>(52-8)&(logParts-1)]
	f := math.Float64frombits(bits&(1<<52-1)|1023<<52)*c.inverse - 1
	q := f * f
	return d - (float64(exponent)*math.Ln2 + (c.log + (f - q*(.5-f*(1./3)+q*(.25-f*(1./5))))))
}

// Deviation is k·log(p̂/p) − mass·(p̂ − p) ≥ 0 for p̂ = k/mass.
func Deviation(k, p, mass float64) float64 {
	x := p*mass - k
	switch {
	case -nearExcess*k < x && x < nearExcess*k:
		return excessNear(x, k)
	case k == 0:
		return x
	case !(p > 0):
		return math.Inf(1)
	}
	return k * LogExcess(x/k)
}
