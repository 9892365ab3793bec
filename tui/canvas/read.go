package canvas

// Cell is one cell as it is read back: Rune is 0 in the second column of a wide
// rune, Mark a combining character over it or 0.
type Cell struct {
	Rune, Mark rune
	Style      Style
}

// Size is the canvas's width and height in cells.
func (c *Canvas) Size() (w, h int) { return c.w, c.h }

// At reads a cell, which must lie on the canvas.
func (c *Canvas) At(x, y int) Cell {
	cell := c.cells[y*c.w+x]
	return Cell{max(cell.r, 0), cell.mark, cell.style}
}
