package cli

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model/experiment/sweep"
	"eeporl/scenarios/counts"
)

func (a *app) merge() *cobra.Command {
	var out outputs
	allowed := false
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Add counts files up exactly, or put the shards of a sweep together",
		Long: `merge adds counts files of the parts of a log up. The result is the same to the last byte for
any order and any grouping of the parts, and equal to the counts of the whole log. Given the
.csv or .jsonl files of a sweep's shards, it puts them together into the bytes of the whole
sweep's, and draws them if asked to.`,
		Example: `  eeporl simulate tea --episodes 1000 --seed 1 > first.csv
  eeporl simulate tea --episodes 1000 --seed 2 > second.csv
  eeporl count first.csv --like tea -o first.counts
  eeporl count second.csv --like tea -o second.counts
  eeporl merge first.counts second.counts -o all.counts
  eeporl estimate all.counts --like tea
  eeporl sweep tea --episodes 1e4,1e5 --seeds 2 --estimator aligned --shard 1/2 -o one.csv
  eeporl sweep tea --episodes 1e4,1e5 --seeds 2 --estimator aligned --shard 2/2 -o two.csv
  eeporl merge one.csv two.csv -o curves.svg -o curves.md`,
		Args: someArguments("FILE: paths of counts files or of a sweep's rows, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows, err := a.readRows(args)
			if err != nil {
				return err
			}
			if rows != nil {
				if err := out.check(); err != nil {
					return err
				}
				return a.writeRows(rows, &out)
			}
			table, err := a.mergeCounts(args, allowed)
			if err != nil {
				return err
			}
			for _, name := range []string{"format", "size"} {
				if cmd.Flags().Changed(name) {
					return fmt.Errorf("--%s: found it with counts, expected the rows of a sweep", name)
				}
			}
			if path := strings.Join(out.paths, ""); len(out.paths) == 1 && slices.Contains([]string{".svg", ".md", ".tex", ".csv", ".jsonl", ".png", ".json"}, ending(path)) {
				return fmt.Errorf("--out: found %s for counts, expected a name such as all.counts", path)
			}
			if len(out.paths) > 1 {
				return fmt.Errorf("--out: found %d files, expected one for counts", len(out.paths))
			}
			return a.writeCounts(strings.Join(out.paths, ""), table)
		},
	}
	out.addFlags(cmd.Flags())
	allowRepeatsFlag(cmd.Flags(), &allowed)
	return cmd
}

// readRows reads the rows of a sweep's shards; nil if the first file holds
// something else.
func (a *app) readRows(paths []string) ([]sweep.Row, error) {
	var parts [][]sweep.Row
	for i, path := range paths {
		if i == 0 && path == "-" {
			return nil, nil // counts come through stdin; rows are files
		}
		if i == 0 {
			head, err := a.lookAt(path, len(sweep.Magic))
			if err != nil || !sweep.IsRows(head) {
				return nil, failed(path, err)
			}
		}
		f, err := a.openOnce(path)
		if err != nil {
			return nil, failed(path, err)
		}
		rows, err := sweep.Read(bufio.NewReader(f), path)
		f.Close()
		if err != nil {
			return nil, failed(path, err)
		}
		parts = append(parts, rows)
	}
	rows, err := sweep.Whole(parts...)
	return rows, failed(pathsText(paths), err)
}

// mergeCounts adds counts files up one by one, so that memory does not grow with their number.
func (a *app) mergeCounts(paths []string, allowed bool) (*counts.Table, error) {
	var all counts.Named
	repeated := newRepeats()
	for _, path := range paths {
		f, err := a.openData(path)
		if err != nil {
			return nil, err
		}
		f.close() // a counts file has been read
		if f.table == nil {
			return nil, failed(f.source.Name, errors.New("found no counts file, expected what 'eeporl count' writes"))
		}
		next := counts.Named{File: f.source.Name, Table: f.table}
		if !repeated.file(path) {
			repeated.table(next)
		}
		if all.Table == nil {
			all = next
			continue
		}
		if all.Table, err = counts.Merge(all, next); err != nil {
			return nil, &failure{err} // it names the files
		}
	}
	if !allowed {
		a.warnOfRepeats(repeated.lines())
	}
	return all.Table, nil
}
