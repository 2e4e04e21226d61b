package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
	"github.com/aws/smithy-go"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Options say which stack, and as whom.
type Options struct {
	Name    string // of the stack, or its id
	Region  string // empty for the SDK's configuration
	Profile string // likewise
}

// Stack is a deployment as its operator sees it.
type Stack struct {
	Name   string
	URL    string // of its API
	Config cloud.Config
	Dead   map[string]string // URLs of the queues of dead letters, by kind
	Paused bool
	Since  time.Time // when it last changed, so also when it was paused

	aws aws.Config
}

// Error says what stands between the operator and the stack, and what to type
// next.
type Error struct {
	Kind kaibo.Kind
	Next string
	Err  error
}

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// The outputs of the template that are read, and its parameters.
const (
	OutputFormat     = "Format"
	OutputURL        = "Url"
	OutputRecords    = "Records"
	OutputEvents     = "Events"
	OutputBucket     = "BucketName"
	OutputStructure  = "StructureQueueUrl"
	OutputCompact    = "CompactQueueUrl"
	OutputNotify     = "NotifyQueueUrl"
	ParameterPaused  = "Paused"
	ParameterGrace   = "Grace"
	credentialsTime  = 15 * time.Second // for asking whoever gives credentials
	nextCredentials  = "Name a profile with --profile or AWS_PROFILE; \"aws configure sso\" makes one, \"aws sso login\" renews it."
	nextRegion       = "Name it with --region, for example --region eu-central-1, or set AWS_REGION."
	nextDeploy       = "Deploy it again with this version: scripts/deploy"
	nextOtherVersion = "Use the kaibo of the version that was deployed; the stack's outputs tell its format."
)

// Find asks for a stack. Its errors are *Error where something can be typed
// that helps.
func Find(ctx context.Context, o Options) (*Stack, error) {
	config, err := configure(ctx, o)
	if err != nil {
		return nil, err
	}
	out, err := cloudformation.NewFromConfig(config).DescribeStacks(ctx, &cloudformation.DescribeStacksInput{StackName: &o.Name})
	if err != nil {
		return nil, refused(err, o, config.Region)
	}
	if len(out.Stacks) != 1 {
		return nil, noStack(o, config.Region)
	}
	s, err := read(&out.Stacks[0])
	if err != nil {
		return nil, err
	}
	s.aws = config
	return s, nil
}

// configure reads the SDK's configuration and makes sure that there is somebody
// to ask as.
func configure(ctx context.Context, o Options) (aws.Config, error) {
	var options []func(*awsconfig.LoadOptions) error
	if o.Region != "" {
		options = append(options, awsconfig.WithRegion(o.Region))
	}
	if o.Profile != "" {
		options = append(options, awsconfig.WithSharedConfigProfile(o.Profile))
	}
	config, err := awsconfig.LoadDefaultConfig(ctx, options...)
	var noProfile awsconfig.SharedConfigProfileNotExistError
	switch {
	case errors.As(err, &noProfile):
		return config, &Error{kaibo.Unauthenticated, "See those that there are with: aws configure list-profiles",
			fmt.Errorf("the configuration of AWS has no profile %s", noProfile.Profile)}
	case err != nil:
		return config, &Error{kaibo.Unauthenticated, nextCredentials, fmt.Errorf("read the configuration of AWS: %w", err)}
	case config.Region == "":
		return config, &Error{kaibo.Invalid, nextRegion, errors.New("no region is set, so it is not known where to look for the stack")}
	}
	asking, cancel := context.WithTimeout(ctx, credentialsTime)
	defer cancel()
	if _, err := config.Credentials.Retrieve(asking); err != nil && ctx.Err() == nil {
		return config, &Error{kaibo.Unauthenticated, nextCredentials, fmt.Errorf("there are no credentials of AWS: %w", short(err))}
	}
	return config, nil
}

// short keeps the first line of an error and at most so much of it: the SDK
// joins what every one of its sources said.
func short(err error) error {
	const most = 200
	text, _, _ := strings.Cut(err.Error(), "\n")
	if len(text) > most {
		text = text[:most] + "…"
	}
	return errors.New(text)
}

// refused says what CloudFormation's refusal means.
func refused(err error, o Options, region string) error {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return &Error{kaibo.Unavailable, "Is the region right? This one is " + region + ".", fmt.Errorf("CloudFormation does not answer: %w", short(err))}
	}
	code := api.ErrorCode()
	switch {
	case code == "ValidationError" && strings.Contains(api.ErrorMessage(), "does not exist"):
		return noStack(o, region)
	case code == "ValidationError":
		return &Error{kaibo.Invalid, "Name it as samconfig.toml does: --stack kaibo-dev", fmt.Errorf("%q is no name of a stack", o.Name)}
	case strings.HasPrefix(code, "AccessDenied"):
		return &Error{kaibo.Forbidden, "Attach the policy that the stack's output OperatorPolicyArn names to your user or role.",
			fmt.Errorf("you may not describe the stack %s", o.Name)}
	case strings.Contains(code, "Token") || strings.Contains(code, "Signature") || strings.Contains(code, "ClientId"):
		return &Error{kaibo.Unauthenticated, nextCredentials, fmt.Errorf("AWS does not take the credentials: %s", api.ErrorMessage())}
	}
	return &Error{kaibo.Unavailable, "Try again in a moment.", fmt.Errorf("describe the stack %s: %w", o.Name, short(err))}
}

func noStack(o Options, region string) error {
	return &Error{kaibo.NotFound, "Look in another region with --region, or in another account with --profile; deploy one with: scripts/deploy",
		fmt.Errorf("there is no stack %s in %s", o.Name, region)}
}

// read reads what the stack says of itself.
func read(described *types.Stack) (*Stack, error) {
	outputs := map[string]string{}
	for _, o := range described.Outputs {
		outputs[aws.ToString(o.OutputKey)] = aws.ToString(o.OutputValue)
	}
	s := &Stack{Name: aws.ToString(described.StackName), URL: outputs[OutputURL], Since: aws.ToTime(described.CreationTime)}
	if described.LastUpdatedTime != nil {
		s.Since = *described.LastUpdatedTime
	}
	if err := check(s.Name, string(described.StackStatus), outputs); err != nil {
		return nil, err
	}
	s.Config = cloud.Config{Records: outputs[OutputRecords], Events: outputs[OutputEvents], Bucket: outputs[OutputBucket],
		StructureQueue: outputs[OutputStructure], CompactQueue: outputs[OutputCompact],
		NotifyQueue: outputs[OutputNotify], Grace: forget.DefaultGrace}
	s.Dead = map[string]string{}
	for _, d := range deadQueues {
		s.Dead[d.kind] = outputs[d.output]
	}
	for _, p := range described.Parameters {
		switch value := aws.ToString(p.ParameterValue); aws.ToString(p.ParameterKey) {
		case ParameterPaused:
			s.Paused = value == "true"
		case ParameterGrace:
			grace, err := time.ParseDuration(value)
			if err != nil {
				return nil, &Error{kaibo.Invalid, nextDeploy, fmt.Errorf("the stack %s has the grace %q", s.Name, value)}
			}
			s.Config.Grace = grace
		}
	}
	return s, nil
}

// check holds the outputs to those of a kaibo of this format.
func check(name, status string, outputs map[string]string) error {
	wanted := []string{OutputRecords, OutputEvents, OutputBucket, OutputStructure, OutputCompact, OutputNotify}
	for _, d := range deadQueues {
		wanted = append(wanted, d.output)
	}
	var missing []string
	for _, key := range wanted {
		if outputs[key] == "" {
			missing = append(missing, key)
		}
	}
	format := outputs[OutputFormat]
	switch {
	case len(outputs) == 0 && !slices.Contains([]string{"CREATE_COMPLETE", "UPDATE_COMPLETE"}, status):
		return &Error{kaibo.Unavailable, "See why with: aws cloudformation describe-stack-events --stack-name " + name,
			fmt.Errorf("the stack %s is in the state %s and has no outputs", name, status)}
	case outputs[OutputRecords] == "" || outputs[OutputEvents] == "":
		return &Error{kaibo.Invalid, "Is it another stack? List them with: aws cloudformation describe-stacks --query 'Stacks[].StackName'",
			fmt.Errorf("the stack %s is none of kaibo: it has no output %s", name, missing[0])}
	case len(missing) > 0 || format == "":
		return &Error{kaibo.Invalid, nextDeploy, fmt.Errorf("the stack %s was deployed by an older version: it has no output %s",
			name, append(missing, OutputFormat)[0])}
	case format != cloud.Format:
		return &Error{kaibo.Invalid, nextOtherVersion, fmt.Errorf("the stack %s keeps its data in format %s, and this kaibo knows format %s", name, format, cloud.Format)}
	}
	return nil
}
