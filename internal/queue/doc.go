// Package queue is the Queue of kaibo on an Amazon SQS FIFO queue.
//
//	cfg, err := config.LoadDefaultConfig(ctx)
//	if err != nil {
//		return err
//	}
//	q := queue.Open(cfg, "https://sqs.eu-central-1.amazonaws.com/111122223333/kaibo-structure.fifo", queue.Options{})
//
// # How a message travels
//
// Its body is the body of the SQS message, as it is. Its group becomes the
// MessageGroupId as a digest: that field takes 128 plain characters, and a
// group is longer and may be anything. The group itself goes along in the
// attribute "group". A message without a group gets a MessageGroupId of its
// own, so that it waits for no other.
//
// Every Send has a MessageDeduplicationId of its own. SQS drops a message whose
// id it has seen in the last five minutes, also when the first has long been
// worked on. A hint must not be dropped: the same job is rightly hinted at again
// at once, when the worker that took the first hint stopped before the job was
// there to see, or when the schedule finds a stream that lags. A doubled hint
// costs one read. Only the tries of one Send share their id, so that a lost
// answer does not double it.
//
// # The queue
//
// It is a FIFO queue for high throughput: DeduplicationScope messageGroup and
// FifoThroughputLimit perMessageGroupId. Content-based deduplication is of no
// use to it. Its ReceiveMessageWaitTimeSeconds is 0, as it is when nobody says
// otherwise: the SDK leaves a wait of 0 out of the request, and a Receive that
// asks for none would have the queue's.
//
// # What is not promised
//
// SQS counts in whole seconds: a visibility and a wait before a retry are
// rounded up to them, a visibility to one at least. SQS hands out at most 10
// messages at a time, hides one for at most 12 hours in all, and keeps it for
// 14 days at most. Done and Retry of a delivery whose time has run out change
// nothing and are no error: the message is somebody else's by then, or will be.
package queue
