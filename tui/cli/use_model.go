package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
	"eeporl/scenarios/logs"
)

// logEpisode is an episode of a log that a known model is used on.
type logEpisode struct {
	id    string // the log's own; its number from 0 where that has none
	acts  []pomdp.Act
	count float64
	ended bool // the log says so
	cut   bool // at a step of which nothing is known: what follows it tells nothing of the state
}

// name is what messages call the episode.
func (r *logEpisode) name() string { return "episode " + r.id }

// logReading is how the log of a command is read that uses a model on it.
type logReading struct {
	logs.Declared
	skipBad bool
}

func (r *logReading) addFlags(f *pflag.FlagSet) {
	columnsFlag(f, &r.Columns)
	rowFlags(f, &r.Declared)
	perFileFlag(f, &r.EpisodePerFile)
	unsortedFlag(f, &r.Unsorted)
	skipBadFlag(f, &r.skipBad)
}

// passedOver are episodes that an answer leaves out, or a part of.
type passedOver struct {
	impossible, cut []string
}

// tell says on stderr which they are.
func (p *passedOver) tell(a *app) {
	if a.quiet {
		return
	}
	for _, x := range []struct {
		list []string
		what string
	}{{p.impossible, "the model says cannot happen from some step on: left out from there"}, {p.cut, "go on after steps of which nothing is known: left out from there"}} {
		if len(x.list) > 0 {
			fmt.Fprintf(a.stderr, "%s that %s: %s\n", figure.Counted(len(x.list), "episode", "episodes"), x.what, printable.List(x.list, printable.Names, ""))
		}
	}
}

// episodesUnder calls visit with every episode of a log, its steps as a model has them.
func (a *app) episodesUnder(ctx context.Context, w world, path string, visit func(e *logEpisode) error) error {
	done, err := a.spool(path)
	if err != nil {
		return err
	}
	defer done()
	if !a.again([]string{path}) && a.kept(path) == "" {
		return failed(streamName(path), fmt.Errorf("found more than %d MiB, expected a log that is no larger; a file may be", mostSpooled>>20))
	}
	source := a.sources([]string{path})[0]
	name, m := source.Name, w.Model
	o := logs.Options{Declared: a.reading.Declared, Short: true, SkipBad: a.reading.skipBad}
	o.Like, o.Bins = m, w.Bins
	log, err := logs.Count(ctx, o, source)
	if err != nil {
		return failed(name, err)
	}
	if n := m.Sizes(); log.Sizes(n.S) != n {
		return failed(name, fmt.Errorf("found %s, expected %s's %s", log.Sizes(0).Symbols(), m.Name(), n.Symbols()))
	}
	a.warn(append(lacking(log), takenText(log)...))
	if nouns := log.Indexed(); nouns != nil {
		a.warn([]finding.Finding{indexedFinding(nouns, &log.Symbols)})
	}
	if nouns := log.Numbered(); nouns != nil && !a.quiet && !scenarios.Known(w.Name) {
		fmt.Fprintf(a.stderr, "%s: The log has numbers for %ss, and %s has names: 0 stands for the first of them, in the model's order.\n", finding.NamesAmbiguous, strings.Join(nouns, "s and "), m.Name())
	}
	if t := log.Table(); t.Skipped > 0 && !a.quiet {
		fmt.Fprintf(a.stderr, "%s: %s\n", finding.RowsSkipped, skippedText(t.Skipped, t.Rows+t.Skipped, log.Bad))
	}
	next := 0
	read, err := logs.EachWhole(ctx, o, &log.Symbols, func(read logs.Episode) error {
		acts := read.Acts
		e := &logEpisode{id: cmp.Or(read.Name, strconv.Itoa(next)), acts: acts, count: read.Count, ended: read.Ended, cut: read.Cut}
		next++
		if i := slices.IndexFunc(acts, func(a pomdp.Act) bool { return a.Action < 0 }); i >= 0 {
			e.acts, e.cut = acts[:i], true
		}
		return visit(e)
	}, source)
	if err == nil && read.Outside > 0 && !a.quiet {
		fmt.Fprintf(a.stderr, "%s: %s outside those that %s's bins were made of; each counts as one of the nearest bin\n", finding.OutsideBins, figure.Counted(read.Outside, "number lies", "numbers lie"), m.Name())
	}
	return failed(name, err)
}

// modelAndLog accepts the two arguments of a command that uses a model on a log.
func modelAndLog(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("found %d arguments, expected two: a model and a log, or - for stdin", len(args))
	}
	return nil
}

// withFile adds -o and what says how the log is read to a command.
func (a *app) withFile(cmd *cobra.Command) *cobra.Command {
	a.fileFlag(cmd.Flags())
	a.reading.addFlags(cmd.Flags())
	return cmd
}
