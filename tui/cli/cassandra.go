package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
	"eeporl/scenarios/cassandra"
)

// cassandraExtension is how files in Cassandra's format end, in any case.
const cassandraExtension = ".pomdp"

// ending is the end of a file's name, from its last dot on, in small letters.
func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

func isCassandra(name string) bool {
	return ending(name) == cassandraExtension
}

// cassandraLine is one that every .POMDP file has, and no TOML file.
var cassandraLine = regexp.MustCompile(`(?m)^\s*(discount|values|states|actions|observations)\s*:`)

// holdsCassandra says whether a file is in Cassandra's format: by its name's end or, where that tells nothing, by
// its first lines.
func holdsCassandra(name string) bool {
	if isCassandra(name) || isLog(name) || scenarios.Known(name) || isPipe(name) {
		return isCassandra(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	const first = 1 << 16
	text, _ := io.ReadAll(io.LimitReader(f, first))                      // a file that cannot be read is said to be one by whoever reads it
	if first := cassandraLine.FindIndex(text); ending(name) == ".toml" { // whose texts may have such a line
		return first != nil && len(bytes.TrimSpace(comments.ReplaceAll(text[:first[0]], nil))) == 0
	}
	return cassandraLine.Match(text)
}

// comments stand behind # in both formats.
var comments = regexp.MustCompile(`#.*`)

// readCassandra reads a .POMDP file and returns its notices as findings.
func readCassandra(path string) (*cassandra.Model, []finding.Finding, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("found %q, which is no file, expected the path of a .POMDP file", path)
	}
	if err != nil {
		return nil, nil, failed(path, err)
	}
	defer f.Close()
	m, err := cassandra.Read(f, path)
	if err != nil {
		return nil, nil, failed(path, err)
	}
	var found []finding.Finding
	if m.Cost {
		found = append(found, remark(finding.CostsNegated, "The file states costs: rewards are their negatives, and a value is minus an expected cost."))
	}
	for _, notice := range m.Notices {
		if m.Cost && strings.Contains(notice, "costs are negated") {
			continue // said above, with a code of its own
		}
		// The file's name alone: an answer is the same wherever the file lies.
		found = append(found, remark(finding.FileNotice, baseName(path)+", "+notice))
	}
	return m, found, nil
}

// cassandraName is the name of a .POMDP file's model, since the format has none.
func cassandraName(path string) string {
	return strings.TrimSuffix(baseName(path), filepath.Ext(path))
}

// loadCassandra reads a .POMDP file into a model with reward levels, which estimation needs. The
// format has no horizon: 0 stands for defaultHorizon.
func loadCassandra(path string, horizon int, levels []float64) (world, error) {
	m, found, err := readCassandra(path)
	if err != nil {
		return world{}, err
	}
	if horizon == 0 {
		horizon = defaultHorizon
	}
	spec, notes, err := m.Spec(cassandraName(path), horizon, levels)
	if err != nil {
		return world{}, failed(path, err)
	}
	for _, note := range notes {
		found = append(found, remark(finding.RewardLevels, sentence(note)))
	}
	model, err := pomdp.New(spec)
	if err != nil {
		return world{}, failed(path, err)
	}
	return world{Scenario: scenarios.Scenario{Name: spec.Name, Model: model}, found: found, numbers: true}, nil
}

// remark is a finding without a number.
func remark(code finding.Code, detail string) finding.Finding {
	return finding.Finding{Code: code, Detail: detail}
}

// sentence gives a text a capital letter at the start and a full stop at the end.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}
