package cli

import (
	"fmt"
	"math"
	"strings"

	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
)

// findings say what a reader of an estimate from these data must know.
func (d *dataset) findings() []finding.Finding {
	var found []finding.Finding
	add := func(code finding.Code, value float64, detail string) {
		found = append(found, finding.Finding{Code: code, Value: finding.Of(value), Detail: detail})
	}
	if d.RewardsAssumed {
		add(finding.RewardsAssumed, math.NaN(), fmt.Sprintf(
			"Nobody said what the %d reward levels are worth: each is taken for its index; --rewards v0,v1,… says it.", len(d.Rewards)))
	}
	if d.Skipped > 0 {
		add(finding.RowsSkipped, float64(d.Skipped), d.skippedText())
	}
	if d.Short > 0 {
		add(finding.ShortEpisodes, float64(d.Short), fmt.Sprintf("%d episodes of fewer than four steps gave no triple.", d.Short))
	}
	for _, line := range d.repeated {
		add(finding.RepeatedData, math.NaN(), sentence(line+"; --allow-repeats if that is intended"))
	}
	if d.Windows {
		add(finding.WindowsCounted, math.NaN(), logs.WindowsCaveat)
	}
	return found
}

// badListed is how many bad rows are named.
const badListed = 5

// skippedText counts the bad rows and names the first of them.
func (d *dataset) skippedText() string {
	text := fmt.Sprintf("%d bad rows were left out of %d.", d.Skipped, d.Rows+d.Skipped)
	if len(d.bad) == 0 {
		return text
	}
	var named []string
	for _, b := range d.bad[:min(badListed, len(d.bad))] {
		b.File = baseName(b.File) // as all answers, this one is the same wherever the file lies
		named = append(named, b.String())
	}
	return text + " The first: " + strings.Join(named, "; ") + "."
}
