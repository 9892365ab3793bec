package planning

import (
	"context"
	"slices"
	"strings"
)

// Planner names a way to find the best policy tree.
type Planner string

// The planners. All but PointBased are exact, Levelling where the pairs' parameters agree; where their budget runs out Solve turns to
// PointBased.
const (
	Auto       Planner = "auto"
	Exact      Planner = "exact"
	Enumerate  Planner = "enumerate"
	Pruning    Planner = "pruning"
	Reachable  Planner = "reachable"
	PointBased Planner = "point"
	Levelling  Planner = "level"
)

// planner describes one Planner.
type planner struct {
	name Planner
	does string
	// vectors says that it plans with β-vectors or beliefs over states, and not by what is seen alone.
	vectors bool
	// bytes is about what one vector, or one belief, takes.
	bytes func(*Problem) int
	// solve plans. With an error it returns the levels that are complete. The field is nil
	// for PointBased, which ends without an error when its budget is used up: see interval.
	solve func(context.Context, *Problem, Options) (*Plan, []Level, error)
}

const number, slice = 8, 24 // bytes of a float64 and of a slice's header

// vectorBytes is what a kept vector takes: values, witness, branches, action.
func (p *Problem) vectorBytes() int { return number*2*p.states + 4*p.outcomes + 4 }

// planners lists them.
func planners() []planner {
	vector := (*Problem).vectorBytes
	return []planner{
		{Auto, "chooses by cost, and closes in on an interval where exact planning is too much", true, vector, byCost},
		{Exact, "chooses among the exact ones", true, vector, byCost},
		{Enumerate, "makes every vector of Γ_t, as the paper defines it", true,
			func(p *Problem) int { return 3 * number * p.states }, // values, in two copies while the last outcome is added
			func(ctx context.Context, p *Problem, o Options) (*Plan, []Level, error) {
				levels, err := enumerate(ctx, p, o.within(p))
				return p.fromSets(ctx, o, levels, err, "asked for: every vector of the definition")
			}},
		{Pruning, "leaves out the vectors that are best nowhere, over the whole belief simplex", true, vector,
			func(ctx context.Context, p *Problem, o Options) (*Plan, []Level, error) {
				levels, err := prune(ctx, p, o.within(p))
				return p.fromSets(ctx, o, levels, err, "asked for: exact over the whole belief simplex")
			}},
		{Reachable, "looks at the beliefs alone that can follow the initial one", true,
			func(p *Problem) int { // belief and its key, three numbers an edge and room to grow
				return number*(2*p.states+4*(p.actions/p.slots)*p.outcomes*p.slots) + 4*slice
			},
			func(ctx context.Context, p *Problem, o Options) (*Plan, []Level, error) {
				plan, err := solveReachable(ctx, p, o.within(p))
				return explained(plan, err, "asked for: exact at the initial belief")
			}},
		{PointBased, "closes in on the value at the initial belief from below and above", true,
			func(p *Problem) int { // a vector with its branches, a point of the upper bound; half is left to known levels
				return 2 * (number*(3*p.states+p.outcomes) + 4*slice)
			},
			nil},
		{Levelling, "by what is seen: averages the coordinates that disagree and levels each node to sum 1", false,
			func(p *Problem) int { return number*(p.slots*max(p.states, 4)+3*p.outcomes) + 8*slice },
			func(ctx context.Context, p *Problem, o Options) (*Plan, []Level, error) {
				plan, err := solveLevel(ctx, p, o.within(p))
				return explained(plan, err, "asked for: the coordinates that disagree are averaged, each node sums to 1")
			}},
	}
}

// find is the planner of a name.
func find(name Planner) (planner, bool) {
	all := planners()
	i := slices.IndexFunc(all, func(x planner) bool { return x.name == name })
	if i < 0 {
		return planner{}, false
	}
	return all[i], true
}

// Planners lists the planners.
func Planners() []Planner {
	var out []Planner
	for _, x := range planners() {
		out = append(out, x.name)
	}
	return out
}

// Does says in a line how it plans, after its name.
func (p Planner) Does() string {
	x, _ := find(p)
	return x.does
}

// listed are the planners' names, for what was expected.
func listed() string {
	var out []string
	for _, x := range Planners() {
		out = append(out, string(x))
	}
	return strings.Join(out, ", ")
}
