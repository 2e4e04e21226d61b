package dates_test

import (
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func ExampleWriteOut() {
	ref, _ := kaibo.ParseTime("2025-05-06T09:00:00Z") // a Tuesday
	out, found := dates.WriteOut("Yesterday we agreed to ship by Friday.", ref)
	fmt.Println(out)
	for _, m := range found {
		fmt.Println(m.From, m.To)
	}
	// Output:
	// On May 5, 2025 we agreed to ship by Friday, May 9, 2025.
	// 2025-05-05T00:00:00Z 2025-05-06T00:00:00Z
	// 2025-05-09T00:00:00Z 2025-05-10T00:00:00Z
}
