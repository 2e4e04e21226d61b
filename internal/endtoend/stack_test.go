package endtoend_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamotypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	sqstypes "github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// deployment is scripts/local-aws: the built functions on stand-ins of AWS.
type deployment struct {
	t       *testing.T
	url     string
	outputs map[string]string
}

// deploy starts one. KAIBO_TEST_DEPLOYMENT names a directory for the binaries
// of the functions, which a second run takes as they are; without it the test is
// skipped, because it needs Python and npm, and the network once.
func deploy(t *testing.T) *deployment {
	t.Helper()
	functions := os.Getenv("KAIBO_TEST_DEPLOYMENT")
	if functions == "" {
		t.Skip("set KAIBO_TEST_DEPLOYMENT to a directory for the binaries of the functions")
	}
	work := t.TempDir()
	server := filepath.Join(work, "local-aws")
	if out, err := exec.Command("go", "build", "-o", server, "../../scripts/local-aws").CombinedOutput(); err != nil {
		t.Fatalf("build local-aws: %v\n%s", err, out)
	}
	arguments := []string{"--root", "../..", "--work", work, "--functions", functions, "--listen", "127.0.0.1:0"}
	if entries, err := os.ReadDir(functions); err == nil && len(entries) > 0 {
		arguments = append(arguments, "--built")
	}
	cmd := exec.Command(server, arguments...)
	log, err := os.Create(filepath.Join(work, "log")) //nolint:gosec // a directory of the test
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
		_ = log.Close()
	})
	d := &deployment{t: t, outputs: map[string]string{}}
	for deadline := time.Now().Add(5 * time.Minute); d.url == ""; time.Sleep(100 * time.Millisecond) {
		text, err := os.ReadFile(log.Name())
		if m := regexp.MustCompile(`functions listen on (http://\S+)`).FindSubmatch(text); m != nil {
			d.url = string(m[1])
		} else if err != nil || time.Now().After(deadline) {
			t.Fatalf("local-aws does not listen: %v\n%s", err, text)
		}
	}
	d.readEnv(filepath.Join(work, "env"))
	return d
}

// readEnv takes the variables for this process and for the program.
func (d *deployment) readEnv(path string) {
	d.t.Helper()
	text, err := os.ReadFile(path) //nolint:gosec // a directory of the test
	if err != nil {
		d.t.Fatal(err)
	}
	for _, line := range strings.Fields(strings.ReplaceAll(string(text), "export ", "")) {
		name, value, _ := strings.Cut(line, "=")
		d.t.Setenv(name, value)
	}
	answer, err := http.Get(os.Getenv("AWS_ENDPOINT_URL_CLOUDFORMATION") + "/?Action=DescribeStacks&StackName=kaibo") //nolint:noctx // a test's server
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`<OutputKey>(.*?)</OutputKey><OutputValue>(.*?)</OutputValue>`).FindAllSubmatch(body, -1) {
		d.outputs[string(m[1])] = string(m[2])
	}
}

// kaibo runs a command on the stack and wants its exit code.
func (d *deployment) kaibo(exit int, arguments ...string) string {
	d.t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(program, append([]string{"--stack", "kaibo"}, arguments...)...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exit {
		d.t.Fatalf("kaibo --stack kaibo %s: exit code %d, want %d: %v\n%s%s", strings.Join(arguments, " "), code, exit, err, &out, &errs)
	}
	return out.String() + errs.String()
}

// answers is kaibo with --json, decoded.
func (d *deployment) answers(out any, arguments ...string) {
	d.t.Helper()
	text := d.kaibo(0, append(arguments, "--json")...)
	if err := json.Unmarshal([]byte(text), out); err != nil {
		d.t.Fatalf("%v: %v\n%s", arguments, err, text)
	}
}

// want asks for a text in the output of a command.
func (d *deployment) want(text, output string) {
	d.t.Helper()
	if !strings.Contains(output, text) {
		d.t.Errorf("no %q in:\n%s", text, output)
	}
}

// TestStack runs the operator's commands from outside on a deployment whose
// functions are at work, over the adapters and the stand-ins.
func TestStack(t *testing.T) {
	d := deploy(t)
	d.kaibo(0, "projects", "create", "north")
	d.kaibo(5, "projects", "create", "north")
	d.want("north", d.kaibo(0, "projects"))
	var key struct{ ID, Key string }
	d.answers(&key, "--project", "north", "keys", "create", "--name", "agent", "--scopes", "read,write")
	d.remember(key.Key, "The deadline of the Aurora report is June 12, 2026.")
	d.remember(key.Key, "The deadline of the Aurora report moved to July 3, 2026.")
	d.want("agent", d.kaibo(0, "--project", "north", "keys", "list"))
	d.want("2 memories", d.kaibo(0, "--project", "north", "projects", "usage"))
	d.want("Aurora", d.kaibo(0, "--project", "north", "projects", "export"))
	d.want("ok", d.kaibo(0, "health"))
	d.want("All holds.", d.kaibo(0, "fsck", "--all"))
	t.Run("rebuild", d.rebuilds)
	t.Run("dead letters", d.deadLetters)
	t.Run("what cannot be", d.refuses)
	d.kaibo(0, "--project", "north", "keys", "revoke", key.ID)
	d.kaibo(3, "--project", "north", "projects", "delete", "--reason", "gone")
	d.kaibo(0, "--project", "north", "projects", "delete", "--reason", "gone", "--yes")
	d.kaibo(4, "--project", "north", "keys")
}

// remember speaks to the API, as a client of the deployment does.
func (d *deployment) remember(key, text string) {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"content": text, "wait": true})
	if err != nil {
		d.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, d.url+"/v1/remember", bytes.NewReader(body)) //nolint:noctx // a test's server
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	if out, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusCreated {
		d.t.Fatalf("%d %s, %v", answer.StatusCode, out, err)
	}
}

// rebuilds damages a view, which fsck finds and a rebuild mends; it wants the
// stack paused.
func (d *deployment) rebuilds(t *testing.T) {
	config, err := awsconfig.LoadDefaultConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	table := dynamodb.NewFromConfig(config)
	out, err := table.Scan(t.Context(), &dynamodb.ScanInput{TableName: aws.String(d.outputs["Records"]), FilterExpression: aws.String("contains(pk, :m) AND sk = :v"),
		ExpressionAttributeValues: map[string]dynamotypes.AttributeValue{":m": &dynamotypes.AttributeValueMemberS{Value: "/m/mem_"}, ":v": &dynamotypes.AttributeValueMemberS{Value: "view"}}})
	if err != nil || len(out.Items) == 0 {
		t.Fatalf("no memory is in the table: %v", err)
	}
	_, err = table.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: aws.String(d.outputs["Records"]),
		Key: map[string]dynamotypes.AttributeValue{"pk": out.Items[0]["pk"], "sk": out.Items[0]["sk"]}})
	if err != nil {
		t.Fatal(err)
	}
	d.want("DIFFERS memory", d.kaibo(1, "--project", "north", "fsck"))
	d.want("Paused=true", d.kaibo(5, "--project", "north", "rebuild"))
	real := os.Getenv("AWS_ENDPOINT_URL_CLOUDFORMATION")
	paused := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := http.Get(real + "/?Action=DescribeStacks&StackName=kaibo") //nolint:noctx // a test's server
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		_, _ = w.Write(bytes.Replace(body, []byte("<ParameterKey>Paused</ParameterKey><ParameterValue>false<"), []byte("<ParameterKey>Paused</ParameterKey><ParameterValue>true<"), 1))
	}))
	defer paused.Close()
	t.Setenv("AWS_ENDPOINT_URL_CLOUDFORMATION", paused.URL)
	var rebuilt struct {
		Items []struct {
			ID      string
			Written int
		}
	}
	d.answers(&rebuilt, "rebuild", "--all")
	if n := len(rebuilt.Items); n == 0 || rebuilt.Items[n-1].ID == "" {
		t.Fatalf("%+v", rebuilt)
	}
	written := 0
	for _, item := range rebuilt.Items {
		written += item.Written
	}
	if written == 0 {
		t.Error("nothing was written, though a view was missing")
	}
	var rest struct{ Items []any }
	d.answers(&rest, "rebuild", "--all", "--after", rebuilt.Items[len(rebuilt.Items)-1].ID)
	if len(rest.Items) != 0 {
		t.Errorf("after the last project there were %v", rest.Items)
	}
	d.want("All holds.", d.kaibo(0, "--project", "north", "fsck"))
}

// deadLetters puts messages where SQS puts those that failed, and redrives them
// to the functions.
func (d *deployment) deadLetters(t *testing.T) {
	config, err := awsconfig.LoadDefaultConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	queue := sqs.NewFromConfig(config)
	var project struct{ Project struct{ ID string } }
	d.answers(&project, "--project", "north", "projects", "usage")
	d.want("Nothing failed for good.", d.kaibo(0, "dead-letters", "list"))
	for i := range 3 {
		body := fmt.Sprintf(`{"project": %q, "stream": "s%d"}`, project.Project.ID, i)
		group := fmt.Sprintf("%s/s%d", project.Project.ID, i)
		_, err := queue.SendMessage(t.Context(), &sqs.SendMessageInput{QueueUrl: aws.String(d.outputs["StructureDeadLettersUrl"]), MessageBody: &body,
			MessageGroupId: aws.String(fmt.Sprint("g", i)), MessageDeduplicationId: aws.String(fmt.Sprint("d", i, time.Now().UnixNano())),
			MessageAttributes: map[string]sqstypes.MessageAttributeValue{"group": {DataType: aws.String("String"), StringValue: &group}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err = queue.SendMessage(t.Context(), &sqs.SendMessageInput{QueueUrl: aws.String(d.outputs["ScheduleDeadLettersUrl"]), MessageBody: aws.String(`{"task": "due"}`)})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Items []struct{ ID, Kind, Project, Stream, Reason string }
	}
	for range 2 { // a look changes nothing
		d.answers(&list, "dead-letters", "list")
		if len(list.Items) != 4 {
			t.Fatalf("%+v", list)
		}
	}
	if first := list.Items[0]; first.Kind != "structure" || first.Project != "north" || first.Reason == "" || list.Items[3].Kind != "schedule" {
		t.Errorf("%+v", list.Items)
	}
	d.want("would be tried again", d.kaibo(0, "dead-letters", "redrive", "--all", "--dry-run"))
	d.want("sent to its function", d.kaibo(0, "dead-letters", "redrive", list.Items[1].ID))
	d.kaibo(4, "dead-letters", "redrive", list.Items[1].ID)
	d.kaibo(3, "dead-letters", "redrive")
	d.want("There are more", d.kaibo(0, "dead-letters", "redrive", "--all", "--limit", "1"))
	d.kaibo(0, "dead-letters", "redrive", "--all")
	d.want("Nothing failed for good.", d.kaibo(0, "dead-letters"))
}

// refuses asks for what cannot be, and wants to be told what to do.
func (d *deployment) refuses(t *testing.T) {
	d.want("no command of the operator", d.kaibo(3, "recall", "?"))
	d.want("no command of the operator", d.kaibo(3, "serve"))
	d.want("give one of them", d.kaibo(3, "keys", "--url", d.url))
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("AWS_CONFIG_FILE", none)
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", none)
	d.want("no credentials of AWS", d.kaibo(6, "keys"))
}
