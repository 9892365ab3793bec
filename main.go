// Command eeporl explores EEPORL, the spectral PAC algorithm for episodic
// POMDPs of Guo, Doroudi and Brunskill (2016), in a terminal or by commands.
package main

import (
	"os"

	"eeporl/tui/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, cli.Stdout(), os.Stderr, cli.System()))
}
