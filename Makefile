# sam build runs a target a function and says where to put what it built. The
# binaries need no RPC of Lambda's old Go runtime, no symbols and no paths of
# the machine that built them.
FUNCTIONS = Remember Recall Explain Forget Curate Mcp Structure Compact Purge Notify Authorize Docs Checkpoint

.PHONY: $(FUNCTIONS:%=build-%Function)

# Two functions link no verb of the graph and none that takes events in: see internal/verbs/lean.go.
# Forgetting is seldom asked for and so nearly always starts cold: there a small binary is worth more than inlined calls.
TAGS = lambda.norpc
build-ForgetFunction build-ExplainFunction: TAGS = lambda.norpc,lean
build-ForgetFunction: GCFLAGS = -gcflags=github.com/kaibo-dev/kaibo/...=-l

build-RememberFunction build-RecallFunction build-ExplainFunction build-ForgetFunction build-CurateFunction build-McpFunction \
build-StructureFunction build-CompactFunction build-PurgeFunction build-NotifyFunction build-AuthorizeFunction build-DocsFunction build-CheckpointFunction:
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 go build -trimpath -buildvcs=false -tags $(TAGS) $(GCFLAGS) -ldflags '-s -w -buildid=' \
		-o "$(ARTIFACTS_DIR)/bootstrap" "./functions/$$(echo '$@' | sed 's/build-//; s/Function//' | tr A-Z a-z)"
