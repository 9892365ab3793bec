package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// storyEpisodes is the N that the story leaps to.
const storyEpisodes = 100_000

// story tells a session's beats, one line each.
type story struct {
	ctx     context.Context
	out     io.Writer
	line    *progress
	session model.Session
	veiled  bool
}

// tell prints the plain story: one episode, a leap to 10⁵, the estimate, the plan, and one episode
// that follows the plan; it leaves out what the session cannot do. The session is then saved to
// the file save, unless that is empty.
func (a *app) tell(ctx context.Context, session model.Session, found []finding.Finding, veiled bool, save string) error {
	s := &story{ctx: ctx, out: &a.out, line: a.progress(), session: session, veiled: veiled}
	defer s.line.done()
	s.title()
	for _, chapter := range []model.Verb{"", model.LeapBy, model.RunEstimate, model.RunPlan, model.RunPolicy} {
		if chapter != "" && s.session.Disabled(chapter) != "" {
			continue
		}
		if err := s.tell(chapter); err != nil {
			return failed(session.Config().Scenario, err)
		}
	}
	s.findings(found)
	if save == "" {
		return nil
	}
	return saveSession(save, s.session)
}

func (s *story) title() {
	c := s.session.Config()
	if c.Record != nil {
		fmt.Fprintf(s.out, "%s, a log of %s episodes, seed %d, |S| = %d, H = %d; hidden states and all that needs the truth are unknown: %s.\n",
			c.Scenario, figure.Count(c.Record.Counts.Total()), c.Seed, c.Model.Sizes().S, c.Model.Horizon(), model.NoTruth)
		return
	}
	veil := "hidden states are shown"
	if s.veiled {
		veil = "hidden states stay veiled (--unveil shows them)"
	}
	if c.Story != "" {
		fmt.Fprintln(s.out, c.Story)
	}
	fmt.Fprintf(s.out, "%s, seed %d, c = %s, H = %d; %s.\n", c.Scenario, c.Seed, figure.Number(c.C), c.Model.Horizon(), veil)
}

// tell asks for a chapter and prints its beats to the last one; "" is the
// episode that the session is in already.
func (s *story) tell(chapter model.Verb) error {
	if chapter != "" {
		s.session = model.Update(s.session, model.Intent{Verb: chapter, N: s.leap()})
	}
	for {
		s.line.say("%s", s.session.Now().Kind)
		var err error
		if s.session, err = model.Settle(s.ctx, s.session); err != nil {
			return err
		}
		s.beat()
		at, of := s.session.Now().Unit()
		if at == of-1 {
			return nil
		}
		s.session = model.Update(s.session, model.Intent{Verb: model.Forward})
	}
}

// leap is how many episodes are missing to storyEpisodes; only LeapBy uses it.
func (s *story) leap() float64 { return max(1, storyEpisodes-s.session.Now().N) }

func (s *story) beat() {
	sentence, equation := s.session.Account(s.veiled)
	if equation != "" {
		equation = " [" + equation + "]"
	}
	fmt.Fprintf(s.out, "beat %d, N = %s: %s%s\n", s.session.Place()+1, figure.Count(s.session.Now().N), sentence, equation)
}

// ends are the chapters without which the story ends early. A story of a log always ends before the
// policy is followed.
func (s *story) ends() []model.Verb {
	if s.session.Config().Record != nil {
		return []model.Verb{model.RunPolicy}
	}
	return []model.Verb{model.LeapBy, model.RunPlan}
}

// findings ends the story with what was found, and why it ends early if so.
func (s *story) findings(found []finding.Finding) {
	for _, verb := range s.ends() {
		if why := s.session.Disabled(verb); why != "" {
			fmt.Fprintf(s.out, "The story ends here: %s.\n", why)
			break
		}
	}
	for _, f := range finding.ByCause(slices.Concat(found, s.session.Findings())) {
		fmt.Fprintf(s.out, "finding %s: %s\n", f.Code, f.Detail)
	}
}
