package kit

import (
	"testing"
)

// Every entry stands in the pool that claims it, no pool crosses a block's edge
// unless it takes whole blocks, and by half cells every block begins a line.
func TestPoolsKeepToBlocks(t *testing.T) {
	for block := 1; block <= 13; block++ {
		for blocks := 1; blocks <= 9; blocks++ {
			for _, pool := range append([]int{1}, pools...) {
				for _, even := range []bool{false, true} {
					p := cutInto(block*blocks, block, pool, even)
					covered := 0
					for place := range p.Places() {
						from, to := p.span(place)
						covered += to - from
						for entry := from; entry < to; entry++ {
							if p.Place(entry) != place {
								t.Fatalf("%+v: entry %d at %d, claimed by %d", p, entry, p.Place(entry), place)
							}
						}
						if from < to && (to-1)/block != from/block && from%block != 0 {
							t.Fatalf("%+v: pool %d–%d crosses a block of %d", p, from, to, block)
						}
					}
					if covered != p.n {
						t.Fatalf("%+v: %d entries shown", p, covered)
					}
					for b := 0; b < p.n; b += p.block {
						if even && p.Place(b)%2 != 0 {
							t.Fatalf("%+v: the block at %d begins within a cell", p, b)
						}
					}
				}
			}
		}
	}
}
