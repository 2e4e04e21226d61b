package main

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
)

func TestAnswersItsEvent(t *testing.T) {
	cloudtest.Answers(t, build, "notify", `{"batchItemFailures":[]}`)
}
