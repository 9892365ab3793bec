package experiment

import (
	"fmt"

	"eeporl/planning"
	"eeporl/pomdp/finding"
)

// Gap is the finding that the best value is only known to lie in an interval; false if it
// is known exactly. best names that value in the finding's text, such as "The optimum".
func Gap(best string, p *planning.Plan) (finding.Finding, bool) {
	return finding.Finding{
		Code: finding.ValueGap, Value: finding.Of(p.Upper - p.Value),
		Detail: fmt.Sprintf("%s lies between %.8g and %.8g: this tree is known to be worth the first.", best, p.Value, p.Upper),
	}, p.Best().Open()
}

// RegretGap is the finding that a regret is only known to lie in an interval, because the
// optimum is; false if it is known exactly.
func RegretGap(p *planning.Plan, value float64) (finding.Finding, bool) {
	f, isOpen := Gap("The true model's optimum", p)
	regret := p.Best().Regret(value)
	f.Detail = fmt.Sprintf("The true model's optimum lies between %.8g and %.8g: the regret lies between %.8g and %.8g.",
		p.Value, p.Upper, regret.Low, regret.High)
	return f, isOpen
}
