// Package cloud puts the engines together over DynamoDB, S3 and SQS, for the
// functions of a deployment.
//
// A function is a main of a few lines: it says which variables of the
// environment it wants and what answers its events.
//
//	func main() {
//		cloud.Start(cloud.Tables|cloud.Bucket, func(d *cloud.Deployment) (any, error) {
//			return hints.Compact(d.Index(), d.Projects()), nil
//		})
//	}
//
// What is promised: configuration is read once, before the first event, and
// everything that is missing or malformed in it is told in one error; an
// engine is made when it is asked for, so that a function neither links nor
// starts what it does not use; a panic ends the event that it came from, as an
// error and a line in the log, and never the process.
//
// What is not: that anything runs between events. Lambda stops a process as
// soon as it has answered, so what an event begins has ended, or is on a
// queue, before its answer.
//
// Package gateway translates the events of API Gateway, package hints those of
// SQS and EventBridge, package stack reads template.yaml.
package cloud
