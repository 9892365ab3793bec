package class

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// What one address may do, so that it does not keep others out. A class behind one address fits in.
const (
	arrivalsOfOne       = 20 // new connections a second, of which
	arrivalsOfOneAtOnce = 300
	waitingOfOne        = 250 // connections whose guest has not come in
	mostAddresses       = 10_000
)

// addresses are those that connections came from.
type addresses struct {
	mu  sync.Mutex
	all map[netip.Prefix]*address
}

// address is one of them: of IPv6 a network, as each has many.
type address struct {
	come, tries *rate.Limiter
	waiting     int // addresses.mu guards it
}

// of finds the address of a connection. a.mu is held.
func (a *addresses) of(at net.Addr) *address {
	tcp, _ := at.(*net.TCPAddr)
	var key netip.Prefix
	if tcp != nil {
		ip := tcp.AddrPort().Addr().Unmap()
		bits := 32
		if ip.Is6() {
			bits = 64
		}
		key, _ = ip.Prefix(bits)
	}
	x := a.all[key]
	if x == nil {
		if len(a.all) >= mostAddresses {
			a.forget()
		}
		x = &address{come: rate.NewLimiter(arrivalsOfOne, arrivalsOfOneAtOnce), tries: rate.NewLimiter(triesASecond, triesAtOnce)}
		if a.all == nil {
			a.all = map[netip.Prefix]*address{}
		}
		a.all[key] = x
	}
	return x
}

// forget forgets those that nothing is left of.
func (a *addresses) forget() {
	now := time.Now()
	for key, x := range a.all {
		if x.waiting == 0 && x.come.TokensAt(now) >= arrivalsOfOneAtOnce && x.tries.TokensAt(now) >= triesAtOnce {
			delete(a.all, key)
		}
	}
}

// arrives says whether a connection may come; entered is to be called once, when its guest has come in or it is gone.
func (a *addresses) arrives(at net.Addr) (entered func(), ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x := a.of(at)
	if x.waiting >= waitingOfOne || !x.come.Allow() {
		return nil, false
	}
	x.waiting++
	var once sync.Once
	return func() {
		once.Do(func() {
			a.mu.Lock()
			defer a.mu.Unlock()
			x.waiting--
		})
	}, true
}

// tries limits the codes that an address gives.
func (a *addresses) tries(at net.Addr) *rate.Limiter {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.of(at).tries
}
