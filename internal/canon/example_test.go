package canon_test

import (
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func ExampleDecode() {
	var request struct {
		Budget int `json:"budget"`
		Events []struct {
			OccurredAt kaibo.Time `json:"occurredAt"`
		} `json:"events"`
	}
	fmt.Println(canon.Decode([]byte(`{"budget": 7, "events": [{"occurredAt": "2026-07-01T11:30:00+02:00"}]}`), &request))
	fmt.Println(request.Events[0].OccurredAt)

	err := canon.Decode([]byte(`{"budget": "7", "events": [{"occuredAt": "2026-07-01T09:30:00Z"}]}`), &request)
	var refused *kaibo.Error
	if errors.As(err, &refused) {
		for _, f := range refused.Fields {
			fmt.Println(f.Field+":", f.Detail)
		}
	}
	// Output:
	// <nil>
	// 2026-07-01T09:30:00Z
	// budget: expected a whole number, got a string
	// events[0].occuredAt: unknown field
}

func ExampleCanonical() {
	form, err := canon.Canonical([]byte(`{"b": 1.0, "a": "\u00e9"}`))
	fmt.Println(string(form), err)
	// Output: {"a":"é","b":1} <nil>
}
