package tui

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"eeporl/tui/panel"
)

// README's list of keys is the key table; -update writes it.
func TestReadmeListsTheKeys(t *testing.T) {
	const path = "README.md"
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	between := regexp.MustCompile("(?s)(<!-- keys:[^\n]*\n)(.*?)(<!-- end of keys -->)")
	found := between.FindSubmatch(readme)
	if found == nil {
		t.Fatal("tui/README.md has no place for the keys")
	}
	if string(found[2]) == keyTable() {
		return
	}
	if update := flag.Lookup("update"); update != nil && update.Value.String() == "true" {
		readme = between.ReplaceAll(readme, []byte("${1}"+keyTable()+"${3}"))
		if err := os.WriteFile(path, readme, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("tui/README.md's keys are not the key table; go test ./tui -run Readme -update writes them:\n%s", keyTable())
}

// keyTable is the key table as Markdown, for README.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| Key | Does |\n|---|---|\n")
	for _, x := range bindings() {
		labels := make([]string, len(x.keys))
		for i, k := range x.keys {
			labels[i] = "`" + strings.ReplaceAll(panel.KeyLabel(k, false), "|", `\|`) + "`" // a bare one ends a table's cell
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(labels, " "), x.does)
	}
	return b.String()
}
