package why_test

import (
	"strings"
	"testing"

	"eeporl/model/why"
)

// TestPathsLeadBack: every target's path names it and nothing else.
func TestPathsLeadBack(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		all := beats(t, name, "")
		s := all[len(all)-1].Session
		seen := map[string]why.Ref{}
		check := func(r why.Ref) {
			path := why.Path(s, r)
			if other, twice := seen[path]; twice && other != r {
				t.Errorf("%s names %v and %v", path, other, r)
			}
			seen[path] = r
			if got, err := why.Find(s, path); err != nil || got != r {
				t.Errorf("%s: found %v, %v, expected %v", path, got, err, r)
			}
		}
		for _, view := range views {
			for _, target := range why.Targets(s, view) {
				check(target.Value())
				check(target.Truth())
			}
		}
		for i := range 20 {
			check(why.Target{Kind: why.Scalar, I: i}.Error())
		}
	}
}

func TestPathsAreReadable(t *testing.T) {
	s := session(t, "tea", "", 1)
	for path, want := range map[string]why.Ref{
		"O[x=(1,2,0,1),column=3]":         why.Target{Kind: why.Entry, I: 2, J: 2}.Value(),
		"T[a=1,s=2,next=1].truth":         why.Target{Kind: why.Transition, J: 1}.Truth(),
		"R[a=2,s=1,r=1].error":            why.Target{Kind: why.Reward, I: 1, K: 1}.Error(),
		"figure[name=threshold]":          why.Target{Kind: why.Scalar, I: why.Threshold}.Value(),
		"sigma[i=8,of=P13]":               why.Target{Kind: why.Sigma, I: 7, J: 1}.Value(),
		"trial[estimator=em,figure=rmse]": why.Target{Kind: why.Trial, I: 4}.Value(),
	} {
		got, err := why.Find(s, path)
		if err != nil || got != want {
			t.Errorf("%s: found %v, %v, expected %v", path, got, err, want)
		}
		if back := why.Path(s, want); back != path {
			t.Errorf("found %s, expected %s", back, path)
		}
	}
	for path, want := range map[string]string{
		"":                       "expected one such as",
		"Q[a=1]":                 `found "Q", expected one of`,
		"T[a=1]":                 "found 1 indices of T, expected 3",
		"T[a=3,s=1,next=1]":      "expected a number from 1 to 2",
		"T[a=1,s=1,z=1]":         "expected next=…",
		"R[a=1,s=1,r=7]":         "none of the model's levels",
		"O[x=(1,2),column=1]":    "expected 4 numbers",
		"b[s=1].width":           "expected one of .value",
		"figure[name=happiness]": "expected one of N, d",
	} {
		if _, err := why.Find(s, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", path, err, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	s := session(f, "tea", "", 1)
	for _, path := range []string{"O[x=(1,2,0,1),column=3]", "b[s=1].truth", "figure[name=N]", "T[", "P12[x1=(1,1,0,1),x2=(((]", "h[t=-1]"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		r, err := why.Find(s, path)
		if err != nil {
			return
		}
		if again, err := why.Find(s, why.Path(s, r)); err != nil || again != r {
			t.Errorf("%q: %v, then %v, %v", path, r, again, err)
		}
		sound(t, path, why.Explain(s, r.Target, true))
	})
}

// TestFiguresThatStandAlone are sound wherever they are asked about, and most
// of them are there in the end.
func TestFiguresThatStandAlone(t *testing.T) {
	for _, method := range []string{"", "em"} {
		for _, b := range beats(t, "tea", method) {
			for i := range 50 {
				e := why.Explain(b.Session, why.Target{Kind: why.Scalar, I: i}, true)
				sound(t, b.name, e)
				if exists(e) && (e.Formula == "" || e.Account == "") {
					t.Errorf("%s: %s without words", b.name, e.Title)
				}
				subject, parts := why.Brief(e)
				figures := strings.Join(parts, " · ")
				if subject == "" || figures == "" {
					t.Errorf("%s: in brief %q, %q", b.name, subject, figures)
				}
			}
		}
	}
}
