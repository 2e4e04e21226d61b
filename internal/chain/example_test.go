package chain_test

import (
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func ExampleVerifier() {
	first := kaibo.Event{ID: "evt_a", Stream: "main", Seq: 1, Kind: kaibo.KindMessage,
		PayloadDigest: chain.SaltedDigest([16]byte{1}, []byte("hello")),
		DetailsDigest: chain.SaltedDigest([16]byte{2}, []byte("{}"))}
	second := first
	second.ID, second.Seq = "evt_b", 2
	fmt.Println(chain.SealEvent(&first, kaibo.Hash{}), chain.SealEvent(&second, first.Hash))

	v := chain.NewVerifier("main")
	fmt.Println(v.Line(chain.AppendLine(nil, &first)))
	second.Kind = kaibo.KindFile // after it was sealed
	err := v.Line(chain.AppendLine(nil, &second))
	var broken *chain.BrokenError
	if errors.As(err, &broken) {
		fmt.Println(broken.Seq, broken.What)
	}
	// Output:
	// <nil> <nil>
	// <nil>
	// 2 hash does not recompute
}
