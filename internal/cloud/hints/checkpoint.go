package hints

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
)

// Checkpointer signs; [checkpoint.Engine] is it.
type Checkpointer interface {
	Run(ctx context.Context, logs []checkpoint.Log) (checkpoint.Summary, error)
	Sweep(ctx context.Context) (checkpoint.Summary, error)
}

// errBusy has a batch come again: what it names may not have been looked at.
var errBusy = errors.New("another run is at work")

// Checkpoint signs the logs whose new entries the stream of the events table
// names, or on the schedule's word all that changed. An inconsistency is no
// failure of the event, which would only come again: its alarm has rung.
func Checkpoint(engine Checkpointer) func(context.Context, json.RawMessage) (struct{}, error) {
	return cloud.Guarded("checkpoint", func(ctx context.Context, event json.RawMessage) (struct{}, error) {
		var in struct {
			events.DynamoDBEvent
			Task string `json:"task"`
		}
		if err := json.Unmarshal(event, &in); err != nil {
			return struct{}{}, fmt.Errorf("read event: %w", err)
		}
		var sum checkpoint.Summary
		var err error
		switch {
		case len(in.Records) > 0:
			sum, err = engine.Run(ctx, logsOf(ctx, in.Records))
		case in.Task == TaskSweep:
			sum, err = engine.Sweep(ctx)
		default:
			return struct{}{}, fmt.Errorf("checkpoint: %q is no task; the task is %s", in.Task, TaskSweep)
		}
		slog.InfoContext(ctx, "signed", "looked", sum.Looked, "signed", sum.Signed, "stopped", sum.Stopped, "leaves", sum.Size, "cosigned", sum.Cosigned, "busy", sum.Busy)
		if err == nil && sum.Busy {
			err = errBusy
		}
		return struct{}{}, err
	})
}

// partitionAttribute names the partition of an item in a record's keys.
const partitionAttribute = "pk"

// logsOf are the logs that new items belong to, each once.
func logsOf(ctx context.Context, records []events.DynamoDBEventRecord) []checkpoint.Log {
	var logs []checkpoint.Log
	seen := map[checkpoint.Log]bool{}
	for i := range records {
		key, ok := records[i].Change.Keys[partitionAttribute]
		if !ok || key.DataType() != events.DataTypeString {
			slog.ErrorContext(ctx, "a record without a key is passed over", "record", records[i].EventID)
			continue
		}
		log, ok := logOf(key.String())
		if ok && !seen[log] {
			seen[log] = true
			logs = append(logs, log)
		}
	}
	return logs
}

// logOf reads a partition of the events table: P/e/<stream>, or P/x.
func logOf(partition string) (checkpoint.Log, bool) {
	project, rest, ok := strings.Cut(partition, "/")
	if stream, isStream := strings.CutPrefix(rest, "e/"); isStream && stream != "" {
		return checkpoint.Log{Project: project, Stream: stream}, project != ""
	}
	return checkpoint.Log{Project: project}, ok && project != "" && rest == "x"
}
