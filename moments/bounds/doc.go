// Package bounds holds the paper's chain of lemmas (Guo, Doroudi, Brunskill
// 2016, Lemmas 1–7 and Theorem 1) against what was measured: for every
// inequality its bound, the figure that it bounds, the conditions under which
// it is claimed, and how loose it is. It also says how many episodes the
// theorem asks for.
//
// Of computes once what depends on the model and its exploration alone; Chain
// is then cheap enough for every redraw. What planning contributes comes in as
// plain numbers.
//
// Constants that the paper hides in O(·) are taken as 1.
package bounds
