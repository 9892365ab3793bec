package cli

import (
	"context"
	"os"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/tui"
)

// drew runs one export, whose command may hold words in quotes.
func drew(t *testing.T, line string) string {
	t.Helper()
	a := runIn(testEnv(), "", append([]string{"export"}, shellWords(line)...)...)
	if a.code != exitAnswered {
		t.Fatalf("export %s: %+v", line, a)
	}
	return a.out
}

const toTheEnd = " --do 'leap 1e4' --do estimate --do last --do plan --do last --do exploit --size 80x24"

// TestPicturesAreSessions: whatever a session is carried by, it is the same one,
// and the same screen is drawn of it.
func TestPicturesAreSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	t.Chdir(t.TempDir())
	drew(t, "tea"+toTheEnd+" --view plan --zoom -o a.svg -o a.png -o a.session -o a.txt -o a.ans -o a.cast -o a.md")
	for _, from := range []string{"a.svg", "a.png"} {
		drew(t, from+" --size 80x24 -o b.svg -o b.png -o b.session -o b.txt -o b.ans -o b.cast -o b.md")
		for _, form := range []string{".svg", ".png", ".session", ".txt", ".ans", ".cast", ".md"} {
			if fileText(t, "a"+form) != fileText(t, "b"+form) {
				t.Errorf("%s: found another %s, expected the same bytes", from, form)
			}
		}
	}
	if screen := fileText(t, "a.txt"); !strings.Contains(screen, "by the true model") {
		t.Errorf("found\n%s\nexpected Plan", screen)
	}
	for _, name := range []string{"a.svg", "a.png", "a.session", "a.md"} {
		if told := answered(t, "replay "+name); told != answered(t, "replay a.session") {
			t.Errorf("%s: found %q", name, told)
		}
	}
}

// TestReplayOpensThePicturesScreen: the very view, and s does not overwrite it.
func TestReplayOpensThePicturesScreen(t *testing.T) {
	t.Chdir(t.TempDir())
	drew(t, "tea --do estimate --view moments --zoom --unveil -o a.svg -o a.session")
	env := testEnv()
	env.Terminal = true
	var shown []tui.Options
	env.Explore = func(_ context.Context, s model.Session, o tui.Options) error {
		shown = append(shown, o)
		return nil
	}
	runIn(env, "", "replay", "a.svg")
	runIn(env, "", "replay", "a.session")
	const screen = "view moments\nzoom on\nveil off"
	if len(shown) != 2 || !strings.HasPrefix(strings.Join(shown[0].Screen, "\n"), screen) || shown[0].File != "" || !strings.HasPrefix(strings.Join(shown[1].Screen, "\n"), screen) || shown[1].File != "a.session" {
		t.Errorf("found %+v, expected the screen %q and then the file", shown, screen)
	}
}

func TestExportToStdout(t *testing.T) {
	screen := drew(t, "tea")
	if lines := strings.Split(screen, "\n"); len(lines) != 41 || !strings.Contains(screen, "eeporl tea") || strings.ContainsRune(screen, '\x1b') {
		t.Errorf("found %d lines, expected a screen of 40 rows without colours:\n%s", len(lines), screen)
	}
	if ascii := drew(t, "tea --ascii"); strings.ContainsAny(ascii, "─│") {
		t.Errorf("found box drawing, expected ASCII:\n%s", ascii)
	}
}

func TestExportSaysWhatIsWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	drew(t, "tea -o a.session")
	if err := os.WriteFile("odd.svg", []byte("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"export tea -o a.jpg":                   `--out: found "a.jpg", expected a file that ends in .svg, .png,`,
		"export tea --size 79x24":               `--size: found "79x24", expected columns and rows from 80x24`,
		"export tea --size big":                 `--size: found "big"`,
		"export tea --view kettle":              `--view: found "kettle", expected episode, moments`,
		"export tea --do hop":                   `found the verb "hop"`,
		"export a.session --seed 3":             "--seed: found it with the session a.session",
		"export odd.svg -o b.svg":               "odd.svg: found no session in it",
		"export missing.session":                "missing.session: found no such file",
		"replay odd.svg":                        "odd.svg: found no session in it",
		"export tea -o missing/a.svg":           "missing/a.svg: found no such directory",
		"export teaa":                           `did you mean tea`,
		"export tea --do plan -o unwritten.svg": "there is no estimate yet",
	} {
		if a := ask(line); a.code == exitAnswered || a.out != "" || !strings.Contains(a.err, want) {
			t.Errorf("%s: found %+v, expected %s", line, a, want)
		}
	}
	if _, err := os.Stat("unwritten.svg"); err == nil {
		t.Error("found a file of what failed")
	}
}

// The operators' page shows what each history says of each test: at the limit, after growl-left the left door hides the tiger with .85.
func TestTestsByHistories(t *testing.T) {
	got := strings.Join(strings.Fields(drew(t, "tiger --do 'exact; estimator tpsr; estimate; last; view recovery' --size 120x40")), " ")
	for _, want := range []string{"2 open-left r=-100 .850 .150 .500 .500 .500 .500", "3 open-right r=-100 .150 .850 .500 .500 .500 .500"} {
		if !strings.Contains(got, want) {
			t.Errorf("found %s, expected %s", got, want)
		}
	}
}
