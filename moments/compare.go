package moments

import "eeporl/pomdp"

// Comparison holds an estimate against the truth, which the algorithm itself
// never sees. Distances are taken after one global assignment of estimated to
// true columns: the one with the least squared distance in O.
type Comparison struct {
	Assignment  []int       // [column of Ô] the true hidden state it stands for
	Order       pomdp.Order // φ: [pair][j] the true state of the pair's j-th column; nil for a pair without |S| columns
	LabelsRight int         // columns whose label is the pair of the hidden state they stand for

	OMax, O2, T2, W2 float64 // ‖Ô−O‖_max, ‖Ô−O‖₂, ‖T̂−T‖₂, ‖ŵ−w‖₂; NaN where there is no estimate

	Parameters *ParameterErrors // nil without parameters
}

// ParameterErrors compares pair-indexed parameters after aligning every pair
// by its φ.
type ParameterErrors struct {
	Initial, Observation, Reward, Transition float64 // largest absolute error of each kind
	// RMSE is ALGORITHM 9's: the root mean square over all entries of b, T_a,
	// Z_a, R_a, where the squared error of an entry is the mean over its copies.
	RMSE float64
}
