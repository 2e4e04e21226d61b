package model

// Inner doors of the tests.
var (
	ReadRequest  = readRequest
	JudgeRequest = judgeRequest
	RetryAfter   = retryAfter
)
