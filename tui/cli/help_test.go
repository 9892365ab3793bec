package cli

import "testing"

func TestExamplesBreakAsAShellReadsThem(t *testing.T) {
	for given, want := range map[string]string{
		"  eeporl run tea": "  eeporl run tea",
		"  eeporl estimate tea.csv --states 2 --actions offer-tea,offer-coffee --observations smile,frown":   "  eeporl estimate tea.csv --states 2 --actions offer-tea,offer-coffee \\\n      --observations smile,frown",
		"  eeporl explore tea --seed 5 -c 0.2 --at 'leap 1e5; estimate; forward 3; view recovery; veil off'": "  eeporl explore tea --seed 5 -c 0.2 \\\n      --at 'leap 1e5; estimate; forward 3; view recovery; veil off'",
	} {
		if got := examples(given); got != want {
			t.Errorf("%q:\nfound    %q\nexpected %q", given, got, want)
		}
	}
}
