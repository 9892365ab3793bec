package scenarios

import "eeporl/scenarios/fault"

// Fault is one thing wrong with a file.
type Fault = fault.Fault

// FileError is the error of a bad file: every fault found in it, in the order
// of the lines.
type FileError = fault.FileError
