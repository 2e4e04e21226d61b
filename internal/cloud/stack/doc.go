// Package stack reads template.yaml: its resources, what they refer to, and
// what an API of it routes where. It is for tests, which hold the template to
// its rules, and for scripts/local-aws, which makes on one machine what the
// template declares; no function links it.
//
//	t, err := stack.Read("template.yaml")
//	t.Outside["AWS::StackName"] = "kaibo"
//	queue := t.Resources["StructureQueue"]
//	fifo := queue.Properties["FifoQueue"]
//
// Intrinsic functions are kept as [Intrinsic] until [Template.Resolve] is asked
// for a value. It knows Ref, Fn::GetAtt, Fn::Sub, Fn::If and conditions made of
// Fn::Equals and Fn::Not, which is what the template uses. It is no
// CloudFormation: a function that it does not know is an error.
package stack
