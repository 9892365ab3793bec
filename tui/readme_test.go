package tui

import (
	"os"
	"strings"
	"testing"
)

// README's list of keys is the key table.
func TestReadmeListsTheKeys(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), KeyTable()) {
		t.Errorf("README.md lacks the key table:\n%s", KeyTable())
	}
}
