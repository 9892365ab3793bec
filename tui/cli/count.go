package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/scenarios/atomicfile"
	"eeporl/scenarios/counts"
)

func (a *app) count() *cobra.Command {
	var (
		d     dataSource
		path  string
		whole bool
		task  clusterTask
	)
	cmd := &cobra.Command{
		Use:   "count LOG...",
		Short: "Count the triples of logs into a small file that merges exactly",
		Long: `count reads logs of any size, on all cores and in constant memory, and writes what every
estimator needs of them: how often each triple occurred. The file is small, self-describing
and exact: counts of the parts of a log merge into the very bytes of the whole log's, however
it was cut. So any engine that runs commands on shards scales it, for instance xargs on two
processes:

  ls part*.csv | xargs -P 2 -I{} eeporl count {} --like tea -o {}.counts
  eeporl merge part*.counts -o all.counts

--shard I/N counts every N-th of the logs; auto and --batch are those of 'eeporl sweep'.

Declare names (--like, or the lists) where shards may not hold all of them. --whole also keeps
every different episode and how often it occurred: such files merge as exactly, and whole episodes
can be learned from them as from the logs. That takes memory for each different one.

` + logForms,
		Example: `  eeporl simulate tea --episodes 1000 > tea.csv
  eeporl count tea.csv --like tea -o tea.counts
  eeporl simulate tea --episodes 500 | eeporl count - --like tea > half.counts
  eeporl estimate tea.counts half.counts --states 2
  eeporl count one.csv two.csv --like tea --shard auto/2 -o all.counts --batch slurm > job.sh`,
		Args: someArguments("LOG: paths of logs, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			files := []string{path}
			if path == "" {
				files = nil
			}
			if printed, err := task.begin(a, cmd, args, files); printed || err != nil {
				return err
			}
			path = strings.Join(files, "")
			if d.paths = task.shard.of(args); len(d.paths) == 0 {
				return fmt.Errorf("--shard: found %s for %d tasks, expected at least one for each", figure.Counted(len(args), "log", "logs"), task.shard.n)
			}
			like, err := a.modelLike(&d)
			if err != nil {
				return err
			}
			line := a.progress()
			defer line.done()
			line.say("reading %s", pathsText(d.paths))
			if whole {
				done, err := a.spool(d.paths...)
				if err != nil {
					return err
				}
				defer done()
			}
			d.short = whole
			data, err := a.readData(cmd.Context(), d, like)
			if err != nil {
				return err
			}
			if data.Skipped > 0 && !a.quiet {
				line.done()
				fmt.Fprintln(a.stderr, skippedText(data.Skipped, data.Rows+data.Skipped, data.bad))
			}
			if whole {
				if err := a.addEpisodes(cmd.Context(), d, data); err != nil {
					return failed(data.name, err)
				}
			}
			line.done()
			if data.log != nil {
				a.warn(append(lacking(data.log), data.taken()...))
			}
			a.warnOfRepeats(data.repeated)
			return a.writeCounts(path, data.Table)
		},
	}
	d.addFlags(cmd.Flags(), "`SCENARIO|MODEL` that declares the names")
	cmd.Flags().BoolVar(&whole, "whole", false, "keep whole episodes too, of any length")
	task.addFlags(cmd.Flags(), "log", "counting")
	outFlag(cmd.Flags(), &path, "counts `FILE` to write (default stdout)")
	return cmd
}

// addEpisodes adds the whole episodes of the logs to their counts.
func (a *app) addEpisodes(ctx context.Context, d dataSource, data *dataset) error {
	if data.Whole() {
		return nil
	}
	if data.symbols == nil || d.windows || !a.again(d.paths) {
		return errors.New("--whole: found counts of triples alone, --windows or a stream, expected logs that can be read twice")
	}
	var all counts.Gathered
	err := a.eachWhole(ctx, d, data, func(acts []pomdp.Act, count float64) error {
		all.Add(acts, count)
		return nil
	})
	if err != nil {
		return err
	}
	data.Table, err = data.WithEpisodes(all.Episodes())
	return err
}

// modelLike is the model that declares the names, if any.
func (a *app) modelLike(d *dataSource) (*pomdp.POMDP, error) {
	if d.like == "" {
		return nil, nil
	}
	s, err := load(d.like, 0, nil)
	a.notice(s)
	d.Bins = s.Bins
	return s.Model, err
}

// writeCounts writes a counts file and says on stdout what it holds; the counts
// themselves go there when no file is named.
func (a *app) writeCounts(path string, t *counts.Table) error {
	return a.writeFile(path, func(w io.Writer) error { return counts.Write(w, t) }, func() string {
		text := fmt.Sprintf("%s triples, %d different ones, of %s", figure.Count(t.Total()), t.Len(), t.Sizes.Symbols())
		if t.Whole() {
			text += fmt.Sprintf(", and %s", figure.Counted(t.EpisodesKept(), "different episode", "different episodes"))
		}
		return text
	})
}

// writeFile writes a file whole or not at all and says so; "" and - stand for
// stdout.
func (a *app) writeFile(path string, fill func(io.Writer) error, what func() string) error {
	if path == "" || path == "-" {
		a.rest = fill
		return nil
	}
	if err := atomicfile.WriteFile(path, fill); err != nil {
		return failedToWrite(path, err)
	}
	fmt.Fprintf(&a.out, "%s: %s\n", baseName(path), what())
	return nil
}
