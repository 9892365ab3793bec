package pomdp

// Act is one step of a recorded episode: the action taken, the reward level that it earned and
// what was observed next; −1 for a reward or a last observation that was not recorded.
type Act struct{ Action, Reward, Observation int }
