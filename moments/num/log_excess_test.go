package num_test

import (
	"math"
	"math/big"
	"testing"

	"eeporl/moments/num"
)

// d − log(1+d) against its own series in 200 bits, halved until it converges fast:
// log(1+d) = 2·log√(1+d).
func TestLogExcess(t *testing.T) {
	exactly := func(d float64) float64 {
		x := new(big.Float).SetPrec(300).SetFloat64(d)
		one := new(big.Float).SetPrec(300).SetInt64(1)
		y := new(big.Float).SetPrec(300).Add(one, x)
		twice := 1
		for range 40 {
			y.Sqrt(y)
			twice++
		}
		y.Sub(y, one)
		log, power := new(big.Float).SetPrec(300), new(big.Float).SetPrec(300).Copy(y)
		for n := int64(1); n < 12; n++ {
			term := new(big.Float).SetPrec(300).Quo(power, new(big.Float).SetPrec(300).SetInt64(n))
			if n%2 == 0 {
				term.Neg(term)
			}
			log.Add(log, term)
			power.Mul(power, y)
		}
		log.SetMantExp(log, twice-1)
		out, _ := x.Sub(x, log).Float64()
		return out
	}
	for _, size := range []float64{1e-12, 1e-8, 1e-5, .001, .03, .0999, .2, .2499, .2501, .5, .9, .999999, 3, 1e5, 1e12} {
		for _, d := range []float64{size, -size} {
			if d <= -1 {
				continue
			}
			got, want := num.LogExcess(d), exactly(d)
			if math.Abs(got-want) > 1e-13*want {
				t.Errorf("d = %g: found %.17g, expected %.17g", d, got, want)
			}
		}
	}
	if x := num.LogExcess(-1); !math.IsInf(x, 1) {
		t.Errorf("at −1: %g", x)
	}
	if num.LogExcess(0) != 0 {
		t.Error("0 is not 0")
	}
}

func BenchmarkLogExcess(b *testing.B) {
	for _, x := range []struct {
		name string
		d    float64
	}{{"small", .01}, {"large", .7}} {
		b.Run(x.name, func(b *testing.B) {
			spread(b, x.d, num.LogExcess)
		})
	}
	b.Run("log1p", func(b *testing.B) {
		spread(b, .7, func(d float64) float64 { return d - math.Log1p(d) })
	})
}

// spread takes f of numbers up to d, so that no call waits for the one before.
func spread(b *testing.B, d float64, f func(float64) float64) {
	sum := 0.0
	for b.Loop() {
		for i := range 1000 {
			sum += f(d * (.5 + float64(i)/2000))
		}
	}
	if sum < 0 {
		b.Error(sum)
	}
}
