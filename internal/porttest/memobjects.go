package porttest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MemObjects is a kaibo.Objects in memory. The zero value is empty and ready.
type MemObjects struct {
	mu    sync.Mutex
	names []string // in byte order
	data  map[string][]byte
}

var _ kaibo.Objects = (*MemObjects)(nil)

// NewMemObjects answers an empty store.
func NewMemObjects() *MemObjects { return &MemObjects{} }

// Put implements kaibo.Objects.
func (m *MemObjects) Put(ctx context.Context, name string, data []byte) error {
	if err := kaibo.CheckObjectName(name); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i, found := slices.BinarySearch(m.names, name)
	if found {
		return kaibo.Errorf(kaibo.Conflict, "put object: an object of this name is there")
	}
	if m.data == nil {
		m.data = map[string][]byte{}
	}
	m.names = slices.Insert(m.names, i, name)
	m.data[name] = bytes.Clone(data)
	return nil
}

// Get implements kaibo.Objects.
func (m *MemObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	if err := kaibo.CheckObjectName(name); err != nil {
		return nil, err
	}
	if off < 0 || length < -1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "get object: a range of %d bytes from %d", length, off)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	data, found := m.data[name]
	if !found {
		return nil, kaibo.Errorf(kaibo.NotFound, "get object: there is no object of this name")
	}
	data = data[min(off, int64(len(data))):]
	if length >= 0 {
		data = data[:min(length, int64(len(data)))]
	}
	return bytes.Clone(data), nil
}

// Delete implements kaibo.Objects.
func (m *MemObjects) Delete(ctx context.Context, name string) error {
	if err := kaibo.CheckObjectName(name); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if i, found := slices.BinarySearch(m.names, name); found {
		m.names = slices.Delete(m.names, i, i+1)
		delete(m.data, name)
	}
	return nil
}

// List implements kaibo.Objects.
func (m *MemObjects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	if limit < 1 {
		return nil, kaibo.Errorf(kaibo.Invalid, "list objects: a limit of %d is below 1", limit)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	start, _ := slices.BinarySearch(m.names, max(prefix, after))
	var found []kaibo.ObjectInfo
	for _, name := range m.names[start:] {
		if len(found) == limit || !strings.HasPrefix(name, prefix) {
			break
		}
		if name > after {
			found = append(found, kaibo.ObjectInfo{Name: name, Size: int64(len(m.data[name]))})
		}
	}
	return found, nil
}
