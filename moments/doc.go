// Package moments learns an episodic POMDP from counts of its first three
// induced symbols (x₁, x₂, x₃).
//
// Everything rests on one sufficient statistic, Counts: how often each of the
// |A|⁴(|Z||R|)³ possible triples occurred. Full is the estimator of Guo,
// Doroudi, Brunskill, "A PAC RL Algorithm for Episodic POMDPs" (2016): the
// method of moments of Anandkumar, Hsu, Kakade (2012), extended by Lemma 2,
// LabelActions and the paper's section on parameter estimation. The other estimators take
// the same counts and return the same type, Estimate, so that all can be compared.
//
// Logs of whole episodes tell more than their first triples: Episodes keeps them as a tree of common
// beginnings, of any length and recorded under any policy, with steps that are missing. Whole is maximum
// likelihood on them, and what `estimate` turns to where the triples alone would mislead.
//
// Index order of every matrix is that of pomdp.Sizes. Numerical trouble is
// reported as a finding, never as a panic, and an estimate that cannot go on
// returns what it has.
package moments
