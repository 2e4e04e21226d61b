package kaibo_test

import (
	"context"
	"fmt"
	"os"

	kaibo "github.com/kaibo-dev/kaibo/sdk/go"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "kaibo-example-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := release(context.Background(), dir); err != nil {
		fmt.Println(err)
	}
	// Output: Move the release from July 13 to July 17.
}

func release(ctx context.Context, dir string) error {
	client, err := kaibo.Open(dir, kaibo.Options{}) // or kaibo.Connect("http://127.0.0.1:8080", key)
	if err != nil {
		return err
	}
	defer client.Close()
	if _, err := client.Remember(ctx, "Move the release from July 13 to July 17.", &kaibo.RememberIn{Wait: true}); err != nil {
		return err
	}
	pack, err := client.Recall(ctx, "When is the release?", nil)
	if err != nil {
		return err
	}
	if top, ok := pack.Top(); ok {
		fmt.Println(top.Text)
	}
	return nil
}
