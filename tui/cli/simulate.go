package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/scenarios"
	"eeporl/scenarios/atomicfile"
)

func (a *app) simulate() *cobra.Command {
	var (
		episodes float64
		seed     uint64
		c        float64
		named    bool
		levels   []float64
		path     string
	)
	cmd := &cobra.Command{
		Use:   "simulate SCENARIO|MODEL --episodes N",
		Short: "Write a log of simulated exploration, one row per episode",
		Long: `simulate explores a model and writes what the moments use of each episode as a triple
table in CSV, with the header a1,z2,r2,a2,z3,r3,a3,z4,r4,a4. Episode i depends on the seed
and i alone: a longer log begins with the shorter one. Entries are indices unless --names is
given; reward levels are indices always.`,
		Example: `  eeporl simulate tea --episodes 5 --seed 1
  eeporl simulate tea --episodes 3 --names
  eeporl simulate dialog --episodes 1e4 -c 2 > dialog.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("episodes") {
				return errors.New("--episodes: found none, expected how many episodes to write")
			}
			if math.IsInf(episodes, 1) {
				return errors.New(`--episodes: found "inf", expected a finite number: a log has one row per episode`)
			}
			s, err := load(args[0], 0, levels)
			if err != nil {
				return err
			}
			return a.writeLog(cmd.Context(), path, s, c, seed, uint64(episodes), named)
		},
	}
	modelArgument(cmd)
	addFlag(cmd.Flags(), &episodes, "episodes", "n", "", "N", "episodes to write", parseEpisodes)
	seedFlag(cmd.Flags(), &seed)
	cFlag(cmd.Flags(), &c)
	levelsFlag(cmd.Flags(), &levels)
	cmd.Flags().BoolVar(&named, "names", false, "write actions and observations by name")
	outFlag(cmd.Flags(), &path, "`FILE` to write the log to (default stdout)")
	return cmd
}

// writeLog streams a log to stdout or into a file.
func (a *app) writeLog(ctx context.Context, path string, s world, c float64, seed, episodes uint64, named bool) error {
	if h := s.Model.Horizon(); h < 4 {
		return failed(s.Name, fmt.Errorf("found a horizon of %d, expected at least 4: a triple takes four steps", h))
	}
	explorer, err := explorerOf(s, c, seed)
	if err != nil {
		return failed(s.Name, err)
	}
	fill := func(w io.Writer) error { return a.fillLog(ctx, w, s, explorer, episodes, named) }
	if path == "" || path == "-" {
		return failed("stdout", fill(a.direct))
	}
	return failedToWrite(path, atomicfile.WriteFile(path, fill))
}

func (a *app) fillLog(ctx context.Context, w io.Writer, s world, explorer *pomdp.Simulator, episodes uint64, named bool) error {
	log, err := scenarios.NewLogWriter(w, s.Model, named)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	line := a.progress()
	defer line.done()
	const report = 1 << 18
	for i := range episodes {
		cell, _ := explorer.Triple(i) // H ≥ 4 has been seen to
		if err := log.Write(cell); err != nil {
			return err
		}
		if i%report == report-1 {
			line.say("%s of %s episodes", figure.Count(float64(i+1)), figure.Count(float64(episodes)))
			if ctx.Err() != nil {
				return errors.Join(log.Flush(), ctx.Err()) // what is written so far are whole rows
			}
		}
	}
	return log.Flush()
}
