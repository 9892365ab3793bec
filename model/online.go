package model

import (
	"context"
	"fmt"
	"math"

	"eeporl/model/experiment/online"
)

// OnlineEpisodes is K of the agents that the comparison follows.
const OnlineEpisodes = 3000

// mostFollowed bounds the histories of an episode: agents plan a hundred times.
const mostFollowed = 20_000

// OnlineAgents are the agents that the comparison follows.
func OnlineAgents() []string {
	return []string{"commit:full", "commit:tpsr", "commit:polished", "doubling:tpsr", "psrl", "mixture", "greedy"}
}

// Online are what they came to, nil for those that play still; and why none is followed, "" where they are.
func (s Session) Online() (runs []*online.Run, skipped string) {
	if skipped = s.unfollowed(); skipped != "" {
		return nil, skipped
	}
	for _, name := range OnlineAgents() {
		runs = append(runs, s.results.byKey[s.onlineKey(name)].Online)
	}
	return runs, ""
}

func (s Session) unfollowed() string {
	if s.truth.Unknown != "" {
		return s.truth.Unknown
	}
	n, h := s.config.Model.Sizes(), s.config.Model.Horizon()
	if histories := math.Pow(float64(n.A*n.Outcomes()), float64(h-1)); histories > mostFollowed || s.truth.TooLarge != "" {
		return "an episode has too many histories for an agent to plan again and again; eeporl online does it"
	}
	return ""
}

func (s Session) onlineKey(agent string) string { return s.id + "online:" + agent }

// onlineJobs are the agents that have not played, once the optimum is known.
func (s Session) onlineJobs() (jobs []Job) {
	best := s.Optimum()
	if best == nil || s.unfollowed() != "" {
		return nil
	}
	for _, name := range OnlineAgents() {
		key := s.onlineKey(name)
		if s.results.has(key) {
			continue
		}
		truth, settings := s.truth, online.Settings{Episodes: OnlineEpisodes, Epsilon: online.DefaultEpsilon, Seed: s.config.Seed, Planning: s.planOptions(Unheard)}
		value := best.Best().Low
		jobs = append(jobs, Job{
			Kind:  OnlineJob,
			Key:   key,
			Title: fmt.Sprintf("comparing: %s plays %d episodes", name, OnlineEpisodes),
			Run: func(ctx context.Context, _ func(Progress)) Result {
				run, err := online.Play(ctx, name, truth, value, settings)
				return Result{Key: key, Online: run, Err: err}
			},
		})
	}
	return jobs
}
