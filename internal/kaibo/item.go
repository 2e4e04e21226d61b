package kaibo

import (
	"encoding/json"
	"fmt"
)

// Decode reads the JSON of a stored item into v. Damage is an Internal error
// that names the item.
func (i Item) Decode(v any) error {
	if err := json.Unmarshal(i.Data, v); err != nil {
		return &Error{Op: fmt.Sprintf("read item %s %s", i.Partition, i.Sort), Err: err}
	}
	return nil
}

// Encode writes v as the JSON of an item. It panics on a type that JSON cannot
// write: stored types are ours, so that is a fault of the program.
func Encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("kaibo: a stored type cannot be encoded: " + err.Error())
	}
	return b
}
