// Generated from /openapi.json by sdk/generate. Do not edit.

import type {
  AliasIn,
  AllowIn,
  AllowOut,
  AllowedIn,
  AllowedOut,
  ArchiveOut,
  AtIn,
  AtOut,
  AwakeIn,
  AwakeOut,
  BackupIn,
  BackupOut,
  BetweenIn,
  BetweenOut,
  BoardIn,
  BoardOut,
  BriefsOut,
  ChainIn,
  ChainsIn,
  CheckArchiveIn,
  ChecklistIn,
  CheckpointIn,
  CheckpointOut,
  Citation,
  CiteIn,
  ClaimIn,
  CloseReviewIn,
  ConsistencyIn,
  ConsistencyOut,
  CorrectIn,
  CreateKeyIn,
  CreateKeyOut,
  CreateProjectIn,
  CreateProjectOut,
  CreateWebhookIn,
  CreateWebhookOut,
  CurateOut,
  DeadLettersIn,
  DeadLettersOut,
  DeleteProjectIn,
  DeleteProjectOut,
  DeleteRetentionIn,
  DeleteRetentionOut,
  DeleteWebhookOut,
  DeletionsIn,
  DeletionsOut,
  DeliveriesIn,
  DeliveriesOut,
  Delivery,
  DisallowIn,
  DisputeIn,
  DoneIn,
  DrillIn,
  Event,
  EventsIn,
  EventsOut,
  EvidenceIn,
  ExplainIn,
  ExplainOut,
  ExportArchiveIn,
  ExportIn,
  ExportOut,
  ExportProjectIn,
  Exported,
  FindIn,
  FindOut,
  FindingsOut,
  FlagIn,
  ForgetIn,
  ForgetOut,
  GuardIn,
  GuardOut,
  HealthIn,
  HealthOut,
  HistoryIn,
  HistoryOut,
  HygieneIn,
  InitiativeCounts,
  InitiativesIn,
  InitiativesOut,
  JobIn,
  JobOut,
  KeyInfo,
  KeysIn,
  KeysOut,
  LayerIn,
  LoadArchiveIn,
  LoadArchiveOut,
  LogResourceIn,
  LogResourceOut,
  MaintainIn,
  MaintainOut,
  MemoriesIn,
  MemoriesOut,
  Memory,
  MemoryIn,
  MemoryOut,
  MendOut,
  MetOut,
  ModelIn,
  ModelOut,
  NeighboursIn,
  NodeIn,
  NoteIn,
  OverviewIn,
  OverviewOut,
  PathIn,
  PathOut,
  PayloadIn,
  PayloadItem,
  PayloadOut,
  PayloadsIn,
  PayloadsOut,
  ProjectInfo,
  ProjectUsageIn,
  ProjectUsageOut,
  ProjectsIn,
  ProjectsOut,
  ProofIn,
  ProofOut,
  RecallIn,
  RecallOut,
  Receipt,
  RecentIn,
  RedriveIn,
  RedriveOut,
  RedriveWebhookIn,
  RedriveWebhookOut,
  ReflectIn,
  ReinstateIn,
  RememberIn,
  RememberOut,
  RemindIn,
  RestructureIn,
  RestructureOut,
  ResumeCheckpointIn,
  ResumeCheckpointOut,
  RetentionIn,
  RetentionOut,
  ReviseIn,
  RevokeKeyIn,
  RevokeKeyOut,
  RotateKeysIn,
  RotateWebhookIn,
  RotateWebhookOut,
  ScanIn,
  ScanOut,
  SetGuardIn,
  SetHygieneIn,
  SetInitiativeIn,
  SetInitiativeOut,
  SetModelIn,
  SetRetentionIn,
  SetRetentionOut,
  SetStatusIn,
  SlotIn,
  SlotsIn,
  SlotsOut,
  SourcesIn,
  SourcesOut,
  StreamHead,
  StreamsIn,
  StreamsOut,
  StructureIn,
  StructureOut,
  SupersedeIn,
  SurfaceIn,
  SynthesiseIn,
  TagIn,
  TaggedIn,
  TaskIn,
  TestWebhookOut,
  TraceIn,
  TraceOut,
  UndoIn,
  UnlinkIn,
  UnslotIn,
  VerdictIn,
  VerifierKeysIn,
  VerifierKeysOut,
  VisibilityIn,
  WalkIn,
  WebhookOut,
  WebhooksIn,
  WebhooksOut,
  WeighedIn,
  WhichWebhook,
  WhyIn,
  WhyOut,
} from "./types.js";
import type { CallOptions, PagePromise } from "../call.js";

/** What each verb takes and answers. */
export interface VerbTypes {
  "alias": [AliasIn, MendOut];
  "archive": [CheckArchiveIn, ArchiveOut];
  "archive.export": [ExportArchiveIn, ArchiveOut];
  "archive.load": [LoadArchiveIn, LoadArchiveOut];
  "at": [AtIn, AtOut];
  "awake": [AwakeIn, AwakeOut];
  "backup": [BackupIn, BackupOut];
  "between": [BetweenIn, BetweenOut];
  "board": [BoardIn, BoardOut];
  "chain": [ChainIn, CurateOut];
  "chains": [ChainsIn, BriefsOut];
  "checklist": [ChecklistIn, CurateOut];
  "checkpoint": [CheckpointIn, CheckpointOut];
  "checkpoint.resume": [ResumeCheckpointIn, ResumeCheckpointOut];
  "cite": [CiteIn, CurateOut];
  "claim": [ClaimIn, CurateOut];
  "close_review": [CloseReviewIn, CurateOut];
  "confirm": [VerdictIn, CurateOut];
  "consistency": [ConsistencyIn, ConsistencyOut];
  "correct": [CorrectIn, MendOut];
  "dead_letters": [DeadLettersIn, DeadLettersOut];
  "dead_letters.redrive": [RedriveIn, RedriveOut];
  "deletions": [DeletionsIn, DeletionsOut];
  "dispute": [DisputeIn, MendOut];
  "done": [DoneIn, CurateOut];
  "draft": [NoteIn, CurateOut];
  "drill": [DrillIn, MetOut];
  "episode": [NoteIn, CurateOut];
  "events": [EventsIn, EventsOut];
  "evidence": [EvidenceIn, CurateOut];
  "explain": [ExplainIn, ExplainOut];
  "export": [ExportIn, ExportOut];
  "find": [FindIn, FindOut];
  "flag": [FlagIn, CurateOut];
  "forget": [ForgetIn, ForgetOut];
  "fsck": [MaintainIn, MaintainOut];
  "guard": [GuardIn, GuardOut];
  "guard.allow": [AllowIn, AllowOut];
  "guard.allowed": [AllowedIn, AllowedOut];
  "guard.disallow": [DisallowIn, AllowOut];
  "guard.scan": [ScanIn, ScanOut];
  "guard.set": [SetGuardIn, GuardOut];
  "health": [HealthIn, HealthOut];
  "history": [HistoryIn, HistoryOut];
  "hygiene": [HygieneIn, CurateOut];
  "hygiene.set": [SetHygieneIn, CurateOut];
  "idea": [NoteIn, CurateOut];
  "inconclusive": [VerdictIn, CurateOut];
  "initiatives": [InitiativesIn, InitiativesOut];
  "initiatives.set": [SetInitiativeIn, SetInitiativeOut];
  "job": [JobIn, JobOut];
  "jot": [NoteIn, CurateOut];
  "keys": [KeysIn, KeysOut];
  "keys.create": [CreateKeyIn, CreateKeyOut];
  "keys.revoke": [RevokeKeyIn, RevokeKeyOut];
  "layer": [LayerIn, CurateOut];
  "link": [WeighedIn, CurateOut];
  "lint": [ReflectIn, FindingsOut];
  "log": [LogResourceIn, LogResourceOut];
  "memories": [MemoriesIn, MemoriesOut];
  "memory": [MemoryIn, MemoryOut];
  "model": [ModelIn, ModelOut];
  "model.set": [SetModelIn, ModelOut];
  "neighbours": [NeighboursIn, MetOut];
  "overview": [OverviewIn, OverviewOut];
  "path": [PathIn, PathOut];
  "payload": [PayloadIn, PayloadOut];
  "payloads": [PayloadsIn, PayloadsOut];
  "pin": [NodeIn, CurateOut];
  "projects": [ProjectsIn, ProjectsOut];
  "projects.create": [CreateProjectIn, CreateProjectOut];
  "projects.delete": [DeleteProjectIn, DeleteProjectOut];
  "projects.export": [ExportProjectIn, ExportOut];
  "projects.usage": [ProjectUsageIn, ProjectUsageOut];
  "proof": [ProofIn, ProofOut];
  "rebuild": [MaintainIn, MaintainOut];
  "recall": [RecallIn, RecallOut];
  "recent": [RecentIn, BriefsOut];
  "reflect": [ReflectIn, FindingsOut];
  "refute": [VerdictIn, CurateOut];
  "reinstate": [ReinstateIn, MendOut];
  "remember": [RememberIn, RememberOut];
  "remind": [RemindIn, CurateOut];
  "restructure": [RestructureIn, RestructureOut];
  "retention": [RetentionIn, RetentionOut];
  "retention.delete": [DeleteRetentionIn, DeleteRetentionOut];
  "retention.set": [SetRetentionIn, SetRetentionOut];
  "revise": [ReviseIn, CurateOut];
  "reweight": [WeighedIn, CurateOut];
  "set_status": [SetStatusIn, CurateOut];
  "settle": [NodeIn, CurateOut];
  "slot": [SlotIn, CurateOut];
  "slots": [SlotsIn, SlotsOut];
  "sources": [SourcesIn, SourcesOut];
  "streams": [StreamsIn, StreamsOut];
  "structure": [StructureIn, StructureOut];
  "supersede": [SupersedeIn, CurateOut];
  "surface": [SurfaceIn, BriefsOut];
  "synthesise": [SynthesiseIn, CurateOut];
  "tag": [TagIn, CurateOut];
  "tagged": [TaggedIn, BriefsOut];
  "task": [TaskIn, CurateOut];
  "trace": [TraceIn, TraceOut];
  "undo": [UndoIn, CurateOut];
  "unlink": [UnlinkIn, CurateOut];
  "unpin": [NodeIn, CurateOut];
  "unsettle": [NodeIn, CurateOut];
  "unslot": [UnslotIn, CurateOut];
  "untag": [TagIn, CurateOut];
  "verifier_keys": [VerifierKeysIn, VerifierKeysOut];
  "verifier_keys.rotate": [RotateKeysIn, VerifierKeysOut];
  "visibility": [VisibilityIn, CurateOut];
  "walk": [WalkIn, MetOut];
  "webhooks": [WebhooksIn, WebhooksOut];
  "webhooks.create": [CreateWebhookIn, CreateWebhookOut];
  "webhooks.delete": [WhichWebhook, DeleteWebhookOut];
  "webhooks.deliveries": [DeliveriesIn, DeliveriesOut];
  "webhooks.disable": [WhichWebhook, WebhookOut];
  "webhooks.enable": [WhichWebhook, WebhookOut];
  "webhooks.redrive": [RedriveWebhookIn, RedriveWebhookOut];
  "webhooks.rotate": [RotateWebhookIn, RotateWebhookOut];
  "webhooks.test": [WhichWebhook, TestWebhookOut];
  "why": [WhyIn, WhyOut];
}

/** What the verbs that list with a cursor list. */
export interface ListTypes {
  "deletions": Receipt;
  "events": Event;
  "export": Exported;
  "initiatives": InitiativeCounts;
  "keys": KeyInfo;
  "memories": Memory;
  "payloads": PayloadItem;
  "projects": ProjectInfo;
  "projects.export": Exported;
  "sources": Citation;
  "streams": StreamHead;
  "webhooks.deliveries": Delivery;
}

/** The verbs that can answer as a stream. */
export type StreamingVerb = "archive" | "archive.export" | "archive.load" | "backup" | "fsck" | "rebuild" | "recall" | "restructure";

/** The verbs that change something: they take an idempotency key. */
export const WRITES: ReadonlySet<string> = new Set([
  "alias",
  "archive.export",
  "archive.load",
  "backup",
  "chain",
  "checklist",
  "checkpoint.resume",
  "cite",
  "claim",
  "close_review",
  "confirm",
  "correct",
  "dead_letters.redrive",
  "dispute",
  "done",
  "draft",
  "episode",
  "evidence",
  "flag",
  "forget",
  "guard.allow",
  "guard.disallow",
  "guard.set",
  "hygiene",
  "hygiene.set",
  "idea",
  "inconclusive",
  "initiatives.set",
  "job",
  "jot",
  "keys.create",
  "keys.revoke",
  "layer",
  "link",
  "model.set",
  "pin",
  "projects.create",
  "projects.delete",
  "rebuild",
  "refute",
  "reinstate",
  "remember",
  "remind",
  "restructure",
  "retention.delete",
  "retention.set",
  "revise",
  "reweight",
  "set_status",
  "settle",
  "slot",
  "supersede",
  "synthesise",
  "tag",
  "task",
  "undo",
  "unlink",
  "unpin",
  "unsettle",
  "unslot",
  "untag",
  "verifier_keys.rotate",
  "visibility",
  "webhooks.create",
  "webhooks.delete",
  "webhooks.disable",
  "webhooks.enable",
  "webhooks.redrive",
  "webhooks.rotate",
  "webhooks.test",
]);

/** Every verb of the registry, typed. The client adds to it what is made by hand. */
export abstract class Verbs {
  protected abstract call<K extends keyof VerbTypes>(verb: K, input: VerbTypes[K][0], options?: CallOptions): Promise<VerbTypes[K][1]>;
  protected abstract page<K extends keyof ListTypes>(verb: K, input: VerbTypes[K][0], options?: CallOptions): PagePromise<VerbTypes[K][1], ListTypes[K]>;

  /**
   * Says that two names mean the same subject, so that what is said of one replaces what was said of the
   * other. Wants the scope write.
   */
  alias(input: AliasIn, options?: CallOptions): Promise<MendOut> {
    return this.call("alias", input, options);
  }

  /**
   * Reads a node whole: its text, layer, tier, tags, names, state, visibility, and its links with their
   * weights, as they were at asOf and as they were known at knownAt. A node that ended is answered, marked
   * with its status. Automatic memories are nodes as well. Wants the scope read.
   */
  at(input: AtIn, options?: CallOptions): Promise<AtOut> {
    return this.call("at", input, options);
  }

  /**
   * Answers what a session that begins should know of an initiative: what is pinned, core, hot and warm, what
   * has a role, what was settled, open tasks (overdue first), open claims, what is under review, chains,
   * reminders that are due, and what changed lately, within a budget of tokens. Each section says how many
   * there are. A node is told once, in the section where it matters most; what ended is named as such and
   * never as current. Wants the scope read.
   */
  awake(input: AwakeIn = {}, options?: CallOptions): Promise<AwakeOut> {
    return this.call("awake", input, options);
  }

  /**
   * Copies the data of every project as it is at one moment to a directory of the server's machine, and reads
   * all of the copy again: chains and digests. Into the same directory again it copies only what is new, and
   * takes away what was purged. kaibo restore brings it back. The copy is as secret as the data, and is the
   * operator's to keep and to destroy: a purge does not reach it until the next backup into it. As
   * text/event-stream it tells its progress. Wants the scope operator.
   */
  backup(input: BackupIn, options?: CallOptions): Promise<BackupOut> {
    return this.call("backup", input, options);
  }

  /**
   * Shows the short connections of two nodes along links of either direction, those with fewer links first,
   * then the stronger ones. Wants the scope read.
   */
  between(input: BetweenIn, options?: CallOptions): Promise<BetweenOut> {
    return this.call("between", input, options);
  }

  /**
   * Shows tasks in columns by their state: open, doing, blocked, done, dropped, and the words of a board's
   * own. With a name, the nodes that are part of that board; without one, all tasks of the initiative. Wants
   * the scope read.
   */
  board(input: BoardIn = {}, options?: CallOptions): Promise<BoardOut> {
    return this.call("board", input, options);
  }

  /**
   * Keeps a trail through the graph: the strongest between two nodes, or nodes that are named in order, each
   * linked to the next. A chain of the same nodes is answered as it is. Wants the scope write.
   */
  chain(input: ChainIn = {}, options?: CallOptions): Promise<CurateOut> {
    return this.call("chain", input, options);
  }

  /**
   * Lists chains, the newest first, of an initiative or those that a node is on. One that is no longer the
   * strongest trail, is broken, or has a member that ended is marked as stale, with why. Wants the scope
   * read.
   */
  chains(input: ChainsIn = {}, options?: CallOptions): Promise<BriefsOut> {
    return this.call("chains", input, options);
  }

  /**
   * Makes a checklist. Each item is a task of its own, part of the list, in order. Wants the scope write.
   */
  checklist(input: ChecklistIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("checklist", input, options);
  }

  /**
   * Notes where something can be read, and what it says, so that claims can be derived from it. Wants the
   * scope write.
   */
  cite(input: CiteIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("cite", input, options);
  }

  /**
   * Notes what may be so, as a hypothesis that is open: evidence speaks for it or against, and confirm or
   * refute closes it. Wants the scope write.
   */
  claim(input: ClaimIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("claim", input, options);
  }

  /**
   * Closes the review of a node: it stands, and holds again from where it did, or it ends. Wants the scope
   * write.
   */
  closeReview(input: CloseReviewIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("close_review", input, options);
  }

  /** Says that a claim is so, because of a reason or of evidence that was noted. Wants the scope write. */
  confirm(input: VerdictIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("confirm", input, options);
  }

  /**
   * Answers the RFC 6962 consistency proof that the log's first `to` entries begin with its first `from`:
   * with it and two checkpoints anyone can see that nothing of the earlier one was changed. Wants the scope
   * read.
   */
  consistency(input: ConsistencyIn = {}, options?: CallOptions): Promise<ConsistencyOut> {
    return this.call("consistency", input, options);
  }

  /**
   * Makes a new memory that takes the place of one that was noted wrongly. It holds from when the wrong one
   * held, and the wrong one never did; only knownAt before the correction still shows it. Wants the scope
   * write.
   */
  correct(input: CorrectIn, options?: CallOptions): Promise<MendOut> {
    return this.call("correct", input, options);
  }

  /**
   * Reads the deletion ledger, which is chained as events are: an entry for what was forgotten, and one once
   * its text is gone from every store. It holds ids alone. Wants the scope read.
   */
  deletions(input: DeletionsIn = {}, options?: CallOptions): PagePromise<DeletionsOut, Receipt> {
    return this.page("deletions", input, options);
  }

  /**
   * Marks a memory as disputed. It goes on being answered, so marked, and memories lists what is disputed.
   * Wants the scope write.
   */
  dispute(input: DisputeIn, options?: CallOptions): Promise<MendOut> {
    return this.call("dispute", input, options);
  }

  /**
   * Reports a task done. With content, an outcome that says what came of it takes its place; without, the
   * task is done and stays. Wants the scope write.
   */
  done(input: DoneIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("done", input, options);
  }

  /**
   * Begins a text that is still worked on. Each new version is made by revise, and the former ones stay in
   * its history. Wants the scope write.
   */
  draft(input: NoteIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("draft", input, options);
  }

  /**
   * Shows the parts of a node, the members of a chain, what it was derived from and what was consolidated to
   * it, to a depth of at most eight, parts in their order. Wants the scope read.
   */
  drill(input: DrillIn, options?: CallOptions): Promise<MetOut> {
    return this.call("drill", input, options);
  }

  /** Notes what happened, as the account of a piece of work. Wants the scope write. */
  episode(input: NoteIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("episode", input, options);
  }

  /**
   * Reads a stream's chain in order: ids, times and digests, from which every hash can be computed again. The
   * text of an event is its payload. As application/x-ndjson it is one event a line; go on after the last
   * one's seq until an answer is empty. Wants the scope read.
   */
  events(input: EventsIn, options?: CallOptions): PagePromise<EventsOut, Event> {
    return this.page("events", input, options);
  }

  /**
   * Notes what speaks for a claim or against it: words, or a node that is there. It weighs by its method:
   * experiment 1, measurement 0.9, observation 0.8, source 0.6, reasoning 0.5, hearsay 0.3; reweight changes
   * that. Wants the scope write.
   */
  evidence(input: EvidenceIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("evidence", input, options);
  }

  /**
   * Answers the whole chain of versions that a memory belongs to, oldest first, and every event that bears
   * one of them out, with its place in the ledger and its text. What was forgotten keeps its shape; its text
   * is absent. Wants the scope read.
   */
  explain(input: ExplainIn, options?: CallOptions): Promise<ExplainOut> {
    return this.call("explain", input, options);
  }

  /**
   * Answers, page by page, every event with its payload, stream by stream, then every memory. With actors,
   * streams or metadata it answers the events that match and the memories that they bear out: what is held of
   * a person who asks. Without, the deletion ledger follows. What was forgotten has no text in it. Wants the
   * scope read.
   */
  export(input: ExportIn = {}, options?: CallOptions): PagePromise<ExportOut, Exported> {
    return this.page("export", input, options);
  }

  /**
   * Finds nodes whose name or tags have the words of a query, then nodes and memories whose text bears them,
   * best first. recall answers questions; this finds what to look at. Wants the scope read.
   */
  find(input: FindIn, options?: CallOptions): Promise<FindOut> {
    return this.call("find", input, options);
  }

  /**
   * Puts a node under review, because it contradicts another or needs a second look. It does not hold, and is
   * not answered as current, until close_review. Wants the scope write.
   */
  flag(input: FlagIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("flag", input, options);
  }

  /**
   * Forgets a memory with its whole chain, whatever bears a query, an event, or a stream, and every event
   * that they came from. From the answer on no read shows the text; after a grace it is gone from every
   * store, and the deletion ledger says so. dryRun shows the set and takes nothing; expect holds the deed to
   * what was shown. Wants the scope forget.
   */
  forget(input: ForgetIn = {}, options?: CallOptions): Promise<ForgetOut> {
    return this.call("forget", input, options);
  }

  /**
   * Compares every view and the index with what the derivations give, and the payloads and chains with their
   * digests. It changes nothing. As text/event-stream it tells its progress. Wants the scope operator.
   */
  fsck(input: MaintainIn = {}, options?: CallOptions): Promise<MaintainOut> {
    return this.call("fsck", input, options);
  }

  /**
   * Says whether the server can reach its store and how far its background work lags: events that have waited
   * over ten minutes to be structured make it degraded. It wants no key and tells nothing of any project.
   */
  health(input: HealthIn = {}, options?: CallOptions): Promise<HealthOut> {
    return this.call("health", input, options);
  }

  /**
   * Lists every change of a node and of its links, the earliest first: when it was recorded and since when it
   * holds, by whom, by which verb, the value before and after, and the event that records it, which undo
   * takes. Wants the scope read.
   */
  history(input: HistoryIn, options?: CallOptions): Promise<HistoryOut> {
    return this.call("history", input, options);
  }

  /**
   * Notes an idea: something that may become a decision, and can be settled when it has. Wants the scope
   * write.
   */
  idea(input: NoteIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("idea", input, options);
  }

  /** Says that what was found does not decide a claim. It stays, so marked. Wants the scope write. */
  inconclusive(input: VerdictIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("inconclusive", input, options);
  }

  /**
   * Answers a job and, once it is done, the memories that it led to. A job that learned nothing says why; one
   * that failed says why and can be taken up again with retry. Wants the scope read.
   */
  job(input: JobIn, options?: CallOptions): Promise<JobOut> {
    return this.call("job", input, options);
  }

  /**
   * Notes something without ceremony. Without a name it gets one of its own words, so that it can be found
   * and linked. Wants the scope write.
   */
  jot(input: NoteIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("jot", input, options);
  }

  /**
   * Moves a node to a layer: core and hot are always at hand, warm is near, cold has sunk, frozen is kept and
   * not brought up. Wants the scope write.
   */
  layer(input: LayerIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("layer", input, options);
  }

  /**
   * Links two nodes, with weight 1 unless another is given. A link that is there gets the weight that is
   * given. Wants the scope write.
   */
  link(input: WeighedIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("link", input, options);
  }

  /**
   * Lists rings of part_of and derived_from, nodes that rest on one that ended, names that look alike, open
   * tasks in core without a time, claims about nothing, evidence for nothing, chains too short, roles whose
   * holder ended and work in progress that is settled. Nothing is changed. Wants the scope read.
   */
  lint(input: ReflectIn = {}, options?: CallOptions): Promise<FindingsOut> {
    return this.call("lint", input, options);
  }

  /**
   * Answers what C2SP tlog-tiles has under a path below a log's prefix, which is /v1/logs/ and the last part
   * of the log's origin: `checkpoint`; `tile/<level>/<index>`, 256 hashes of its Merkle tree, with
   * `.p/<width>` for the first of them; `tile/entries/<index>`, the hashes of 256 events or receipts. The log
   * of logs is `deployment`, and has no entries here. With tiles a verifier proves what it wants from what it
   * verified before, whatever the log's length. The GET answers the bytes themselves. Wants the scope read.
   */
  log(input: LogResourceIn, options?: CallOptions): Promise<LogResourceOut> {
    return this.call("log", input, options);
  }

  /**
   * Lists memories by the time at which kaibo was told, newest first. Every filter is off when it is absent.
   * asOf keeps those that held then; knownAt shows them as they were known then. Wants the scope read.
   */
  memories(input: MemoriesIn = {}, options?: CallOptions): PagePromise<MemoriesOut, Memory> {
    return this.page("memories", input, options);
  }

  /**
   * Reads one memory as it is now. A forgotten one answers its shape without its text. The id of a
   * provisional memory answers what took its place once its event was structured. Wants the scope read.
   */
  memory(input: MemoryIn, options?: CallOptions): Promise<MemoryOut> {
    return this.call("memory", input, options);
  }

  /**
   * Lists the nodes that one link joins with a node, the strongest first, each with that link. An automatic
   * memory is linked with what it replaced, what replaced it and what contradicts it. Wants the scope read.
   */
  neighbours(input: NeighboursIn, options?: CallOptions): Promise<MetOut> {
    return this.call("neighbours", input, options);
  }

  /**
   * Counts what an initiative holds by type, layer, tier and status; names where its knowledge began, with
   * how much came from it, the things and tags that most is about, what is settled, its chains, and what is
   * open: claims, reviews, overdue tasks. Wants the scope read.
   */
  overview(input: OverviewIn = {}, options?: CallOptions): Promise<OverviewOut> {
    return this.call("overview", input, options);
  }

  /**
   * Finds the trail between two nodes whose links' weights have the greatest product, with the weights as of
   * the moment asked for. What ended, or is under review, is passed by unless include has past. That nothing
   * leads from one to the other is an answer: found is false. Wants the scope read.
   */
  path(input: PathIn, options?: CallOptions): Promise<PathOut> {
    return this.call("path", input, options);
  }

  /**
   * Reads the content and the details of an event with the salt of each, so that the event's digests can be
   * computed again. A forgotten payload is gone from the moment of the deed. Wants the scope read.
   */
  payload(input: PayloadIn, options?: CallOptions): Promise<PayloadOut> {
    return this.call("payload", input, options);
  }

  /**
   * Reads the payloads of a stream in the order of its events, each as the verb payload answers it, so that
   * whoever verifies or copies a stream need not ask for every event. A forgotten one is there as gone, one
   * that the server cannot read whole as damaged. A page ends early where its texts are long. As
   * application/x-ndjson it is one payload a line; go on after the last one's seq until an answer is empty.
   * Wants the scope read.
   */
  payloads(input: PayloadsIn, options?: CallOptions): PagePromise<PayloadsOut, PayloadItem> {
    return this.page("payloads", input, options);
  }

  /**
   * Keeps a node in sight: it is shown at every arrival, and upkeep never moves it. Pinned again with another
   * reason, it has that one. Wants the scope write.
   */
  pin(input: NodeIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("pin", input, options);
  }

  /**
   * Answers a C2SP tlog-proof that an event or an entry of the deletion ledger is in its log, under the log's
   * newest signed checkpoint, and that this checkpoint is in the log of logs. It holds the entry itself, no
   * text, and is checked without a server. An entry that is newer than the newest checkpoint is not_found
   * until the next. Wants the scope read.
   */
  proof(input: ProofIn, options?: CallOptions): Promise<ProofOut> {
    return this.call("proof", input, options);
  }

  /**
   * Folds memories, listings and the index again from the derivations and the deletion ledger, without
   * running a structurer, to the same ids. What is right stays as it is, so that one that was interrupted can
   * be run again; with all it goes on after the last project that it finished. As text/event-stream it tells
   * its progress. Wants the scope operator.
   */
  rebuild(input: MaintainIn = {}, options?: CallOptions): Promise<MaintainOut> {
    return this.call("rebuild", input, options);
  }

  /**
   * Answers a question with the few memories that bear it out, each with the place that it came from, within
   * a budget of tokens; or abstains and says which words of the question nothing bears out. asOf asks what
   * was true then, knownAt what was known then. As text/event-stream it sends candidates, then packed an
   * item, then final. Wants the scope read.
   */
  recall(input: RecallIn, options?: CallOptions): Promise<RecallOut> {
    return this.call("recall", input, options);
  }

  /**
   * Lists the nodes of an initiative by their last change, newest first, with what changed them, who and why,
   * and between them what was noted down from events. What ended is left out unless include has past; then it
   * is marked. Wants the scope read.
   */
  recent(input: RecentIn = {}, options?: CallOptions): Promise<BriefsOut> {
    return this.call("recent", input, options);
  }

  /**
   * Lists nodes that nothing is linked with, stale chains, open reviews, claims that look decided, work to
   * settle, what may sink to a farther layer, overdue tasks, initiatives with nearly the same name, and what
   * may be shared before it is settled. Nothing is changed. Wants the scope read.
   */
  reflect(input: ReflectIn = {}, options?: CallOptions): Promise<FindingsOut> {
    return this.call("reflect", input, options);
  }

  /**
   * Says that a claim is not so. It ends, and is never answered as current; the answer names what derives
   * from it. Wants the scope write.
   */
  refute(input: VerdictIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("refute", input, options);
  }

  /**
   * Lets a superseded or canceled memory hold again. What took its place becomes canceled, as if it had never
   * held. Wants the scope write.
   */
  reinstate(input: ReinstateIn, options?: CallOptions): Promise<MendOut> {
    return this.call("reinstate", input, options);
  }

  /**
   * Appends one event, or up to 40 as events, to a stream of the ledger and answers them with their hashes.
   * What they say is searchable at once as a quote, and as dated statements when the job is done; wait waits
   * for that. The same idempotencyKey again answers the first event and appends nothing. What looks like a
   * secret is told in the job's warnings; private keys are refused (see guard). Wants the scope write.
   */
  remember(input: RememberIn = {}, options?: CallOptions): Promise<RememberOut> {
    return this.call("remember", input, options);
  }

  /**
   * Sets when a node is to be brought up again. From then on every arrival shows it, until the reminder is
   * set anew or taken away. Wants the scope write.
   */
  remind(input: RemindIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("remind", input, options);
  }

  /**
   * Reads every event of the project again, with the structurer of this version and with the model where the
   * project has one on, and puts what it finds in the place of what stands. Ids of before lead to what says
   * it now; what people corrected, reinstated, disputed and aliased stays so; what is forgotten stays
   * forgotten. It is an event of its own. A dry run counts and writes nothing. One that stopped is finished,
   * or begun again, by the next. As text/event-stream it tells its progress. Wants the scope operator.
   */
  restructure(input: RestructureIn = {}, options?: CallOptions): Promise<RestructureOut> {
    return this.call("restructure", input, options);
  }

  /**
   * Gives a node new words. The new version takes its place under the same name, with its layer, tags and
   * links; the old one stays in its history. Wants the scope write.
   */
  revise(input: ReviseIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("revise", input, options);
  }

  /**
   * Gives a link that is there another weight. The former one stays in its history, and paths as of then go
   * by it. Wants the scope write.
   */
  reweight(input: WeighedIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("reweight", input, options);
  }

  /**
   * Says where the work of a node stands: open, doing, blocked, done, dropped, or a word of your own board.
   * Wants the scope write.
   */
  setStatus(input: SetStatusIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("set_status", input, options);
  }

  /**
   * Makes an idea, outcome, reference, summary, concept or entity, or an automatic memory, settled knowledge.
   * Its provenance stays. Work is not settled as it is: synthesise what came of it. Wants the scope write.
   */
  settle(input: NodeIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("settle", input, options);
  }

  /**
   * Gives a role of the initiative, such as plan or next, to a node. A role has one holder: the former one
   * goes cold, and a temporal link leads to it. Wants the scope write.
   */
  slot(input: SlotIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("slot", input, options);
  }

  /**
   * Lists the roles that were given in an initiative (the plan, the lead, the current design …) and the one
   * node that has each. Wants the scope read.
   */
  slots(input: SlotsIn = {}, options?: CallOptions): Promise<SlotsOut> {
    return this.call("slots", input, options);
  }

  /**
   * Lists all the places in events that bear a memory out, oldest first. The memory itself names at most 100
   * of its events. Wants the scope read.
   */
  sources(input: SourcesIn, options?: CallOptions): PagePromise<SourcesOut, Citation> {
    return this.page("sources", input, options);
  }

  /**
   * Lists every stream of the project with its head: the seq and the hash of its newest event. Whoever keeps
   * a head can later prove that nothing before it was changed. Wants the scope read.
   */
  streams(input: StreamsIn = {}, options?: CallOptions): PagePromise<StreamsOut, StreamHead> {
    return this.page("streams", input, options);
  }

  /**
   * Reads a text as an event of now, with the model where the project has one on, judges it against the
   * memories that there are, and shows each proposal, what it would do, and why it was accepted or dropped.
   * Nothing is written: only a dry run is offered. Wants the scope write.
   */
  structure(input: StructureIn, options?: CallOptions): Promise<StructureOut> {
    return this.call("structure", input, options);
  }

  /**
   * Ends a node by another that takes its place: one that is there, or one that is made of words. As of
   * before the old one still holds. Wants the scope write.
   */
  supersede(input: SupersedeIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("supersede", input, options);
  }

  /**
   * Lists what lies in the layers cold and frozen, which awake does not tell: first what a query names by
   * name or tag, then what is linked with something core or hot or with an open task, then the newest. Wants
   * the scope read.
   */
  surface(input: SurfaceIn = {}, options?: CallOptions): Promise<BriefsOut> {
    return this.call("surface", input, options);
  }

  /**
   * Makes one node of several: what they come to. It derives from each, and they stay. Wants the scope write.
   */
  synthesise(input: SynthesiseIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("synthesise", input, options);
  }

  /**
   * Gives a node tags; those that it has stay. Tags that differ by case alone are one. Wants the scope write.
   */
  tag(input: TagIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("tag", input, options);
  }

  /** Lists the nodes that have all of some tags, newest first. Wants the scope read. */
  tagged(input: TaggedIn, options?: CallOptions): Promise<BriefsOut> {
    return this.call("tagged", input, options);
  }

  /**
   * Notes what is to be done, and by when. It is an open task until done says so, or set_status. Wants the
   * scope write.
   */
  task(input: TaskIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("task", input, options);
  }

  /**
   * Follows what a node was derived from, what it replaced, what was consolidated to it and what speaks for
   * and against it, to the roots, through what ended too, and shows the events that say each, with stream,
   * place and words. Automatic memories are followed to their events as well. Wants the scope read.
   */
  trace(input: TraceIn, options?: CallOptions): Promise<TraceOut> {
    return this.call("trace", input, options);
  }

  /**
   * Takes back what one event of curation did: every attribute is what it was before, what it ended holds
   * again, and what it made never held. Where something of it was changed since, nothing is done, and the
   * answer names the events. An undo is undone in the same way. Wants the scope write.
   */
  undo(input: UndoIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("undo", input, options);
  }

  /** Takes a link away. As of before it is still there. Wants the scope write. */
  unlink(input: UnlinkIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("unlink", input, options);
  }

  /** Takes the pin of a node away. Wants the scope write. */
  unpin(input: NodeIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("unpin", input, options);
  }

  /** Makes settled knowledge work again. Wants the scope write. */
  unsettle(input: NodeIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("unsettle", input, options);
  }

  /** Takes a role of the initiative from whichever node has it. Wants the scope write. */
  unslot(input: UnslotIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("unslot", input, options);
  }

  /** Takes tags from a node. Those that it does not have are passed over. Wants the scope write. */
  untag(input: TagIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("untag", input, options);
  }

  /**
   * Says whether a node is private or may be shared. What is shared is listed by reflect, so that nothing is
   * shared unseen. Wants the scope write.
   */
  visibility(input: VisibilityIn, options?: CallOptions): Promise<CurateOut> {
    return this.call("visibility", input, options);
  }

  /**
   * Follows links from a node, breadth first, the strongest first, to a depth of at most eight. What ended,
   * or is under review, is passed by unless include has past. Automatic memories are nodes as well: what they
   * replaced, what replaced them and what contradicts them are their links. Wants the scope read.
   */
  walk(input: WalkIn, options?: CallOptions): Promise<MetOut> {
    return this.call("walk", input, options);
  }

  /**
   * Shows a chain from one end to the other: each member in full, and between two of them the link that joins
   * them, who made it and why. A stale chain says what is wrong with it. Wants the scope read.
   */
  why(input: WhyIn, options?: CallOptions): Promise<WhyOut> {
    return this.call("why", input, options);
  }

  readonly archive = Object.assign(
    /**
     * Reads all of an archive that archive.export wrote and believes nothing of it: it recomputes every chain
     * and every digest, and checks what was signed. What is wrong is named by its part. It changes nothing.
     * Wants the scope operator.
     */
    (input: CheckArchiveIn, options?: CallOptions): Promise<ArchiveOut> => this.call("archive", input, options),
    {
      /**
       * Writes the project's events as the exact lines that its chains are over, their payloads, memories
       * with their links, receipts and signed checkpoints into a new file of the server's machine; the format
       * is documented. What was forgotten has no text in it. The file holds the project's secret and is as
       * secret as the data; a later purge does not reach it. Wants the scope operator.
       */
      export: (input: ExportArchiveIn, options?: CallOptions): Promise<ArchiveOut> => this.call("archive.export", input, options),
      /**
       * Checks an archive and makes a project of it, which must not be there yet: the same streams byte for
       * byte, the same keys, memories and receipts. Nobody sees it before all of it is there, and one that
       * stopped is gone on with when it is imported again. What this server forgot of the same project since
       * is forgotten again first, and an archive of a project that this server deleted is refused. Wants the
       * scope operator.
       */
      load: (input: LoadArchiveIn, options?: CallOptions): Promise<LoadArchiveOut> => this.call("archive.load", input, options),
    },
  );

  readonly checkpoint = Object.assign(
    /**
     * Answers the newest signed statement of how large a log is and what its Merkle root is: of a stream, of
     * the deletion ledger, or, when neither is named, of the log of logs, which covers the deployment and
     * which witnesses cosign. The note is C2SP tlog-checkpoint. Whoever keeps one can demand that every later
     * history begins with it. Wants the scope read.
     */
    (input: CheckpointIn = {}, options?: CallOptions): Promise<CheckpointOut> => this.call("checkpoint", input, options),
    {
      /**
       * Says that somebody has looked at why a log was stopped, and has put back what was changed: signing
       * goes on. It forgives nothing: the log is read from its first entry again and held to all that was
       * ever signed of it, and one that does not begin with that stops again. Who did it and the reason given
       * are an event of the stream ~logs, written before the deed. Neither stream nor deletions means the log
       * of logs. Wants the scope operator.
       */
      resume: (input: ResumeCheckpointIn, options?: CallOptions): Promise<ResumeCheckpointOut> => this.call("checkpoint.resume", input, options),
    },
  );

  readonly deadLetters = Object.assign(
    /**
     * Lists jobs that failed their last attempt and, in a deployment, hints and runs of the schedule that
     * their function failed at five times: ids and reasons, never text. Of every project, unless the call
     * names one. Wants the scope operator.
     */
    (input: DeadLettersIn = {}, options?: CallOptions): Promise<DeadLettersOut> => this.call("dead_letters", input, options),
    {
      /**
       * Tries again one dead letter by its id, or with all every one that the call finds: jobs are taken up
       * again, hints go back to their queue. Doing so twice changes nothing more. See what it would do with
       * dryRun. Wants the scope operator.
       */
      redrive: (input: RedriveIn = {}, options?: CallOptions): Promise<RedriveOut> => this.call("dead_letters.redrive", input, options),
    },
  );

  readonly guard = Object.assign(
    /**
     * Shows the secret guard's policy: of each class of findings whether it is left alone (off), told on the
     * job (warn), written over before anything is stored (redact), or refused with nothing stored (refuse).
     * Wants the scope read.
     */
    (input: GuardIn = {}, options?: CallOptions): Promise<GuardOut> => this.call("guard", input, options),
    {
      /**
       * Lets pass what the secret guard would find: one value, such as a key of a test, the findings of a
       * rule, or one value by one rule. Of the value only a digest under the project's secret is kept. The
       * reason is recorded as an event of the stream ~guard. The same again answers the entry that is there.
       * Wants the scope admin.
       */
      allow: (input: AllowIn, options?: CallOptions): Promise<AllowOut> => this.call("guard.allow", input, options),
      /**
       * Lists the entries of the secret guard's allow-list with their reasons. The values are not kept, so
       * they are not shown. Wants the scope read.
       */
      allowed: (input: AllowedIn = {}, options?: CallOptions): Promise<AllowedOut> => this.call("guard.allowed", input, options),
      /**
       * Takes an entry out of the secret guard's allow-list. That is recorded in the stream ~guard; what was
       * stored meanwhile stays. Wants the scope admin.
       */
      disallow: (input: DisallowIn, options?: CallOptions): Promise<AllowOut> => this.call("guard.disallow", input, options),
      /**
       * Looks at a text as remember would, by the project's policy and allow-list, and stores nothing. It
       * answers the rule and the place of every finding, and the value masked. Wants the scope read.
       */
      scan: (input: ScanIn, options?: CallOptions): Promise<ScanOut> => this.call("guard.scan", input, options),
      /**
       * Changes the secret guard's policy, of the classes that are given; it holds for what is remembered
       * from then on. Personal data is looked for only where the policy names it. The change is recorded in
       * the stream ~guard. Wants the scope admin.
       */
      set: (input: SetGuardIn = {}, options?: CallOptions): Promise<GuardOut> => this.call("guard.set", input, options),
    },
  );

  readonly hygiene = Object.assign(
    /**
     * Moves what nobody touched for long one layer down: never into core or out of it, and no pin, open task
     * or open claim. It only tells what it would move unless dryRun is false. At most 100 nodes at a time,
     * which one undo takes back. Wants the scope write.
     */
    (input: HygieneIn = {}, options?: CallOptions): Promise<CurateOut> => this.call("hygiene", input, options),
    {
      /**
       * Sets a threshold of an initiative's upkeep, in days or, for coreMost, a number. Without a value it is
       * the default again. Wants the scope write.
       */
      set: (input: SetHygieneIn, options?: CallOptions): Promise<CurateOut> => this.call("hygiene.set", input, options),
    },
  );

  readonly initiatives = Object.assign(
    /**
     * Lists the initiatives that events and nodes named, the one that changed last first, with their nodes by
     * layer, their open tasks, and which of them are local only. A name that none has answers an empty list
     * and the names nearest to it. Wants the scope read.
     */
    (input: InitiativesIn = {}, options?: CallOptions): PagePromise<InitiativesOut, InitiativeCounts> => this.page("initiatives", input, options),
    {
      /**
       * Says whether the text of an initiative stays on the server's machine: what is local only is shown to
       * no model on another machine, neither as an event, nor as what was said before it, nor as a memory
       * beside it. It holds from the next job on, and can be said before the first event names the
       * initiative. Wants the scope admin.
       */
      set: (input: SetInitiativeIn, options?: CallOptions): Promise<SetInitiativeOut> => this.call("initiatives.set", input, options),
    },
  );

  readonly keys = Object.assign(
    /**
     * Lists the keys of the project, revoked ones too, without the keys themselves, which nobody can read
     * back. Wants the scope admin.
     */
    (input: KeysIn = {}, options?: CallOptions): PagePromise<KeysOut, KeyInfo> => this.page("keys", input, options),
    {
      /**
       * Makes a key to the project with the scopes named and answers it: keep it, it is not stored and cannot
       * be had again. From the first key on, a local server wants one with every request. A key with the
       * scope operator is made by an operator only. Each key that is made or ended is recorded as an event in
       * the stream ~keys. Wants the scope admin.
       */
      create: (input: CreateKeyIn, options?: CallOptions): Promise<CreateKeyOut> => this.call("keys.create", input, options),
      /**
       * Ends a key of the project. Requests with it are refused from then on. Ending it twice is no error.
       * Wants the scope admin.
       */
      revoke: (input: RevokeKeyIn, options?: CallOptions): Promise<RevokeKeyOut> => this.call("keys.revoke", input, options),
    },
  );

  readonly model = Object.assign(
    /**
     * Says which model the server has, where the text goes that it is shown, and whether this project has it
     * read its events. It is off unless model.set turned it on. Wants the scope read.
     */
    (input: ModelIn = {}, options?: CallOptions): Promise<ModelOut> => this.call("model", input, options),
    {
      /**
       * Says whether the server's model reads the events of this project from now on: their text then goes to
       * its address, except that of initiatives marked local only, which goes to no other machine. The rules
       * answer wherever the model does not. Wants the scope admin.
       */
      set: (input: SetModelIn, options?: CallOptions): Promise<ModelOut> => this.call("model.set", input, options),
    },
  );

  readonly projects = Object.assign(
    /** Lists the projects of the deployment. Wants the scope operator. */
    (input: ProjectsIn = {}, options?: CallOptions): PagePromise<ProjectsOut, ProjectInfo> => this.page("projects", input, options),
    {
      /**
       * Makes a project: a wall around what one end user's memories are. Make keys to it with keys.create,
       * naming it in Kaibo-Project. Wants the scope operator.
       */
      create: (input: CreateProjectIn, options?: CallOptions): Promise<CreateProjectOut> => this.call("projects.create", input, options),
      /**
       * Deletes a project: from the answer on nothing finds it and its keys are refused; after the grace
       * everything of it is purged but the envelopes of its chains. The receipt goes to the operator's own
       * deletion ledger. A dry run counts what would go. Wants the scope operator.
       */
      delete: (input: DeleteProjectIn = {}, options?: CallOptions): Promise<DeleteProjectOut> => this.call("projects.delete", input, options),
      /**
       * Answers, page by page, every event with its payload, stream by stream, then every memory, then the
       * deletion ledger. What was forgotten has no text in it. The file made of it is the operator's to keep
       * and to destroy. Wants the scope operator.
       */
      export: (input: ExportProjectIn = {}, options?: CallOptions): PagePromise<ExportOut, Exported> => this.page("projects.export", input, options),
      /**
       * Counts the streams, events, memories, initiatives and entries of the deletion ledger of a project.
       * Wants the scope operator.
       */
      usage: (input: ProjectUsageIn = {}, options?: CallOptions): Promise<ProjectUsageOut> => this.call("projects.usage", input, options),
    },
  );

  readonly retention = Object.assign(
    /** Lists the rules by which events are forgotten after some days. Wants the scope forget. */
    (input: RetentionIn = {}, options?: CallOptions): Promise<RetentionOut> => this.call("retention", input, options),
    {
      /** Ends a retention rule. What it forgot stays forgotten. Wants the scope forget. */
      delete: (input: DeleteRetentionIn, options?: CallOptions): Promise<DeleteRetentionOut> => this.call("retention.delete", input, options),
      /**
       * Sets how many days events are kept, of a kind, of streams, or of a kind in streams. What is past its
       * days is forgotten within the hour and from then on by schedule, with receipts, and purged after the
       * grace as with forget. A rule about the same events is given the new days. dryRun counts what it would
       * take now and sets nothing. Wants the scope forget.
       */
      set: (input: SetRetentionIn, options?: CallOptions): Promise<SetRetentionOut> => this.call("retention.set", input, options),
    },
  );

  readonly verifierKeys = Object.assign(
    /**
     * Answers the public keys by which checkpoints are signed, and every list of keys that was ever
     * published, each signed by a key of the list before: whoever trusts one key can follow to those that
     * sign now. It wants no key.
     */
    (input: VerifierKeysIn = {}, options?: CallOptions): Promise<VerifierKeysOut> => this.call("verifier_keys", input, options),
    {
      /**
       * Makes a new signing key, which signs beside the old one. Once everybody who verifies has seen both,
       * say it again with finish: the old one is deleted and only the new one signs. Wants the scope
       * operator.
       */
      rotate: (input: RotateKeysIn = {}, options?: CallOptions): Promise<VerifierKeysOut> => this.call("verifier_keys.rotate", input, options),
    },
  );

  readonly webhooks = Object.assign(
    /**
     * Lists the webhooks of the project and how their deliveries go, without their secrets, which nobody can
     * read back. Wants the scope forget.
     */
    (input: WebhooksIn = {}, options?: CallOptions): Promise<WebhooksOut> => this.call("webhooks", input, options),
    {
      /**
       * Makes a webhook: every change of a memory is posted to the address, signed as Standard Webhooks says,
       * with ids and never with text. The secret in the answer verifies the signatures: keep it, it is not
       * shown again. Messages are sent at least once, each under an id that stays the same, and retried over
       * a day. Wants the scope forget.
       */
      create: (input: CreateWebhookIn, options?: CallOptions): Promise<CreateWebhookOut> => this.call("webhooks.create", input, options),
      /**
       * Deletes a webhook with its secret, its log, and everything that waits for it. Wants the scope forget.
       */
      delete: (input: WhichWebhook, options?: CallOptions): Promise<DeleteWebhookOut> => this.call("webhooks.delete", input, options),
      /**
       * Lists the attempts to deliver to a webhook, newest first; the last 500 are kept. With deadLetters it
       * lists the messages that were given up instead, of which the last 1,000 are kept. Wants the scope
       * forget.
       */
      deliveries: (input: DeliveriesIn, options?: CallOptions): PagePromise<DeliveriesOut, Delivery> => this.page("webhooks.deliveries", input, options),
      /**
       * Disables a webhook. What waits for it becomes dead letters, and it does not hear of what happens
       * until it is enabled. Wants the scope forget.
       */
      disable: (input: WhichWebhook, options?: CallOptions): Promise<WebhookOut> => this.call("webhooks.disable", input, options),
      /**
       * Enables a webhook that was disabled. What happened meanwhile is not sent; dead letters are with
       * webhooks.redrive. Wants the scope forget.
       */
      enable: (input: WhichWebhook, options?: CallOptions): Promise<WebhookOut> => this.call("webhooks.enable", input, options),
      /**
       * Puts the messages that were given up back into the queue of a webhook, all or one, under their old
       * ids. They are retried over a day, as new ones are. Wants the scope forget.
       */
      redrive: (input: RedriveWebhookIn, options?: CallOptions): Promise<RedriveWebhookOut> => this.call("webhooks.redrive", input, options),
      /**
       * Gives a webhook a new secret and answers it, once. For some hours messages are signed with the old
       * one too, so that the receiver may change over in between; overlapHours 0 ends the old one at once.
       * Wants the scope forget.
       */
      rotate: (input: RotateWebhookIn, options?: CallOptions): Promise<RotateWebhookOut> => this.call("webhooks.rotate", input, options),
      /**
       * Sends a message of the type webhook.test at once, also to a webhook that is disabled, and answers
       * what the receiver said. It is tried once and does not count for or against the webhook. Wants the
       * scope forget.
       */
      test: (input: WhichWebhook, options?: CallOptions): Promise<TestWebhookOut> => this.call("webhooks.test", input, options),
    },
  );

}
