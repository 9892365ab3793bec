// Package export writes plans and policy trees in the forms that other programs
// and people read: JSON, pomdp-solve's .alpha and .pg files, Graphviz, and
// indented text.
package export

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"eeporl/planning"
	"eeporl/pomdp"
)

// outcome is the label of a branch: the observation, after the reward where the
// tree branches on it.
func outcome(t *planning.Tree, n pomdp.Names, i int) string {
	if t.Observe == planning.ObserveZ {
		return n.Observation(i)
	}
	z, r := t.Sizes.OutcomeAt(i)
	return n.Reward(r) + ", " + n.Observation(z)
}

// branches groups the branches of a node by where they lead, in the order of
// the first outcome of each.
func branches(t *planning.Tree, n pomdp.Names, node int) (children []int, labels []string) {
	at := map[int]int{}
	for i, child := range t.Nodes[node].Next {
		k, seen := at[child]
		if !seen {
			at[child] = len(children)
			children = append(children, child)
			labels = append(labels, outcome(t, n, i))
			continue
		}
		labels[k] += " | " + outcome(t, n, i)
	}
	return children, labels
}

// Graphviz writes a tree as a digraph for dot.
func Graphviz(w io.Writer, t *planning.Tree, n pomdp.Names) error {
	out := bufio.NewWriter(w)
	special := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`) // in a string of the dot language
	quote := func(s string) string { return `"` + special.Replace(s) + `"` }
	fmt.Fprintln(out, "digraph policy {\n  node [shape=box]")
	for i, node := range t.Nodes {
		fmt.Fprintf(out, "  %d [label=%s]\n", i, quote(fmt.Sprintf("t = %d\n%s", node.T, n.Action(node.Action))))
		children, labels := branches(t, n, i)
		for k, child := range children {
			fmt.Fprintf(out, "  %d -> %d [label=%s]\n", i, child, quote(strings.ReplaceAll(labels[k], " | ", "\n")))
		}
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// Text writes a tree as indented lines. A subtree that has stood above already
// is named by its node's number instead of repeated.
func Text(w io.Writer, t *planning.Tree, n pomdp.Names) error {
	_, err := TextStart(w, t, n, math.MaxInt)
	return err
}

// TextStart is Text that ends after so many lines, however large the tree is; cut
// says whether there are more.
func TextStart(w io.Writer, t *planning.Tree, n pomdp.Names, lines int) (cut bool, err error) {
	out := bufio.NewWriter(w)
	written := map[int]bool{}
	var walk func(node, depth int, label string) bool
	walk = func(i, depth int, label string) bool {
		if lines == 0 {
			return false
		}
		lines--
		node := t.Nodes[i]
		fmt.Fprintf(out, "%s%s%s  (node %d, %d to go", strings.Repeat("  ", depth), label, n.Action(node.Action), i, node.T)
		if written[i] && node.Next != nil {
			fmt.Fprintln(out, "; as above)")
			return true
		}
		fmt.Fprintln(out, ")")
		written[i] = true
		children, labels := branches(t, n, i)
		for k, child := range children {
			if !walk(child, depth+1, labels[k]+" → ") {
				return false
			}
		}
		return true
	}
	cut = !walk(0, 0, "")
	return cut, out.Flush()
}
