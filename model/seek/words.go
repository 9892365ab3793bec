package seek

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"
)

// Words say where a search ended, and how to go further where it found nothing.
func (x Search) Words(f Found) string {
	beats, unknown := figure.Count(float64(f.Looked))+" beats", ""
	if len(f.Unknown) > 0 {
		unknown = "; " + strings.Join(f.Unknown, ", ") + " unknown at every one"
	}
	switch {
	case f.OK:
		return fmt.Sprintf("%s holds here; %s were looked at", x.Condition, beats)
	case x.Back:
		return fmt.Sprintf("%s: nowhere before this; %s were looked at%s", x.Condition, beats, unknown)
	case x.Beyond == Nothing:
		return fmt.Sprintf("not on the %s ahead%s; end it with: by 1000 episodes, by leaps to 10^9, or by estimates to 10^9", beats, unknown)
	}
	offer := ""
	if x.Beyond < Estimates && len(f.Unknown) > 0 { // known only at estimates, or after
		offer = "; by estimates to 10^9 makes estimates on the way"
	}
	return fmt.Sprintf("%s: not in %s%s, and nothing was added%s", x, beats, unknown, offer)
}

// ParseBack is Parse for a search back, which can lay nothing down.
func ParseBack(text string) (Search, error) {
	x, err := Parse(text)
	if x.Back = true; err == nil && x.Beyond != Nothing {
		err = fmt.Errorf("a search back lays nothing down: leave out by …, or use until")
	}
	return x, err
}
