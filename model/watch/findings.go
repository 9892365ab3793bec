package watch

import (
	"slices"

	"eeporl/model"
	"eeporl/pomdp/finding"
)

// Codes lists the findings that a session can come to.
func Codes() []string {
	var out []string
	for _, c := range finding.Codes() {
		out = append(out, string(c))
	}
	slices.Sort(out)
	return out
}

// findings are the names of what was found.
func findings() []figureOf {
	return []figureOf{
		count("findings", "how many findings there are at the cursor", func(s model.Session, _ *model.Now) float64 { return float64(len(s.Findings())) }),
		{Name{Name: "finding", Kind: Truth, Takes: []string{"code"}, Values: Codes(), Does: "there is a finding of that code"},
			func(s model.Session, _ *model.Now, args []Value) Value {
				for _, f := range s.Findings() {
					if string(f.Code) == args[0].Text {
						return Is(true)
					}
				}
				return Is(false)
			}},
	}
}
