package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"eeporl/planning"
)

// Alpha writes a vector set in pomdp-solve's .alpha layout: for each vector its
// root action's index, its values and an empty line. As pomdp-solve does, it writes vectors
// that are to be maximised even where the model's file has costs.
func Alpha(w io.Writer, s *planning.Set) error {
	out := bufio.NewWriter(w)
	for i := range s.Len() {
		v := s.Vector(i)
		fmt.Fprintln(out, v.Action)
		for _, x := range v.Values {
			fmt.Fprint(out, strconv.FormatFloat(x, 'f', 25, 64), " ")
		}
		fmt.Fprint(out, "\n\n")
	}
	return out.Flush()
}

// PG writes a tree in pomdp-solve's .pg layout: a line for each node with its
// number, its action's index and the next node for each outcome in order, "-"
// at leaves. Outcomes are observations, or z·|R| + r where the tree branches on
// both.
func PG(w io.Writer, t *planning.Tree) error {
	out := bufio.NewWriter(w)
	outcomes := t.Sizes.Z
	if t.Observe == planning.ObserveRZ {
		outcomes = t.Sizes.Outcomes()
	}
	for i, n := range t.Nodes {
		fmt.Fprintf(out, "%d %d  ", i, n.Action)
		for k := range outcomes {
			next := "-"
			if n.Next != nil {
				next = strconv.Itoa(n.Next[k])
			}
			fmt.Fprint(out, next, " ")
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
