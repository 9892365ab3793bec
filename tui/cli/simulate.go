package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/scenarios/atomicfile"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/shapes"
)

// simulation is how `simulate` is asked.
type simulation struct {
	logs.WriteOptions
	path     string
	episodes float64
	seed     uint64
	c        float64
	horizon  int
	levels   []float64
	followed
}

func (a *app) simulate() *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use:   "simulate SCENARIO|MODEL --episodes N",
		Short: "Write a log of simulated episodes",
		Long: `simulate explores a model and writes what the moments use of each episode as a triple table
with the header a1,z2,r2,a2,z3,r3,a3,z4,r4,a4, or with --long every step of every episode as a
long log with the columns episode,step,action,reward,observation. Episode i depends on the
seed and i alone: a longer log begins with the shorter one. Entries are indices unless --names
is given; rewards are their values then, and where an index could be taken for one. The end of the name of -o FILE says the format and
how it is packed: .csv, .tsv, .jsonl or .npy, then .gz or .zst or nothing.

--phase 2 follows a plan instead of exploring: the optimal one of the model, or with --learn N
what N episodes of exploration teach. Such actions depend on what was seen, so that nothing
can be learned from their log: 'eeporl estimate' finds that out (not-open-loop).`,
		Example: `  eeporl simulate tea --episodes 5 --seed 1
  eeporl simulate tea --episodes 3 --names
  eeporl simulate dialog --episodes 1e4 -c 2 > dialog.csv
  eeporl simulate tea --episodes 2 --long --horizon 6 --format jsonl
  eeporl simulate tea --episodes 1e4 --phase 2 --learn 1e5 -o phase2.csv.zst
  eeporl estimate phase2.csv.zst --states 2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			w, err := load(args[0], s.horizon, s.levels)
			if err != nil {
				return err
			}
			a.notice(w)
			return a.writeLog(cmd.Context(), w, &s)
		},
	}
	modelArgument(cmd)
	f := cmd.Flags()
	addFlag(f, &s.episodes, "episodes", "n", "", "N", "episodes to write", experiment.ParseEpisodes)
	seedFlag(f, &s.seed)
	cFlag(f, &s.c)
	horizonFlag(f, &s.horizon)
	levelsFlag(f, &s.levels)
	formats := []logs.Format{logs.CSV, logs.TSV, logs.JSONLines, logs.Array}
	addFlag(f, &s.Format, "format", "", string(logs.CSV), model.KindOf(formats...), "format, where no file's name says it", model.OneOf(formats...))
	f.BoolVar(&s.Long, "long", false, "write all steps of every episode, a row each")
	f.BoolVar(&s.Names, "names", false, "write actions and observations by name")
	s.followed.addFlags(f)
	outFlag(f, &s.path, "`FILE` to write the log to (default stdout)")
	return cmd
}

// check finds requests that contradict themselves, and settles the format.
func (s *simulation) check(cmd *cobra.Command) error {
	_, path := shapes.PackingOf(s.path)
	switch named := logs.Format(strings.TrimPrefix(ending(path), ".")); named {
	case logs.CSV, logs.TSV, logs.JSONLines, logs.Array:
		if cmd.Flags().Changed("format") && s.Format != named {
			return fmt.Errorf("--format: found %s for %s, expected the form that the file's name says, or none", s.Format, s.path)
		}
		s.Format = named
	}
	_, report := reportFormOf(path)
	switch {
	case report, slices.Contains([]string{".json", ".counts", ".npz", ".toml", ".session", ".svg", ".png"}, ending(path)):
		return fmt.Errorf("--out: found %s, expected a name in .csv, .tsv, .jsonl or .npy, packed with .gz or .zst or not", s.path)
	case !cmd.Flags().Changed("episodes"):
		return errors.New("--episodes: found none, expected how many episodes to write")
	case math.IsInf(s.episodes, 1):
		return errors.New(`--episodes: found "inf", expected a finite number: a log has rows for every episode`)
	case cmd.Flags().Changed("c") && s.phase == phaseTwo && s.learn == 0:
		return errors.New("-c: found it with --phase 2, expected none, or --learn: the optimal plan explores nothing")
	case s.Format == logs.Array && (s.Long || s.Names):
		return errors.New("--format: found npy with --long or --names, expected csv, tsv or jsonl: an array holds the indices of triples")
	}
	return s.followed.check(cmd)
}

// writeLog streams a log to stdout or into a file.
func (a *app) writeLog(ctx context.Context, w world, s *simulation) error {
	if h := w.Model.Horizon(); h < 4 && !s.Long {
		return failed(w.Name, fmt.Errorf("found a horizon of %d, expected at least 4: a triple takes four steps", h))
	}
	sim, err := a.simulatorOf(ctx, w, s)
	if err != nil {
		return failed(w.Name, err)
	}
	s.WriteOptions.Episodes = uint64(s.episodes)
	if s.path == "" || s.path == "-" {
		out := a.direct
		if s.Format == logs.Array {
			out = a.binary
		}
		return failedToWrite("stdout", a.fillLog(ctx, out, w, sim, s))
	}
	packing, _ := shapes.PackingOf(s.path)
	return failedToWrite(s.path, atomicfile.WriteFile(s.path, func(out io.Writer) error {
		packed, err := packing.Pack(out)
		if err != nil {
			return err
		}
		if err := a.fillLog(ctx, packed, w, sim, s); err != nil {
			return err
		}
		return packed.Close()
	}))
}

// simulatorOf explores, or follows a plan.
func (a *app) simulatorOf(ctx context.Context, w world, s *simulation) (*pomdp.Simulator, error) {
	if s.phase != phaseTwo {
		return explorerOf(w, s.c, s.seed)
	}
	line := a.progress()
	defer line.done()
	line.say("planning")
	tree, err := s.tree(ctx, w, s.c, s.seed)
	if err != nil {
		return nil, err
	}
	return pomdp.NewSimulator(w.Model, tree.Policy(), s.seed, pomdp.StreamExploit), nil
}

// fillLog simulates the episodes and writes the log to out. If it is interrupted, the rows written
// so far are whole.
func (a *app) fillLog(ctx context.Context, out io.Writer, w world, sim *pomdp.Simulator, s *simulation) error {
	log, err := logs.NewWriter(out, w.Model, s.WriteOptions)
	if err != nil {
		return fmt.Errorf("%s: %w", w.Name, err)
	}
	line := a.progress()
	defer line.done()
	const report = 1 << 18
	for i := range s.WriteOptions.Episodes {
		if s.Long {
			err = log.WriteEpisode(sim.Episode(i))
		} else {
			cell, _ := sim.Triple(i) // writeLog has checked that H ≥ 4
			err = log.Write(cell)
		}
		if err != nil {
			return err
		}
		if i%report == report-1 {
			line.say("%s of %s episodes", figure.Count(float64(i+1)), figure.Count(s.episodes))
			if ctx.Err() != nil {
				return errors.Join(ctx.Err(), log.Flush())
			}
		}
	}
	return log.Flush()
}
