package scenarios

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"eeporl/pomdp"
)

// WriteModel writes a scenario as a model file in canonical form: every matrix
// in full, the shortest decimals that read back the same, a discount only when
// it is not 1. Reading the file and writing it again gives the same bytes.
func WriteModel(w io.Writer, s Scenario) error {
	_, err := io.WriteString(w, modelText(s))
	return err
}

func modelText(s Scenario) string {
	var b strings.Builder
	spec := s.Model.Spec()
	fmt.Fprintf(&b, "name = %s\n", tomlString(spec.Name))
	if s.Story != "" {
		fmt.Fprintf(&b, "story = %s\n", tomlString(s.Story))
	}
	if s.About != "" {
		fmt.Fprintf(&b, "about = %s\n", tomlParagraph(s.About))
	}
	fmt.Fprintf(&b, "states = %s\n", tomlList(spec.States, tomlString))
	fmt.Fprintf(&b, "actions = %s\n", tomlList(spec.Actions, tomlString))
	fmt.Fprintf(&b, "observations = %s\n", tomlList(spec.Observations, tomlString))
	fmt.Fprintf(&b, "rewards = %s\n", tomlList(spec.Rewards, tomlNumber))
	fmt.Fprintf(&b, "initial = %s\n", tomlList(spec.Initial, tomlNumber))
	fmt.Fprintf(&b, "horizon = %d\n", spec.Horizon)
	if spec.Discount != 1 {
		fmt.Fprintf(&b, "discount = %s\n", tomlNumber(spec.Discount))
	}
	for _, section := range []struct {
		part     pomdp.Part
		matrices [][][]float64
	}{
		{pomdp.PartTransition, spec.Transition},
		{pomdp.PartObservation, spec.Observation},
		{pomdp.PartReward, spec.Reward},
	} {
		fmt.Fprintf(&b, "%-16s # %s\n", "["+string(section.part)+"]", meaning(section.part))
		for a, matrix := range section.matrices {
			fmt.Fprintf(&b, "%s = %s\n", tomlKey(spec.Actions[a]), tomlList(matrix, func(row []float64) string {
				return tomlList(row, tomlNumber)
			}))
		}
	}
	writeBins(&b, s.Bins)
	return b.String()
}

func tomlList[T any](items []T, text func(T) string) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = text(item)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func tomlNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// tomlKey quotes a key only where TOML asks for it.
func tomlKey(key string) string {
	bare := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return !bare(r) }) {
		return tomlString(key)
	}
	return key
}

func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		escapeRune(&b, r)
	}
	b.WriteByte('"')
	return b.String()
}

func escapeRune(b *strings.Builder, r rune) {
	switch {
	case r == '"' || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case unicode.IsControl(r):
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		b.WriteRune(r)
	}
}

// tomlParagraph writes a long text as a multi-line string, wrapped between
// words by line-ending backslashes: the text itself stays as it is.
func tomlParagraph(s string) string {
	const width = 100
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	column := 0
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		if r == '\n' {
			b.WriteByte('\n')
			column = 0
			continue
		}
		escapeRune(&b, r)
		column++
		if r == ' ' && i+1 < len(runes) && !unicode.IsSpace(runes[i+1]) && column+wordLength(runes[i+1:]) > width {
			b.WriteString("\\\n")
			column = 0
		}
	}
	b.WriteString("\"\"\"")
	return b.String()
}

func wordLength(runes []rune) int {
	for i, r := range runes {
		if unicode.IsSpace(r) {
			return i
		}
	}
	return len(runes)
}
