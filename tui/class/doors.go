package class

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
)

// Doors says who may come in: those with a code, or those with a key of a file, or everybody. Everybody
// may on the machine itself; elsewhere that has to be said.
type Doors struct {
	Code string // what a guest gives as the password
	Keys string // a file as authorized_keys is
	Open bool
}

// wrongCode is how long a wrong code takes.
const wrongCode = time.Second

func (d Doors) check(listen string) error {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("found the address %q, expected HOST:PORT", listen)
	}
	ip := net.ParseIP(host)
	if here := host == "localhost" || ip != nil && ip.IsLoopback(); !here && d == (Doors{}) {
		return fmt.Errorf("found the address %s, which others can reach, expected who may come in beside it: --code WORD, --authorized-keys FILE, or --open for everybody", listen)
	}
	return nil
}

func (d Doors) options() ([]ssh.Option, error) {
	var out []ssh.Option
	if d.Keys != "" {
		out = append(out, wish.WithAuthorizedKeys(d.Keys))
	}
	if d.Code != "" {
		want := sha256.Sum256([]byte(d.Code))
		out = append(out, wish.WithPasswordAuth(func(_ ssh.Context, given string) bool {
			got := sha256.Sum256([]byte(given))
			if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
				return true
			}
			time.Sleep(wrongCode)
			return false
		}))
	}
	if d.Open && len(out) > 0 {
		return nil, errors.New("found --open beside --code or --authorized-keys, expected one way in")
	}
	return out, nil
}

// Terms says in words who may come in.
func (d Doors) Terms() string {
	switch {
	case d.Code != "" && d.Keys != "":
		return "with the code, or a key of " + d.Keys
	case d.Code != "":
		return "with the code " + d.Code
	case d.Keys != "":
		return "with a key of " + d.Keys
	case d.Open:
		return "everybody"
	}
	return "everybody on this machine"
}
