package kit

// Pieces are the pools into which one axis of a grid is cut. They stay inside
// of its blocks, so that a block's edge is a pool's edge; a pool at least as
// large as two blocks takes whole blocks.
type Pieces struct {
	n     int // entries along the axis
	block int // entries of a block, or of the blocks that one pool takes
	per   int // pools of a block
	Size  int // entries of a pool; the last of a block may be smaller
	Step  int // places that a block takes: per, or one more that stays blank
}

// cutInto cuts n entries in blocks (0: one block) into pools. With even, every
// block takes an even number of places: by half cells no block then begins
// within a cell.
func cutInto(n, block, pool int, even bool) Pieces {
	if block <= 0 {
		block = max(n, 1)
	}
	block *= max(pool/block, 1)
	p := Pieces{n: n, block: block, per: Ceil(block, pool)}
	p.Size = Ceil(block, p.per)
	p.Step = p.per
	if even {
		p.Step += p.per % 2
	}
	return p
}

// Places are how many places the axis takes, blank ones included; the last
// block ends at its last pool.
func (p Pieces) Places() int {
	if p.n == 0 {
		return 0
	}
	return p.Place(p.n-1) + 1
}

// Place is where an entry's pool stands.
func (p Pieces) Place(entry int) int {
	return entry/p.block*p.Step + entry%p.block/p.Size
}

// span is the entries of a place's pool, none (from = to) for a blank place.
func (p Pieces) span(place int) (from, to int) {
	k := place % p.Step
	if k >= p.per {
		return 0, 0
	}
	start := place / p.Step * p.block
	from = min(start+k*p.Size, p.n)
	return from, min(from+p.Size, start+p.block, p.n)
}

// RowPieces and columnPieces cut a grid at a density.
func (g Grid) RowPieces(d Density) Pieces {
	p := cutInto(g.Rows, g.RowBlock, d.Pool, false)
	if d.Half && !(d.Tight && p.per == 1) {
		return cutInto(g.Rows, g.RowBlock, d.Pool, true)
	}
	return p
}

func (g Grid) ColumnPieces(d Density) Pieces {
	pool := d.Pool
	if d.RowsOnly {
		pool = 1
	}
	return cutInto(g.cols, g.ColumnBlock, pool, false)
}

// Blocked returns the grid cut into blocks of so many rows and columns.
func (g Grid) Blocked(rows, columns int) Grid {
	g.RowBlock, g.ColumnBlock = rows, columns
	return g
}
