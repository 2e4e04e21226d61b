package main

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
)

func TestAnswersItsEvent(t *testing.T) {
	cloudtest.Answers(t, build, "docs", `"statusCode":200`, `\"openapi\": \"3.1.0\"`)
}
