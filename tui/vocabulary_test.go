package tui

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/lesson"
	"eeporl/model/watch"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/scenarios"
	"eeporl/tui/panes"
	"eeporl/tui/script"
)

const plainWords = "testdata/plain-words.txt"

// Every word on a screen is plain English or in the glossary.
func TestEveryWordIsPlainOrExplained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	listed := readWords(t)
	known, names := glossaryWords(), ownNames(t)
	var unknown []string
	seen, texts := map[string]bool{}, screenTexts(t)
	for _, at := range slices.Sorted(maps.Keys(texts)) {
		for _, w := range vocabulary(texts[at]) {
			if seen[w] || listed[w] || explained(known, w) || names[w] {
				continue
			}
			seen[w] = true
			unknown = append(unknown, fmt.Sprintf("%s (%s)", w, at))
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		t.Errorf("%d words are neither plain nor explained. For each: say it in plain words; or, if it is plain English, add it to tui/%s; "+
			"or, if it is a term, explain it in model/glossary/terms.txt, by itself or under `also:` of the term that explains it.\n%s",
			len(unknown), plainWords, strings.Join(unknown, "\n"))
	}
}

// The list of plain words is sorted, says nothing twice, and explains nothing
// that the glossary does.
func TestPlainWordsAreInOrder(t *testing.T) {
	text, err := os.ReadFile(plainWords)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Errorf("%s is not sorted, or repeats a word; sort -u does it (LC_ALL=C)", plainWords)
	}
	known := glossaryWords()
	for _, w := range words {
		if known[w] {
			t.Errorf("%s: found %q, which the glossary explains; expected it in one of them", plainWords, w)
		}
	}
}

func readWords(t testing.TB) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(plainWords)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, w := range strings.Fields(string(text)) {
		listed[w] = true
	}
	return listed
}

// vocabulary are the words of a text in small letters, without symbols: what
// has marks, indices or powers, and single letters. A word that was cut off at
// an edge is none.
func vocabulary(text string) []string {
	text = regexp.MustCompile(`\S*…|\S*://\S*|\S*/\S*/\S*`).ReplaceAllString(text, " ")
	var out []string
	for _, w := range glossary.Words(text) {
		if len([]rune(w)) <= 2 && strings.ToUpper(w) == w {
			continue // states, products of matrices
		}
		for _, part := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return strings.ContainsRune("-–", r) }) {
			part = strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(part, "’", "'"), "'s"), "'")
			symbol := strings.ContainsFunc(part, func(r rune) bool { return r != '\'' && !unicode.IsLetter(r) || r > 'ÿ' })
			if !symbol && utf8.RuneCountInString(part) > 1 {
				out = append(out, part)
			}
		}
	}
	return out
}

// glossaryWords are the names of terms, other ways to write them, and the words
// of names of several words.
func glossaryWords() map[string]bool {
	known := map[string]bool{}
	for _, term := range glossary.Terms() {
		for _, name := range append(term.Also, term.Name) {
			for _, w := range vocabulary(name) {
				known[w] = true
			}
		}
	}
	return known
}

// explained says whether a word is the glossary's, or a form of one that is.
func explained(known map[string]bool, w string) bool {
	if known[w] {
		return true
	}
	for _, ending := range []string{"s", "es", "d", "ed", "ing"} {
		if base, ok := strings.CutSuffix(w, ending); ok && (known[base] || known[base+"e"]) {
			return true
		}
	}
	return false
}

// ownNames are names that are not words of the text: of models and what is in
// them, of commands, numbers, findings and keys.
func ownNames(t testing.TB) map[string]bool {
	t.Helper()
	out := map[string]bool{"eeporl": true}
	for _, w := range strings.Fields("guo doroudi brunskill anandkumar hsu kakade et al aistats csv svg utf asciicast fg") { // authors, formats
		out[w] = true
	}
	add := func(names ...string) {
		for _, n := range names {
			for _, part := range append(strings.FieldsFunc(n, func(r rune) bool { return strings.ContainsRune("-_+ :", r) }), n) {
				out[strings.ToLower(part)] = true
			}
		}
	}
	for _, name := range scenarios.Names() {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		spec := sc.Model.Spec()
		add(name)
		add(slices.Concat(spec.States, spec.Actions, spec.Observations)...)
	}
	add(moments.EstimatorNames()...)
	add(string(planning.Auto), string(planning.ObserveRZ))
	for _, n := range append(watch.Names(), ScreenNames()...) {
		add(n.Name)
	}
	for _, w := range words() {
		add(w.name)
	}
	for _, v := range model.Verbs() {
		add(string(v))
	}
	for _, b := range bindings() {
		for _, k := range b.keys {
			add(k, keyLabel(k, false), keyLabel(k, true))
		}
	}
	for v := range panes.Views {
		add(v.String())
	}
	for _, c := range moments.Codes() {
		add(string(c))
	}
	return out
}

// screenTexts are all texts that a screen shows, by where they stand.
func screenTexts(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".golden" || strings.Contains(path, "Recording") || strings.HasSuffix(path, "colours.golden") {
			return err
		}
		text, err := os.ReadFile(path)
		out[path] = ansi.Strip(string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lessons(t) {
		out["lesson "+l.Name] = lessonText(l)
	}
	for _, name := range script.Names() {
		text, _ := script.Ready(name)
		out["script "+name] = spoken(text)
	}
	for _, term := range glossary.Terms() {
		out["glossary "+term.Name] = term.Text
	}
	out["help"] = helpText()
	literals(t, out)
	toldOnWalks(t, out)
	return out
}

func lessonText(l lesson.Lesson) string {
	var b strings.Builder
	b.WriteString(l.Title + "\n")
	for _, s := range l.Steps {
		b.WriteString(s.Title + "\n")
		for _, p := range append(s.Hints, s.Text, s.Task, s.Done) {
			for _, piece := range p {
				if !piece.Key {
					b.WriteString(piece.Text)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// spoken are a script's captions and notes, without the figures in them.
func spoken(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		keyword, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if keyword == "caption" || keyword == "note" {
			out = append(out, regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(rest, " "))
		}
	}
	return strings.Join(out, "\n")
}

func helpText() string {
	var out []string
	for _, b := range bindings() {
		out = append(out, b.does, b.hint)
	}
	for _, w := range words() {
		out = append(out, w.does)
	}
	for _, n := range append(watch.Names(), ScreenNames()...) {
		out = append(out, n.Does)
	}
	return strings.Join(out, "\n")
}

// literals collects the sentences that the packages behind the screen are made
// of, as no walk meets all of them.
func literals(t testing.TB, out map[string]string) {
	t.Helper()
	for _, dir := range []string{".", "panes", "plain", "../model", "../model/experiment", "../model/predict", "../model/watch", "../model/why", "../moments", "../planning"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(strings.TrimSpace(text), " ") {
						out[path] += verbs.ReplaceAllString(text, " ") + "\n"
					}
				}
				return true
			})
		}
	}
}

// verbs are those of format strings.
var verbs = regexp.MustCompile(`%[-+#0]*[0-9.*\[\]]*[a-zA-Z]`)

// toldOnWalks collects what is said along walks: the account of each beat, the details
// of findings, and the answers to why of one figure of each kind.
func toldOnWalks(t testing.TB, out map[string]string) {
	t.Helper()
	for _, walk := range []struct {
		model, method string
		n             float64
	}{{"tea", "full", 1e5}, {"tea", "full", 20}, {"tea", "blocked", 1000}, {"tea", "aligned", 1000}, {"tea", "polished", 1e4}, {"tea", "em", 1000}, {"tea", "naive", 1e4}, {"tiger", "full", 1e5}, {"two-step", "full", 1e4}, {"noisy-tiger", "full", 1000}} {
		config, err := loadScenario(walk.model)
		if err != nil {
			t.Fatal(err)
		}
		config.Method = walk.method
		s, err := model.New(config)
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s by %s at N = %g", walk.model, walk.method, walk.n)
		for _, line := range []string{"forward 21", "leap " + fmt.Sprint(walk.n-1), "estimate", "last", "plan", "last", "exploit", "forward 21"} {
			s = toldStep(t, s, line, at, out)
		}
	}
}

// toldStep goes on beat by beat and collects what is said.
func toldStep(t testing.TB, s model.Session, line, at string, out map[string]string) model.Session {
	t.Helper()
	i, err := model.ParseIntent(line)
	if err != nil {
		t.Fatal(err)
	}
	steps := []model.Intent{i}
	if i.N == 21 {
		steps = slices.Repeat([]model.Intent{{Verb: model.Forward}}, 21)
	}
	if i.Verb == model.Last { // every stage on the way
		steps = slices.Repeat([]model.Intent{{Verb: model.Forward}}, 8)
	}
	for _, step := range steps {
		if s.Refusal(step) != "" {
			break
		}
		if s, err = model.SettleAsked(t.Context(), model.Update(s, step)); err != nil {
			t.Fatal(err)
		}
		for _, veiled := range []bool{true, false} {
			sentence, equation := s.Account(veiled)
			out["account of "+at] += sentence + "\n" + equation + "\n"
		}
	}
	for _, f := range s.Findings() {
		out["findings of "+at] += f.Detail + "\n"
	}
	kinds := map[why.Kind]bool{}
	for v := range panes.Views {
		for _, target := range why.Targets(s, v.String()) {
			if !kinds[target.Kind] {
				kinds[target.Kind] = true
				out["why of "+at] += strings.Join(why.Text(why.Explain(s, target, false)), "\n") + "\n"
			}
		}
	}
	return s
}
