package app

import (
	"context"
	"crypto/rand"
	"path/filepath"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// keyFile holds the signing keys, in the data directory.
const keyFile = "signing.keys"

// settleAppend is how long after it began an append may still move its head: the
// time-out of its group. A stream stays noted for so long.
const settleAppend = 30 * time.Second

// checkpoints sign what changed.
type checkpoints struct {
	engine   *checkpoint.Engine
	reader   *checkpoint.Reader
	keys     *checkpoint.KeyFile
	projects *access.Store

	at    sync.Mutex // held while the engine works
	mu    sync.Mutex // guards noted
	noted map[checkpoint.Log]time.Time
}

func newCheckpoints(a *App) *checkpoints {
	table, objects := a.store.Table(), a.store.Objects()
	keys := &checkpoint.KeyFile{Path: filepath.Join(a.options.Dir, keyFile)}
	c := &checkpoints{keys: keys, projects: a.access, noted: make(map[checkpoint.Log]time.Time),
		reader: &checkpoint.Reader{Table: table, Objects: objects}}
	c.engine = &checkpoint.Engine{Table: table, Objects: objects, Keys: keys, Projects: c, Clock: a.options.Clock, Random: rand.Reader,
		Deployment: a.options.Origin, KeysLost: a.options.KeysLost, Witnesses: a.options.Witnesses, Alone: true, Prune: true,
		Alarm: func(ctx context.Context, i *checkpoint.Inconsistency) {
			a.log.ErrorContext(ctx, "verification failed", "project", i.Log.Project, "stream", i.Log.Stream, "seq", i.Seq, "what", i.What)
		}}
	return c
}

// changed notes that a stream is about to be appended to. It does not block.
func (c *checkpoints) changed(log checkpoint.Log) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.noted[log] = time.Now()
}

// take returns the streams that are noted, and forgets those whose append has
// ended by now.
func (c *checkpoints) take() []checkpoint.Log {
	c.mu.Lock()
	defer c.mu.Unlock()
	var logs []checkpoint.Log
	for log, at := range c.noted {
		logs = append(logs, log)
		if time.Since(at) > settleAppend {
			delete(c.noted, log)
		}
	}
	return logs
}

// run signs the streams that are noted, and the deletion ledgers that changed:
// one is looked at a project, which costs a read.
func (c *checkpoints) run(ctx context.Context) error {
	logs := c.take()
	if err := c.All(ctx, func(p kaibo.Project) error {
		logs = append(logs, checkpoint.Log{Project: p.ID})
		return nil
	}); err != nil {
		return err
	}
	if len(logs) == 0 {
		return nil
	}
	c.at.Lock()
	defer c.at.Unlock()
	_, err := c.engine.Run(ctx, logs)
	return err
}

// sweep signs every log that changed, noted or not.
func (c *checkpoints) sweep(ctx context.Context) error {
	c.at.Lock()
	defer c.at.Unlock()
	_, err := c.engine.Sweep(ctx)
	return err
}

// Resume implements verbs.LogResumer. The log is signed at once, or stops again.
func (c *checkpoints) Resume(ctx context.Context, log checkpoint.Log) (was, now *checkpoint.Inconsistency, err error) {
	c.at.Lock()
	defer c.at.Unlock()
	if was, err = c.engine.Resume(ctx, log); err != nil {
		return nil, nil, err
	}
	logs := []checkpoint.Log{log}
	if log == (checkpoint.Log{}) {
		logs = nil // a run begins with the log of logs
	}
	_, runErr := c.engine.Run(ctx, logs)
	now, err = c.engine.Stopped(ctx, log)
	if now == nil && err == nil {
		err = runErr
	}
	return was, now, err
}

// BeginRotation implements verbs.KeyRotator. What was signed is signed again by
// both keys.
func (c *checkpoints) BeginRotation(ctx context.Context) error {
	if err := c.sweep(ctx); err != nil { // so that there is a list by the old key
		return err
	}
	if err := c.keys.Begin(); err != nil {
		return err
	}
	return c.sweep(ctx)
}

// FinishRotation implements verbs.KeyRotator.
func (c *checkpoints) FinishRotation(ctx context.Context) error {
	if err := c.sweep(ctx); err != nil { // so that the new key is in a list that the old one signed
		return err
	}
	if err := c.keys.Finish(); err != nil {
		return err
	}
	return c.sweep(ctx)
}

// All implements checkpoint.Projects.
func (c *checkpoints) All(ctx context.Context, fn func(kaibo.Project) error) error {
	for cursor := ""; ; {
		projects, next, err := c.projects.Projects(ctx, cursor, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for _, p := range projects {
			if err := fn(p); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}
