package finding

// Code names a kind of finding. Codes are stable: scripts may match on them.
type Code string

// What a model or the data lack. No estimator can make up for it, and it explains
// the other findings.
const (
	AssumptionViolated Code = "assumption-violated" // the exact law itself lacks what the method needs
	NotOpenLoop        Code = "not-open-loop"       // actions depend on what was seen
	InvalidCounts      Code = "invalid-counts"      // a count is negative or not finite
	TooFewEpisodes     Code = "too-few-episodes"    // no episodes, fewer than the k hidden states, or resampled estimates that failed
	ImpossibleSizes    Code = "impossible-sizes"    // more hidden states than symbols: no rank-k matrix exists
	ActionNeverTaken   Code = "action-never-taken"  // an action pair that has no data
	TooLarge           Code = "too-large-to-learn"  // the model is too large to learn from episodes
)

// What happened in an estimate or a plan, or in measuring them.
const (
	SigmaBelowNoise         Code = "sigma-below-noise"           // σ_k is what noise alone would show
	BlockRank               Code = "block-rank"                  // a block holds more or fewer than |A||S| of the top k singular values
	ComplexEigenvalues      Code = "complex-eigenvalues"         // noise exceeds the eigenvalue gap
	SmallGap                Code = "small-gap"                   // two eigenvalues closer than their standard error
	IllConditioned          Code = "ill-conditioned"             // eigenvectors nearly dependent
	SingularObservations    Code = "singular-observation-matrix" // Ô lacks full column rank
	SingularTransitions     Code = "singular-transition-matrix"  // T̂ cannot be inverted: no initial belief
	MissingLabel            Code = "missing-label"               // no row of a column reaches 2/(3|Z||R|)
	AmbiguousLabel          Code = "ambiguous-label"             // rows of different pairs reach it
	WrongColumnCount        Code = "wrong-column-count"          // a pair got other than |S| columns
	NegativeMassRemoved     Code = "negative-mass"               // normalising moved more than NegativeMassLimit
	EmptyDistribution       Code = "empty-distribution"          // nothing was left to normalise
	NumericalFailure        Code = "numerical-failure"           // a decomposition did not converge
	NotFinite               Code = "not-finite"                  // an entry came out NaN or infinite
	Cancelled               Code = "cancelled"                   // the context ended first
	NotConverged            Code = "not-converged"               // an iteration reached its limit
	UnidentifiableParameter Code = "singular-information"        // the Fisher information has a null direction
	AmbiguousMatch          Code = "ambiguous-match"             // two blocks' columns match two ways about equally well
	BoundaryParameter       Code = "boundary-parameter"          // an entry at 0 or 1: normal theory does not hold
	FallbackStart           Code = "fallback-start"              // polished had to start from em
	LocalOptimumSuspected   Code = "local-optimum-suspected"     // one start alone led to the best maximum
	PoorFit                 Code = "poor-fit"                    // the maximum misses the counts by far more than chance
	MixedOrders             Code = "mixed-orders"                // the actions do not mean the same states by the same number
	TreeMass                Code = "tree-mass"                   // a learned tree's branches have probabilities that do not sum to 1
	PlannerOptimism         Code = "planner-optimism"            // a plan promises more than its parameters do on average
	PlanFailed              Code = "plan-failed"                 // planning ended without a plan
	ValueGap                Code = "value-gap"                   // a value is only known to lie in an interval
	BoundSkipped            Code = "bound-skipped"               // the Cramér–Rao bound was left out
	NotStochastic           Code = "not-stochastic"              // a distribution of another program's does not sum to 1
	Incomplete              Code = "incomplete"                  // another program gives a figure without those that go with it
	NoAnswer                Code = "no-answer"                   // another program gave none
	Departs                 Code = "departs"                     // another program's figure is not what the formulas make
	Noisier                 Code = "noisier"                     // another program's figure is right, and further from the truth
	NotJudged               Code = "not-judged"                  // another program's figure that these counts cannot tell right from wrong
	LeftUnchecked           Code = "left-unchecked"              // an assumption was not checked
	TestsBlind              Code = "tests-blind"                 // what is seen next does not tell the states apart
	RankBelowK              Code = "rank-below-k"                // fewer directions stand above chance than the method asks for
	HistoriesShort          Code = "histories-short"             // histories do not lead to all states
	WhiteningFailed         Code = "whitening-failed"            // fewer than k directions of the symmetric pair moments are positive
	TensorResidual          Code = "tensor-residual"             // the components leave more of the tensor than chance does
	DuplicateComponent      Code = "duplicate-component"         // two components of the tensor are the same
	ColumnSumOff            Code = "column-sum-off"              // columns that do not sum to 1 before they are scaled
	WeightsDisagree         Code = "weights-disagree"            // the weights of states, found in two ways, differ
	Closure                 Code = "closure"                     // the probabilities of all outcomes do not add up
	NegativeProbabilities   Code = "negative-probabilities"      // operators predict less than nothing
	StateLost               Code = "state-lost"                  // no outcome is predicted
	ChainsDisagree          Code = "chains-disagree"             // chains of draws found different modes
	SlowMixing              Code = "slow-mixing"                 // draws that follow each other are much alike
	LabelsSwitched          Code = "labels-switched"             // the states changed places from one draw to another
	PriorDominates          Code = "prior-dominates"             // there are too few episodes for the prior not to matter
	ModelDisagrees          Code = "model-disagrees"             // a model and the log itself value a policy differently
	NoOverlap               Code = "no-overlap"                  // a log hardly ever does what a policy does
	Untried                 Code = "untried"                     // a policy does what a log never did in its place
	Starved                 Code = "starved"                     // an agent sees nothing any more that would tell it better
	EmptyLeaves             Code = "empty-leaves"                // most of what can happen was never seen
)

// What a user has to know about the data and files themselves.
const (
	FileNotice         Code = "file-notice" // what a reader of a model file has to say
	CostsNegated       Code = "costs-negated"
	RewardLevels       Code = "reward-levels" // how numbers became the reward levels that episodes show
	RewardsSeen        Code = "rewards-seen"
	ExactLaw           Code = "exact-law"
	IndependentActions Code = "independent-actions"
	RewardsAssumed     Code = "reward-values-assumed" // the reward levels stand for their own indices
	RowsSkipped        Code = "rows-skipped"
	StepsFromTimes     Code = "steps-from-times"
	SeenWithReward     Code = "seen-with-reward" // what is seen tells what was earned in the same row
	OrderAssumed       Code = "order-assumed"    // whether something was seen before or after its row's action
	ShortEpisodes      Code = "short-episodes"
	EarlyEnd           Code = "early-end"         // something that is done or seen ends episodes
	LateRewards        Code = "late-rewards"      // rewards that seem to stand a row late
	RunningTotal       Code = "running-total"     // rewards that never fall: a score that is kept
	MissingSuspected   Code = "missing-suspected" // a number or a word that seems to say that nothing is known
	WindowsCounted     Code = "windows-counted"
	RepeatedData       Code = "repeated-data"
	NamesInferred      Code = "names-inferred"      // read off a log, not declared
	NamesAmbiguous     Code = "names-ambiguous"     // read as names, could be indices of others
	ColumnMissing      Code = "column-missing"      // a log without observations, rewards or actions
	NeverSeen          Code = "never-seen"          // declared, and in none of the data
	StepsMissing       Code = "steps-missing"       // values or steps of a log that are not known
	NumbersBinned      Code = "numbers-binned"      // numbers that are no symbols
	OutsideBins        Code = "outside-bins"        // numbers beyond those that bins were made of
	Drift              Code = "drift"               // the second half of a log is not as the first
	StepsDiffer        Code = "steps-differ"        // some step of the episodes is not as the model says
	GroupsDiffer       Code = "groups-differ"       // the files or subjects of a log are not alike
	MemoryLeft         Code = "memory-left"         // what follows what is not as the model says
	WeakSupport        Code = "weak-support"        // a value that rests on parameters that hardly any data tell
	FirstRewardUnseen  Code = "first-reward-unseen" // the data do not hold what the first action earned
)

// Codes lists all codes.
func Codes() []Code {
	return []Code{
		AssumptionViolated, NotOpenLoop, InvalidCounts, TooFewEpisodes, ImpossibleSizes, ActionNeverTaken, TooLarge, SigmaBelowNoise, BlockRank, ComplexEigenvalues, SmallGap, IllConditioned, SingularObservations, SingularTransitions, MissingLabel, AmbiguousLabel, WrongColumnCount, NegativeMassRemoved, EmptyDistribution, NumericalFailure, NotFinite, Cancelled, NotConverged, UnidentifiableParameter, AmbiguousMatch, BoundaryParameter, FallbackStart, LocalOptimumSuspected, PoorFit, MixedOrders, TreeMass, PlannerOptimism, PlanFailed, ValueGap, NotStochastic, Incomplete, NoAnswer, Departs, Noisier, NotJudged, LeftUnchecked, BoundSkipped, TestsBlind, RankBelowK, HistoriesShort, WhiteningFailed, TensorResidual, DuplicateComponent, ColumnSumOff, WeightsDisagree, Closure, NegativeProbabilities, StateLost, ChainsDisagree, SlowMixing, LabelsSwitched, PriorDominates, EmptyLeaves, Starved, ModelDisagrees, NoOverlap, Untried,
		FileNotice, CostsNegated, RewardLevels, RewardsSeen, ExactLaw, IndependentActions, RewardsAssumed, RowsSkipped, StepsFromTimes, SeenWithReward, OrderAssumed, ShortEpisodes, EarlyEnd, LateRewards, RunningTotal, MissingSuspected, WindowsCounted, RepeatedData, NamesInferred, NamesAmbiguous, ColumnMissing, NeverSeen, StepsMissing, NumbersBinned, OutsideBins, Drift, StepsDiffer, GroupsDiffer, MemoryLeft, WeakSupport, FirstRewardUnseen,
	}
}

// Helps says what one can do about a finding; "" where there is nothing to do, or the finding says it itself.
func (c Code) Helps() string {
	if r := c.remedy(); r != "" {
		return "What helps: " + r
	}
	return ""
}

func (c Code) remedy() string {
	switch c {
	case AssumptionViolated:
		return "tpsr, polished, em and bayes do not need it. Where two states look alike, more episodes do not help."
	case NotOpenLoop:
		return "learn from whole episodes: whole takes actions that look at what was seen as given."
	case TooFewEpisodes, ActionNeverTaken:
		return "record more episodes, with every action often enough."
	case ImpossibleSizes:
		return "guess fewer hidden states, or count more of what is seen."
	case SigmaBelowNoise, BlockRank, RankBelowK, WhiteningFailed:
		return "take ten times the episodes, unless the model forbids it, or guess fewer states; polished and em do without this decomposition."
	case ComplexEigenvalues, SmallGap, IllConditioned, DuplicateComponent:
		return "take more episodes or more random mixes (rotations); blocked parts what shares a₂, polished does without eigenvalues."
	case SingularObservations, SingularTransitions:
		return "guess fewer states, or learn by tpsr, which needs no states, or by polished."
	case MissingLabel, AmbiguousLabel, WrongColumnCount, AmbiguousMatch:
		return "take more episodes: errors below the labels' margin label all columns. aligned and polished do without labels."
	case NegativeMassRemoved, EmptyDistribution, NegativeProbabilities, Closure, ColumnSumOff:
		return "take more episodes; polished starts from here and stays within 0 to 1."
	case StateLost:
		return "take more episodes, or plan for fewer steps."
	case NumericalFailure, NotFinite:
		return "take another seed or more episodes; if it stays, report it with the session."
	case NotConverged:
		return "go on from here, or guess fewer states: a likelihood that rises for ever is often flat."
	case UnidentifiableParameter:
		return "let other actions be taken, or guess fewer states: nothing in these data tells some parameters apart."
	case LocalOptimumSuspected, ChainsDisagree:
		return "try other seeds, and fewer states: where all lead to one maximum, it is the best."
	case PoorFit, TensorResidual:
		return "try one state more (--states), or let the data choose; see what strays."
	case MixedOrders:
		return "learn all actions together: full, polished. This is why EEPORL labels its columns."
	case TreeMass:
		return "plan with level, which averages what the pairs disagree on; or learn by polished, whose pairs agree."
	case PlanFailed, ValueGap:
		return "give the planner a larger budget, or plan for fewer steps."
	case TestsBlind, HistoriesShort:
		return "learn by em or bayes, which need no tests, or let tpsr foretell otherwise (--tests r or rz); more of the same episodes do not help."
	case SlowMixing:
		return "redraw each chain oftener (--sweeps 1000); plans need no more than there are, intervals do."
	case LabelsSwitched:
		return "read each draw by itself: means over draws mix the states; predictions and plans do not."
	case PriorDominates, EmptyLeaves:
		return "take more episodes, or plan for fewer steps."
	case ModelDisagrees:
		return "trust the log's own value, and try one state more."
	case NoOverlap:
		return "judge over fewer steps (--horizon), or record some episodes that follow the policy."
	case Untried:
		return "see whether it can be done then. Where it cannot, do what is next best there: the policy earns less than it is said to be worth."
	case Starved:
		return "let the agent explore now and then, or draw from the posterior as psrl does."
	case WeakSupport:
		return "record more of what it rests on, before you rely on it."
	case LateRewards:
		return "where a row's reward is what the row above earned, say --columns earned=NAME; where nothing can be earned at first, all is right."
	case RunningTotal:
		return "give what each step itself earned: the difference of two rows that follow each other."
	case EarlyEnd:
		return "read the log with --absorbing: rows after the end, with the observation ended and the reward 0, make the end a state that plans know. It would be wrong where episodes were merely cut off."
	case SeenWithReward:
		return "leave it out (--columns observation=none), as what was earned is seen in any case; keep it where it says more than the reward."
	case FirstRewardUnseen:
		return "record whole episodes, with the first action's reward."
	}
	return ""
}
