package why_test

import (
	"testing"

	"eeporl/model/why"
)

func BenchmarkExplain(b *testing.B) {
	s := beats(b, "noisy-tiger", "")[10].Session
	first := map[why.Kind]why.Target{}
	var order []why.Kind
	for _, v := range views {
		for _, t := range why.Targets(s, v) {
			if _, ok := first[t.Kind]; !ok {
				order = append(order, t.Kind)
			}
			first[t.Kind] = t
		}
	}
	for _, k := range order {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				why.Explain(s, first[k], false)
			}
		})
	}
}
