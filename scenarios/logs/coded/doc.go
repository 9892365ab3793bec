// Package coded holds the entries of a log as they are written, and the codes that they get in the order in which they occur:
// what a row says before anybody knows which symbols there are.
package coded
