package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbersReadBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		text, err := json.Marshal(Number(x))
		if err != nil {
			t.Fatal(err)
		}
		if !finite(x) {
			if string(text) != "null" {
				t.Fatalf("found %s for %g, expected null", text, x)
			}
			return
		}
		var back float64
		if err := json.Unmarshal(text, &back); err != nil || math.Float64bits(back) != math.Float64bits(x) {
			t.Fatalf("found %s, which reads back as %g (%v), expected %g", text, back, err, x)
		}
	})
}

// TestLayoutKeepsTheDocument: laying out only adds white space.
func TestLayoutKeepsTheDocument(t *testing.T) {
	var document func(depth int) *rapid.Generator[any]
	document = func(depth int) *rapid.Generator[any] {
		scalar := rapid.OneOf(
			rapid.Custom(func(t *rapid.T) any { return rapid.String().Draw(t, "text") }),
			rapid.Custom(func(t *rapid.T) any { return rapid.IntRange(-1e9, 1e9).Draw(t, "number") }),
			rapid.Just[any](nil), rapid.Just[any](true),
		)
		if depth == 0 {
			return scalar
		}
		return rapid.OneOf(scalar,
			rapid.Custom(func(t *rapid.T) any { return rapid.SliceOfN(document(depth-1), 0, 12).Draw(t, "array") }),
			rapid.Custom(func(t *rapid.T) any { return rapid.MapOfN(rapid.String(), document(depth-1), 0, 12).Draw(t, "object") }),
		)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := document(3).Draw(t, "document")
		var laidOut, back bytes.Buffer
		compact, err := compactJSON(x)
		if err != nil {
			t.Fatal(err)
		}
		if err := layOut(&laidOut, compact); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&back, laidOut.Bytes()); err != nil {
			t.Fatalf("found %v in %s", err, laidOut.String())
		}
		if got, want := strings.TrimSpace(back.String()), string(compact); got != want {
			t.Fatalf("found %s, expected %s", got, want)
		}
	})
}

func TestLayout(t *testing.T) {
	var out strings.Builder
	long := make([]int, 60)
	err := writeJSON(&out, struct {
		Row    []int       `json:"row"`
		Matrix [][]float64 `json:"matrix"`
		Empty  []int       `json:"empty"`
		Text   string      `json:"text"`
	}{long, [][]float64{{.5, .5}, {1, 0}}, []int{}, "a, b: [c] \"{\" \\"})
	want := "{\n  \"schema\": 1,\n  \"row\": [0" + strings.Repeat(", 0", 59) + "],\n  \"matrix\": [[0.5, 0.5], [1, 0]],\n  \"empty\": [],\n  \"text\": \"a, b: [c] \\\"{\\\" \\\\\"\n}\n"
	if err != nil || out.String() != want {
		t.Errorf("found %v\n%s\nexpected\n%s", err, out.String(), want)
	}
}

func TestNotFiniteBecomesAFinding(t *testing.T) {
	inf := Number(math.Inf(1))
	doc := lawDoc{C: inf, O: matrix{{1, 2}, {3, Number(math.NaN())}, {inf, 4}}, W: []Number{1}, Findings: findings{}}
	doc.Findings.infiniteInputs(0, float64(doc.C))
	doc.Findings.notFinite(doc)
	want := findings{
		{Code: "independent-actions", Detail: "c = ∞: actions are independent, and c is null."},
		{Code: "not-finite", Detail: "O[1][1] is not finite and therefore null, as are 1 more of its numbers."},
	}
	if len(doc.Findings) != len(want) || doc.Findings[0] != want[0] || doc.Findings[1] != want[1] {
		t.Errorf("found %+v, expected %+v", doc.Findings, want)
	}
	var out bytes.Buffer
	if err := writeJSON(&out, doc); err != nil || !json.Valid(out.Bytes()) || !strings.Contains(out.String(), "[[1, 2], [3, null], [null, 4]]") {
		t.Errorf("found %v and\n%s\nexpected valid JSON with nulls", err, out.String())
	}
}
