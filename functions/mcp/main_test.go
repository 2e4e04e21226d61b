package main

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
)

func TestAnswersItsEvent(t *testing.T) {
	cloudtest.Answers(t, build, "mcp", `"statusCode":200`, `"structuredContent":{"items":[]`, "I don't know")
}
