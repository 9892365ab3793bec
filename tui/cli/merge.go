package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"eeporl/scenarios/counts"
)

func (a *app) merge() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "merge COUNTS...",
		Short: "Add counts files up, exactly",
		Long: `merge adds counts files of the parts of a log up. The result is the same to the last byte for
any order and any grouping of the parts, and equal to the counts of the whole log.`,
		Example: `  eeporl simulate tea --episodes 1000 --seed 1 > first.csv
  eeporl simulate tea --episodes 1000 --seed 2 > second.csv
  eeporl count first.csv --like tea -o first.counts
  eeporl count second.csv --like tea -o second.counts
  eeporl merge first.counts second.counts -o all.counts
  eeporl estimate all.counts --like tea`,
		Args: someArguments("COUNTS: paths of counts files, or - for stdin"),
		RunE: func(_ *cobra.Command, args []string) error {
			table, err := a.mergeCounts(args)
			if err != nil {
				return err
			}
			return a.writeCounts(path, table)
		},
	}
	outFlag(cmd.Flags(), &path, "counts file to write (default stdout)")
	return cmd
}

func (a *app) mergeCounts(paths []string) (*counts.Table, error) {
	var tables []counts.Named
	for _, path := range paths {
		f, err := a.openData(path)
		if err != nil {
			return nil, err
		}
		f.close() // a counts file has been read
		if f.table == nil {
			return nil, failed(f.source.Name, errors.New("found no counts file, expected what 'eeporl count' writes"))
		}
		tables = append(tables, counts.Named{File: f.source.Name, Table: f.table})
	}
	table, err := counts.Merge(tables...)
	if err != nil {
		return nil, &failure{err} // it names the files
	}
	return table, nil
}
