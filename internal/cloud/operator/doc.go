// Package operator runs the operator's commands on a deployment, from the
// operator's own machine and with the operator's own credentials of AWS.
//
//	stack, err := operator.Find(ctx, operator.Options{Name: "kaibo", Region: "eu-central-1"})
//	handler, err := stack.Handler(token)
//
// [Find] asks CloudFormation for the outputs of the stack, which name its
// tables, its bucket and its queues. The handler is the same as a server's,
// over those stores: the commands speak to it within the process, so that a
// command that joins the registry runs on a stack without a line here.
//
// Who may do this is a matter of AWS alone: whoever has the rights of the
// stack's OperatorPolicy is its operator, with or without a key. The SDK's usual
// configuration decides who that is (AWS_PROFILE, AWS_REGION, SSO …), and its
// variables AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_CLOUDFORMATION,
// _DYNAMODB, _S3 and _SQS lead to stand-ins.
//
// What is promised: no command structures on this machine, the functions do; a
// rebuild works alone, so it wants the stack paused; a check of a stack that is
// at work looks twice and tells what it saw both times.
package operator
