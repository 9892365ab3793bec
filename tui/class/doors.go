package class

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	"golang.org/x/time/rate"

	"eeporl/pomdp/printable"
)

// Doors says who may come in: those with a code, or those with a key of a file, or everybody. Everybody
// may on the machine itself; elsewhere that has to be said.
type Doors struct {
	Code string // what a guest gives as the password
	Keys string // a file as authorized_keys is
	Open bool
}

// wrongCode is how long a wrong code takes. All doors together take so many codes a second, and at once: a class
// comes in, and a word is not guessed.
const (
	wrongCode    = time.Second
	triesASecond = 5
	triesAtOnce  = 100
)

// readKeys reads a file as authorized_keys is.
func readKeys(path string) ([]ssh.PublicKey, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var keys []ssh.PublicKey
	for i, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: found %q, expected a public key", path, i+1, printable.Clip(line))
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s: found no key, expected one a line", path)
	}
	return keys, nil
}

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
		keys, err := readKeys(d.Keys)
		if err != nil {
			return nil, err
		}
		out = append(out, wish.WithPublicKeyAuth(func(_ ssh.Context, key ssh.PublicKey) bool {
			return slices.ContainsFunc(keys, func(k ssh.PublicKey) bool { return ssh.KeysEqual(k, key) })
		}))
	}
	if d.Code != "" {
		want := sha256.Sum256([]byte(d.Code))
		tries := rate.NewLimiter(triesASecond, triesAtOnce)
		out = append(out, wish.WithPasswordAuth(func(ctx ssh.Context, given string) bool {
			if tries.Wait(ctx) != nil {
				return false
			}
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
