package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// glyphsDrawn are the code points past ASCII that a frame may show. DejaVu Sans Mono, Menlo,
// Consolas and Cascadia Mono have them all; braille, which curves are drawn in, is theirs or a
// fallback's in every terminal.
const glyphsDrawn = "°±²³·¹½Ô×÷éöŵ\u0302ΓΘΠΣΩαβγδεηθικλμπρστφχωᵀᵢⱼẐ–’‖•…′⁰⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₋←↑→↓∂∈−√∞≈≠≤≥⊗" +
	"─━│└├┤┬═╭╮╯╰▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏░▒▓■▲▶▸▼◆○●✓"

// TestGlyphsAreInCommonFonts: no golden frame, and no word of the code that draws or explains,
// shows what a common font has no glyph for.
func TestGlyphsAreInCommonFonts(t *testing.T) {
	check := func(where, shown string) {
		for _, r := range shown {
			if r > '~' && !(0x2800 <= r && r < 0x2900) && !strings.ContainsRune(glyphsDrawn, r) {
				t.Errorf("%s: found %q (%U), expected a code point of the list: is it in DejaVu Sans Mono, Menlo, Consolas and Cascadia Mono?", where, r, r)
			}
		}
	}
	for _, root := range []string{"testdata", "panes", "panel", "../model", "../moments", "../planning"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
				return err
			}
			switch filepath.Ext(path) {
			case ".golden", ".txt":
				data, err := os.ReadFile(path)
				check(path, string(data))
				return err
			case ".go":
				file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
				if err != nil {
					return err
				}
				ast.Inspect(file, func(n ast.Node) bool {
					if literal, ok := n.(*ast.BasicLit); ok {
						check(path, literal.Value)
					}
					return true
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
