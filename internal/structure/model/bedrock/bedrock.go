// Package bedrock asks a model on Amazon Bedrock, by its Converse API
// (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
// It is apart from package model so that only a function that structures links
// the SDK.
//
// The answer's schema is that of a tool which the model must use, which is how
// Converse asks for JSON. The SDK's own retries are off: repetitions are package
// model's, bounded and counted. The model named is the only one asked; whoever
// runs the function gives it the right to invoke that one and no other.
//
//	p := bedrock.New(config, bedrock.Options{Model: "eu.anthropic.claude-haiku-4-5-20251001-v1:0"})
package bedrock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/aws/smithy-go"
	smithydocument "github.com/aws/smithy-go/document"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
)

// Options say which model is asked.
type Options struct {
	Model    string        // id or ARN of a model or of an inference profile
	Timeout  time.Duration // of one try; 0 is model.DefaultTimeout
	Endpoint string        // in place of the region's; of tests
}

// Bedrock is a provider. It is safe for concurrent use.
type Bedrock struct {
	client  *bedrockruntime.Client
	options Options
	address string
}

var _ model.Provider = (*Bedrock)(nil)

// New makes a provider. It makes no request.
func New(config aws.Config, o Options) *Bedrock {
	if o.Timeout <= 0 {
		o.Timeout = model.DefaultTimeout
	}
	b := &Bedrock{options: o, address: fmt.Sprintf("https://bedrock-runtime.%s.amazonaws.com", config.Region)}
	if o.Endpoint != "" {
		b.address = o.Endpoint
	}
	b.client = bedrockruntime.NewFromConfig(config, func(c *bedrockruntime.Options) {
		c.Retryer = aws.NopRetryer{}
		if o.Endpoint != "" {
			c.BaseEndpoint = aws.String(o.Endpoint)
		}
		c.HTTPClient = noRedirects{&http.Client{Transport: http.DefaultTransport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	})
	return b
}

// noRedirects also bounds what is read of an answer.
type noRedirects struct{ client *http.Client }

// maxBody bounds the body of an answer: its JSON, escaped, and what stands around.
const maxBody = 2*model.MaxAnswer + 64<<10

// Do implements the SDK's HTTPClient.
func (n noRedirects) Do(req *http.Request) (*http.Response, error) {
	resp, err := n.client.Do(req) //nolint:gosec // the SDK makes the address of its region
	if err == nil {
		resp.Body = http.MaxBytesReader(nil, resp.Body, maxBody)
	}
	return resp, err
}

// Name implements model.Provider.
func (b *Bedrock) Name() string { return "bedrock:" + b.options.Model }

// Address implements model.Provider.
func (b *Bedrock) Address() string { return b.address }

// Loopback implements model.Provider: only an endpoint of a test can be.
func (b *Bedrock) Loopback() bool { return model.IsLoopback(b.address) }

// Ask implements model.Provider.
func (b *Bedrock) Ask(ctx context.Context, q model.Request) (model.Answer, error) {
	var schema any
	if err := json.Unmarshal(q.Schema, &schema); err != nil {
		return model.Answer{}, &kaibo.Error{Op: "ask model", Err: fmt.Errorf("read schema: %w", err)}
	}
	in := &bedrockruntime.ConverseInput{
		ModelId:         aws.String(b.options.Model),
		System:          []types.SystemContentBlock{&types.SystemContentBlockMemberText{Value: q.System}},
		Messages:        []types.Message{{Role: types.ConversationRoleUser, Content: []types.ContentBlock{&types.ContentBlockMemberText{Value: q.User}}}},
		InferenceConfig: &types.InferenceConfiguration{MaxTokens: aws.Int32(model.MaxTokens), Temperature: aws.Float32(0)},
		ToolConfig: &types.ToolConfiguration{
			Tools: []types.Tool{&types.ToolMemberToolSpec{Value: types.ToolSpecification{Name: aws.String(q.Name),
				Description: aws.String("Takes the answer."),
				InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(schema)}}}},
			ToolChoice: &types.ToolChoiceMemberTool{Value: types.SpecificToolChoice{Name: aws.String(q.Name)}},
		},
	}
	var out model.Answer
	return out, model.Retry(ctx, func(ctx context.Context) error {
		out.Calls++
		ctx, cancel := context.WithTimeout(ctx, b.options.Timeout)
		defer cancel()
		answer, err := b.client.Converse(ctx, in)
		if err != nil {
			return b.told(ctx, err)
		}
		out.Text, err = read(answer, q.Name, &out)
		return err
	})
}

func unavailable(format string, args ...any) *kaibo.Error {
	e := kaibo.Errorf(kaibo.Unavailable, format, args...)
	e.Op = "ask model"
	return e
}

// told puts an error of the SDK into words for a person. What the service says
// in its message may repeat the request, so that only its code is told.
func (b *Bedrock) told(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return model.Again(unavailable("the model did not answer within %s", b.options.Timeout))
	}
	if ctx.Err() != nil {
		return unavailable("the request to the model was interrupted")
	}
	var api smithy.APIError
	var status *smithyhttp.ResponseError
	code := 0
	if errors.As(err, &status) {
		code = status.HTTPStatusCode()
	}
	said := unavailable("Bedrock could not be reached")
	if errors.As(err, &api) {
		said = unavailable("Bedrock answered %d %s", code, api.ErrorCode())
	}
	if code == 0 || code == http.StatusTooManyRequests || code >= 500 {
		return model.Again(said)
	}
	return said
}

// plain makes numbers of a document numbers of JSON.
func plain(v any) any {
	switch v := v.(type) {
	case smithydocument.Number:
		return json.Number(v)
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	}
	return v
}

// read takes the tool's input out of an answer.
func read(answer *bedrockruntime.ConverseOutput, tool string, out *model.Answer) (string, error) {
	if u := answer.Usage; u != nil {
		out.InputTokens += int(max(0, aws.ToInt32(u.InputTokens)))
		out.OutputTokens += int(max(0, aws.ToInt32(u.OutputTokens)))
	}
	if answer.StopReason == types.StopReasonMaxTokens {
		return "", unavailable("the model's answer was cut at %d tokens", model.MaxTokens)
	}
	message, ok := answer.Output.(*types.ConverseOutputMemberMessage)
	if !ok {
		return "", unavailable("the model answered nothing")
	}
	for _, block := range message.Value.Content {
		use, ok := block.(*types.ContentBlockMemberToolUse)
		if !ok || aws.ToString(use.Value.Name) != tool || use.Value.Input == nil {
			continue
		}
		var value any
		if err := use.Value.Input.UnmarshalSmithyDocument(&value); err != nil {
			return "", unavailable("the model's answer is not the JSON that was asked for")
		}
		b, err := json.Marshal(plain(value))
		if err != nil {
			return "", unavailable("the model's answer is not the JSON that was asked for")
		}
		if len(b) > model.MaxAnswer {
			return "", unavailable("the model's answer is longer than %d bytes", model.MaxAnswer)
		}
		return string(b), nil
	}
	return "", unavailable("the model did not answer in the form that was asked for")
}
