package theme

import "image/color"

// OnPaper says whether a look is for a light background.
func (l Look) OnPaper() bool { return l.paper() }

// Paper is the look's colours of plain text and of the background, for pictures and for a
// screen that should not keep the terminal's own.
func (l Look) Paper() (ink, paper color.RGBA) {
	if l.paper() {
		return color.RGBA{0x1c, 0x1c, 0x22, 255}, color.RGBA{0xff, 0xff, 0xff, 255}
	}
	return color.RGBA{0xdc, 0xdc, 0xe2, 255}, color.RGBA{0x12, 0x12, 0x17, 255}
}
