package report_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"eeporl/model/experiment"
	"eeporl/model/experiment/sweep"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/precision"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
	"eeporl/tui/report"
)

// made is the report of a run.
func made(t *testing.T, scenario, estimator string, episodes float64, known bool) report.Run {
	t.Helper()
	s, err := scenarios.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(s.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := truth.Draw(7, episodes)
	if err != nil {
		t.Fatal(err)
	}
	if !known {
		truth = nil
	}
	by, _ := estimators.Named(estimator)
	ctx, m := context.Background(), s.Model
	o := moments.Options{Seed: 7, Restarts: 2, RewardValues: m.RewardValues()}
	out, err := experiment.Run(ctx, counts, truth, experiment.Setup{Estimator: by.Run, States: m.Sizes().S, Moments: o, Planning: planning.Options{Horizon: m.Horizon()}})
	if err != nil {
		t.Fatal(err)
	}
	return report.Run{
		Title: scenario, Truth: truth, Outcome: out, Findings: out.Findings,
		Facts: []report.Fact{{Name: "a <b> & \"c\"", Value: "|x|\x00\x1b"}}, Commands: []report.Command{{Purpose: "again:", Line: "eeporl run 'a b'"}},
		Intervals: precision.Bootstrap(ctx, counts, out.Estimated.Estimate, 2, nil, nil).Intervals(.95),
		Curve:     []sweep.Point{{Episodes: 1e3, Seeds: 2, Reached: 2, RMSE: .1, CramerRao: .01}, {Episodes: 1e4, Seeds: 2, RMSE: math.NaN(), CramerRao: math.NaN()}, {Episodes: math.Inf(1)}},
		Names:     pomdp.Names{States: m.Spec().States, Actions: []string{"<left>", "a|b_*", "ri\x01ght"}},
	}
}

func written(t *testing.T, write func(io.Writer, report.Run) error, r report.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// every calls check with runs that end at all stages, with a truth and without.
func every(t *testing.T, check func(t *testing.T, r report.Run)) {
	for _, c := range []struct {
		scenario, estimator string
		episodes            float64
		known               bool
	}{
		{"tea", "full", 1e5, true}, {"tea", "full", 1e5, false}, {"tea", "polished", 1e4, true}, {"tea", "em", 1e3, true},
		{"robot", "blocked", 1e4, true}, {"diagnosis", "aligned", 1e5, false}, {"noisy-tiger", "naive", 1e4, true},
		{"two-step", "full", 1e4, true}, {"tiger", "full", math.Inf(1), true}, {"tea", "full", math.Inf(1), true}, {"tea", "full", 0, true}, {"tea", "full", 30, true},
		{"random:2,1,1,2,1", "full", 1e4, true}, {"random:1,2,1,1,1", "full", 1e4, true}, {"random:2,4,2,2,1", "full", 1e6, true},
	} {
		t.Run(c.scenario+"-"+c.estimator, func(t *testing.T) { check(t, made(t, c.scenario, c.estimator, c.episodes, c.known)) })
	}
}

// The page is well-formed, needs nothing from elsewhere and runs nothing.
func TestPageIsWellFormed(t *testing.T) {
	every(t, func(t *testing.T, r report.Run) {
		html := written(t, report.HTML, r)
		d := xml.NewDecoder(strings.NewReader(html))
		d.Entity = xml.HTMLEntity
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			switch element.Name.Local {
			case "script", "link", "img", "iframe", "object":
				t.Errorf("found the element %s", element.Name.Local)
			}
			for _, a := range element.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "src" || a.Name.Local == "href" {
					t.Errorf("found the attribute %s", a.Name.Local)
				}
				for _, word := range []string{"NaN", "Inf"} {
					if strings.Contains(a.Value, word) {
						t.Errorf("found %s=%q on %s", a.Name.Local, a.Value, element.Name.Local)
					}
				}
			}
		}
		if strings.Contains(html, "url(") || strings.Contains(html, "@import") {
			t.Error("the style sheet asks for other files")
		}
	})
}

// Tables have as many cells in every row as in their head, and fences close.
func TestMarkdownIsWhole(t *testing.T) {
	every(t, func(t *testing.T, r report.Run) {
		text := written(t, report.Markdown, r)
		columns, fenced := 0, false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if fenced || !strings.HasPrefix(line, "|") {
				columns = 0
				continue
			}
			n := strings.Count(line, "|") - strings.Count(line, `\|`)
			if columns != 0 && n != columns {
				t.Errorf("line %d has %d bars, not %d: %s", i+1, n, columns, line)
			}
			columns = n
		}
		if fenced {
			t.Error("a fence does not close")
		}
	})
}

func TestEqualRunsGiveEqualBytes(t *testing.T) {
	for _, write := range []func(io.Writer, report.Run) error{report.Markdown, report.HTML} {
		first, second := made(t, "diagnosis", "full", 1e5, true), made(t, "diagnosis", "full", 1e5, true)
		if written(t, write, first) != written(t, write, second) {
			t.Error("found other bytes the second time")
		}
	}
}
