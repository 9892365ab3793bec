package figure

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// SevenBit is a text for terminals that show nothing but ASCII, each line as wide as before: 1e5 for 10⁵, s
// for σ, and ? for what has nothing like it. Escape sequences pass.
func SevenBit(text string) string {
	if strings.ContainsAny(text, raised) {
		text = powers.ReplaceAllStringFunc(text, func(number string) string {
			mantissa, exponent, _ := strings.Cut(number, "·10")
			return mantissa + "e" + lowered(exponent) + strings.Repeat(" ", len("10·")-len("·"))
		})
		text = tens.ReplaceAllStringFunc(text, func(number string) string { return "1e" + lowered(number[len("10"):]) })
	}
	return strings.Map(sevenBit, text)
}

// sevenBit is the nearest ASCII character, -1 for a mark on the one before.
func sevenBit(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	if i := strings.IndexRune(likeASCII, r); i >= 0 {
		return rune(likeASCII[i+utf8.RuneLen(r)])
	}
	if plain, _ := utf8.DecodeRuneInString(norm.NFKD.String(string(r))); plain < utf8.RuneSelf {
		return plain
	}
	return '?'
}

// likeASCII has each character before the ASCII character that stands for it.
const likeASCII = "·. −- –- —- …~ →> ←< ↑^ ↓v ⊗x ×x ≥> ≤< ≠! ≈~ ∞@ ‖| │| ┃| ─- ━- ┌+ ┐+ └+ ┘+ ├+ ┤+ ┬+ ┴+ ┼+ ╭+ ╮+ ╰+ ╯+ " +
	"▶> ◀< ▲^ ▼v ●* ○o ■# □o █# ▓# ▒= ░. ▀\" ▄_ " +
	"αa βb γg δd εe ηh θt κk λl μm πp ρr σs τt φf ωw ΓG ΔD ΠP ΣS ΩO ∈E ∏P ∑S √V ′' ″\" “\" ”\" ‘' ’' ⟨< ⟩> "
