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

// closed is the width, relative to the value, below which an interval is a
// number but for rounding.
const closed = 1e-9

// open says whether a plan's best is only certified to lie in an interval.
func open(p *planning.Plan) bool { return p.Upper-p.Value > closed*(1+math.Abs(p.Value)) }

// Gap is the finding that a plan's best is only certified to lie in an
// interval; false where it is a number. best says whose: "The optimum", …
func Gap(best string, p *planning.Plan) (moments.Finding, bool) {
	return moments.Finding{
		Code: ValueGap, Value: p.Upper - p.Value, Limit: math.NaN(), Pair: -1, Column: -1,
		Detail: fmt.Sprintf("%s lies between %.8g and %.8g: this tree is known to be worth the first.", best, p.Value, p.Upper),
	}, open(p)
}

// RegretGap is the finding that a regret is only known to lie in an interval,
// as the optimum is.
func RegretGap(p *planning.Plan, value float64) (moments.Finding, bool) {
	f, isOpen := Gap("The true model's optimum", p)
	f.Detail = fmt.Sprintf("The true model's optimum lies between %.8g and %.8g: the regret lies between %.8g and %.8g.",
		p.Value, p.Upper, max(0, p.Value-value), p.Upper-value)
	return f, isOpen
}
