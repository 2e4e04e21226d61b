package verbs

import "slices"

// registry is every verb, in the order in which they are documented. A verb
// with a dot stands after the one above it.
var registry = slices.Concat(remembering, []Verb{
	recallVerb, explainVerb, memoriesVerb, memoryVerb, sourcesVerb, jobVerb,
	correctVerb, reinstateVerb, disputeVerb, aliasVerb,
}, graphWrites, []Verb{
	exportVerb,
	forgetVerb, retentionVerb, setRetentionVerb, deleteRetentionVerb,
	streamsVerb, eventsVerb, payloadVerb, payloadsVerb, deletionsVerb, checkpointVerb, resumeCheckpointVerb, consistencyVerb, proofVerb, logVerb, verifierKeysVerb, rotateKeysVerb,
	webhooksVerb, createWebhookVerb, testWebhookVerb, rotateWebhookVerb, enableWebhookVerb, disableWebhookVerb, deleteWebhookVerb,
	deliveriesVerb, redriveWebhookVerb,
	keysVerb, createKeyVerb, revokeKeyVerb,
	restructureVerb, structureVerb,
}, graphReads, guards, []Verb{
	modelVerb, setModelVerb, setInitiativeVerb,
	projectsVerb, createProjectVerb, projectUsageVerb, exportProjectVerb, deleteProjectVerb,
	rebuildVerb, fsckVerb, backupVerb, checkArchiveVerb, exportArchiveVerb, loadArchiveVerb, listDeadLettersVerb, redriveVerb, healthVerb,
})
