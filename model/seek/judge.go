package seek

import (
	"context"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
)

// ready does the work without which the timeline's beats are not all there: that
// of the cursor's beat, and back that of all before it.
func (r *run) ready(ctx context.Context) error {
	if !r.Back && !r.Session.Now().Pending {
		return nil
	}
	_, err := r.wait(ctx, func(j model.Job) bool { return !j.Background && !advises(j) })
	return err
}

// holds judges the beat at the cursor, once the work is done that it or a name
// in the condition waits for.
func (r *run) holds(ctx context.Context) (bool, error) {
	ok, unknown := r.judge()
	if len(unknown) > 0 || r.Session.Now().Pending {
		waited, err := r.wait(ctx, func(j model.Job) bool {
			return j.Asked() && (!advises(j) || slices.Contains(unknown, "advice"))
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

// judge asks the condition about the beat at the cursor, and which of the names
// that it looks up cannot be told yet. Findings may wait for work too: until
// then they are not known to be all.
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

// advises says whether a job asks what an optimal policy would do in an episode
// of phase 2: every episode has one.
func advises(j model.Job) bool { return strings.HasPrefix(j.Key, "advice:") }

// wait does the session's work, as far as it is wanted; false where there is none.
func (r *run) wait(ctx context.Context, wanted func(model.Job) bool) (waited bool, err error) {
	for {
		jobs := r.Session.Jobs()
		i := slices.IndexFunc(jobs, wanted)
		if i < 0 {
			return waited, nil
		}
		result := jobs[i].Run(ctx, func(p model.Progress) { r.report(p.Done, p.Total) })
		if err := ctx.Err(); err != nil {
			return waited, err
		}
		r.Session, waited = r.Session.Deliver(result), true
	}
}
