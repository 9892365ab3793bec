package finding

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
	case Starved:
		return "let the agent explore now and then, or draw from the posterior as psrl does."
	case WeakSupport:
		return "record more of what it rests on, before you rely on it."
	case RunningTotal:
		return "give what each step itself earned: the difference of two rows that follow each other."
	case EarlyEnd:
		return "read the log with --absorbing: rows after the end, with the observation ended and the reward 0, make the end a state that plans know. It would be wrong where episodes were merely cut off."
	case FirstRewardUnseen:
		return "record whole episodes, with the first action's reward."
	}
	return ""
}
