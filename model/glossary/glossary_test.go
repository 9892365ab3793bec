package glossary

import (
	"slices"
	"strings"
	"testing"
)

func TestTermsAreComplete(t *testing.T) {
	views := []string{"Episode", "Moments", "Recovery", "Parameters", "Plan", "Theory", "Compare"}
	seen := map[string]string{}
	for _, x := range Terms() {
		if !slices.Contains(views, x.View) {
			t.Errorf("%s is met on %q, which is no view", x.Name, x.View)
		}
		if n := len(strings.Fields(x.Text)); n < 8 || n > 60 {
			t.Errorf("%s is explained in %d words", x.Name, n)
		}
		if !strings.HasSuffix(x.Text, ".") {
			t.Errorf("%s: the text ends in %q", x.Name, x.Text[max(len(x.Text)-10, 0):])
		}
		for _, name := range append(x.Also, x.Name) {
			if name == "" || name != strings.TrimSpace(name) {
				t.Errorf("%s has the name %q", x.Name, name)
			}
			if other, ok := seen[name]; ok {
				t.Errorf("%s stands for %s and for %s", name, other, x.Name)
			}
			seen[name] = x.Name
		}
	}
}

func TestLookup(t *testing.T) {
	terms := Terms()
	for word, want := range map[string]string{
		"belief": "belief", "Beliefs": "belief", "β": "β-vector", "σ_k": "singular value", "b̂": "initial distribution",
		"Γ₂": "Γ", "φ": "permutation", "cond": "condition number", "P̂₁₂": "moments", "FINDPOLICY": "FindPolicy",
	} {
		if got, ok := Lookup(terms, word); !ok || got.Name != want {
			t.Errorf("%q is %q (%v), want %q", word, got.Name, ok, want)
		}
	}
	if got, ok := Lookup(terms, "kettle"); ok {
		t.Errorf("kettle is %q", got.Name)
	}
}

func TestSearchPutsNamesFirst(t *testing.T) {
	found := Search(Terms(), "eigen")
	if len(found) < 2 || found[0].Name != "eigenvalue" {
		t.Errorf("found %v", found)
	}
	if found := Search(Terms(), "zebra"); len(found) != 0 {
		t.Errorf("zebra finds %v", found)
	}
	if all := Search(Terms(), " "); len(all) != len(Terms()) {
		t.Errorf("nothing typed lists %d terms", len(all))
	}
}

func TestTermsOnAScreen(t *testing.T) {
	var names []string
	for _, x := range On(Terms(), "σ₉(P̂₁₂) = .01  the Cramér–Rao line │ a hidden Markov\n model's h₃") {
		names = append(names, x.Name)
	}
	for _, want := range []string{"singular value", "moments", "Cramér–Rao bound", "state", "induced HMM"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not found among %v", want, names)
		}
	}
}

func TestParseSaysWhereAMistakeIs(t *testing.T) {
	if _, err := parse("# x\nlost words"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v", err)
	}
}
