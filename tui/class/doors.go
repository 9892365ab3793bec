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
	gossh "golang.org/x/crypto/ssh"

	"eeporl/pomdp/printable"
)

// Doors says who may come in: those with a code, or those with a key of a file, or everybody. Everybody
// may on the machine itself; elsewhere that has to be said.
type Doors struct {
	Code string // what a guest gives as the password
	Keys string // a file as authorized_keys is
	Open bool
	// Presenter is a file of the keys of whoever presents from another terminal, as the user presenter.
	Presenter string
}

// wrongCode is how long a wrong code takes. An address may give so many codes a second, and at once: a class comes in, a
// word is not guessed, and who guesses keeps nobody out who comes from elsewhere.
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
	if here := host == "localhost" || ip != nil && ip.IsLoopback(); !here && d.Code == "" && d.Keys == "" && !d.Open {
		return fmt.Errorf("found the address %s, which others can reach, expected who may come in beside it: --code WORD, --authorized-keys FILE, or --open for everybody", listen)
	}
	return nil
}

// presenterName is the user who presents from another terminal, and nobody else.
const presenterName = "presenter"

func (d Doors) options(from *addresses) ([]ssh.Option, error) {
	if d.Open && (d.Code != "" || d.Keys != "") {
		return nil, errors.New("found --open beside --code or --authorized-keys, expected one way in")
	}
	var guests, presenters []ssh.PublicKey
	for file, into := range map[string]*[]ssh.PublicKey{d.Keys: &guests, d.Presenter: &presenters} {
		if file == "" {
			continue
		}
		var err error
		if *into, err = readKeys(file); err != nil {
			return nil, err
		}
	}
	presents := func(ctx ssh.Context) bool { return d.Presenter != "" && ctx.User() == presenterName }
	var out []ssh.Option
	if d.Keys != "" || d.Presenter != "" {
		out = append(out, wish.WithPublicKeyAuth(func(ctx ssh.Context, key ssh.PublicKey) bool {
			same := func(k ssh.PublicKey) bool { return ssh.KeysEqual(k, key) }
			if presents(ctx) {
				return slices.ContainsFunc(presenters, same)
			}
			return slices.ContainsFunc(guests, same)
		}))
	}
	if d.Code != "" {
		want := sha256.Sum256([]byte(d.Code))
		out = append(out, wish.WithPasswordAuth(func(ctx ssh.Context, given string) bool {
			if from.tries(ctx.RemoteAddr()).Wait(ctx) != nil {
				return false
			}
			got := sha256.Sum256([]byte(given))
			if subtle.ConstantTimeCompare(want[:], got[:]) == 1 && !presents(ctx) {
				return true
			}
			time.Sleep(wrongCode)
			return false
		}))
	}
	if d.Presenter != "" && d.Code == "" && d.Keys == "" { // everybody else comes in unasked
		out = append(out, wish.WithKeyboardInteractiveAuth(func(ctx ssh.Context, _ gossh.KeyboardInteractiveChallenge) bool { return !presents(ctx) }))
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
