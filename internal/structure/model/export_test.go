package model

// Inner doors of the tests.
var (
	ReadRequest  = readRequest
	JudgeRequest = judgeRequest
	RetryAfter   = retryAfter
)

// ReadCompletion reads the body of an endpoint's answer.
func ReadCompletion(b []byte) (text string, in, out int, err error) {
	var a Answer
	text, err = readCompletion(b, &a)
	return text, a.InputTokens, a.OutputTokens, err
}
