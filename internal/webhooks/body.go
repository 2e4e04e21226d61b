package webhooks

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// body is what is posted: the shape that Standard Webhooks recommends.
type body struct {
	Type      string     `json:"type"`
	Timestamp kaibo.Time `json:"timestamp"` // of the change, the same at every attempt
	Data      data       `json:"data"`
}

// data holds ids, times and numbers.
type data struct {
	ProjectID    string      `json:"projectId"`
	WebhookID    string      `json:"webhookId,omitempty"` // of a test
	MemoryID     string      `json:"memoryId,omitempty"`
	Version      int         `json:"version,omitempty"`
	Status       string      `json:"status,omitempty"`
	RecordedAt   *kaibo.Time `json:"recordedAt,omitempty"`
	EventID      string      `json:"eventId,omitempty"`
	Supersedes   []string    `json:"supersedes,omitempty"`
	SupersededBy string      `json:"supersededBy,omitempty"`
	Replaces     string      `json:"replaces,omitempty"`
	ReceiptID    string      `json:"receiptId,omitempty"`
	MemoryIDs    []string    `json:"memoryIds,omitempty"`
	EventIDs     []string    `json:"eventIds,omitempty"`
	PurgeAt      *kaibo.Time `json:"purgeAt,omitempty"` // of what is forgotten
}

// bodyOf writes a message out. It is the same at every attempt.
func (e *Engine) bodyOf(ctx context.Context, p kaibo.Project, m *message) ([]byte, error) {
	n := &m.Notice
	d := data{ProjectID: p.ID, MemoryID: n.MemoryID, Version: n.Version, Status: n.Status, EventID: n.EventID,
		Supersedes: n.Supersedes, SupersededBy: n.SupersededBy, Replaces: n.Replaces, ReceiptID: n.ReceiptID}
	if n.RecordedAt != 0 {
		d.RecordedAt = &n.RecordedAt
	}
	if n.ReceiptSeq != 0 {
		if err := e.addReceipt(ctx, p, n, &d); err != nil {
			return nil, err
		}
	}
	return encode(body{Type: n.Type, Timestamp: m.At, Data: d})
}

// addReceipt adds the ids that the entry of the deletion ledger holds.
func (e *Engine) addReceipt(ctx context.Context, p kaibo.Project, n *kaibo.Notice, d *data) error {
	items, err := e.Table.Get(ctx, kaibo.DeletionKey(p.ID, n.ReceiptSeq))
	if err != nil {
		return fmt.Errorf("read receipt: %w", err)
	}
	if !items[0].Found() {
		return &kaibo.Error{Op: "read receipt", Err: fmt.Errorf("entry %d of the deletion ledger is not there", n.ReceiptSeq)}
	}
	var r kaibo.Receipt
	if err := items[0].Decode(&r); err != nil {
		return err
	}
	d.MemoryIDs, d.EventIDs = r.MemoryIDs, r.EventIDs
	if n.Type == kaibo.NoticeForgotten {
		d.PurgeAt = r.PurgeAt
	}
	return nil
}

func encode(b body) ([]byte, error) {
	out, err := json.Marshal(b)
	if err != nil {
		return nil, &kaibo.Error{Op: "write message", Err: err}
	}
	return out, nil
}
