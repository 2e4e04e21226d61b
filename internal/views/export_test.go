package views

// WhatWasSaid is said, for tests.
var WhatWasSaid = said
