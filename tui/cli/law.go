package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/pomdp"
)

type lawDoc struct {
	Scenario string    `json:"scenario"`
	C        Number    `json:"c"`
	Sizes    sizesDoc  `json:"sizes"`
	O        matrix    `json:"O"`
	T        matrix    `json:"T"`
	W        []Number  `json:"w"`
	H1       []Number  `json:"p_h1"`
	H0       []Number  `json:"p_h0"`
	Cells    []cellDoc `json:"cells"`
	Findings findings  `json:"findings"`
}

type sizesDoc struct {
	S int `json:"S"`
	A int `json:"A"`
	Z int `json:"Z"`
	R int `json:"R"`
}

type cellDoc struct {
	X pomdp.Triple `json:"x"`
	P Number       `json:"p"`
}

// maxLawCells bounds the law in JSON: its text takes some 50 bytes a cell, and it is kept in memory
// until the command has succeeded.
const maxLawCells = 5_000_000

func (a *app) law() *cobra.Command {
	var (
		asJSON bool
		c      float64
		levels []float64
		arrays string
	)
	cmd := &cobra.Command{
		Use:   "law SCENARIO|MODEL",
		Short: "Print the exact induced HMM and the law of a triple",
		Long: `law prints what no sample blurs: the induced HMM's O, T, w and p(h₁), and the probability
of every triple (x₁, x₂, x₃) that can occur under exploration. Hidden states are numbered
h = (a·|A| + a')·|S| + s, symbols x = ((a·|A| + a')·|Z| + z)·|R| + r.`,
		Example: `  eeporl law tea
  eeporl law tea -c 2 --json
  eeporl law two-step -c inf --json
  eeporl law tea --arrays tea.npz`,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := load(args[0], 0, levels)
			if err != nil {
				return err
			}
			truth, err := a.truthOf(s, c)
			if err != nil {
				return err
			}
			if err := writeArrays(arrays, lawArrays(truth)); err != nil {
				return err
			}
			if asJSON {
				if cells := truth.HMM.Sizes.Cells(); cells > maxLawCells {
					return failed(s.Name, fmt.Errorf("found %d triples that can occur, expected at most %d to print as JSON", cells, maxLawCells))
				}
				return writeJSON(&a.out, newLawDoc(s, truth))
			}
			writeLaw(&a.out, s.Name, truth)
			writeFound(&a.out, s.found)
			return nil
		},
	}
	modelArgument(cmd)
	cFlag(cmd.Flags(), &c)
	levelsFlag(cmd.Flags(), &levels)
	arraysFlag(cmd.Flags(), &arrays)
	a.answerFlags(cmd.Flags(), &asJSON)
	return cmd
}

func newLawDoc(s world, t *experiment.Truth) lawDoc {
	n := t.HMM.Sizes
	doc := lawDoc{
		Scenario: s.Name, C: Number(t.Exploration.C()), Sizes: sizesDoc(n),
		O: dense(t.HMM.O), T: dense(t.HMM.T),
		W: numbers(t.HMM.W), H1: numbers(t.HMM.H1), H0: numbers(t.HMM.H0),
		Cells: []cellDoc{}, Findings: findings{},
	}
	for i, p := range t.Law().P {
		if p != 0 {
			doc.Cells = append(doc.Cells, cellDoc{n.Triple(n.CellAt(i)), Number(p)})
		}
	}
	doc.Findings.addAll(s.found, n)
	doc.Findings.infiniteInputs(0, t.Exploration.C())
	doc.Findings.notFinite(doc)
	return doc
}

func writeLaw(w io.Writer, name string, t *experiment.Truth) {
	n, called := t.HMM.Sizes, namesOf(t.Model)
	fmt.Fprintf(w, "%s, c = %s: k = |A|²|S| = %d hidden states, d = |A|²|Z||R| = %d symbols\n", name, figure.Number(t.Exploration.C()), n.K(), n.D())

	fmt.Fprint(w, "\nh = (a, s, a')\n")
	var hidden table
	hidden.alignRight(0, 4, 5)
	hidden.add("h", "a", "s", "a'", "p(h₁)", "w")
	for i := range n.K() {
		h := n.HiddenAt(i)
		hidden.add(strconv.Itoa(i), called.Action(h.Action), called.State(h.State), called.Action(h.Next), exact(t.HMM.H1[i]), exact(t.HMM.W[i]))
	}
	hidden.write(w, "")

	fmt.Fprint(w, "\nO, block by block: x = (a, z, r, a') a row, s a column\n")
	writeO(w, t, called)
	fmt.Fprint(w, "\nT[h', h]: h' a row, h a column\n")
	writeT(w, t)
	writeCells(w, t, called)
}

func writeO(w io.Writer, t *experiment.Truth, called pomdp.Names) {
	n := t.HMM.Sizes
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		var block table
		head := []string{"x", called.Pair(a, next), ""}
		for s := range n.S {
			head = append(head, called.State(s))
			block.alignRight(3 + s)
		}
		block.alignRight(0)
		block.add(head...)
		for o := range n.Outcomes() {
			x, h := pair*n.Outcomes()+o, pair*n.S
			z, r := n.OutcomeAt(o)
			row := []string{strconv.Itoa(x), called.Observation(z), called.Reward(r)}
			for s := range n.S {
				row = append(row, exact(t.HMM.O.At(x, h+s)))
			}
			block.add(row...)
		}
		block.write(w, "")
	}
}

func writeT(w io.Writer, t *experiment.Truth) {
	k := t.HMM.Sizes.K()
	var rows table
	head := []string{""}
	for i := range k + 1 {
		rows.alignRight(i)
	}
	for h := range k {
		head = append(head, strconv.Itoa(h))
	}
	rows.add(head...)
	for next := range k {
		row := []string{strconv.Itoa(next)}
		for h := range k {
			row = append(row, exact(t.HMM.T.At(next, h)))
		}
		rows.add(row...)
	}
	rows.write(w, "")
}

// cellsShown is how many of the law's cells stand in the text.
const cellsShown = 10

func writeCells(w io.Writer, t *experiment.Truth, called pomdp.Names) {
	n, law := t.HMM.Sizes, t.Law().P
	var possible []int
	for i, p := range law {
		if p != 0 {
			possible = append(possible, i)
		}
	}
	slices.SortStableFunc(possible, func(i, j int) int { return cmp.Compare(law[j], law[i]) })
	shown := possible[:min(cellsShown, len(possible))]
	fmt.Fprintf(w, "\n%d triples are possible; the %d most probable (--json has all):\n", len(possible), len(shown))
	var cells table
	for _, i := range shown {
		cell := n.CellAt(i)
		triple := n.Triple(cell)
		row := []string{fmt.Sprintf("(%d, %d, %d)", triple[0], triple[1], triple[2]), strconv.FormatFloat(law[i], 'g', 6, 64)}
		var path strings.Builder
		path.WriteString(called.Action(cell.Actions[0]))
		for j, o := range cell.Outcomes {
			z, r := n.OutcomeAt(o)
			fmt.Fprintf(&path, " · %s %s %s", called.Observation(z), called.Reward(r), called.Action(cell.Actions[j+1]))
		}
		cells.add(append(row, path.String())...)
	}
	cells.write(w, "")
}

// exact writes a probability to six digits, 0 as a dot.
func exact(p float64) string {
	if p == 0 {
		return "·"
	}
	return strconv.FormatFloat(p, 'g', 6, 64)
}
