package awstest

import (
	"errors"
	"slices"

	"github.com/aws/smithy-go"
)

// The SDK sends a request again when its answer was lost. One that makes or
// removes what a test stands on may then be told that this was done already.

// Made reports whether an answer to a making is none, or that it was made
// already: names are random, so by the try before.
func Made(err error) bool {
	return err == nil || hasCode(err, "ResourceInUseException", "BucketAlreadyOwnedByYou")
}

// Removed reports whether an answer to a removal is none, or that nothing is
// there any more.
func Removed(err error) bool {
	return err == nil || hasCode(err, "ResourceNotFoundException", "NoSuchBucket", "QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue")
}

func hasCode(err error, codes ...string) bool {
	var api smithy.APIError
	return errors.As(err, &api) && slices.Contains(codes, api.ErrorCode())
}
