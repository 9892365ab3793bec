// Package tabular knows what tables of recorded steps are written in: what their columns are called, what stands between
// cells, and which cells are numbers, steps, moments, or say that nothing is known. It knows no rows and no log.
package tabular
