package cli

import (
	"context"
	"errors"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// wholeEpisodes takes whole episodes from counts files that have them, or reads the logs again for
// them; nil where that cannot be, and where files of triples alone took part.
func (a *app) wholeEpisodes(ctx context.Context, d dataSource, data *dataset) (*moments.Episodes, error) {
	if data.Whole() {
		if out := moments.NewEpisodes(data.Sizes, data.Episodes()); out != nil {
			return out, nil
		}
		return nil, errTooManySymbols
	}
	if data.symbols == nil || d.windows || !a.again(d.paths) {
		return nil, nil
	}
	var failed error
	out := moments.NewEpisodes(data.Sizes, func(yield func([]pomdp.Act, float64) bool) {
		failed = a.eachWhole(ctx, d, data, func(acts []pomdp.Act, count float64) error {
			if !yield(data.fewer.acts(acts), count) {
				return errTooManySymbols
			}
			return nil
		})
	})
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// eachWhole reads the logs again, episode by episode.
func (a *app) eachWhole(ctx context.Context, d dataSource, data *dataset, visit func(acts []pomdp.Act, count float64) error) (err error) {
	data.read, err = logs.Whole(ctx, data.options, data.symbols, visit, a.sources(d.paths)...)
	return err
}

var errTooManySymbols = errors.New("found an action, a reward level or an observation numbered 1023 or more, expected fewer; is an index wrong?")
