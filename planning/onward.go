package planning

import (
	"context"

	"eeporl/pomdp"
)

// Onward plans for the steps that are left after a beginning that somebody else chose, as Levelling does. What two
// beginnings leave alike is planned for once.
type Onward struct {
	l     *levelling
	trees map[*levelNode]*Tree
}

// NewOnward plans with what was learned, for o.Horizon more steps.
func NewOnward(l pomdp.Learned, o Options) (*Onward, error) {
	o.Planner = Levelling
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p, err := From(l, o.Observe)
	if err != nil {
		return nil, err
	}
	return &Onward{newLevelling(p, o.within(p)), map[*levelNode]*Tree{}}, nil
}

// After is the plan for what is left; nil where the law says that the beginning cannot happen.
func (w *Onward) After(ctx context.Context, past []pomdp.Act) (*Tree, error) {
	l := w.l
	situation := l.law.start()
	for _, act := range past {
		outcome := act.Observation
		if l.p.observe == ObserveRZ {
			outcome = l.p.sizes.Outcome(act.Observation, act.Reward)
		}
		if situation = l.law.next(situation, act.Action, outcome); situation == nil {
			return nil, nil
		}
	}
	root, err := l.best(ctx, l.o.Horizon, 0, situation)
	if err != nil {
		return nil, err
	}
	if w.trees[root] == nil {
		w.trees[root] = l.raw.finish(l.p, l.extract(root), l.o.Discount)
	}
	return w.trees[root], nil
}
