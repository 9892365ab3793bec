package logs_test

import (
	"context"
	"fmt"
	"strings"

	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs"
)

// Two halves of a log are counted apart and merged.
func ExampleCount() {
	const header = "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n"
	declared := logs.Declared{Actions: []string{"left", "right"}, Observations: []string{"dark", "light"}, Rewards: []float64{0, 1}}
	var parts []counts.Named
	for _, rows := range []string{
		"left,dark,0,left,dark,0,left,dark,0,left\n",
		"left,dark,0,left,dark,0,left,dark,0,right\nleft,dark,0,left,dark,0,left,dark,0,left\n",
	} {
		source := logs.Source{Name: "half.csv", In: strings.NewReader(header + rows)}
		log, err := logs.Count(context.Background(), logs.Options{Declared: declared}, source)
		if err != nil {
			fmt.Println(err)
			return
		}
		parts = append(parts, counts.Named{File: source.Name, Table: log.Table()})
	}
	whole, err := counts.Merge(parts...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for cell, count := range whole.Cells() {
		fmt.Println(whole.Sizes.CellAt(cell).Actions, count)
	}
	// Output:
	// [0 0 0 0] 2
	// [0 0 0 1] 1
}
