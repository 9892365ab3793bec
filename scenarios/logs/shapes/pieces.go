package shapes

// pieces reads what fill puts on line, piece by piece, until fill sets err.
type pieces struct {
	line []byte // that is given out
	err  error
	fill func()
}

func (p *pieces) Read(b []byte) (n int, err error) {
	for len(p.line) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		p.fill()
	}
	n = copy(b, p.line)
	p.line = p.line[n:]
	return n, nil
}
