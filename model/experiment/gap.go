package experiment

import (
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/planning"
)

// ValueGap is the code of the finding that a plan is only known to lie within
// an interval of the optimum.
const ValueGap moments.Code = "value-gap"

// Gap is the finding that a plan's best is only certified to lie in an
// interval; false where it is a number. best says whose: "The optimum", …
func Gap(best string, p *planning.Plan) (moments.Finding, bool) {
	return moments.Finding{
		Code: ValueGap, Value: p.Upper - p.Value, Limit: math.NaN(), Pair: -1, Column: -1,
		Detail: fmt.Sprintf("%s lies between %.8g and %.8g: this tree is known to be worth the first.", best, p.Value, p.Upper),
	}, p.Best().Open()
}

// RegretGap is the finding that a regret is only known to lie in an interval,
// as the optimum is.
func RegretGap(p *planning.Plan, value float64) (moments.Finding, bool) {
	f, isOpen := Gap("The true model's optimum", p)
	regret := p.Best().Regret(value)
	f.Detail = fmt.Sprintf("The true model's optimum lies between %.8g and %.8g: the regret lies between %.8g and %.8g.",
		p.Value, p.Upper, regret.Low, regret.High)
	return f, isOpen
}
