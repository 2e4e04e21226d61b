package cloudtest

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Rights are what the template allows one function, by what the stores of this
// package would be asked on AWS. No stand-in checks policies, so this is where a
// right that is missing shows.
type Rights struct {
	function string
	mu       sync.Mutex
	allowed  map[string][]string // action and resource → patterns of partitions; none for any
	used     map[string]bool
}

// RightsOf reads the statements of a function.
func RightsOf(t *stack.Template, function string) *Rights {
	r := &Rights{function: function, allowed: map[string][]string{}, used: map[string]bool{}}
	policies, _ := t.Resources[function].Properties["Policies"].([]any)
	if document, ok := t.Resources[function].Properties["PolicyDocument"]; ok { // a managed policy
		policies = append(policies, document)
	}
	for _, p := range policies {
		statements, _ := p.(map[string]any)["Statement"].([]any)
		for _, s := range statements {
			r.add(s.(map[string]any))
		}
	}
	for name, resource := range t.Resources {
		r.addKeyPolicy(function, name, resource)
	}
	return r
}

// addKeyPolicy adds what the policy of a key of KMS allows the function's role.
func (r *Rights) addKeyPolicy(function, name string, resource stack.Resource) {
	policy, _ := resource.Properties["KeyPolicy"].(map[string]any)
	for _, s := range listOf(policy["Statement"]) {
		statement, _ := s.(map[string]any)
		principal, _ := statement["Principal"].(map[string]any)
		if stack.Referred(principal["AWS"]) != function+"Role" {
			continue
		}
		for _, action := range listOf(statement["Action"]) {
			r.allowed[fmt.Sprint(action)+" "+name] = nil
		}
	}
}

func (r *Rights) add(statement map[string]any) {
	var keys []string
	condition, _ := statement["Condition"].(map[string]any)
	like, _ := condition["ForAllValues:StringLike"].(map[string]any)
	for _, k := range listOf(like["dynamodb:LeadingKeys"]) {
		keys = append(keys, fmt.Sprint(k))
	}
	for _, action := range listOf(statement["Action"]) {
		for _, resource := range listOf(statement["Resource"]) {
			r.allowed[fmt.Sprint(action)+" "+nameOf(resource)] = keys
		}
	}
}

func listOf(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	if v == nil {
		return nil
	}
	return []any{v}
}

// nameOf is the resource that a value refers to, with the part of the bucket:
// "Bucket/p" for ${Bucket.Arn}/*/p/*.
func nameOf(v any) string {
	name := stack.Referred(v)
	f, _ := v.(stack.Intrinsic)
	if _, part, ok := strings.Cut(fmt.Sprint(f.Argument), "}/*/"); ok {
		name += "/" + strings.TrimSuffix(part, "/*")
	}
	return name
}

// need fails unless an action is allowed on a resource, and for items unless
// their partition is. A right on the whole bucket is one on each of its parts.
func (r *Rights) need(action, resource, partition string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if whole, _, inPart := strings.Cut(resource, "/"); inPart {
		if _, ok := r.allowed[action+" "+whole]; ok {
			resource = whole
		}
	}
	patterns, ok := r.allowed[action+" "+resource]
	if ok && len(patterns) > 0 {
		ok = slices.ContainsFunc(patterns, func(p string) bool { fits, err := path.Match(p, partition); return err == nil && fits })
	}
	if !ok {
		return fmt.Errorf("%s has no right to %s on %s (%s)", r.function, action, resource, partition)
	}
	r.used[action+" "+resource] = true
	return nil
}

// Need fails unless an action is allowed on a resource that is no table.
func (r *Rights) Need(action, resource string) error { return r.need(action, resource, "") }

// families are actions of which a function that has one may need the others:
// how many items a call takes decides between them.
var families = [][]string{
	{"dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"},
	{"dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"},
}

// Unused lists the rights that nothing asked for, nor for another of their
// family.
func (r *Rights) Unused() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for right := range maps.Keys(r.allowed) {
		if !r.usedOne(right) {
			out = append(out, right)
		}
	}
	slices.Sort(out)
	return out
}

func (r *Rights) usedOne(right string) bool {
	action, resource, _ := strings.Cut(right, " ")
	for _, family := range families {
		if slices.Contains(family, action) {
			return slices.ContainsFunc(family, func(a string) bool { return r.used[a+" "+resource] })
		}
	}
	return r.used[right]
}

// Guard lets through to the ports what the rights allow.
func (r *Rights) Guard(p cloud.Ports) cloud.Ports {
	return cloud.Ports{Table: guardedTable{p.Table, r}, Objects: guardedObjects{p.Objects, r},
		StructureQueue: guardedQueue{p.StructureQueue, r, "StructureQueue"}, CompactQueue: guardedQueue{p.CompactQueue, r, "CompactQueue"},
		NotifyQueue: guardedQueue{p.NotifyQueue, r, "NotifyQueue"}, SigningKeys: guardedKeys{p.SigningKeys, r}}
}

// signingKeys are the template's, in the order in which the keys of a test stand
// for them.
var signingKeys = []string{"SigningKeyA", "SigningKeyB"}

type guardedKeys struct {
	checkpoint.Keys
	rights *Rights
}

// Signers implements checkpoint.Keys: the public half is read, and every
// signature wants its right.
func (g guardedKeys) Signers(ctx context.Context, name string) ([]checkpoint.Signer, error) {
	keys, err := g.Keys.Signers(ctx, name)
	if err != nil {
		return nil, err
	}
	guarded := make([]checkpoint.Signer, len(keys))
	for i, k := range keys {
		if err := g.rights.need("kms:GetPublicKey", signingKeys[i], ""); err != nil {
			return nil, err
		}
		guarded[i] = guardedKey{k, g.rights, signingKeys[i]}
	}
	return guarded, nil
}

type guardedKey struct {
	checkpoint.Signer
	rights *Rights
	name   string
}

// Sign implements note.Signer.
func (g guardedKey) Sign(message []byte) ([]byte, error) {
	if err := g.rights.need("kms:Sign", g.name, ""); err != nil {
		return nil, err
	}
	return g.Signer.Sign(message)
}

func tableOf(class kaibo.Class) string {
	if class == kaibo.Events {
		return "EventsTable"
	}
	return "RecordsTable"
}

type guardedTable struct {
	cloud.Table
	rights *Rights
}

// Get implements kaibo.Table: one key is a GetItem, more are a BatchGetItem.
func (g guardedTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	action := "dynamodb:BatchGetItem"
	if len(keys) == 1 {
		action = "dynamodb:GetItem"
	}
	for _, k := range keys {
		if err := g.rights.need(action, tableOf(k.Class), k.Partition); err != nil {
			return nil, err
		}
	}
	return g.Table.Get(ctx, keys...)
}

// Query implements kaibo.Table.
func (g guardedTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	if err := g.rights.need("dynamodb:Query", tableOf(class), partition); err != nil {
		return kaibo.Page{}, err
	}
	return g.Table.Query(ctx, class, partition, r)
}

// Commit implements kaibo.Table: the parts of a transaction want the rights that
// they would want alone.
func (g guardedTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	actions := map[kaibo.Op]string{kaibo.Put: "dynamodb:PutItem", kaibo.Delete: "dynamodb:DeleteItem", kaibo.Check: "dynamodb:ConditionCheckItem"}
	for _, w := range writes {
		if err := g.rights.need(actions[w.Op], tableOf(w.Item.Class), w.Item.Partition); err != nil {
			return err
		}
	}
	return g.Table.Commit(ctx, writes)
}

// Scan implements kaibo.Scanner.
func (g guardedTable) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	if err := g.rights.need("dynamodb:Scan", tableOf(class), prefix); err != nil {
		return err
	}
	return g.Table.Scan(ctx, class, prefix, fn)
}

type guardedObjects struct {
	kaibo.Objects
	rights *Rights
}

// part is what the bucket's policies tell apart: the second part of a name.
func part(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 2 {
		return "Bucket"
	}
	return "Bucket/" + parts[1]
}

// Put implements kaibo.Objects. After a lost answer the adapter looks whose the
// object is, which wants the right to read it.
func (g guardedObjects) Put(ctx context.Context, name string, data []byte) error {
	for _, action := range []string{"s3:PutObject", "s3:GetObject"} {
		if err := g.rights.need(action, part(name), ""); err != nil {
			return err
		}
	}
	return g.Objects.Put(ctx, name, data)
}

// Get implements kaibo.Objects. What is not there is only then NotFound when the
// bucket may be listed.
func (g guardedObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	if err := g.rights.need("s3:GetObject", part(name), ""); err != nil {
		return nil, err
	}
	if err := g.rights.need("s3:ListBucket", "Bucket", ""); err != nil {
		return nil, err
	}
	return g.Objects.Get(ctx, name, off, length)
}

// Delete implements kaibo.Objects.
func (g guardedObjects) Delete(ctx context.Context, name string) error {
	if err := g.rights.need("s3:DeleteObject", part(name), ""); err != nil {
		return err
	}
	return g.Objects.Delete(ctx, name)
}

// List implements kaibo.Objects.
func (g guardedObjects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	if err := g.rights.need("s3:ListBucket", "Bucket", ""); err != nil {
		return nil, err
	}
	return g.Objects.List(ctx, prefix, after, limit)
}

type guardedQueue struct {
	kaibo.Queue
	rights *Rights
	name   string
}

// Send implements kaibo.Queue.
func (g guardedQueue) Send(ctx context.Context, m kaibo.Message) error {
	if err := g.rights.need("sqs:SendMessage", g.name, ""); err != nil {
		return err
	}
	return g.Queue.Send(ctx, m)
}

// Receive implements kaibo.Queue. Lambda's poller receives, with the rights of
// the function; the function itself never does.
func (g guardedQueue) Receive(context.Context, int, time.Duration, time.Duration) ([]kaibo.Delivery, error) {
	return nil, fmt.Errorf("%s receives from %s itself", g.rights.function, g.name)
}
