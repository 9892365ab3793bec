package experiment

import (
	"fmt"

	"eeporl/planning"
	"eeporl/pomdp/finding"
)

// Gap is the finding that a plan's best is only certified to lie in an
// interval; false where it is a number. best says whose: "The optimum", …
func Gap(best string, p *planning.Plan) (finding.Finding, bool) {
	return finding.Finding{
		Code: finding.ValueGap, Value: finding.Of(p.Upper - p.Value),
		Detail: fmt.Sprintf("%s lies between %.8g and %.8g: this tree is known to be worth the first.", best, p.Value, p.Upper),
	}, p.Best().Open()
}

// RegretGap is the finding that a regret is only known to lie in an interval,
// as the optimum is.
func RegretGap(p *planning.Plan, value float64) (finding.Finding, bool) {
	f, isOpen := Gap("The true model's optimum", p)
	regret := p.Best().Regret(value)
	f.Detail = fmt.Sprintf("The true model's optimum lies between %.8g and %.8g: the regret lies between %.8g and %.8g.",
		p.Value, p.Upper, regret.Low, regret.High)
	return f, isOpen
}
