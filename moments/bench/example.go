package bench

import _ "embed"

// Example is an estimator that speaks the protocol, in Python with numpy.
//
//go:embed example.py
var Example string
