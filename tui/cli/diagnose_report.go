package cli

import (
	"fmt"
	"io"
	"slices"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
)

// writeBench tells a report in words.
func writeBench(w io.Writer, r *bench.Report, theirs *bench.Answer) {
	wide := 12
	for _, j := range r.Judged {
		wide = max(wide, canvas.Width(j.What)+2)
	}
	for _, j := range r.Judged {
		fmt.Fprintf(w, "%-11s %s%*s%s", j.StepName(), j.What, wide-canvas.Width(j.What), "", j.Verdict)
		switch j.Verdict {
		case bench.Noise, bench.Noisier, bench.NotJudged:
			fmt.Fprintf(w, ": off by %s", j.By())
			if j.Noise > 0 {
				fmt.Fprintf(w, ", right ones by up to %s", figure.Percent(j.Noise))
			}
		case bench.Otherwise:
			fmt.Fprintf(w, ": off by %s, and what follows from it is right", j.By())
		case bench.Differs:
			fmt.Fprintf(w, " by %s", j.By())
			if j.Noise > 0 {
				fmt.Fprintf(w, " (right ones by up to %s)", figure.Percent(j.Noise))
			}
			theirs, ours := j.Values()
			fmt.Fprintf(w, ", most at %s: yours %s, expected %s", j.Place(), theirs, ours)
		}
		if j.Way != "" {
			fmt.Fprintf(w, ", as if %s", j.Way)
		}
		fmt.Fprintln(w)
		if j.Verdict == bench.Differs {
			tellSuspects(w, j, theirs)
		}
	}
	if r.Doubt != "" {
		fmt.Fprintf(w, "From Ô on these counts tell little: %s\n", r.Doubt)
	}
	for _, text := range slices.Concat(r.Unjudged, r.Summary()) {
		fmt.Fprintln(w, text)
	}
	if r.Early != nil {
		fmt.Fprintf(w, "From there on the formulas themselves come to nothing: %v.\n", r.Early)
	}
}

// tellSuspects names what a figure that differs looks like.
func tellSuspects(w io.Writer, j bench.Judged, theirs *bench.Answer) {
	for _, look := range j.Looks() {
		fmt.Fprintf(w, "            %s\n", look)
	}
	if len(j.Likely) > 0 {
		return
	}
	if j.Follows {
		fmt.Fprintln(w, "            It may follow from what differs before it.")
		return
	}
	fmt.Fprint(w, "            No known mistake explains it.")
	if j.Stage == moments.StageColumns && !theirs.Followed() {
		fmt.Fprint(w, " With U1, U2, U3 and theta in the answer more can be told apart.")
	}
	fmt.Fprintln(w)
}

// benchDoc is a report as JSON.
type benchDoc struct {
	Outcome string           `json:"outcome"`
	Figures []benchFigureDoc `json:"figures"`
	Policy  *judgedPolicy    `json:"policy,omitempty"`
	First   string           `json:"first,omitempty"`
	Early   string           `json:"early,omitempty"`
	Doubt   string           `json:"doubt,omitempty"`
	// Unjudged are sentences on what was given and could not be judged.
	Unjudged []string  `json:"unjudged,omitempty"`
	AtLaw    *atLawDoc `json:"at_law,omitempty"`
	Findings findings  `json:"findings"`
}

// atLawDoc is what a program's answer at the exact law comes to.
type atLawDoc struct {
	Outcome  string   `json:"outcome"`
	First    string   `json:"first,omitempty"`
	Findings findings `json:"findings"`
}

type benchFigureDoc struct {
	Stage   string       `json:"stage"`
	Figure  string       `json:"figure"`
	Verdict string       `json:"verdict"`
	Size    Number       `json:"size"`
	Noise   Number       `json:"noise"`
	At      []int        `json:"at"`
	Yours   Number       `json:"yours"`
	Want    Number       `json:"expected"`
	Way     string       `json:"way,omitempty"`
	Times   *Number      `json:"times_full,omitempty"`
	Likely  []suspectDoc `json:"likely,omitempty"`
}

type suspectDoc struct {
	Name string `json:"name"`
	Says string `json:"says"`
	Size Number `json:"size"`
}

func newBenchDoc(r *bench.Report, policy *judgedPolicy) benchDoc {
	doc := benchDoc{Outcome: string(r.Outcome()), Figures: []benchFigureDoc{}, Policy: policy, Doubt: r.Doubt, Unjudged: r.Unjudged, Findings: findings{}}
	for _, j := range r.Judged {
		f := benchFigureDoc{
			Stage: j.StepName(), Figure: j.What, Verdict: string(j.Verdict), Size: Number(j.Size), Noise: Number(j.Noise),
			At: j.At, Yours: Number(j.Theirs), Want: Number(j.Ours), Way: j.Way,
		}
		if j.Times > 0 {
			f.Times = numberIfFinite(j.Times)
		}
		for _, s := range j.Likely {
			f.Likely = append(f.Likely, suspectDoc{s.Name, s.Says, Number(s.Size)})
		}
		doc.Figures = append(doc.Figures, f)
	}
	doc.Findings.addAll(r.Findings(), pomdp.Sizes{})
	if policy.errs() {
		doc.Outcome = string(bench.Wrong)
		doc.Findings.add(finding.Departs, policy.says())
	}
	if r.First >= 0 {
		doc.First = r.Judged[r.First].What
	}
	if r.Early != nil {
		doc.Early = r.Early.Error()
	}
	if r.AtLaw != nil {
		doc.AtLaw = &atLawDoc{Outcome: string(r.AtLaw.Outcome()), Findings: findings{}}
		doc.AtLaw.Findings.addAll(r.AtLaw.Findings(), pomdp.Sizes{})
		if i := r.AtLaw.First; i >= 0 { // noise hides nothing there
			doc.AtLaw.First = r.AtLaw.Judged[i].What
			doc.First = doc.AtLaw.First
		}
	}
	return doc
}
