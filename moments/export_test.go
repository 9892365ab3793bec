package moments

// Tabled are the same counts with every action path as a table; lists says whether all were lists.
func (c *Counts) Tabled() (tables *Counts, lists bool) {
	tables, lists = NewCounts(c.sizes), true
	for cell, k := range c.Cells {
		tables.Add(cell, k)
	}
	for p, own := range tables.Paths {
		lists = lists && c.Paths[p].table == nil
		tables.Paths[p] = &path{size: own.size, table: own.Cells(nil)}
	}
	return tables, lists
}
