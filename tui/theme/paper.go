package theme

import "image/color"

// OnPaper says whether a look is for a light background.
func (l Look) OnPaper() bool { return l.paper() }

// Paper is what a picture takes for the colours that on a screen are the
// terminal's own: that of plain text and that of the background.
func (l Look) Paper() (ink, paper color.RGBA) {
	if l.paper() {
		return color.RGBA{0x1c, 0x1c, 0x22, 255}, color.RGBA{0xff, 0xff, 0xff, 255}
	}
	return color.RGBA{0xdc, 0xdc, 0xe2, 255}, color.RGBA{0x12, 0x12, 0x17, 255}
}
