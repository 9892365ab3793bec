package moments

// HistoryClass is what a tree of histories is asked for.
type HistoryClass string

// The classes.
const (
	// Shares values what follows a history by its own episodes (Even-Dar, Kakade and Mansour 2005).
	Shares HistoryClass = "shares"
	// Importance values whole ways by how many of the episodes with their actions they are: importance sampling, normalised
	// by actions (Peshkin and Mukherjee 2001).
	Importance HistoryClass = "importance"
	// Reactive is Importance where the policy is the best of those without memory: a first action, and one for each outcome
	// seen last (Littman 1994).
	Reactive HistoryClass = "reactive"
)

// HistoryClasses lists them, the default first.
func HistoryClasses() []HistoryClass { return []HistoryClass{Shares, Importance, Reactive} }

// Weighted says that the outcomes of an action have importance weights, whose sum is not 1 and means something.
func (h *Histories) Weighted() bool { return h.class == Importance || h.class == Reactive }

// Memoryless says that a policy is to look at nothing but the outcome seen last.
func (h *Histories) Memoryless() bool { return h.class == Reactive }

// countActions counts the episodes by the actions that they begin with.
func (h *Histories) countActions() {
	h.taken, h.path = map[string]float64{"": h.episodes.total}, [][]string{{""}}
	for t := range len(h.episodes.Levels) - 1 {
		next := &h.episodes.Levels[t+1]
		path := make([]string, len(next.Act))
		for v, code := range next.Act {
			action := ActOf(h.sizes, int(code)).Action
			path[v] = h.path[t][next.Parent[v]] + string(rune(max(action, 0)))
			h.taken[path[v]] += next.Through[v]
		}
		h.path = append(h.path, path)
	}
}

// drawn is how many of the episodes that come to a situation would take an action there, if as large a share of them did as
// of all with the same actions before: what importance weights divide by, so that n(h, a, o) becomes n(h, a, o)/n(a₁ … a_t).
func (h *Histories) drawn(situation []float64, action int) float64 {
	t, node := int(situation[0]), int32(situation[1]/nodeUnit+.5)
	here, actions := h.episodes.total, h.path[t][node]
	if t > 0 {
		here = h.episodes.Levels[t].Through[node]
	}
	return here * h.taken[actions+string(rune(action))] / h.taken[actions]
}
