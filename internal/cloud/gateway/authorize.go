package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// errUnauthorized is the word that makes API Gateway answer 401. Any other
// error of an authorizer is a 500.
var errUnauthorized = errors.New("Unauthorized") //nolint:revive,staticcheck // the word is API Gateway's

// Keys looks keys up; [access.Store] is it.
type Keys interface {
	Identify(ctx context.Context, secret string) (access.Key, kaibo.Project, error)
}

// maxSecret bounds what is looked up, in bytes.
const maxSecret = 512

// Authorize answers who has a key. What it allows is every route of the stage:
// API Gateway keeps the answer by key alone, so one that named the route asked
// for would refuse the next. The handler of each route asks for the scope.
//
// The key itself goes into no log line and into no answer.
func Authorize(keys Keys) func(context.Context, events.APIGatewayCustomAuthorizerRequest) (events.APIGatewayCustomAuthorizerResponse, error) {
	return func(ctx context.Context, e events.APIGatewayCustomAuthorizerRequest) (events.APIGatewayCustomAuthorizerResponse, error) {
		none := events.APIGatewayCustomAuthorizerResponse{}
		scheme, secret, _ := strings.Cut(e.AuthorizationToken, " ")
		if !strings.EqualFold(scheme, "Bearer") || secret == "" || len(secret) > maxSecret {
			return none, errUnauthorized
		}
		key, project, err := keys.Identify(ctx, secret)
		if kaibo.KindOf(err) == kaibo.Unauthenticated {
			return none, errUnauthorized
		}
		if err != nil {
			slog.ErrorContext(ctx, "look up key", "err", err)
			return none, fmt.Errorf("look up key: %w", err)
		}
		routes, err := stageOf(e.MethodArn)
		if err != nil {
			return none, err
		}
		name := key.Name
		if name == "" {
			name = key.ID
		}
		return events.APIGatewayCustomAuthorizerResponse{
			PrincipalID:    key.ID,
			PolicyDocument: allow(routes),
			Context:        said(&key, name, project.ID),
		}, nil
	}
}

// said is what the handlers are told of a key.
func said(key *access.Key, name, project string) map[string]any {
	context := map[string]any{contextKeyID: key.ID, contextName: name, contextProject: project, contextScopes: strings.Join(key.Scopes, " ")}
	if len(key.Initiatives) > 0 {
		context[contextInitiatives] = strings.Join(key.Initiatives, " ")
	}
	if key.PerMinute > 0 {
		context[contextPerMinute] = strconv.Itoa(key.PerMinute)
	}
	if key.ExpiresAt != nil {
		context[contextExpiresAt] = key.ExpiresAt.String()
	}
	return context
}

func allow(routes string) events.APIGatewayCustomAuthorizerPolicy {
	return events.APIGatewayCustomAuthorizerPolicy{Version: "2012-10-17",
		Statement: []events.IAMPolicyStatement{{Effect: "Allow", Action: []string{"execute-api:Invoke"}, Resource: []string{routes}}}}
}

// stageOf makes of arn:…:API/STAGE/METHOD/PATH the name of all its routes.
func stageOf(methodArn string) (string, error) {
	parts := strings.SplitN(methodArn, "/", 3)
	if len(parts) < 3 || !strings.HasPrefix(methodArn, "arn:") {
		return "", fmt.Errorf("authorize: %q names no method", methodArn)
	}
	return parts[0] + "/" + parts[1] + "/*", nil
}

func splitScopes(s string) []string { return strings.Fields(s) }
