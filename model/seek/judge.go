package seek

import (
	"context"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
)

// ready does the timeline's work before a search, so that all its beats are there: before
// a search forward only if the cursor's beat waits for work, before a search back always.
func (r *run) ready(ctx context.Context) error {
	if !r.Back && !r.Session.Now().Pending {
		return nil
	}
	_, err := r.wait(ctx, func(k model.JobKind) bool { return k.Awaited() && k != model.AdviceJob })
	return err
}

// holds judges the beat at the cursor, once the work is done that it or a name
// in the condition waits for.
func (r *run) holds(ctx context.Context) (bool, error) {
	ok, unknown := r.judge()
	if len(unknown) > 0 || r.Session.Now().Pending {
		waited, err := r.wait(ctx, func(k model.JobKind) bool {
			return k.Asked() && (k != model.AdviceJob || slices.Contains(unknown, "advice")) // every episode of phase 2 has one
		})
		if err != nil {
			return false, err
		}
		if waited {
			ok, unknown = r.judge()
		}
	}
	for _, name := range unknown {
		if !slices.Contains(r.Unknown, name) {
			r.Unknown = append(r.Unknown, name)
		}
	}
	r.Looked++
	r.Place, r.OK = r.Session.Place(), ok
	return ok, nil
}

// judge evaluates the condition at the cursor's beat and lists the names in it that may
// still change when work is done: those that are unknown, and findings, because work
// that is not done may add to them.
func (r *run) judge() (holds bool, unknown []string) {
	look := watch.Session(r.Session)
	holds = r.Condition.Holds(func(name string, args []watch.Value) (watch.Value, bool) {
		v, ok := look(name, args)
		switch {
		case ok && v.Unknown:
			unknown = append(unknown, name)
		case ok && strings.HasPrefix(name, "finding"):
			unknown = append(unknown, name)
			r.told[name] = true
		case ok:
			r.told[name] = true
		}
		return v, ok
	})
	return holds, unknown
}

// wait does the session's work, as far as it is wanted; false where there is none.
func (r *run) wait(ctx context.Context, wanted func(model.JobKind) bool) (waited bool, err error) {
	for {
		next, did, err := model.Work(ctx, r.Session, wanted, func(p model.Progress) { r.report(p.Done, p.Total) })
		if !did {
			return waited, err
		}
		r.Session, waited = next, true
	}
}
