// Package moments holds what an episodic POMDP is learned from, and what every
// estimator gives.
//
// Everything rests on one sufficient statistic, Counts: how often each of the
// |A|⁴(|Z||R|)³ possible triples of induced symbols (x₁, x₂, x₃) occurred.
// Logs of whole episodes tell more than their first triples: Episodes keeps them as a tree of common
// beginnings, of any length and recorded under any policy, with steps that are missing.
//
// An estimator takes Data and returns an Estimate, so that all can be compared (Compare). They stand in
// rooms by how they learn: spectral has the estimator of Guo, Doroudi, Brunskill, "A PAC RL Algorithm for
// Episodic POMDPs" (2016), the method of moments of Anandkumar, Hsu, Kakade (2012), extended by
// Lemma 2, LabelActions and the paper's section on parameter estimation; likelihood, whole, operators and
// posterior have its rivals, and Tree, which counts what follows each history, stands here. estimators
// lists them all; choose says how many states, precision how sure an estimate is.
//
// Index order of every matrix is that of pomdp.Sizes. Numerical trouble is
// reported as a finding, never as a panic, and an estimate that cannot go on
// returns what it has.
package moments
