package class

import (
	"strings"

	"github.com/skip2/go-qrcode"
)

// QR is a link as a QR code in rows of text, two modules a cell from top to bottom, dark on the
// terminal's light; nil where it cannot be drawn.
func QR(link string, ascii bool) []string {
	if link == "" || ascii {
		return nil
	}
	code, err := qrcode.New(link, qrcode.Low)
	if err != nil {
		return nil
	}
	cells := code.Bitmap()
	var rows []string
	for y := 0; y < len(cells); y += 2 {
		var b strings.Builder
		for x := range cells[y] {
			upper, lower := !cells[y][x], y+1 < len(cells) && !cells[y+1][x]
			b.WriteRune([]rune{' ', '▄', '▀', '█'}[index(upper)*2+index(lower)])
		}
		rows = append(rows, b.String())
	}
	return rows
}

func index(on bool) int {
	if on {
		return 1
	}
	return 0
}
