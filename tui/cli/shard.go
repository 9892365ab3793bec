package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/tui"
)

// shard is the I-th of N. auto takes both from the cluster that runs the task; n is then N where
// the cluster does not tell, 0 for nothing said.
type shard struct {
	i, n int
	auto bool
}

func parseShard(text string) (shard, error) {
	first, last, ok := strings.Cut(text, "/")
	n, err2 := strconv.Atoi(last)
	if first == autoShard && (!ok || err2 == nil && n >= 1) {
		return shard{n: n, auto: true}, nil
	}
	i, err1 := strconv.Atoi(first)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return shard{}, errors.New("I/N with 1 ≤ I ≤ N, such as 2/8, or auto or auto/N in a task of a cluster")
	}
	return shard{i: i, n: n}, nil
}

const autoShard = "auto"

// taskVariables are how clusters tell a task which of an array it is. Numbers begin with first, or
// with what that variable says.
var taskVariables = []struct {
	cluster, id, first, last, step string
	from                           int
}{
	{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", 1},
	{"Grid Engine", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", 1},
	{"PBS", "PBS_ARRAY_INDEX", "", "", "", 1},
	{"Kubernetes", "JOB_COMPLETION_INDEX", "", "", "", 0},
	{"GNU parallel", "PARALLEL_SEQ", "", "", "", 1},
}

// task is which shard this process is to do, by what the cluster's variables say.
func (s shard) task(variable func(string) string) (shard, error) {
	if !s.auto {
		return s, nil
	}
	number := func(name string, otherwise int) int {
		if x, err := strconv.Atoi(variable(name)); name != "" && err == nil {
			return x
		}
		return otherwise
	}
	var names []string
	for _, v := range taskVariables {
		names = append(names, v.id)
		id, err := strconv.Atoi(variable(v.id)) // Grid Engine says "undefined" outside of arrays
		if err != nil {
			continue
		}
		first, step := number(v.first, v.from), max(number(v.step, 1), 1)
		last := number(v.last, first-1)
		out := shard{i: (id-first)/step + 1, n: (last-first)/step + 1, auto: true}
		if out.n < 1 {
			out.n = s.n
		}
		switch {
		case out.n < 1:
			return s, fmt.Errorf("--shard: found %s = %d, expected auto/N: %s does not tell how many tasks there are", v.id, id, v.cluster)
		case s.n > 0 && s.n != out.n:
			return s, fmt.Errorf("--shard: found an array of %d tasks, expected the %d of auto/%d: other shards would be missing or done twice", out.n, s.n, s.n)
		case out.i < 1 || out.i > out.n:
			return s, fmt.Errorf("--shard: found %s = %d, expected a task from %d on, of %d", v.id, id, first, out.n)
		}
		return out, nil
	}
	return s, fmt.Errorf("--shard: found none of %s, expected to be a task of an array; 1/1 does it all", printable.Or(names))
}

// named is a file of the shard's own: rows.csv becomes rows-3of8.csv.
func (s shard) named(path string) string {
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%dof%d%s", strings.TrimSuffix(path, ext), s.i, s.n, ext)
}

// clusterTask is the part of a command that one task of a cluster does.
type clusterTask struct {
	shard shard
	batch batch
	kept  string // extension of the files that tasks keep pieces in; "" where each writes its own answer
}

// addFlags declares --shard, which does every N-th of what, and --batch, in place of the command
// itself.
func (c *clusterTask) addFlags(f *pflag.FlagSet, what, command string) {
	addFlag(f, &c.shard, "shard", "", "1/1", "I/N", "do every N-th "+what+", from the I-th on; auto: what the cluster's task is", parseShard)
	addFlag(f, &c.batch, "batch", "", "", model.KindOf(slurmBatch, parallelBatch), "print a script that runs --shard auto/N and merges, in place of "+command, model.OneOf(slurmBatch, parallelBatch))
}

// begin finds out which task this is and gives its files names of their own, in place. With
// --batch it prints the script instead.
func (c *clusterTask) begin(a *app, cmd *cobra.Command, args, files []string) (printed bool, err error) {
	if c.batch != "" {
		return true, c.print(a, cmd, args, files)
	}
	if !c.shard.auto {
		return false, nil
	}
	if c.shard, err = c.shard.task(a.env.variable); err != nil {
		return false, err
	}
	for i, path := range files {
		if c.kept != "" {
			path = strings.TrimSuffix(path, filepath.Ext(path)) + c.kept
		}
		files[i] = c.shard.named(path)
	}
	return false, nil
}

// print prints the script that runs the command on a cluster.
func (c *clusterTask) print(a *app, cmd *cobra.Command, args, files []string) error {
	if !c.shard.auto || c.shard.n < 1 || len(files) != 1 {
		return errors.New("--batch: expected --shard auto/N beside it, and one -o FILE: each task writes a file of its own")
	}
	words := []string{"eeporl", cmd.Name()}
	for _, name := range args {
		if name == "-" {
			return errors.New("--batch: found - for stdin, expected files: every task reads them")
		}
		if strings.HasPrefix(name, "-") {
			name = "./" + name
		}
		words = append(words, tui.Quote(name))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "batch", "shard":
		case "out":
			words = append(words, "-o", tui.Quote(files[0]))
		default:
			words = append(words, flagWords(f)...)
		}
	})
	a.out.WriteString(c.batch.script(strings.Join(words, " "), files[0], c.kept, c.shard.n))
	return nil
}

// of is every N-th of some things, from the I-th on.
func (s shard) of(things []string) (own []string) {
	for i := s.i - 1; i < len(things); i += s.n {
		own = append(own, things[i])
	}
	return own
}

// batch is how a command is handed to a cluster.
type batch string

const (
	slurmBatch    batch = "slurm"
	parallelBatch batch = "parallel"
)

// script is what runs a command line's n shards and then puts their files together. line is the
// command without --batch and --shard; its first file is out, kept the extension of files of pieces,
// "" for files of the command's own kind. What is finished is not done again.
func (b batch) script(line, out, kept string, n int) string {
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	pattern := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`) // a name in a pattern of files
	ext := filepath.Ext(out)
	base := strings.TrimSuffix(out, ext)
	parts := fmt.Sprintf("%s-*of%d%s", quoted(base), n, quoted(ext))
	merge := fmt.Sprintf("eeporl merge %s -o %s", parts, quoted(out))
	finished := fmt.Sprintf("file=%s-${SLURM_ARRAY_TASK_ID}of%d%s\n[ -s \"$file\" ] && exit 0\n", quoted(base), n, quoted(ext))
	if kept != "" { // a task goes on in its file, and the command itself takes all of them
		merge, finished = fmt.Sprintf("%s --pieces %s", line, quoted(fmt.Sprintf("%s-*of%d%s", pattern.Replace(base), n, kept))), ""
	}
	task := fmt.Sprintf("%s --shard auto/%d", line, n)
	if b == parallelBatch {
		return fmt.Sprintf(`#!/bin/sh
# GNU parallel runs the %[1]d shards, one a processor, and goes on where it was stopped.
seq %[1]d | parallel -I @@ --joblog %[2]s --resume-failed --halt soon,fail=20%% %[3]s &&
%[4]s
`, n, quoted(base+".joblog"), quoted(task+" # @@"), merge)
	}
	return fmt.Sprintf(`#!/bin/sh
#SBATCH --job-name=eeporl
#SBATCH --array=1-%[1]d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# sbatch this file; sent again, it does what is missing. When all tasks are done:
#   %[2]s
%[3]sexec %[4]s
`, n, merge, finished, task)
}
