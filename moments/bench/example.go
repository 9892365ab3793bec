package bench

import (
	"embed"
	"maps"
)

//go:embed example
var examples embed.FS

// Examples are estimators that speak the protocol, by the language that they are written in:
// Python with numpy, Go with gonum.
func Examples() map[string]string {
	out := map[string]string{"python": "example.py", "go": "example.go"}
	for language, file := range maps.Clone(out) {
		text, err := examples.ReadFile("example/" + file)
		if err != nil {
			panic(err) // a test reads them
		}
		out[language] = string(text)
	}
	return out
}
