// Package glossary explains the explorer's terms: a paragraph each, the formula,
// the view where it is met and the place in the paper.
package glossary

import (
	_ "embed" // the terms are a text file
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"eeporl/moments/estimators"
)

// Term is one entry.
type Term struct {
	Name    string
	Also    []string // other ways it stands on a screen
	Formula string   // "" for none
	View    string   // where it is met
	Paper   string   // "" where the paper does not have it
	Text    string
}

//go:embed terms.txt
var source string

// Terms are all entries, in the order in which a run through EEPORL meets them. For an
// estimator that the text has no entry for, one is made from moments.Estimator.Does.
func Terms() []Term {
	terms, err := parse(source)
	if err != nil {
		panic("the embedded glossary: " + err.Error()) // a test reads it
	}
	for _, name := range estimators.Choices() {
		e, _ := estimators.Named(name) // it has them all
		if _, known := Lookup(terms, e.Name); !known {
			terms = append(terms, Term{Name: e.Name, View: "Compare", Text: "One of the estimators: " + e.Does + "."})
		}
	}
	return terms
}

// parse reads the glossary's format. An error names the line.
func parse(text string) ([]Term, error) {
	var terms []Term
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if name, ok := strings.CutPrefix(line, "= "); ok {
			terms = append(terms, Term{Name: name})
			continue
		}
		if len(terms) == 0 {
			return nil, fmt.Errorf("line %d: found %q, expected a term, which begins with =", i+1, line)
		}
		terms[len(terms)-1].add(line)
	}
	return terms, nil
}

func (t *Term) add(line string) {
	field, rest, _ := strings.Cut(line, ": ")
	switch field {
	case "also":
		t.Also = strings.Split(rest, ", ")
	case "formula":
		t.Formula = rest
	case "view":
		t.View = rest
	case "paper":
		t.Paper = rest
	default:
		t.Text = strings.TrimSpace(t.Text + " " + line)
	}
}

// Lookup finds the term that a word stands for: by its name, by another way to
// write it, or by either without its hat, sub- and superscripts and case.
func Lookup(terms []Term, word string) (Term, bool) {
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return bare(a) != "" && bare(a) == bare(b) },
		strings.EqualFold,
		func(a, b string) bool { return bare(a) != "" && strings.EqualFold(bare(a), bare(b)) },
	} {
		for _, t := range terms {
			if same(t.Name, word) || slices.ContainsFunc(t.Also, func(a string) bool { return same(a, word) }) {
				return t, true
			}
		}
	}
	return Term{}, false
}

// bare is a word without marks, sub- and superscripts.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.No, r), unicode.Is(unicode.Lm, r), unicode.Is(unicode.Sk, r):
			return -1
		}
		return r
	}, word)
}

// Search lists the terms that contain what was typed: first those that have it in their
// name, then in another way to write it, then in their text. It returns all terms if
// nothing was typed.
func Search(terms []Term, typed string) []Term {
	if typed = strings.TrimSpace(typed); typed == "" {
		return terms
	}
	var ranked [5][]Term
	for _, t := range terms {
		ranked[t.rank(typed)] = append(ranked[t.rank(typed)], t)
	}
	return slices.Concat(ranked[:4]...)
}

// letters are those of a text, small and without accents: as one types them.
func letters(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text)))
}

// hasWords says that each word that was typed stands somewhere in the term.
func (t Term) hasWords(small string) bool {
	all := letters(strings.Join(append([]string{t.Name, t.Text}, t.Also...), "\n"))
	return !slices.ContainsFunc(strings.Fields(small), func(word string) bool { return !strings.Contains(all, word) })
}

// rank is 0 for a term whose name was typed, 1 to 3 for where it has what was typed, 4 for nowhere.
func (t Term) rank(typed string) int {
	small := letters(typed)
	has := func(text string) bool { return strings.Contains(letters(text), small) }
	is := func(text string) bool { return letters(text) == small }
	switch {
	case t.Name == typed: // Γ is not γ
		return 0
	case is(t.Name) || slices.ContainsFunc(t.Also, is):
		return 0
	case has(t.Name):
		return 1
	case slices.ContainsFunc(t.Also, has):
		return 2
	case has(t.Text) || t.hasWords(small):
		return 3
	}
	return 4
}

// On lists the terms that occur on a screen, in the order of the glossary.
func On(terms []Term, screen string) []Term {
	words := map[string]bool{}
	for _, w := range Words(screen) {
		words[strings.ToLower(w)] = true
		words[strings.ToLower(first(w))] = true
	}
	text := strings.ToLower(strings.Join(strings.Fields(screen), " "))
	occurs := func(name string) bool {
		name = strings.ToLower(name)
		if strings.Contains(name, " ") {
			return strings.Contains(text, name)
		}
		return words[name]
	}
	var out []Term
	for _, t := range terms {
		if occurs(t.Name) || slices.ContainsFunc(t.Also, occurs) {
			out = append(out, t)
		}
	}
	return out
}

// first writes a numbered quantity with the number 1, as the glossary does: σ₉
// is σ₁ there.
func first(word string) string {
	numbered := false
	text := strings.Map(func(r rune) rune {
		if !unicode.Is(unicode.No, r) {
			return r
		}
		if numbered {
			return -1
		}
		numbered = true
		return '₁'
	}, word)
	return text
}

// Words cuts a screen's text into words: letters with their marks, sub- and
// superscripts, joined by hyphens, underscores and apostrophes.
func Words(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !InWord(r) }) {
		if w = strings.Trim(w, "-–_'’"); strings.ContainsFunc(w, unicode.IsLetter) {
			out = append(out, w)
		}
	}
	return out
}

// InWord says whether a rune belongs to a word of a screen's text.
func InWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.No, r) || strings.ContainsRune("-–_'’*", r)
}
