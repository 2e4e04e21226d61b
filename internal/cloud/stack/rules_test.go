package stack_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

const file = "../../../template.yaml"

func read(t *testing.T) *stack.Template {
	t.Helper()
	tmpl, err := stack.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return tmpl
}

// of lists the resources of a type, in the order of the file.
func of(tmpl *stack.Template, typ string) []string {
	var names []string
	for _, name := range tmpl.Order {
		if tmpl.Resources[name].Type == typ {
			names = append(names, name)
		}
	}
	return names
}

// statement is one that allows or denies something.
type statement struct {
	holder    string // the resource that has it
	effect    string
	actions   []string
	resources []any
	leading   []any // the partitions it is bound to; none for any
}

// statements reads every policy of the template: of functions, roles, managed
// policies, queues and buckets. What is not written out is an error.
func statements(t *testing.T, tmpl *stack.Template) []statement {
	t.Helper()
	var out []statement
	add := func(holder string, document any) {
		m, ok := document.(map[string]any)
		list, isList := m["Statement"].([]any)
		if !ok || !isList {
			t.Errorf("%s has a policy that is not written out: %v", holder, document)
			return
		}
		for _, s := range list {
			s := s.(map[string]any)
			st := statement{holder: holder, resources: listOf(s["Resource"])}
			st.effect, _ = s["Effect"].(string)
			condition, _ := s["Condition"].(map[string]any)
			like, _ := condition["ForAllValues:StringLike"].(map[string]any)
			st.leading = listOf(like["dynamodb:LeadingKeys"])
			for _, a := range listOf(s["Action"]) {
				st.actions = append(st.actions, fmt.Sprint(a))
			}
			if s["NotAction"] != nil || s["NotResource"] != nil {
				t.Errorf("%s has a statement that says what it does not mean", holder)
			}
			out = append(out, st)
		}
	}
	for name, r := range tmpl.Resources {
		for _, p := range listOf(r.Properties["Policies"]) {
			if m, ok := p.(map[string]any); ok && m["PolicyDocument"] != nil {
				p = m["PolicyDocument"]
			}
			add(name, p)
		}
		if d := r.Properties["PolicyDocument"]; d != nil {
			add(name, d)
		}
	}
	return out
}

func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

func TestRightsAreWrittenOutAndNarrow(t *testing.T) {
	tmpl := read(t)
	for _, s := range statements(t, tmpl) {
		if s.effect == "Deny" {
			continue
		}
		for _, a := range s.actions {
			if strings.Contains(a, "*") {
				t.Errorf("%s may do %s", s.holder, a)
			}
			if a == "kms:Sign" && s.holder != "CheckpointFunction" {
				t.Errorf("%s may sign", s.holder)
			}
			if strings.HasPrefix(a, "dynamodb:PartiQL") {
				t.Errorf("%s may use PartiQL, which its conditions do not bind", s.holder)
			}
		}
		if len(s.resources) == 0 {
			t.Errorf("%s may do %v on no resource", s.holder, s.actions)
		}
		for _, r := range s.resources {
			if r == "*" {
				t.Errorf("%s may do %v on everything", s.holder, s.actions)
			}
			if _, isText := r.(string); isText {
				t.Errorf("%s may do %v on %v, which is no resource of this stack", s.holder, s.actions, r)
			}
		}
	}
}

func TestEventsCanOnlyBeAdded(t *testing.T) {
	tmpl := read(t)
	reads := []string{"dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:Scan",
		"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"}
	writers := map[string]bool{}
	for _, s := range statements(t, tmpl) {
		for _, r := range s.resources {
			if stack.Referred(r) != "EventsTable" {
				continue
			}
			for _, a := range s.actions {
				if a == "dynamodb:PutItem" {
					writers[s.holder] = true
				} else if !slices.Contains(reads, a) {
					t.Errorf("%s may do %s on events", s.holder, a)
				}
			}
		}
	}
	want := []string{"CurateFunction", "ForgetFunction", "McpFunction", "OperatorPolicy", "PurgeFunction", "RememberFunction"}
	var got []string
	for name := range writers {
		got = append(got, name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("events are added by %v, want %v", got, want)
	}
}

// TestAnAgentsFunctionMayDoWhatTheVerbsMay: it stands for five others, and has
// their rights together, no more and no less.
func TestAnAgentsFunctionMayDoWhatTheVerbsMay(t *testing.T) {
	tmpl := read(t)
	others, own := map[string]bool{}, map[string]bool{}
	for _, s := range statements(t, tmpl) {
		var into map[string]bool
		switch s.holder {
		case "McpFunction":
			into = own
		case "RememberFunction", "RecallFunction", "ExplainFunction", "CurateFunction", "ForgetFunction":
			into = others
		default:
			continue
		}
		for _, a := range s.actions {
			for _, r := range s.resources {
				into[fmt.Sprint(a, " ", r)] = true
			}
		}
	}
	if diff := cmp.Diff(others, own); diff != "" || len(own) == 0 {
		t.Errorf("rights of the five and of mcp (-five +mcp):\n%s", diff)
	}
}

// TestReadersWriteNothing holds the readers to reading. All that they may put is
// how often a key was used.
func TestReadersWriteNothing(t *testing.T) {
	tmpl := read(t)
	for _, s := range statements(t, tmpl) {
		if s.holder != "RecallFunction" && s.holder != "ExplainFunction" && s.holder != "AuthorizeFunction" && s.holder != "DocsFunction" {
			continue
		}
		counts := slices.Equal(s.leading, []any{"*/use/*"})
		for _, a := range s.actions {
			if counts && a == "dynamodb:PutItem" {
				continue
			}
			verb := a[strings.IndexByte(a, ':')+1:]
			if a != "sqs:SendMessage" && !strings.HasPrefix(verb, "Get") && !strings.HasPrefix(verb, "BatchGet") && verb != "Query" && verb != "ListBucket" {
				t.Errorf("%s only reads and may do %s", s.holder, a)
			}
		}
	}
}

func TestFunctionsAreOfOneShape(t *testing.T) {
	tmpl := read(t)
	globals := tmpl.Globals["Function"].(map[string]any)
	if globals["Runtime"] != "provided.al2023" || fmt.Sprint(globals["Architectures"]) != "[arm64]" || globals["Handler"] != "bootstrap" {
		t.Errorf("functions run as %v", globals)
	}
	for _, name := range of(tmpl, "AWS::Serverless::Function") {
		r := tmpl.Resources[name]
		if r.Metadata["BuildMethod"] != "makefile" {
			t.Errorf("%s is built by %v", name, r.Metadata["BuildMethod"])
		}
		if r.Properties["ReservedConcurrentExecutions"] != nil {
			t.Errorf("%s has reserved concurrency: it takes from the account's what others need", name)
		}
		logging, _ := r.Properties["LoggingConfig"].(map[string]any)
		group := tmpl.Resources[stack.Referred(logging["LogGroup"])]
		if group.Type != "AWS::Logs::LogGroup" || group.Properties["RetentionInDays"] == nil {
			t.Errorf("%s logs into %v, which keeps for ever", name, logging["LogGroup"])
		}
		timeout, ok := r.Properties["Timeout"].(int)
		if !ok || timeout > 900 {
			t.Errorf("%s has the time-out %v", name, r.Properties["Timeout"])
		}
	}
	for _, name := range of(tmpl, "AWS::Logs::LogGroup") {
		if tmpl.Resources[name].Properties["RetentionInDays"] == nil {
			t.Errorf("%s keeps for ever", name)
		}
	}
}

func TestQueuesKeepWhatFails(t *testing.T) {
	tmpl := read(t)
	sources := slices.DeleteFunc(of(tmpl, "AWS::Lambda::EventSourceMapping"), func(name string) bool {
		return tmpl.Resources[name].Properties["StartingPosition"] != nil // of a stream
	})
	if len(sources) < 3 {
		t.Fatalf("event sources are %v", sources)
	}
	for _, name := range sources {
		p := tmpl.Resources[name].Properties
		queue := tmpl.Resources[stack.Referred(p["EventSourceArn"])]
		function := tmpl.Resources[stack.Referred(p["FunctionName"])]
		if fmt.Sprint(p["FunctionResponseTypes"]) != "[ReportBatchItemFailures]" {
			t.Errorf("%s answers %v", name, p["FunctionResponseTypes"])
		}
		if scaling, _ := p["ScalingConfig"].(map[string]any); scaling["MaximumConcurrency"] == nil {
			t.Errorf("%s has no bound on its concurrency", name)
		}
		redrive, _ := queue.Properties["RedrivePolicy"].(map[string]any)
		if count, _ := redrive["maxReceiveCount"].(int); count < 5 {
			t.Errorf("%s gives up after %v", name, redrive["maxReceiveCount"])
		}
		if queue.Properties["VisibilityTimeout"] != 6*function.Properties["Timeout"].(int) {
			t.Errorf("%s: visibility %v, time-out %v", name, queue.Properties["VisibilityTimeout"], function.Properties["Timeout"])
		}
		for property, want := range map[string]any{"FifoQueue": true, "DeduplicationScope": "messageGroup", "FifoThroughputLimit": "perMessageGroupId"} {
			if queue.Properties[property] != want {
				t.Errorf("%s: %s is %v", name, property, queue.Properties[property])
			}
		}
	}
}

// TestStreamsKeepWhatFails: a batch of a stream's records that fails again and
// again goes to dead letters, and does not hold up the shard for ever.
func TestStreamsKeepWhatFails(t *testing.T) {
	tmpl := read(t)
	for _, name := range of(tmpl, "AWS::Lambda::EventSourceMapping") {
		p := tmpl.Resources[name].Properties
		if p["StartingPosition"] == nil {
			continue
		}
		destination, _ := p["DestinationConfig"].(map[string]any)
		failure, _ := destination["OnFailure"].(map[string]any)
		dead := stack.Referred(failure["Destination"])
		if tmpl.Resources[dead].Type != "AWS::SQS::Queue" {
			t.Errorf("%s has no dead letters: %v", name, failure)
		}
		if tries, _ := p["MaximumRetryAttempts"].(int); tries < 3 || tries > 100 {
			t.Errorf("%s tries %v times", name, p["MaximumRetryAttempts"])
		}
	}
}

// TestOnlyCheckpointSigns: the keys' own policies let the function's role sign
// and nobody else, the account's administrators included.
func TestOnlyCheckpointSigns(t *testing.T) {
	tmpl := read(t)
	keys := of(tmpl, "AWS::KMS::Key")
	if len(keys) != 2 {
		t.Fatalf("keys are %v", keys)
	}
	for _, name := range keys {
		r := tmpl.Resources[name]
		if r.Properties["KeySpec"] != "ECC_NIST_EDWARDS25519" || r.Properties["KeyUsage"] != "SIGN_VERIFY" || r.DeletionPolicy != "Retain" {
			t.Errorf("%s is %v, %v, %s", name, r.Properties["KeySpec"], r.Properties["KeyUsage"], r.DeletionPolicy)
		}
		policy, _ := r.Properties["KeyPolicy"].(map[string]any)
		signers := 0
		for _, s := range listOf(policy["Statement"]) {
			s := s.(map[string]any)
			principal, _ := s["Principal"].(map[string]any)
			for _, a := range listOf(s["Action"]) {
				if strings.Contains(fmt.Sprint(a), "*") {
					t.Errorf("%s allows %v", name, a)
				}
				if a != "kms:Sign" {
					continue
				}
				signers++
				if stack.Referred(principal["AWS"]) != "CheckpointFunctionRole" {
					t.Errorf("%s lets %v sign", name, principal)
				}
			}
		}
		if signers != 1 {
			t.Errorf("%s has %d who sign", name, signers)
		}
	}
	for _, s := range statements(t, tmpl) {
		if slices.ContainsFunc(s.actions, func(a string) bool { return strings.HasPrefix(a, "kms:") }) {
			t.Errorf("%s has a right of its own on keys: %v", s.holder, s.actions)
		}
	}
}

// TestCheckpointWritesUnderItsOwnPrefix: it signs what others wrote, and can
// write nothing of it.
func TestCheckpointWritesUnderItsOwnPrefix(t *testing.T) {
	tmpl := read(t)
	for _, s := range statements(t, tmpl) {
		if s.holder != "CheckpointFunction" {
			continue
		}
		for _, r := range s.resources {
			if slices.Contains(s.actions, "dynamodb:PutItem") && stack.Referred(r) != "RecordsTable" {
				t.Errorf("it may put into %v", r)
			}
			if f, _ := r.(stack.Intrinsic); slices.Contains(s.actions, "s3:PutObject") && fmt.Sprint(f.Argument) != "${Bucket.Arn}/*/t/*" {
				t.Errorf("it may write %v", r)
			}
		}
		if slices.Contains(s.actions, "dynamodb:DeleteItem") || slices.Contains(s.actions, "s3:DeleteObject") {
			t.Errorf("it may delete: %v", s.actions)
		}
	}
}

// TestDeadLettersAreSeen wants an alarm on every queue that nothing reads, and
// dead letters for everything that could lose an event.
func TestDeadLettersAreSeen(t *testing.T) {
	tmpl := read(t)
	watched := map[string]bool{}
	for _, name := range of(tmpl, "AWS::CloudWatch::Alarm") {
		p := tmpl.Resources[name].Properties
		for _, d := range listOf(p["Dimensions"]) {
			watched[stack.Referred(d.(map[string]any)["Value"])] = true
		}
		if len(listOf(p["AlarmActions"])) == 0 || p["TreatMissingData"] != "notBreaching" {
			t.Errorf("%s tells nobody", name)
		}
	}
	for _, name := range of(tmpl, "AWS::SQS::Queue") {
		p := tmpl.Resources[name].Properties
		if p["SqsManagedSseEnabled"] != true {
			t.Errorf("%s is not encrypted", name)
		}
		if p["RedrivePolicy"] == nil && !watched[name] {
			t.Errorf("%s gathers what nobody sees", name)
		}
	}
	for _, name := range of(tmpl, "AWS::Serverless::Function") {
		p := tmpl.Resources[name].Properties
		events, _ := p["Events"].(map[string]any)
		for event, e := range events {
			properties := e.(map[string]any)["Properties"].(map[string]any)
			if properties["DeadLetterConfig"] == nil || p["DeadLetterQueue"] == nil {
				t.Errorf("%s loses %s when it fails", name, event)
			}
		}
	}
	for _, want := range []string{"StructureQueue", "EventsTable"} {
		if want == "EventsTable" {
			want = "TamperedEvents"
		}
		if !watched[want] {
			t.Errorf("no alarm looks at %s", want)
		}
	}
}

func TestStoresAreKeptAndWalled(t *testing.T) {
	tmpl := read(t)
	tables := of(tmpl, "AWS::DynamoDB::Table")
	if !slices.Equal(tables, []string{"RecordsTable", "EventsTable"}) {
		t.Fatalf("tables are %v", tables)
	}
	for _, name := range tables {
		r := tmpl.Resources[name]
		protected, err := tmpl.Resolve(r.Properties["DeletionProtectionEnabled"])
		if err != nil || protected != true || r.DeletionPolicy != "Retain" {
			t.Errorf("%s can be deleted: %v %v", name, protected, err)
		}
		if r.Properties["BillingMode"] != "PAY_PER_REQUEST" {
			t.Errorf("%s is billed by %v", name, r.Properties["BillingMode"])
		}
	}
	if fmt.Sprint(tmpl.Resources["EventsTable"].Properties["StreamSpecification"]) != "map[StreamViewType:KEYS_ONLY]" {
		t.Error("a change of an event would leave no trace in a stream")
	}
	bucket := tmpl.Resources["Bucket"]
	if bucket.Properties["VersioningConfiguration"] != nil || bucket.Properties["ObjectLockEnabled"] != nil || bucket.Properties["ReplicationConfiguration"] != nil {
		t.Error("the bucket would keep what a purge deletes")
	}
	if bucket.DeletionPolicy != "Retain" || bucket.Properties["BucketEncryption"] == nil {
		t.Error("the bucket is not kept, or not encrypted")
	}
	block := bucket.Properties["PublicAccessBlockConfiguration"].(map[string]any)
	for _, what := range []string{"BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"} {
		if block[what] != true {
			t.Errorf("the bucket: %s is %v", what, block[what])
		}
	}
}

// TestPurgeIsSaidAfterTheRecoveryWindow holds the grace to the tables' window:
// a purge that was said earlier could still be undone by a restore.
func TestPurgeIsSaidAfterTheRecoveryWindow(t *testing.T) {
	tmpl := read(t)
	for _, name := range of(tmpl, "AWS::DynamoDB::Table") {
		pitr := tmpl.Resources[name].Properties["PointInTimeRecoverySpecification"].(map[string]any)
		days, _ := pitr["RecoveryPeriodInDays"].(int)
		if pitr["PointInTimeRecoveryEnabled"] != true || days != 1 {
			t.Errorf("%s can be had back for %v days", name, pitr["RecoveryPeriodInDays"])
		}
		grace := graceOf(t, tmpl)
		if grace.Hours() < float64(24*days) {
			t.Errorf("a purge is said after %v, and %s can be had back for %d days", grace, name, days)
		}
	}
}

// TestTheModelIsOffByDefault: the one right to reach Bedrock is the structuring
// function's, names what it may invoke, and is not there without a model.
func TestTheModelIsOffByDefault(t *testing.T) {
	tmpl := read(t)
	found := 0
	for _, s := range statements(t, tmpl) {
		for _, a := range s.actions {
			if !strings.HasPrefix(a, "bedrock:") {
				continue
			}
			found++
			if s.holder != "ModelPolicy" || a != "bedrock:InvokeModel" || len(s.resources) != 1 || stack.Referred(s.resources[0]) != "ModelArns" {
				t.Errorf("%s may do %s on %v", s.holder, a, s.resources)
			}
		}
	}
	policy := tmpl.Resources["ModelPolicy"]
	roles := fmt.Sprint(policy.Properties["Roles"])
	if found != 1 || policy.Condition != "HasModel" || !strings.Contains(roles, "StructureFunctionRole") || strings.Count(roles, "Role") != 1 {
		t.Errorf("%d rights to Bedrock, if %q, for %v", found, policy.Condition, roles)
	}
	for _, id := range []string{"", "amazon.nova-micro-v1:0"} {
		if id != "" {
			tmpl.Outside["ModelId"] = id
		}
		on, err := tmpl.Resolve(stack.Intrinsic{Name: "Fn::If", Argument: []any{"HasModel", "on", "off"}})
		if want := map[bool]string{true: "on", false: "off"}[id != ""]; err != nil || on != want {
			t.Errorf("with %q the model is %v, %v", id, on, err)
		}
	}
}

// TestAPausedStackStandsStill: whatever starts by itself stops while a rebuild
// works alone, and nobody gets in.
func TestAPausedStackStandsStill(t *testing.T) {
	for paused, want := range map[string]bool{"true": true, "false": false} {
		tmpl := read(t)
		tmpl.Outside["Paused"], tmpl.Outside["RateLimit"] = paused, "500"
		resolve := func(v any) any {
			out, err := tmpl.Resolve(v)
			if err != nil {
				t.Error(err)
			}
			return out
		}
		for _, name := range of(tmpl, "AWS::Lambda::EventSourceMapping") {
			if goesOn(stack.Referred(tmpl.Resources[name].Properties["FunctionName"])) {
				continue
			}
			if enabled, given := tmpl.Resources[name].Properties["Enabled"]; !given || resolve(enabled) == want {
				t.Errorf("paused %s: %s is enabled %v", paused, name, enabled)
			}
		}
		for _, name := range of(tmpl, "AWS::Serverless::Function") {
			events, _ := tmpl.Resources[name].Properties["Events"].(map[string]any)
			for event, e := range events {
				if goesOn(name) {
					continue
				}
				p := e.(map[string]any)["Properties"].(map[string]any)
				if state, given := p["State"]; !given || (resolve(state) == "DISABLED") != want {
					t.Errorf("paused %s: the event %s of %s is %v", paused, event, name, state)
				}
			}
		}
		for _, s := range listOf(tmpl.Resources["Api"].Properties["MethodSettings"]) {
			rate := resolve(s.(map[string]any)["ThrottlingRateLimit"])
			if (fmt.Sprint(rate) == "0") != want {
				t.Errorf("paused %s: the API takes %v requests a second", paused, rate)
			}
		}
	}
}

// goesOn reports whether a function may go on in a paused stack: checkpoint and
// notify touch no view.
func goesOn(function string) bool {
	return function == "CheckpointFunction" || function == "NotifyFunction"
}

// TestTheAPIKeepsBodiesToItself: what people said is in no log of the gateway.
func TestTheAPIKeepsBodiesToItself(t *testing.T) {
	api := read(t).Resources["Api"].Properties
	for _, s := range listOf(api["MethodSettings"]) {
		m := s.(map[string]any)
		if m["DataTraceEnabled"] != false || m["LoggingLevel"] != "ERROR" {
			t.Errorf("the execution log is %v with bodies %v", m["LoggingLevel"], m["DataTraceEnabled"])
		}
	}
	body := api["DefinitionBody"].(map[string]any)
	if fmt.Sprint(body["x-amazon-apigateway-binary-media-types"]) != "[*/*]" {
		t.Errorf("bodies arrive as text but for %v", body["x-amazon-apigateway-binary-media-types"])
	}
	format := fmt.Sprint(api["AccessLogSetting"].(map[string]any)["Format"])
	for _, secret := range []string{"$context.path", "requestOverride", "querystring", "$input", "header"} {
		if strings.Contains(format, secret) {
			t.Errorf("the access log has %s", secret)
		}
	}
}

// TestNoPolicyOfSAMs: a policy template such as DynamoDBCrudPolicy, or a managed
// policy by its name, gives rights that are not written here.
func TestNoPolicyOfSAMs(t *testing.T) {
	tmpl := read(t)
	for _, name := range of(tmpl, "AWS::Serverless::Function") {
		p := tmpl.Resources[name].Properties
		for _, policy := range listOf(p["Policies"]) {
			if m, ok := policy.(map[string]any); !ok || m["Statement"] == nil || len(m) > 2 {
				t.Errorf("%s has the policy %v, which is not written out", name, policy)
			}
		}
		if p["Role"] != nil || p["Connectors"] != nil {
			t.Errorf("%s takes its rights from elsewhere", name)
		}
		events, _ := p["Events"].(map[string]any)
		for event, e := range events {
			if typ := e.(map[string]any)["Type"]; typ != "Schedule" {
				t.Errorf("%s has the event %s of type %v: SAM adds a policy for it", name, event, typ)
			}
		}
	}
	for _, r := range tmpl.Resources {
		if r.Type == "AWS::Serverless::Connector" {
			t.Error("a connector gives rights that are not written here")
		}
	}
}

// TestWhatMustBeWatched: dead letters, errors, waiting and tampering each have
// an alarm.
func TestWhatMustBeWatched(t *testing.T) {
	tmpl := read(t)
	metrics := map[string]bool{}
	for _, name := range of(tmpl, "AWS::CloudWatch::Alarm") {
		p := tmpl.Resources[name].Properties
		metrics[fmt.Sprint(p["Namespace"], " ", p["MetricName"])] = true
		if description := fmt.Sprint(p["AlarmDescription"]); !strings.Contains(description, "docs/operations.md") {
			t.Errorf("%s does not say where to read on: %s", name, description)
		}
	}
	for _, want := range []string{"AWS/SQS ApproximateNumberOfMessagesVisible", "AWS/SQS ApproximateAgeOfOldestMessage", "AWS/ApiGateway 5XXError", "AWS/Lambda Errors"} {
		if !metrics[want] {
			t.Errorf("no alarm watches %s", want)
		}
	}
}

// TestOutputsThatAnOperatorNeeds are those that kaibo --stack reads, and what a
// person is told after a deployment.
func TestOutputsThatAnOperatorNeeds(t *testing.T) {
	tmpl := read(t)
	for _, name := range []string{"Url", "FirstKey", "OperatorPolicyArn", "Records", "Events", "BucketName", "StructureQueueUrl", "CompactQueueUrl",
		"StructureDeadLettersUrl", "CompactDeadLettersUrl", "ScheduleDeadLettersUrl"} {
		if o := tmpl.Outputs[name]; o.Value == nil || o.Description == "" {
			t.Errorf("the output %s is %+v", name, o)
		}
	}
	for _, name := range of(tmpl, "AWS::SQS::Queue") {
		if strings.HasSuffix(name, "DeadLetters") && tmpl.Outputs[name+"Url"].Value == nil {
			t.Errorf("%s has no output, so kaibo dead-letters cannot find it", name)
		}
	}
	if tmpl.Outputs["Format"].Value != cloud.Format {
		t.Errorf("the template says format %v, and the program writes %s", tmpl.Outputs["Format"].Value, cloud.Format)
	}
}
