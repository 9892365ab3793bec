package export

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/planning"
)

// ReadAPPL reads the XML in which APPL (SARSOP's program) writes a policy, over so many states: a Vector, or a
// SparseVector of entries, for each vector, with the number of its root action. The error names the line, what was
// found and what was expected.
func ReadAPPL(r io.Reader, states, actions int) (*planning.Set, error) {
	in := xml.NewDecoder(r)
	in.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // names alone could differ
	at := func(format string, a ...any) error {
		line, _ := in.InputPos()
		return fmt.Errorf("%d: "+format, append([]any{line}, a...)...)
	}
	var roots []int32
	var values []float64
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, at("found %v, expected APPL's XML", err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "AlphaVector":
			if n := attribute(element, "numObsValue"); n != "" && n != "1" {
				return nil, at("found vectors for %s values of a state variable that is observed, expected one value", n)
			}
		case "Vector", "SparseVector":
			if len(roots) == mostNodes {
				return nil, at("found more than %d vectors, expected at most so many", mostNodes)
			}
			a, err := strconv.Atoi(attribute(element, "action"))
			if err != nil || a < 0 || a >= actions {
				return nil, at("found the action %q, expected a number from 0 to %d", attribute(element, "action"), actions-1)
			}
			var written struct {
				Text    string   `xml:",chardata"`
				Entries []string `xml:"Entry"`
			}
			if err := in.DecodeElement(&written, &element); err != nil {
				return nil, at("found %v, expected APPL's XML", err)
			}
			vector, err := dense(written.Text, written.Entries, states)
			if err != nil {
				return nil, at("%w", err)
			}
			roots, values = append(roots, int32(a)), append(values, vector...)
		}
	}
	if len(roots) == 0 {
		return nil, at("found no vector, expected APPL's policy in XML: a Vector for each")
	}
	return planning.NewSet(states, roots, values), nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// dense is a vector of all its values in order, or of entries, each a state's number and its value.
func dense(text string, entries []string, states int) ([]float64, error) {
	if len(entries) == 0 {
		return vectorOf(strings.Fields(text), states)
	}
	out := make([]float64, states)
	for _, e := range entries {
		pair := strings.Fields(e)
		if len(pair) != 2 {
			return nil, fmt.Errorf("found the entry %q, expected a state's number and its value", e)
		}
		s, err := strconv.Atoi(pair[0])
		if err != nil || s < 0 || s >= states {
			return nil, fmt.Errorf("found the state %q, expected a number from 0 to %d", pair[0], states-1)
		}
		if out[s], err = vectorValue(pair[1]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
