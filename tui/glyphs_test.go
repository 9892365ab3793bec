package tui

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// glyphsDrawn are the code points past ASCII that a frame may show. DejaVu Sans Mono, Menlo,
// Consolas and Cascadia Mono have them all; braille, which curves are drawn in, is theirs or a
// fallback's in every terminal.
const glyphsDrawn = "°±²³·¹Ô×éŵ\u0302ΓΘΠΣΩαβγδεηθικλμπρσφχωᵀᵢⱼẐ–‖…′⁰⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉←↑→↓∈−√∞≈≠≤≥⊗" +
	"─━│└├┤┬═╭╮╯╰▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏░▒▓■▲▶▸▼◆○●✓"

// TestGlyphsAreInCommonFonts: no golden frame shows what a common font has no glyph for.
func TestGlyphsAreInCommonFonts(t *testing.T) {
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, r := range string(data) {
			if r > '~' && !(0x2800 <= r && r < 0x2900) && !strings.ContainsRune(glyphsDrawn, r) {
				t.Errorf("%s: found %q (%U), expected a code point of the list: is it in DejaVu Sans Mono, Menlo, Consolas and Cascadia Mono?", path, r, r)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
