package verbs

// registry is every verb, in the order in which they are documented. A verb
// with a dot stands after the one above it.
var registry = []Verb{
	rememberVerb, recallVerb, explainVerb, memoriesVerb, memoryVerb, sourcesVerb, jobVerb,
	correctVerb, reinstateVerb, disputeVerb, aliasVerb,
	jotVerb, ideaVerb, draftVerb, episodeVerb, citeVerb, taskVerb, doneVerb, checklistVerb, slotVerb, unslotVerb, remindVerb, pinVerb, unpinVerb, layerVerb, tagVerb, untagVerb, visibilityVerb,
	claimVerb, evidenceVerb, confirmVerb, refuteVerb, inconclusiveVerb, flagVerb, closeReviewVerb, linkVerb, unlinkVerb, reweightVerb,
	synthesiseVerb, supersedeVerb, reviseVerb, settleVerb, unsettleVerb, setStatusVerb, undoVerb,
	exportVerb,
	forgetVerb, retentionVerb, setRetentionVerb, deleteRetentionVerb,
	streamsVerb, eventsVerb, payloadVerb, payloadsVerb, deletionsVerb, checkpointVerb, resumeCheckpointVerb, consistencyVerb, proofVerb, logVerb, verifierKeysVerb, rotateKeysVerb,
	webhooksVerb, createWebhookVerb, testWebhookVerb, rotateWebhookVerb, enableWebhookVerb, disableWebhookVerb, deleteWebhookVerb,
	deliveriesVerb, redriveWebhookVerb,
	keysVerb, createKeyVerb, revokeKeyVerb,
	restructureVerb, structureVerb,
	awakeVerb, overviewVerb, recentVerb, surfaceVerb, initiativesVerb,
	atVerb, historyVerb, drillVerb, walkVerb, neighboursVerb, traceVerb, betweenVerb, taggedVerb, findVerb,
	pathVerb, chainsVerb, whyVerb, slotsVerb, boardVerb, reflectVerb, lintVerb,
	guardVerb, setGuardVerb, allowedVerb, allowVerb, disallowVerb, scanVerb,
	modelVerb, setModelVerb, setInitiativeVerb,
	projectsVerb, createProjectVerb, projectUsageVerb, exportProjectVerb, deleteProjectVerb,
	rebuildVerb, fsckVerb, backupVerb, checkArchiveVerb, exportArchiveVerb, loadArchiveVerb, listDeadLettersVerb, redriveVerb, healthVerb,
}
