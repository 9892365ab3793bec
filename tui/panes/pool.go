package panes

// pieces are the pools into which one axis of a grid is cut. They stay inside
// of its blocks, so that a block's edge is a pool's edge; a pool at least as
// large as two blocks takes whole blocks.
type pieces struct {
	n     int // entries along the axis
	block int // entries of a block, or of the blocks that one pool takes
	per   int // pools of a block
	size  int // entries of a pool; the last of a block may be smaller
	step  int // places that a block takes: per, or one more that stays blank
}

// cutInto cuts n entries in blocks (0: one block) into pools. With even, every
// block takes an even number of places: by half cells no block then begins
// within a cell.
func cutInto(n, block, pool int, even bool) pieces {
	if block <= 0 {
		block = max(n, 1)
	}
	block *= max(pool/block, 1)
	p := pieces{n: n, block: block, per: ceil(block, pool)}
	p.size = ceil(block, p.per)
	p.step = p.per
	if even {
		p.step += p.per % 2
	}
	return p
}

// places are how many places the axis takes, blank ones included; the last
// block ends at its last pool.
func (p pieces) places() int {
	if p.n == 0 {
		return 0
	}
	return p.place(p.n-1) + 1
}

// place is where an entry's pool stands.
func (p pieces) place(entry int) int {
	return entry/p.block*p.step + entry%p.block/p.size
}

// span is the entries of a place's pool, none (from = to) for a blank place.
func (p pieces) span(place int) (from, to int) {
	k := place % p.step
	if k >= p.per {
		return 0, 0
	}
	start := place / p.step * p.block
	from = min(start+k*p.size, p.n)
	return from, min(from+p.size, start+p.block, p.n)
}

// rowPieces and columnPieces cut a grid at a density.
func (g grid) rowPieces(d density) pieces {
	p := cutInto(g.rows, g.rowBlock, d.pool, false)
	if d.half && !(d.tight && p.per == 1) {
		return cutInto(g.rows, g.rowBlock, d.pool, true)
	}
	return p
}

func (g grid) columnPieces(d density) pieces {
	pool := d.pool
	if d.rowsOnly {
		pool = 1
	}
	return cutInto(g.cols, g.columnBlock, pool, false)
}

// blocked returns the grid cut into blocks of so many rows and columns.
func (g grid) blocked(rows, columns int) grid {
	g.rowBlock, g.columnBlock = rows, columns
	return g
}
