package planning

import (
	"math"
	"math/big"
	"testing"
)

func TestCountText(t *testing.T) {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(45), nil)
	for want, c := range map[string]Count{
		"4":                 {big.NewInt(4), math.Log10(4)},
		"65,536":            {big.NewInt(65536), math.Log10(65536)},
		"1,048,576":         {big.NewInt(1 << 20), 20 * math.Log10(2)},
		"1.68·10⁷":          {big.NewInt(1 << 24), 24 * math.Log10(2)},
		"10⁴⁵":              {power, 45},
		"5.67·10⁴⁶⁵⁹⁰":      {nil, 46590 + math.Log10(5.666)},
		"10⁶⁰⁰":             {nil, 599.99999999},
		"10^(1.23·10⁶)":     {nil, 1.234e6},
		"beyond 10^(10³⁰⁸)": {nil, math.Inf(1)},
	} {
		if got := c.String(); got != want {
			t.Errorf("10^%g: %s, want %s", c.Log10, got, want)
		}
	}
	if got := (Count{Exact: power, Log10: 45}).Digits(); got != power.String() {
		t.Errorf("in digits: %s, want %v", got, power)
	}
}
