package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eeporl/pomdp/printable"
)

// hostile are names that would act on a terminal: a title, the clipboard, another
// line, an erased screen, text that runs the other way, C1 controls.
var hostile = []string{"\x1b]0;x\a", "\x1b]52;c;aGk=\a", "two\nlines", "\x1b[2J", "\u202egnp.exe", "\u009b31m", "\u009d0;x\u009c", "\u061c", "\r", "a\x00b", "\u200b"}

// shows is what a command wrote, where nothing but line feeds and tabs may be
// control characters; progress and screens of ours are not among these commands.
func (a answer) acts() string {
	for _, text := range []string{a.out, a.err} {
		for _, line := range strings.Split(strings.ReplaceAll(text, "\t", " "), "\n") {
			if bad := printable.Fault(line); bad != "" && !strings.HasPrefix(bad, "the replacement") {
				return fmt.Sprintf("%s in %q", bad, line)
			}
		}
	}
	return ""
}

// Whatever a name holds and wherever it stands, no byte of it acts on a terminal.
func TestNamesAreText(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	for i, name := range hostile {
		t.Chdir(t.TempDir())
		quoted := fmt.Sprintf("%q", name)
		quoted = strings.NewReplacer(`\a`, `\u0007`, `\x1b`, `\u001b`, `\x00`, `\u0000`).Replace(quoted)
		model := answered(t, "scenarios show tea")
		files := map[string]string{
			"state.toml":  strings.Replace(model, `"wants-tea"`, quoted, 1),
			"action.toml": strings.ReplaceAll(model, `"offer-tea"`, quoted),
			"name.toml":   strings.Replace(model, `"tea"`, quoted, 1),
			"raw.toml":    strings.Replace(model, "wants-tea", name, 1),
			"tea.session": "eeporl session 1\nscenario tea\n> bookmark \"" + name + "\" @1.1\n",
			"names.play":  "scenario tea\ncaption " + name + "\n> forward\n",
			"lesson.txt":  "lesson a\ntitle " + name + "\nmodel tea\n",
			"log.csv":     "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n" + name + ",0,0,0,0,0,0,0,0,0\n",
			"x.counts":    "eeporl counts 1\n{\"A\":1,\"actions\":[" + quoted + "]}\n",
		}
		if !strings.ContainsAny(name, "\x00") {
			files[strings.ReplaceAll(name, "/", "-")+".toml"] = model
		}
		for file, text := range files {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		lines := [][]string{
			{"replay", "tea.session"}, {"play", "names.play", "--plain"}, {"tour", "--lesson", "lesson.txt"}, {"estimate", "log.csv", "--states", "2"},
			{"merge", "x.counts"}, {"run", name}, {"run", "tea", "--" + name}, {"explore", "tea", "--plain", "--at", "bookmark " + name},
			{"estimate", "log.csv", "--actions", name + ",b"}, {"explore", "tea", "--plain", "--at", name + "=1"},
		}
		for file := range files {
			if strings.HasSuffix(file, ".toml") {
				for _, command := range []string{"check", "law", "plan", "simulate", "run"} {
					lines = append(lines, []string{command, file})
				}
				lines = append(lines, []string{"simulate", file, "--names", "--episodes", "3"}, []string{"explore", file, "--plain", "--at", "forward 3"},
					[]string{"run", file, "--report", fmt.Sprintf("report%d.md", i)}, []string{"export", file, "-o", "x.svg", "--size", "80x24"})
			}
		}
		for _, args := range lines {
			if bad := runIn(testEnv(), "", args...).acts(); bad != "" {
				t.Errorf("%q: %s", args, bad)
			}
		}
		for _, pattern := range []string{"report*.md", "x.svg"} {
			made, _ := filepath.Glob(pattern)
			for _, path := range made {
				text, _ := os.ReadFile(path)
				if bad := (answer{out: string(text)}).acts(); bad != "" {
					t.Errorf("%s, made for %q: %s", path, name, bad)
				}
				os.Remove(path)
			}
		}
	}
}
