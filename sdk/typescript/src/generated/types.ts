// Generated from /openapi.json by sdk/generate. Do not edit.


/** A time: RFC 3339, or a Date. */
export type TimeInput = string | Date;

export interface Abstain {
  /** There is no answer. */
  abstained: boolean;
  /** no_match, unknown_name, only_past or budget. */
  code?: "no_match" | "unknown_name" | "only_past" | "budget" | (string & {});
  /** Why, for a person. */
  reason?: string;
  /** Words of the question that no valid memory bears out. */
  ungrounded: string[];
  /** 0 to 1: that the question can be answered from what is held. */
  confidence: number;
  /** What the confidence is made of, by name; with trace only. */
  signals?: Record<string, number>;
}

export interface AliasIn {
  /** The other name. */
  name: string;
  /** The name that it means. */
  same: string;
  /** Why. */
  reason?: string;
  /** Who says so; the name of the key when absent. */
  actor?: string;
}

export interface AllowIn {
  /** The value, just as the guard finds it; every value of the rule when absent. */
  value?: string;
  /** Name of the rule, as warnings and guard.scan show it; every rule when absent. */
  rule?: string;
  /** Why it is no secret, or may be stored all the same. */
  reason: string;
}

export interface AllowInfo {
  /** Names the entry to guard.disallow. */
  id: string;
  /** The rule whose findings pass; absent for every rule. */
  rule?: string;
  /** One value alone passes, which nobody can read back. */
  oneValue: boolean;
  /** Why, as the event says; absent once that is forgotten. */
  reason?: string;
  /** The event that records it. */
  eventId: string;
  /** When it was made. */
  createdAt: string;
  /** Name of the key that made it. */
  by?: string;
}

export interface AllowOut {
  /** The entry of the allow-list. */
  entry: AllowInfo;
  /** It was not there before. */
  new?: boolean;
}

export interface AllowedIn {
}

export interface AllowedOut {
  /** The entries, the oldest first; at most 100. */
  items: AllowInfo[];
}

export interface ArchiveOut {
  /** Where it is. */
  path: string;
  /** The name of the project that it was taken of. */
  project: string;
  /** That project's id. */
  projectId: string;
  /** When it was taken. */
  takenAt: string;
  /** Size of the file. */
  bytes: number;
  /** SHA-256 of the list of its parts: it stands for the archive. */
  digest?: string;
  /** Name of the deployment that signed its checkpoints. */
  deployment?: string;
  /** Streams in it. */
  streams: number;
  /** Events in it. */
  events: number;
  /** Those of them with their text. */
  payloads: number;
  /** Those of them that were forgotten. */
  forgotten: number;
  /** Records of what events led to: memories are folded from them. */
  derivations: number;
  /** Entries of the deletion ledger. */
  deletions: number;
  /** Signed checkpoints in it. */
  checkpoints: number;
}

export interface Asked {
  /** The model. */
  name: string;
  /** Requests, repeated ones too. */
  calls: number;
  /** As the model counts them. */
  inputTokens: number;
  /** As the model counts them. */
  outputTokens: number;
  /** Dollars, by the prices that the server was given; 0 without. */
  cost: number;
  /** Proposals that failed a check. */
  dropped: number;
  /** Why the rules answered in its place; absent when they never did. */
  rules?: string;
}

export interface AtIn {
  /** Name or id of the node. */
  node: string;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface AtOut {
  /** The node. */
  node: Node;
  /** The events that say it. */
  events: string[];
  /** Links from it, at most two hundred. */
  out: LinkOut[];
  /** How many there are. */
  outTotal: number;
  /** Links to it, at most two hundred. */
  in: LinkOut[];
  /** How many there are. */
  inTotal: number;
  /** The same, to be read. */
  text: string;
}

export interface AwakeIn {
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
  /**
   * Most tokens of the text, in o200k_base. The sections hold the same, for programs. Default 1024. 64 to
   * 32,000.
   */
  budget?: number;
}

export interface AwakeOut {
  /** The initiative; absent for all that the key sees. */
  initiative?: string;
  /** The moment that it is told for. */
  asOf: string;
  /** Most tokens of the text. */
  budget: number;
  /** Tokens of the text. */
  used: number;
  /** Nodes of the graph that hold. */
  total: number;
  /** Open tasks that should have been done before. */
  overdue: number;
  /** What always matters. */
  core: AwakeSection;
  /** What is pinned. */
  pins: AwakeSection;
  /**
   * What has a role of the initiative: the plan, the decision … Those that another section tells are marked
   * there.
   */
  roles: AwakeSection;
  /** What somebody wanted to be reminded of by now. */
  reminders: AwakeSection;
  /** Open tasks: overdue, then by when they are due. */
  tasks: AwakeSection;
  /** What is under review, and does not hold meanwhile. */
  review: AwakeSection;
  /** Claims that nothing decided. */
  claims: AwakeSection;
  /** What is being worked on. */
  hot: AwakeSection;
  /** What is settled knowledge. */
  settled: AwakeSection;
  /** Trails that were kept; stale ones say why. */
  chains: AwakeSection;
  /** What is near. */
  warm: AwakeSection;
  /** What changed lately, automatic memories too. */
  recent: AwakeSection;
  /**
   * What was refuted, replaced or dropped lately: not to be taken up again unknowingly. What was done, or has
   * a new version under its name, is not among it.
   */
  ended: AwakeSection;
  /** All of it, to be read. */
  text: string;
}

export interface AwakeSection {
  /** How many there are. */
  total: number;
  /** Those that the budget has room for and no section above tells, what matters most first. */
  items: Brief[];
}

export interface BackupIn {
  /** Where to: an absolute path of a directory that is new, empty, or holds an earlier backup. */
  path: string;
}

export interface BackupOut {
  /** The copy is whole and as its chains say. */
  ok: boolean;
  /** Where it is. */
  path: string;
  /** The moment that it shows. */
  takenAt: string;
  /** Size of the table's copy. */
  bytes: number;
  /** Payloads and index segments in it. */
  objects: number;
  /** Those of them that were not in the directory before. */
  copied: number;
  /** Projects in it. */
  projects: number;
  /** Events in it. */
  events: number;
  /** Those of them whose payload is forgotten. */
  forgotten: number;
  /** What is wrong with it; none in a good one. */
  findings: string[];
}

export interface BetweenIn {
  /** Name or id of one node. */
  a: string;
  /** Name or id of the other. */
  b: string;
  /** Most links of a connection. Default 3. 1 to 6. */
  depth?: number;
  /** Most connections to answer. Default 20. 1 to 100. */
  limit?: number;
  /** Over the border of the initiative too: everything that the key sees, each result saying whose it is. */
  across?: boolean;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface BetweenOut {
  /** How many there are, as far as was looked. */
  total: number;
  /** There may be more: the two are connected in too many ways to look at all. */
  cut?: boolean;
  /** The first of them. */
  items: Trail[];
  /** The same, to be read. */
  text: string;
}

export interface BoardIn {
  /** Name or id of a board or checklist; all tasks when absent. */
  name?: string;
  /** Most nodes of a column. Default 30. 1 to 200. */
  limit?: number;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface BoardOut {
  /** The columns that have anything. */
  columns: Column[];
  /** The same, to be read. */
  text: string;
}

export interface Brief {
  /** The node. */
  id: string;
  /** What it is: an idea, a task, a fact … */
  type: string;
  /** Its name. */
  name?: string;
  /** What it says, on one line; cut, with … at its end, where it is long. */
  text?: string;
  /** Absent while it is current: superseded, canceled or flagged (under review). */
  status?: string;
  /** Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word. */
  state?: string;
  /** Of a claim, when it is not open: confirmed, refuted or inconclusive. */
  verdict?: string;
  /** It is settled knowledge. */
  settled?: boolean;
  /** In awake and overview: the roles of the initiative that it has. */
  roles?: string[];
  /** When it should be done. */
  due?: string;
  /** It should have been done before. */
  overdue?: boolean;
  /** When to be reminded of it. */
  remind?: string;
  /** Of a claim: pieces of evidence that speak for it. */
  for?: number;
  /** Of a claim: pieces of evidence that speak against it. */
  against?: number;
  /** Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed. */
  because?: string;
  /** Name or id of what took its place, or blocks it. */
  by?: string;
  /** Of a chain: it is not what the graph says any more. */
  stale?: boolean;
  /** What last changed it. */
  verb?: string;
  /** Who did that. */
  actor?: string;
  /** When that was recorded. */
  at?: string;
}

export interface BriefsOut {
  /** How many there are. */
  total: number;
  /** The first of them. */
  items: Brief[];
  /** The same, to be read. */
  text: string;
}

export interface ChainIn {
  /** Where it begins, by name or id. */
  from?: string;
  /** Where it ends. */
  to?: string;
  /** Or all its nodes, in order. At most 60. */
  nodes?: string[];
  /** What it shows; how many nodes it has when absent. */
  summary?: string;
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface ChainLink {
  /** The version. */
  memoryId: string;
  /** Its status. */
  status: "current" | "superseded" | "canceled" | "forgotten" | (string & {});
  /** Its type. */
  type: "fact" | "decision" | "task" | "preference" | "procedure" | "episode" | (string & {});
  /** Its statement. Absent once it is forgotten. */
  content?: string;
  /** Somebody disputes it. */
  disputed?: boolean;
  /** When it holds from. */
  validFrom: string;
  /** When it ends, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** When kaibo was told. */
  recordedAt: string;
  /** Events that say it. */
  events: string[];
  /** Memories that cannot be true together with it. */
  conflictsWith?: string[];
}

export interface ChainsIn {
  /** Only chains that this node is on: its name or id. */
  node?: string;
  /** Only stale ones, or only those that are not. */
  stale?: boolean;
  /** Most chains to answer. Default 50. 1 to 200. */
  limit?: number;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface CheckArchiveIn {
  /** The file: an absolute path on the server's machine. */
  path: string;
  /**
   * Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by one that
   * they lead to. Without any, the archive's own are believed. At most 64.
   */
  keys?: string[];
}

export interface ChecklistIn {
  /** What it is for. */
  content: string;
  /** What is to be done, in order; at most 40. At most 40. */
  items: string[];
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface CheckpointIn {
  /** The stream; without it the log of logs. */
  stream?: string;
  /** The deletion ledger instead. */
  deletions?: boolean;
}

export interface CheckpointOut {
  /** The log's name: deployment, project id, digest of the stream's name. */
  origin: string;
  /** The project's id, from which and the stream's name the digest is made. */
  projectId?: string;
  /** How many entries the log has. */
  size: number;
  /** RFC 6962 root over them. */
  root: string;
  /** When it was signed, by the server's clock; it is not part of what is signed. */
  signedAt: string;
  /** The signed note: C2SP tlog-checkpoint. */
  note: string;
  /**
   * C2SP tlog-proof that the note's text is a leaf of the log of logs. Absent while it is not, and of that
   * log itself.
   */
  log?: string;
  /** Why nothing more is signed: the server found its own history inconsistent. */
  stopped?: string;
}

export interface Citation {
  /** The event. */
  eventId: string;
  /** Its stream. */
  stream: string;
  /** Its place there. */
  seq: number;
  /** Its hash in the chain. */
  hash: string;
  /** First byte of the payload that bears it out. */
  start: number;
  /** The byte after the last. */
  end: number;
  /** When it happened. */
  occurredAt: string;
  /** Who said it. */
  actor?: string;
  /** The actor's part. */
  role?: string;
}

export interface CiteIn {
  /** Where it is, with its scheme. */
  url: string;
  /** What it says; the address when absent. */
  content?: string;
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface ClaimIn {
  /** What may be so. */
  content: string;
  /** The nodes that it is about. At most 60. */
  about?: string[];
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface CloseReviewIn {
  /** The node, by name or id. */
  node: string;
  /** What becomes of it. */
  outcome: "stands" | "ends";
  /** Why. */
  because?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface Column {
  /** Where the work stands. */
  state: string;
  /** How many there are. */
  total: number;
  /** The first of them: overdue, then by when they are due. */
  items: Brief[];
}

export interface ConsistencyIn {
  /** The stream; without it the log of logs. */
  stream?: string;
  /** The deletion ledger instead. */
  deletions?: boolean;
  /** The earlier size. Default 0. */
  from?: number;
  /** The later size; 0 is that of the newest checkpoint. Default 0. */
  to?: number;
}

export interface ConsistencyOut {
  /** The earlier size. */
  from: number;
  /** The later size. */
  to: number;
  /** The proof, in the order of RFC 6962, section 2.1.2. */
  hashes: string[];
}

export interface CorrectIn {
  /** The memory that is wrong. */
  memoryId: string;
  /** What it should have said. */
  content: string;
  /** Why. */
  reason?: string;
  /** Who says so; the name of the key when absent. */
  actor?: string;
}

export interface Count {
  /** What is counted. */
  name: string;
  /** How many there are. */
  count: number;
}

export interface CreateKeyIn {
  /** What to call it in lists; also the author of what it mends. */
  name?: string;
  /** What it allows. At most 5. */
  scopes: ("read" | "write" | "forget" | "admin" | "operator")[];
  /**
   * Limits it to these initiatives: it writes to them alone and sees no memory and no text that names none of
   * them. Such a key carries the scopes read and write at most. At most 64.
   */
  initiatives?: string[];
  /**
   * How many requests a minute it allows; more are answered 429. A minute's worth may come at once. 1 to
   * 1,000,000.
   */
  perMinute?: number;
  /** From when on it is refused. */
  expiresAt?: TimeInput;
}

export interface CreateKeyOut {
  /** Names the key to keys.revoke. */
  id: string;
  /** What its maker called it. */
  name?: string;
  /** What it allows. */
  scopes: string[];
  /** How many requests a minute it allows; absent for no limit of its own. */
  perMinute?: number;
  /** The initiatives that it is limited to; absent for all of the project. */
  initiatives?: string[];
  /** When it was made. */
  createdAt: string;
  /** From when on it is refused; absent for never. */
  expiresAt?: string;
  /** When it was ended. */
  revokedAt?: string;
  /** When a request came with it last, to ten minutes; absent when none did. */
  lastUsedAt?: string;
  /** The key: send it as Authorization: Bearer KEY. */
  key: string;
  /** The name of the project that it opens. */
  project: string;
}

export interface CreateProjectIn {
  /** The project's name: 1 to 128 of A-Z a-z 0-9 . _ ~ -. */
  name: string;
}

export interface CreateProjectOut {
  /** The project, as logs and checkpoints name it. */
  id: string;
  /** The project, as its operator named it; what Kaibo-Project takes. */
  name: string;
  /** When it was made. */
  createdAt: string;
}

export interface CreateWebhookIn {
  /**
   * Where to post: an https address that everybody on the Internet could reach, without a password. It is
   * looked at again at every connection.
   */
  url: string;
  /** Types of messages; all when absent. At most 6. */
  events?: ("memory.created" | "memory.superseded" | "memory.reinstated" | "memory.forgotten" | "memory.purged" | "memory.restructured")[];
  /** A note for whoever lists it. */
  description?: string;
}

export interface CreateWebhookOut {
  /** The webhook. */
  id: string;
  /** Where messages are posted. */
  url: string;
  /** Types of messages that it wants; empty for all. */
  events: string[];
  /** What its maker noted. */
  description?: string;
  /** enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later. */
  status: string;
  /** When it was made. It hears of every change whose job or deed began afterwards. */
  createdAt: string;
  /** When it was disabled. */
  disabledAt?: string;
  /** Why it is disabled. */
  reason?: string;
  /** whsec_ and 32 bytes in base64: what signatures are made with. It is in this answer alone. */
  secret: string;
}

export interface CurateOut {
  /** The event that records it; absent when all was so already. */
  event?: Event;
  /** The key was used before: this is the first answer's event, and nothing was done again. */
  replayed: boolean;
  /** Replayed, and what was asked for then was something else: nothing of this call was done. */
  payloadDiffers?: boolean;
  /** All was so already: nothing was written. */
  unchanged?: boolean;
  /** The node that was made or changed. */
  node?: Node;
  /** The others. */
  nodes?: Node[];
  /** Names in use that are nearly the new one. */
  similar?: string[];
  /** What was done, in a sentence. */
  text: string;
}

export interface DeadLetter {
  /** Names it to dead_letters.redrive: a job, or a message. */
  id: string;
  /** A failed job, or a message to the function of this name. */
  kind: "job" | "structure" | "compact" | "notify" | "checkpoint" | "schedule" | (string & {});
  /** The project's name; its id when it is gone. */
  project?: string;
  /** The stream to structure. */
  stream?: string;
  /** The job to take up again. */
  job?: string;
  /** How often it was tried. */
  attempts: number;
  /** When it was given up. */
  since: string;
  /** Why, as far as may be told; the log has the cause. */
  reason: string;
}

export interface DeadLettersIn {
  /** Only these kinds. At most 6. */
  kinds?: ("job" | "structure" | "compact" | "notify" | "checkpoint" | "schedule")[];
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
}

export interface DeadLettersOut {
  /** What failed. */
  items: DeadLetter[];
  /** There are more. */
  more?: boolean;
}

export interface DeadMessage {
  /** The message; give it to webhooks.redrive. */
  messageId: string;
  /** What it is about. */
  type: string;
  /** When that happened. */
  at: string;
  /** How often it was tried. */
  attempts: number;
  /** What went wrong last. */
  problem?: string;
}

export interface DeleteProjectIn {
  /** The project's name; the one that Kaibo-Project names when absent. */
  name?: string;
  /** Why. Only its digest is kept. */
  reason?: string;
  /** Count what would go, and delete nothing. */
  dryRun?: boolean;
}

export interface DeleteProjectOut {
  /** Nothing was deleted. */
  dryRun?: boolean;
  /** What would go, for a dry run. */
  usage?: ProjectUsageOut;
  /** The entry of the deletion ledger; the last one, when there are several. */
  receipt?: Receipt;
  /** All entries, when there are several. */
  receipts?: Receipt[];
  /**
   * 32 hexadecimal digits: reasonDigest is over them and the reason. They are in this answer alone, and in
   * none after the purge.
   */
  reasonSalt?: string;
  /** What the receipt does not prove, in words. */
  notProved?: string;
}

export interface DeleteRetentionIn {
  /** The rule, as retention lists it. */
  id: string;
}

export interface DeleteRetentionOut {
  /** The rule that was ended. */
  rule: RuleInfo;
}

export interface DeleteWebhookOut {
  /** The webhook. */
  id: string;
  /** True. */
  deleted: boolean;
}

export interface DeletionsIn {
  /** Answer what comes after this seq. Default 0. */
  after?: number;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface DeletionsOut {
  /** The entries, in order of seq. */
  items: Receipt[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface DeliveriesIn {
  /** The webhook, as webhooks lists it. */
  id: string;
  /** List the messages that were given up. */
  deadLetters?: boolean;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface DeliveriesOut {
  /** The attempts; empty when dead letters were asked for. */
  items: Delivery[];
  /** The messages that were given up, when they were asked for. */
  deadLetters?: DeadMessage[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface Delivery {
  /** The message; webhook-id in its request, the same at every attempt. */
  messageId: string;
  /** What it is about. */
  type: string;
  /** When it was sent. */
  at: string;
  /** 1 the first time. */
  attempt: number;
  /** delivered, failed, or dead: it is not tried again. */
  outcome: string;
  /** What the receiver answered; absent when it did not. */
  status?: number;
  /** What went wrong. */
  problem?: string;
  /** How long it took. */
  milliseconds: number;
  /** When it is tried again. */
  nextAt?: string;
}

export interface DisallowIn {
  /** The entry, as guard.allowed lists it. */
  id: string;
  /** Why. */
  reason?: string;
}

export interface DisputeIn {
  /** The memory. */
  memoryId: string;
  /** Why. */
  reason?: string;
  /** Who says so; the name of the key when absent. */
  actor?: string;
}

export interface DoneIn {
  /** The task, by name or id. */
  node: string;
  /** What came of it. */
  content?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface DrillIn {
  /** Name or id of the node. */
  node: string;
  /** How deep. Default 1. 1 to 8. */
  depth?: number;
  /** Most nodes to answer. Default 50. 1 to 500. */
  limit?: number;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface DroppedInfo {
  /** The proposal's content, cut; or the id that it named. */
  content: string;
  /** The check that it failed. */
  why: string;
}

export interface Event {
  /** The event. */
  id: string;
  /** The stream that it stands in. */
  stream: string;
  /** Its place in the stream: 1, 2, 3 … */
  seq: number;
  /** Hash of the event before it; zeroes for the first. */
  prevHash: string;
  /** SHA-256 over prevHash and the RFC 8785 form of this object without hash and prevHash. */
  hash: string;
  /** message, tool_call, file, commit or curate. */
  kind: string;
  /** When it happened, as the writer said. */
  occurredAt: string;
  /** When kaibo took it in; never decreases along a stream. */
  recordedAt: string;
  /** The writer's key, if one was given. */
  idempotencyKey?: string;
  /** sha256: and SHA-256 over the salt and the content. */
  payloadDigest: string;
  /** sha256: and SHA-256 over the details' salt and their RFC 8785 form. */
  detailsDigest: string;
}

export interface EventIn {
  /** What sort of thing happened. Default "message". */
  kind?: "message" | "tool_call" | "file" | "commit";
  /** The text, word for word; or give contentBase64. */
  content?: string;
  /** The bytes of a file in standard base64, in place of content. Its contentType says what they are. */
  contentBase64?: string;
  /** Media type of the content, such as text/markdown. Required with contentBase64. */
  contentType?: string;
  /** When it happened, in RFC 3339; now when absent. "Yesterday" in the text counts from it. */
  occurredAt?: TimeInput;
  /** Forget the event then, with a receipt. */
  expiresAt?: TimeInput;
  /** Who said or did it. */
  actor?: string;
  /** The actor's part, such as user or assistant. */
  role?: string;
  /** Names of the work that it belongs to. At most 64. */
  initiatives?: string[];
  /** Entries of your own: strings and integers. */
  metadata?: Record<string, string | number>;
  /**
   * Unique in the project, for ever. The same key again answers the first event and appends nothing. Make it
   * from the source's ids, never from text.
   */
  idempotencyKey?: string;
}

export interface EventsIn {
  /** The stream to read. */
  stream: string;
  /** Answer what comes after this seq. Default 0. */
  after?: number;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface EventsOut {
  /** The events, in order of seq. */
  items: Event[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface EvidenceIn {
  /** The claim, by name or id. */
  claim: string;
  /** What was found; or else node. */
  content?: string;
  /** The node that bears it out. */
  node?: string;
  /** How it was had. Default "observation". */
  method?: "experiment" | "measurement" | "observation" | "source" | "reasoning" | "hearsay";
  /** It speaks for the claim; false for against it. Default true. */
  supports?: boolean;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface ExplainIn {
  /** Any memory of the chain. */
  memoryId: string;
}

export interface ExplainOut {
  /** The memory that was asked for. */
  memoryId: string;
  /** Every version, oldest first. */
  chain: ChainLink[];
  /** The events that bear them out. */
  events: ExplainedEvent[];
  /** The content of some events is left out: all of it would be too long. */
  contentOmitted?: boolean;
  /** What took the place of the id that was asked for. */
  replacedBy?: string[];
}

export interface ExplainedEvent {
  /** The event. */
  id: string;
  /** Its stream. */
  stream: string;
  /** Its place there. */
  seq: number;
  /** Its hash in the chain. */
  hash: string;
  /** The hash before it. */
  prevHash: string;
  /** sha256: and SHA-256 over salt and content. */
  payloadDigest: string;
  /** message, tool_call, file, commit or curate. */
  kind: string;
  /** When it happened. */
  occurredAt: string;
  /** When kaibo took it in. */
  recordedAt: string;
  /** Who said it. */
  actor?: string;
  /** The actor's part. */
  role?: string;
  /** Its text. */
  content?: string;
  /** Its bytes in base64, when they are not text. */
  contentBase64?: number[];
  /** It is forgotten. */
  forgotten?: boolean;
}

export interface ExportArchiveIn {
  /** The file: an absolute path on the server's machine. */
  path: string;
}

export interface ExportIn {
  /** Only what these streams say. At most 64. */
  streams?: string[];
  /** Only what these people said. At most 64. */
  actors?: string[];
  /** Only what events with these entries say, all of them equal. */
  metadata?: Record<string, string | number>;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface ExportOut {
  /** What the page holds. */
  items: Exported[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface ExportProjectIn {
  /** The project's name; the one that Kaibo-Project names when absent. */
  name?: string;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface Exported {
  /** An event of a stream. */
  event?: Event;
  /** Its text, unless it is forgotten. */
  payload?: PayloadOut;
  /** A memory. */
  memory?: Memory;
  /** An entry of the deletion ledger. */
  deletion?: Receipt;
}

export interface FieldError {
  field: string;
  detail: string;
}

export interface FindIn {
  /** Words to look for. */
  query: string;
  /** Most nodes to answer. Default 20. 1 to 100. */
  limit?: number;
  /** Over the border of the initiative too: everything that the key sees, each result saying whose it is. */
  across?: boolean;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface FindOut {
  /** How many were found. */
  total: number;
  /** The first of them, best first. */
  items: Met[];
  /** The same, to be read. */
  text: string;
}

export interface Finding {
  /** The kind of thing: memory, source, listing, anchor, index … */
  what: string;
  /** The memory, event or object. */
  id: string;
  /** What differs. */
  detail: string;
}

export interface FindingOut {
  /** What kind of thing: orphan, overdue, cycle … */
  kind: string;
  /** What is so. */
  text: string;
  /** What it is about. */
  nodes: Brief[];
  /** Initiatives that it is about. */
  names?: string[];
}

export interface FindingsOut {
  /** How many findings there are. */
  total: number;
  /** How many there are of each kind, in the order of the list. */
  counts: Count[];
  /** The first of them. */
  items: FindingOut[];
  /** The same, to be read. */
  text: string;
}

export interface FlagIn {
  /** The node, by name or id. */
  node: string;
  /** Why. */
  kind: "contradiction" | "review";
  /** Of a contradiction: the other node. */
  with?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface ForgetIn {
  /** This memory, every version of it, and their sources. */
  memoryId?: string;
  /** What bears every word of this, stop words aside. */
  query?: string;
  /** This event and what came from it alone. */
  eventId?: string;
  /** Every event of this stream. */
  stream?: string;
  /** What these people said; alone, or to narrow the rest. At most 64. */
  actors?: string[];
  /** What events with these entries say; alone, or to narrow the rest. */
  metadata?: Record<string, string | number>;
  /** Why. Only its digest is kept. */
  reason?: string;
  /** Show what would be forgotten, and forget nothing. */
  dryRun?: boolean;
  /**
   * The preview that a dry run answered, or the ids that it showed. A deed that would take another set is a
   * conflict.
   */
  expect?: string | string[];
}

export interface ForgetOut {
  /** Nothing was forgotten. */
  dryRun?: boolean;
  /** The memories that would be forgotten. */
  matches?: Memory[];
  /** How many more there are than fit this answer. */
  matchesOmitted?: number;
  /** The events that would be forgotten. */
  events?: string[];
  /** Names this set: give it as expect. */
  preview?: string;
  /** The entry of the deletion ledger; the last one, when there are several. */
  receipt?: Receipt;
  /** All entries, when there are several. */
  receipts?: Receipt[];
  /**
   * 32 hexadecimal digits: reasonDigest is over them and the reason. They are in this answer alone, and in
   * none after the purge.
   */
  reasonSalt?: string;
  /** What the receipt does not prove, in words. */
  notProved?: string;
}

export interface GuardIn {
}

export interface GuardOut {
  /** What is done about each class. */
  policy: GuardPolicy;
  /** How many entries the allow-list has; guard.allowed lists them. */
  allowed: number;
  /** When the policy was changed last; absent when nobody ever did. */
  updatedAt?: string;
  /** Name of the key that changed it. */
  by?: string;
}

export interface GuardPolicy {
  /**
   * Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said otherwise; never stored as
   * they are.
   */
  privateKey?: "redact" | "refuse" | (string & {});
  /** Values that their own format gives away, such as access keys of services. Warned of. */
  token?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** Values that are called a password, key or token beside them. Warned of. */
  credential?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** Numbers of payment cards. Off. */
  card?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** Numbers of bank accounts. Off. */
  iban?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** E-mail addresses. Off. */
  email?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** Phone numbers, international or North American. Off. */
  phone?: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** IP addresses. Off. */
  ip?: "off" | "warn" | "redact" | "refuse" | (string & {});
}

export interface HealthIn {
}

export interface HealthOut {
  /** ok, or degraded when Reason says what is wrong. */
  status: "ok" | "degraded" | (string & {});
  /** What is wrong. */
  reason?: string;
  /** Of the program. */
  version: string;
  /** The server's clock. */
  time: string;
  /** Streams with events that are not structured yet. */
  waiting: number;
  /** How long the one that waits longest has waited; 0 when none waits. */
  oldestSeconds: number;
}

export interface HistoryIn {
  /** Name or id of the node. */
  node: string;
  /** Most changes to answer: the newest. Default 100. 1 to 1,000. */
  limit?: number;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface HistoryOut {
  /** The node. */
  id: string;
  /** Its name. */
  name?: string;
  /** How many changes there are. */
  total: number;
  /** The newest of them, the earliest first. */
  items: HistoryStep[];
  /** The same, to be read. */
  text: string;
}

export interface HistoryStep {
  /** When it was recorded. */
  recordedAt: string;
  /** Since when it holds. */
  validFrom: string;
  /** The verb that did it; absent for what was noted down from an event. */
  verb?: string;
  /** Who did it. */
  actor?: string;
  /** Why. */
  reason?: string;
  /** The event that records it. */
  eventId?: string;
  /** What changed: layer, name, tag/…, status, weight … */
  what: string;
  /** The link that it is about; absent for the node itself. */
  link?: LinkOut;
  /** The value before; absent where there was none. */
  old?: string;
  /** The value after; absent where there is none any more. */
  new?: string;
}

export interface HygieneIn {
  /** Only tell what would be moved. Default true. */
  dryRun?: boolean;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface InitiativeCounts {
  /** The initiative. */
  id: string;
  /** Its name. */
  name: string;
  /** When it was first named. */
  createdAt: string;
  /** Its text goes to no model on another machine. */
  localOnly: boolean;
  /** Nodes of the graph that hold. */
  nodes: number;
  /** The same by layer, nearest first. */
  layers: Count[];
  /** Tasks that wait to be done. */
  openTasks: number;
  /** When a node of it last changed; absent when it has none. */
  changedAt?: string;
}

export interface InitiativesIn {
  /** Only the one of this name. */
  name?: string;
  /** Counts as of this time; default now. */
  asOf?: TimeInput;
  /** Counts as they were recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface InitiativesOut {
  /** The initiatives, the one that changed last first. */
  items: InitiativeCounts[];
  /** How many there are. */
  total: number;
  /** Names like the one asked for, when none has it. */
  near?: string[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
  /** The same, to be read. */
  text: string;
}

export interface Item {
  /** The memory. */
  memoryId: string;
  /** Its type. */
  type: "fact" | "decision" | "task" | "preference" | "procedure" | "episode" | (string & {});
  /** quote: the bytes start to end of the first citation; summary: the memory's content, which says more. */
  form: "quote" | "summary" | (string & {});
  /** What answers. */
  text: string;
  /** Comparable within this answer only. */
  score: number;
  /** Of the text, in o200k_base. */
  tokens: number;
  /** Of the memory, as known at knownAt. */
  status: "current" | "superseded" | "canceled" | "forgotten" | (string & {});
  /** 0 to 1: that it is what the source says. */
  confidence: number;
  /** When it holds from. */
  validFrom: string;
  /** When it ends, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** Where it was said. */
  citations: Citation[];
  /** It was said, and holds only later. */
  upcoming?: boolean;
  /** It no longer holds. */
  past?: boolean;
  /** Memories that cannot be true together with it. */
  conflictsWith?: string[];
  /** Somebody disputes it. */
  disputed?: boolean;
  /** It quotes an event that was not read closely yet. */
  provisional?: boolean;
  /** Why it was chosen, with trace. */
  why?: Why;
}

export interface JobIn {
  /** The job, as remember answered it. */
  id: string;
  /** Answer once the job has ended, or after 25 seconds. */
  wait?: boolean;
  /** Take up a failed job again; wants the scope write. */
  retry?: boolean;
}

export interface JobOut {
  /** The job. */
  job: JobState;
  /** What it led to. */
  memories: Memory[];
}

export interface JobState {
  /** The job. */
  id: string;
  /** How far it is. */
  status: "queued" | "running" | "done" | "failed" | (string & {});
  /** Why it learned nothing, left something out, or failed. */
  reason?: string;
  /** What a model was asked for it; absent when none was. */
  model?: Asked;
  /** Where the secret guard found something in its events, at most 100; never the value. */
  warnings?: SecretWarning[];
  /** How many findings were left out of warnings. */
  unwarned?: number;
}

export interface KeyInfo {
  /** Names the key to keys.revoke. */
  id: string;
  /** What its maker called it. */
  name?: string;
  /** What it allows. */
  scopes: string[];
  /** How many requests a minute it allows; absent for no limit of its own. */
  perMinute?: number;
  /** The initiatives that it is limited to; absent for all of the project. */
  initiatives?: string[];
  /** When it was made. */
  createdAt: string;
  /** From when on it is refused; absent for never. */
  expiresAt?: string;
  /** When it was ended. */
  revokedAt?: string;
  /** When a request came with it last, to ten minutes; absent when none did. */
  lastUsedAt?: string;
}

export interface KeysIn {
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface KeysOut {
  /** The keys. */
  items: KeyInfo[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface LayerIn {
  /** The node, by name or id. */
  node: string;
  /** Where to. */
  layer: "core" | "hot" | "warm" | "cold" | "frozen";
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface Leak {
  /** The rule. */
  rule: string;
  /** What the policy calls its class. */
  class: string;
  /** First byte. */
  start: number;
  /** The byte after the last. */
  end: number;
  /** The beginning of the value, where that says whose it is, and ***. */
  masked: string;
  /** What remember would do. */
  action: "warn" | "redact" | "refuse" | (string & {});
}

export interface LinkIn {
  /** The node that it leads to; or else from. */
  to?: string;
  /** The node that it comes from. */
  from?: string;
  /** What it means. */
  type: "derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to";
  /** How strong it is, from 0 to 1. Default 1. */
  weight?: number;
}

export interface LinkOut {
  /** The node that it goes from. */
  from: string;
  /** Its type: derived_from, refers_to, blocks … */
  type: string;
  /** The node that it goes to. */
  to: string;
  /** How strong it is, from 0 to 1. */
  weight: number;
  /** Name of the node at the other end. */
  other?: string;
}

export interface LoadArchiveIn {
  /** The file: an absolute path on the server's machine. */
  path: string;
  /** The name of the project to make; without it, the one that the archive says. */
  name?: string;
  /**
   * Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by one that
   * they lead to. Without any, the archive's own are believed. At most 64.
   */
  keys?: string[];
}

export interface LoadArchiveOut {
  /** What the archive holds. */
  archive: ArchiveOut;
  /** The project that was made. */
  made: ProjectInfo;
  /** Memories of it. */
  memories: number;
  /** Events that were forgotten again, because this server had forgotten them since. */
  forgotten: number;
  /** Its views are what its derivations give. */
  ok: boolean;
  /** Where they are not; none when all is well. */
  findings: string[];
}

export interface LogResourceIn {
  /** The last part of the log's origin, or deployment for the log of logs. */
  log: string;
  /**
   * What of it, as C2SP tlog-tiles writes paths: checkpoint, tile/0/x001/234, tile/0/000.p/17,
   * tile/entries/000.
   */
  path: string;
}

export interface LogResourceOut {
  /** The log. */
  log: string;
  /** What of it. */
  path: string;
  /** Its media type. */
  contentType: string;
  /** A checkpoint's note. */
  text?: string;
  /** Other bytes, in base64. */
  base64?: string;
}

export interface MaintainIn {
  /** Go through every project, not only the one that the call acts on. */
  all?: boolean;
  /** With all: begin after the project with this id, where an earlier call stopped. */
  after?: string;
}

export interface MaintainOut {
  /** Nothing was found that should not be. */
  ok: boolean;
  /** One answer a project. */
  items: Maintained[];
}

export interface Maintained {
  /** The project's id; after takes it. */
  id: string;
  /** The project's name. */
  project: string;
  /** Memories folded. */
  memories: number;
  /** Items of the store that were missing or differed, and were written. */
  written: number;
  /** Items of the store that should not have been there, and were removed. */
  removed: number;
  /** Rows of the index. */
  indexed: number;
  /** Where the store is not what it should be; at most 1000 in one answer. */
  findings: Finding[];
}

export interface MemoriesIn {
  /** Only memories of this status. */
  status?: "current" | "superseded" | "canceled" | "forgotten";
  /** Only memories of these types. At most 6. */
  types?: ("fact" | "decision" | "task" | "preference" | "procedure" | "episode")[];
  /** Only memories of these initiatives; those that name none are left out. At most 64. */
  initiatives?: string[];
  /** Only what these streams say. At most 64. */
  streams?: string[];
  /** Only what these people said. At most 64. */
  actors?: string[];
  /** Only what events with these entries say, all of them equal. */
  metadata?: Record<string, string | number>;
  /** Only those that are disputed, or only those that are not. */
  disputed?: boolean;
  /** Only what held at this time. */
  asOf?: TimeInput;
  /** As it was known at this time. */
  knownAt?: TimeInput;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface MemoriesOut {
  /** The memories. */
  items: Memory[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface Memory {
  /** The memory. */
  id: string;
  /** fact, decision, task, preference, procedure or episode. */
  type: "fact" | "decision" | "task" | "preference" | "procedure" | "episode" | (string & {});
  /** The statement, with dates and pronouns written out. Absent once it is forgotten. */
  content?: string;
  /** 0 to 1: that it is what the source says. */
  confidence: number;
  /** current, superseded, canceled or forgotten. */
  status: "current" | "superseded" | "canceled" | "forgotten" | (string & {});
  /** It quotes an event whose job is not done. */
  provisional: boolean;
  /** Somebody disputes it. */
  disputed?: boolean;
  /** When the statement holds from. */
  validFrom: string;
  /** When it ends, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** When kaibo was told. */
  recordedAt: string;
  /** Names of the work that it belongs to. */
  initiatives: string[];
  /** The first and the newest events that say it, at most 100. */
  events: string[];
  /** How many events say it. */
  eventCount: number;
  /** The memories whose place it took. */
  supersedes: string[];
  /** The memory that took its place, or canceled it; null when none did. */
  supersededBy: string | null;
  /** What says now what this id said. */
  replacedBy?: string[];
  /** Memories that cannot be true together with it. */
  conflictsWith?: string[];
}

export interface MemoryIn {
  /** The memory. */
  id: string;
}

export interface MemoryOut {
  /** The memory. */
  id: string;
  /** fact, decision, task, preference, procedure or episode. */
  type: "fact" | "decision" | "task" | "preference" | "procedure" | "episode" | (string & {});
  /** The statement, with dates and pronouns written out. Absent once it is forgotten. */
  content?: string;
  /** 0 to 1: that it is what the source says. */
  confidence: number;
  /** current, superseded, canceled or forgotten. */
  status: "current" | "superseded" | "canceled" | "forgotten" | (string & {});
  /** It quotes an event whose job is not done. */
  provisional: boolean;
  /** Somebody disputes it. */
  disputed?: boolean;
  /** When the statement holds from. */
  validFrom: string;
  /** When it ends, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** When kaibo was told. */
  recordedAt: string;
  /** Names of the work that it belongs to. */
  initiatives: string[];
  /** The first and the newest events that say it, at most 100. */
  events: string[];
  /** How many events say it. */
  eventCount: number;
  /** The memories whose place it took. */
  supersedes: string[];
  /** The memory that took its place, or canceled it; null when none did. */
  supersededBy: string | null;
  /** What says now what this id said. */
  replacedBy?: string[];
  /** Memories that cannot be true together with it. */
  conflictsWith?: string[];
}

export interface MendOut {
  /** The event that records it. */
  event: Event;
  /** The work of applying it. */
  job: JobState;
  /** The key was used before: this is the first answer's event. */
  replayed: boolean;
  /** Replayed, and what was asked for then was something else: nothing of this call was done. */
  payloadDiffers?: boolean;
  /** The memory that holds now. */
  memory?: Memory;
  /** Every memory that it made or changed. */
  memories: Memory[];
}

export interface Met {
  /** The node. */
  id: string;
  /** What it is: an idea, a task, a fact … */
  type: string;
  /** Its name. */
  name?: string;
  /** What it says, on one line; cut, with … at its end, where it is long. */
  text?: string;
  /** Absent while it is current: superseded, canceled or flagged (under review). */
  status?: string;
  /** Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word. */
  state?: string;
  /** Of a claim, when it is not open: confirmed, refuted or inconclusive. */
  verdict?: string;
  /** It is settled knowledge. */
  settled?: boolean;
  /** In awake and overview: the roles of the initiative that it has. */
  roles?: string[];
  /** When it should be done. */
  due?: string;
  /** It should have been done before. */
  overdue?: boolean;
  /** When to be reminded of it. */
  remind?: string;
  /** Of a claim: pieces of evidence that speak for it. */
  for?: number;
  /** Of a claim: pieces of evidence that speak against it. */
  against?: number;
  /** Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed. */
  because?: string;
  /** Name or id of what took its place, or blocks it. */
  by?: string;
  /** Of a chain: it is not what the graph says any more. */
  stale?: boolean;
  /** What last changed it. */
  verb?: string;
  /** Who did that. */
  actor?: string;
  /** When that was recorded. */
  at?: string;
  /** Whose it is: names of its initiatives. */
  initiatives?: string[];
  /** Links between the start and it. */
  depth: number;
  /** The node before it. */
  via?: string;
  /** The link that led to it. */
  link?: LinkOut;
}

export interface MetOut {
  /** The node that it began at. */
  start: Brief;
  /** How many there are. */
  total: number;
  /** The first of them, the nearest first. */
  items: Met[];
  /** The same, to be read. */
  text: string;
}

export interface ModelIn {
}

export interface ModelOut {
  /** The project has the model read its events. */
  on: boolean;
  /** When that was said; absent when nobody ever did. */
  updatedAt?: string;
  /** Name of the key that said so. */
  by?: string;
  /** The server's model; absent when it has none. */
  model?: string;
  /** Where the text goes that the model is shown. */
  address?: string;
  /** That is the server's own machine. */
  loopback?: boolean;
}

export interface NeighboursIn {
  /** Name or id of the node. */
  node: string;
  /** Only links of these types. At most 12. */
  types?: ("derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to")[];
  /** Which links: from the node, to it, or both. Default "both". */
  direction?: "out" | "in" | "both";
  /** Most nodes to answer. Default 50. 1 to 500. */
  limit?: number;
  /** Over the border of the initiative too: everything that the key sees, each result saying whose it is. */
  across?: boolean;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface Node {
  /** The node, which is a memory. */
  id: string;
  /** What it is: an idea, a task, a fact … */
  type: string;
  /** Its name, unique in its initiatives. */
  name?: string;
  /** What it says. */
  content?: string;
  /** current, superseded, canceled, flagged (under review) or forgotten. */
  status: string;
  /** working or settled. */
  tier: string;
  /** core, hot, warm, cold or frozen. */
  layer: string;
  /** Names of the work that it belongs to. */
  initiatives: string[];
  /** Its tags. */
  tags?: string[];
  /** Where its work stands: open, doing, blocked, done, dropped, or a word of a board. */
  state?: string;
  /** Of a hypothesis: open, confirmed, refuted or inconclusive. */
  verdict?: string;
  /** Why it is under review. */
  review?: string;
  /** It is pinned. */
  pinned?: boolean;
  /** Why it is pinned. */
  pinReason?: string;
  /** private or shared. */
  visibility: string;
  /** Of a reference: where it is. */
  url?: string;
  /** When it should be done. */
  due?: string;
  /** When to be reminded of it. */
  remind?: string;
  /** Of a chain: its nodes, in order. */
  members?: string[];
  /** When it holds from. */
  validFrom: string;
  /** When it ends, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** The node that ended it. */
  supersededBy?: string;
  /** It does not hold at the moment that was asked for. */
  past?: boolean;
  /** When kaibo was told. */
  recordedAt: string;
}

export interface NodeIn {
  /** The node, by name or id. */
  node: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface NoteIn {
  /** What it says. */
  content: string;
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface OverviewIn {
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
  /** Most items of each list. Default 8. 1 to 50. */
  limit?: number;
}

export interface OverviewOut {
  /** The initiative; absent for all that the key sees. */
  initiative?: string;
  /** The moment that it is told for. */
  asOf: string;
  /** Nodes that hold, by type, most first. */
  types: Count[];
  /** By layer, nearest first. */
  layers: Count[];
  /** By tier. */
  tiers: Count[];
  /** All nodes by status, ended ones too. */
  statuses: Count[];
  /** Links from nodes that hold, by type. */
  links: Count[];
  /** The tags that most nodes have. */
  tags: Count[];
  /** Where knowledge began: nodes that others came from and that came from none, the largest first. */
  roots: RootInfo[];
  /** How many there are, at most fifty. */
  rootTotal: number;
  /** Things and concepts, by how many links they have. */
  entities: RootInfo[];
  /** What is settled. */
  settled: AwakeSection;
  /** Trails that were kept. */
  chains: AwakeSection;
  /** Claims that nothing decided. */
  claims: AwakeSection;
  /** What is under review. */
  review: AwakeSection;
  /** Tasks that should have been done before. */
  overdue: AwakeSection;
  /** All of it in a few lines. */
  text: string;
}

export interface PathIn {
  /** Name or id of the node that it begins at. */
  from: string;
  /** Name or id of the node that it ends at. */
  to: string;
  /** Only links of these types. At most 12. */
  types?: ("derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to")[];
  /** Over the border of the initiative too: everything that the key sees, each result saying whose it is. */
  across?: boolean;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface PathOut {
  /** There is a trail. */
  found: boolean;
  /** The product of the weights of its links. */
  strength: number;
  /** Its nodes, from one end to the other. */
  nodes: Met[];
  /** The links between them, one fewer. */
  links: LinkOut[];
  /** The trail, to be read. */
  text: string;
}

export interface PayloadIn {
  /** The event. */
  id: string;
}

export interface PayloadItem {
  /** The event. */
  eventId: string;
  /** Its place in the stream. */
  seq: number;
  /** It is forgotten; what follows is absent. */
  gone?: boolean;
  /** The server cannot read it whole, though nobody forgot it; what follows is absent. */
  damaged?: boolean;
  /** The content, when it is text. */
  content?: string;
  /** The content in base64, when it is not text. */
  contentBase64?: string;
  /** Its media type, when the writer gave one. */
  contentType?: string;
  /** 32 hexadecimal digits: payloadDigest is over salt and content. */
  salt?: string;
  /** What the writer said about the event, in the RFC 8785 form that was digested. */
  details?: Record<string, unknown>;
  /** 32 hexadecimal digits: detailsDigest is over them and details. */
  detailsSalt?: string;
}

export interface PayloadOut {
  /** The event. */
  eventId: string;
  /** The content, when it is text. */
  content?: string;
  /** The content in base64, when it is not text. */
  contentBase64?: string;
  /** Its media type, when the writer gave one. */
  contentType?: string;
  /** 32 hexadecimal digits: payloadDigest is over salt and content. */
  salt: string;
  /** What the writer said about the event, in the RFC 8785 form that was digested. */
  details: Record<string, unknown>;
  /** 32 hexadecimal digits: detailsDigest is over them and details. */
  detailsSalt: string;
}

export interface PayloadsIn {
  /** The stream to read. */
  stream: string;
  /** Answer what comes after this seq. Default 0. */
  after?: number;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface PayloadsOut {
  /** The payloads, in order of seq. */
  items: PayloadItem[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface Problem {
  /** A page that explains the code. */
  type: string;
  /** The code in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this request, for a person. */
  detail?: string;
  /** A stable name to switch on. */
  code: "invalid_request" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "gone" | "too_large" | "rate_limited" | "internal" | "unavailable" | (string & {});
  /** The fields at fault. */
  errors?: FieldError[];
}

export interface ProjectInfo {
  /** The project, as logs and checkpoints name it. */
  id: string;
  /** The project, as its operator named it; what Kaibo-Project takes. */
  name: string;
  /** When it was made. */
  createdAt: string;
}

export interface ProjectUsageIn {
  /** The project's name; the one that Kaibo-Project names when absent. */
  name?: string;
}

export interface ProjectUsageOut {
  /** The project. */
  project: ProjectInfo;
  /** Streams. */
  streams: number;
  /** Events, forgotten ones too: their place in the chain stays. */
  events: number;
  /** Memories of every status. */
  memories: number;
  /** Entries of the deletion ledger. */
  deletions: number;
}

export interface ProjectsIn {
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface ProjectsOut {
  /** The projects. */
  items: ProjectInfo[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface ProofIn {
  /** The event, or the receipt. */
  id: string;
  /**
   * The receipt's seq, which stands in it: it is found at once. Without it the receipt is found by its id,
   * which costs one more read.
   */
  seq?: number;
}

export interface ProofOut {
  /** The event or the receipt. */
  id: string;
  /** The name of its log. */
  origin: string;
  /** Its place there. */
  seq: number;
  /** How many entries the checkpoint covers. */
  size: number;
  /** The file: C2SP tlog-proof. */
  proof: string;
}

export interface ProposalInfo {
  /** fact, decision, task, preference, procedure or episode. */
  type: "fact" | "decision" | "task" | "preference" | "procedure" | "episode" | (string & {});
  /** The statement. */
  content: string;
  /** First byte of the text that bears it out. */
  start: number;
  /** The byte after the last. */
  end: number;
  /** 0 to 1: that it is what the text says. */
  confidence: number;
  /** When it would hold from. */
  validFrom: string;
  /** When it would end, exclusive; null when nothing ends it. */
  validTo: string | null;
  /** What read it: the rules or a model. */
  by: string;
  /** It would be noted down, or add its source to what says it already. */
  accepted: boolean;
  /** Why it was accepted or dropped. */
  why: string;
  /** The memories that it has to do with. */
  relations: RelatedInfo[];
}

export interface RecallIn {
  /** The question, in any words. */
  question: string;
  /** Most tokens of the answer's texts, in o200k_base. Default 1024. 1 to 32,000. */
  budget?: number;
  /** What was true at this time; now when absent. */
  asOf?: TimeInput;
  /** What had been recorded by this time; nothing is cut when absent. */
  knownAt?: TimeInput;
  /** Only memories of these types. At most 6. */
  types?: ("fact" | "decision" | "task" | "preference" | "procedure" | "episode")[];
  /** Only memories of these initiatives; those that name none are left out. At most 64. */
  initiatives?: string[];
  /** Only what these streams say. At most 64. */
  streams?: string[];
  /** Only what these people said. At most 64. */
  actors?: string[];
  /** Only what events with these entries say, all of them equal. */
  metadata?: Record<string, string | number>;
  /** past: add, last and marked, what no longer holds. At most 1. */
  include?: "past"[];
  /** Go on in rank order until the budget is full. */
  fill?: boolean;
  /** How many candidates the event stream shows. Default 50. 1 to 200. */
  candidates?: number;
  /** Say of each item why it was chosen. */
  trace?: boolean;
}

export interface RecallOut {
  /** The question, as it was asked. */
  question: string;
  /** The time that it was answered for. */
  asOf: string;
  /** Most tokens of the texts. */
  budget: number;
  /** Tokens of the texts, in o200k_base. */
  used: number;
  /** The smallest set that answers, best first; empty exactly when it abstains. */
  items: Item[];
  /** Whether there is no answer, and how sure that is. */
  abstain: Abstain;
}

export interface Receipt {
  /** The receipt. */
  id: string;
  /** Its place in the deletion ledger. */
  seq: number;
  /** forgotten, or purged once the text is gone from every store. */
  kind: "forgotten" | "purged" | (string & {});
  /** Hash of the entry before it; zeroes for the first. */
  prevHash: string;
  /** SHA-256, computed as an event's. */
  hash: string;
  /** The memories forgotten. */
  memoryIds?: string[];
  /** The events forgotten. */
  eventIds?: string[];
  /** Of the operator's ledger: the project that was deleted. */
  projectId?: string;
  /** sha256: and SHA-256 over the reason's salt and the reason. */
  reasonDigest?: string;
  /** From when on no read shows the text. */
  tombstonedAt?: string;
  /** When the text is gone from every store. */
  purgeAt?: string;
  /** Of a purged entry: the receipt that it completes. */
  receiptId?: string;
  /** When the text was gone. */
  purgedAt?: string;
}

export interface RecentIn {
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
  /** Only what was recorded at this time or later. */
  since?: TimeInput;
  /** past: what ended too, marked. At most 1. */
  include?: "past"[];
  /** Most items to answer. Default 20. 1 to 200. */
  limit?: number;
}

export interface RedriveIn {
  /** Only these kinds. At most 6. */
  kinds?: ("job" | "structure" | "compact" | "notify" | "checkpoint" | "schedule")[];
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** The one to try again, as dead_letters has it. */
  id?: string;
  /** Try every one again, up to limit. */
  all?: boolean;
  /** Only show which. */
  dryRun?: boolean;
}

export interface RedriveOut {
  /** What was tried again. */
  items: Redriven[];
  /** There are more: call again. */
  more?: boolean;
  /** Nothing failed again. */
  ok: boolean;
}

export interface RedriveWebhookIn {
  /** The webhook, as webhooks lists it. */
  id: string;
  /** This one alone. */
  messageId?: string;
}

export interface RedriveWebhookOut {
  /** How many messages were put back. */
  redriven: number;
}

export interface Redriven {
  /** Names it to dead_letters.redrive: a job, or a message. */
  id: string;
  /** A failed job, or a message to the function of this name. */
  kind: "job" | "structure" | "compact" | "notify" | "checkpoint" | "schedule" | (string & {});
  /** The project's name; its id when it is gone. */
  project?: string;
  /** The stream to structure. */
  stream?: string;
  /** The job to take up again. */
  job?: string;
  /** How often it was tried. */
  attempts: number;
  /** When it was given up. */
  since: string;
  /** Why, as far as may be told; the log has the cause. */
  reason: string;
  /**
   * done: the job is done. sent: on its way to its function. dropped: nothing was left to do. failed: it
   * failed again. waits: a dry run.
   */
  outcome: "done" | "sent" | "dropped" | "failed" | "waits" | (string & {});
}

export interface ReflectIn {
  /** Only findings of these kinds. At most 20. */
  kinds?: string[];
  /** Most findings to answer. Default 50. 1 to 500. */
  limit?: number;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface ReinstateIn {
  /** The memory that was replaced. */
  memoryId: string;
  /** Why. */
  reason?: string;
  /** Who says so; the name of the key when absent. */
  actor?: string;
}

export interface RelatedInfo {
  /** The memory, or a proposal before it in the text. */
  memoryId: string;
  /** What it says. */
  content: string;
  /** Of the later of the two to the earlier. */
  relation: "same" | "supersedes" | "corrects" | "cancels" | "completes" | "conflicts" | (string & {});
  /** The memory is the later of the two. */
  later?: boolean;
}

export interface RememberIn {
  /** The stream to append to. Names that begin with ~ are the server's own. Default "main". */
  stream?: string;
  /** What sort of thing happened. Default "message". */
  kind?: "message" | "tool_call" | "file" | "commit";
  /** The text, word for word; or give contentBase64. */
  content?: string;
  /** The bytes of a file in standard base64, in place of content. Its contentType says what they are. */
  contentBase64?: string;
  /** Media type of the content, such as text/markdown. Required with contentBase64. */
  contentType?: string;
  /** When it happened, in RFC 3339; now when absent. "Yesterday" in the text counts from it. */
  occurredAt?: TimeInput;
  /** Forget the event then, with a receipt. */
  expiresAt?: TimeInput;
  /** Who said or did it. */
  actor?: string;
  /** The actor's part, such as user or assistant. */
  role?: string;
  /** Names of the work that it belongs to. At most 64. */
  initiatives?: string[];
  /** Entries of your own: strings and integers. */
  metadata?: Record<string, string | number>;
  /**
   * Unique in the project, for ever. The same key again answers the first event and appends nothing. Make it
   * from the source's ids, never from text.
   */
  idempotencyKey?: string;
  /** Up to 40 events in place of content, appended in order, all or none. At most 40. */
  events?: EventIn[];
  /** Answer once the memories are searchable, or after 25 seconds. */
  wait?: boolean;
}

export interface RememberOut {
  /** The event as it stands in the chain. */
  event?: Event;
  /** The work of finding what the event says. */
  job?: JobState;
  /** The key was used before: this is the first answer's event. */
  replayed?: boolean;
  /** Replayed, and this payload is another than the first. */
  payloadDiffers?: boolean;
  /** Replayed, and the event was forgotten since. */
  forgotten?: boolean;
  /** The secret guard wrote over something before it was stored; the job's warnings say where. */
  redacted?: boolean;
  /**
   * What the event led to: a quote until the job is done. What is too much for one answer is left out; job
   * lists it.
   */
  memories?: Memory[];
  /** One answer an event, for a batch. */
  items?: Remembered[];
}

export interface Remembered {
  /** The event as it stands in the chain. */
  event: Event;
  /** The work of finding what the event says. */
  job: JobState;
  /** The key was used before: this is the first answer's event. */
  replayed: boolean;
  /** Replayed, and this payload is another than the first. */
  payloadDiffers?: boolean;
  /** Replayed, and the event was forgotten since. */
  forgotten?: boolean;
  /** The secret guard wrote over something before it was stored; the job's warnings say where. */
  redacted?: boolean;
  /**
   * What the event led to: a quote until the job is done. What is too much for one answer is left out; job
   * lists it.
   */
  memories: Memory[];
}

export interface RemindIn {
  /** The node, by name or id. */
  node: string;
  /** When; absent takes the reminder away. */
  at?: TimeInput;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface RestructureIn {
  /** Count what would change, and write nothing. */
  dryRun?: boolean;
  /** Go through every project, not only the one that the call acts on. */
  all?: boolean;
}

export interface RestructureOut {
  /** Nothing was written. */
  dryRun?: boolean;
  /** One answer a project. */
  items: RestructuredProject[];
}

export interface RestructuredProject {
  /** The project's name. */
  project: string;
  /** The event that records it; absent for a dry run. */
  eventId?: string;
  /** Name and version of what derived. */
  structurer: string;
  /** Of the new births. */
  generation: number;
  /** Events gone through. */
  events: number;
  /** Memories that stood. */
  before: number;
  /** Memories that stand. */
  after: number;
  /** Of those before: said in the same words, for the same time, with the same status. */
  same: number;
  /** Of those before: said otherwise. */
  changed: number;
  /** Of those before: nothing says them any more. */
  gone: number;
  /** Of those after: nothing said them before. */
  new: number;
  /** Of those after: kept because people ruled on them, or because their event could not be read again. */
  kept: number;
  /** Jobs whose events could not be read again. */
  failed: number;
  /** What a model was asked; absent when none was. */
  model?: Asked;
}

export interface ResumeCheckpointIn {
  /** The stream; without it the log of logs. */
  stream?: string;
  /** The deletion ledger instead. */
  deletions?: boolean;
  /** What was found and what was done about it. */
  reason: string;
}

export interface ResumeCheckpointOut {
  /** The stream whose log it is. */
  stream?: string;
  /** Why the log was stopped. */
  was: string;
  /** The entry that was not as it was signed, where that is known. */
  wasSeq?: number;
  /** Why it stopped again. Absent when it goes on, or when the next run will say. */
  stopped?: string;
  /** The event of the stream ~logs that records it. */
  eventId: string;
}

export interface RetentionIn {
}

export interface RetentionOut {
  /** The rules. */
  items: RuleInfo[];
}

export interface ReviseIn {
  /** The node, by name or id. */
  node: string;
  /** What it says now. */
  content: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface RevokeKeyIn {
  /** The key, as keys lists it. */
  id: string;
}

export interface RevokeKeyOut {
  /** Names the key to keys.revoke. */
  id: string;
  /** What its maker called it. */
  name?: string;
  /** What it allows. */
  scopes: string[];
  /** How many requests a minute it allows; absent for no limit of its own. */
  perMinute?: number;
  /** The initiatives that it is limited to; absent for all of the project. */
  initiatives?: string[];
  /** When it was made. */
  createdAt: string;
  /** From when on it is refused; absent for never. */
  expiresAt?: string;
  /** When it was ended. */
  revokedAt?: string;
  /** When a request came with it last, to ten minutes; absent when none did. */
  lastUsedAt?: string;
}

export interface RootInfo {
  /** The node. */
  id: string;
  /** What it is: an idea, a task, a fact … */
  type: string;
  /** Its name. */
  name?: string;
  /** What it says, on one line; cut, with … at its end, where it is long. */
  text?: string;
  /** Absent while it is current: superseded, canceled or flagged (under review). */
  status?: string;
  /** Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word. */
  state?: string;
  /** Of a claim, when it is not open: confirmed, refuted or inconclusive. */
  verdict?: string;
  /** It is settled knowledge. */
  settled?: boolean;
  /** In awake and overview: the roles of the initiative that it has. */
  roles?: string[];
  /** When it should be done. */
  due?: string;
  /** It should have been done before. */
  overdue?: boolean;
  /** When to be reminded of it. */
  remind?: string;
  /** Of a claim: pieces of evidence that speak for it. */
  for?: number;
  /** Of a claim: pieces of evidence that speak against it. */
  against?: number;
  /** Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed. */
  because?: string;
  /** Name or id of what took its place, or blocks it. */
  by?: string;
  /** Of a chain: it is not what the graph says any more. */
  stale?: boolean;
  /** What last changed it. */
  verb?: string;
  /** Who did that. */
  actor?: string;
  /** When that was recorded. */
  at?: string;
  /** How many nodes came from it, or how many links it has. */
  size: number;
}

export interface RotateKeysIn {
  /** End the rotation that was begun. */
  finish?: boolean;
}

export interface RotateWebhookIn {
  /** The webhook, as webhooks lists it. */
  id: string;
  /** For how long the old secret signs too. Default 24. 0 to 168. */
  overlapHours?: number;
}

export interface RotateWebhookOut {
  /** The webhook. */
  id: string;
  /** Where messages are posted. */
  url: string;
  /** Types of messages that it wants; empty for all. */
  events: string[];
  /** What its maker noted. */
  description?: string;
  /** enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later. */
  status: string;
  /** When it was made. It hears of every change whose job or deed began afterwards. */
  createdAt: string;
  /** When it was disabled. */
  disabledAt?: string;
  /** Why it is disabled. */
  reason?: string;
  /** The new secret. It is in this answer alone. */
  secret: string;
}

export interface RuleInfo {
  /** Names the rule to retention.delete; absent of a dry run. */
  id?: string;
  /** The kind of event that it is about; absent for every kind. */
  kind?: string;
  /** The streams that it is about; absent for every stream but the server's own. */
  streams?: string[];
  /** How many days events are kept from when they were recorded. */
  days: number;
  /** When it was made. */
  createdAt?: string;
}

export interface ScanIn {
  /** The text. */
  content: string;
}

export interface ScanOut {
  /** The gravest thing that remember would do; off when it finds nothing. */
  action: "off" | "warn" | "redact" | "refuse" | (string & {});
  /** The findings in the order of their places, at most 1,000; none lies over another. */
  items: Leak[];
  /** How many findings were left out. */
  more?: number;
  /** What would be stored, where something would be written over. */
  redacted?: string;
}

export interface SecretWarning {
  /** The rule of the guard that met. */
  rule: string;
  /**
   * Where, as problems name fields: events[3].content. Entries of metadata are counted in byte order of their
   * names.
   */
  field: string;
  /** First byte of it, in the field as it is stored. */
  start: number;
  /** The byte after the last. */
  end: number;
  /** warn; or redact: [redacted:rule] stands in its place. */
  action: string;
}

export interface SetGuardIn {
  /**
   * Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said otherwise; never stored as
   * they are.
   */
  privateKey?: "redact" | "refuse";
  /** Values that their own format gives away, such as access keys of services. Warned of. */
  token?: "off" | "warn" | "redact" | "refuse";
  /** Values that are called a password, key or token beside them. Warned of. */
  credential?: "off" | "warn" | "redact" | "refuse";
  /** Numbers of payment cards. Off. */
  card?: "off" | "warn" | "redact" | "refuse";
  /** Numbers of bank accounts. Off. */
  iban?: "off" | "warn" | "redact" | "refuse";
  /** E-mail addresses. Off. */
  email?: "off" | "warn" | "redact" | "refuse";
  /** Phone numbers, international or North American. Off. */
  phone?: "off" | "warn" | "redact" | "refuse";
  /** IP addresses. Off. */
  ip?: "off" | "warn" | "redact" | "refuse";
}

export interface SetHygieneIn {
  /** Which. */
  threshold: "hotDays" | "warmDays" | "coldDays" | "doneDays" | "coreMost";
  /** Its value; the default when absent. 1 to 36,525. */
  value?: number;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface SetInitiativeIn {
  /** The initiative's name. */
  name: string;
  /** Whether its text stays on the server's machine. */
  localOnly: boolean;
}

export interface SetInitiativeOut {
  /** The initiative. */
  id: string;
  /** Its name. */
  name: string;
  /** When it was first named. */
  createdAt: string;
  /** Its text goes to no model on another machine. */
  localOnly: boolean;
}

export interface SetModelIn {
  /** Whether the model reads the project's events. */
  on: boolean;
}

export interface SetRetentionIn {
  /** Events of this kind; of every kind when absent, then streams must be given. */
  kind?: "message" | "tool_call" | "file" | "commit";
  /** Events of these streams; of every stream but the server's own when absent. At most 64. */
  streams?: string[];
  /** How many days they are kept from when they were recorded. 1 to 36,500. */
  days: number;
  /** Count what it would take now, and set nothing. */
  dryRun?: boolean;
}

export interface SetRetentionOut {
  /** The rule. */
  rule: RuleInfo;
  /** Nothing was set. */
  dryRun?: boolean;
  /** Of a dry run: how many events are past these days now. */
  due?: number;
  /** There are more than due. */
  dueMore?: boolean;
}

export interface SetStatusIn {
  /** The node, by name or id. */
  node: string;
  /** Where it stands. */
  status: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface SlotIn {
  /** The role; case does not count. */
  role: string;
  /** The node, by name or id. */
  node: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface SlotOut {
  /** The role. */
  role: string;
  /** The node that has it. */
  node: Brief;
  /** When that was recorded. */
  since: string;
}

export interface SlotsIn {
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface SlotsOut {
  /** The roles, in the order of their names. */
  items: SlotOut[];
  /** The same, to be read. */
  text: string;
}

export interface SourcesIn {
  /** The memory. */
  memoryId: string;
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface SourcesOut {
  /** The places, oldest first. */
  items: Citation[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface StreamHead {
  /** The stream's name. */
  stream: string;
  /** The seq of its newest event, which is also their number. */
  seq: number;
  /** The hash of its newest event. */
  hash: string;
  /** When that was recorded. */
  recordedAt: string;
  /** Up to which seq the events were structured: less than seq while a job waits or runs. */
  structured: number;
}

export interface StreamsIn {
  /** Most items to answer. Default 100. 1 to 1,000. */
  limit?: number;
  /** Where to go on: the nextCursor of the answer before. */
  cursor?: string;
}

export interface StreamsOut {
  /** The heads, in order of the names. */
  items: StreamHead[];
  /** Give it as cursor to go on. */
  nextCursor?: string;
}

export interface StructureIn {
  /** The text. */
  content: string;
  /** What sort of event it would be. Default "message". */
  kind?: "message" | "tool_call" | "file" | "commit";
  /** What relative dates count from; now when absent. */
  occurredAt?: TimeInput;
  /** Who says it. */
  actor?: string;
  /** The actor's part. */
  role?: string;
  /** The work that it belongs to. At most 64. */
  initiatives?: string[];
  /** Must be true: remember notes down for good. */
  dryRun?: boolean;
}

export interface StructureOut {
  /** Nothing was written. */
  dryRun: boolean;
  /** In the order of the text. */
  proposals: ProposalInfo[];
  /** Proposals of the model that failed a check. */
  dropped: DroppedInfo[];
  /** Why there is none. */
  reason?: string;
  /** Statements beyond the 1,000 that are kept of an event. */
  leftOut?: number;
  /** What a model was asked; absent when none was. */
  model?: Asked;
}

export interface SupersedeIn {
  /** The node that ends, by name or id. */
  node: string;
  /** The node that takes its place; or else content. */
  by?: string;
  /** What a new one says. */
  content?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface SurfaceIn {
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
  /** Only this layer; both when absent. */
  layer?: "cold" | "frozen";
  /** Words of names or tags. */
  query?: string;
  /** Most items to answer. Default 20. 1 to 200. */
  limit?: number;
}

export interface SynthesiseIn {
  /** The nodes, by name or id; at least two. At most 60. */
  nodes: string[];
  /** What they come to. */
  content: string;
  /** What it is. Default "summary". */
  type?: "idea" | "outcome" | "reference" | "summary" | "concept" | "entity";
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface TagIn {
  /** The node, by name or id. */
  node: string;
  /** The tags. At most 64. */
  tags: string[];
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface TaggedIn {
  /** The tags, all of which a node must have. At most 64. */
  tags: string[];
  /** Most nodes to answer. Default 50. 1 to 500. */
  limit?: number;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface TaskIn {
  /** What is to be done. */
  content: string;
  /** By when. */
  due?: TimeInput;
  /** What it is called, unique in the initiative while it holds. */
  name?: string;
  /** How near it is kept. Default "warm". */
  layer?: "core" | "hot" | "warm" | "cold" | "frozen";
  /** Its tags. At most 64. */
  tags?: string[];
  /** Whether it may be shared. Default "private". */
  visibility?: "private" | "shared";
  /** It holds from then. */
  after?: TimeInput;
  /** It holds for so many days. 1 to 36,525. */
  forDays?: number;
  /** Its links. At most 60. */
  links?: LinkIn[];
  /** Why it is pinned; absent for not pinned. */
  pin?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface TestWebhookOut {
  /** The message; webhook-id in its request, the same at every attempt. */
  messageId: string;
  /** What it is about. */
  type: string;
  /** When it was sent. */
  at: string;
  /** 1 the first time. */
  attempt: number;
  /** delivered, failed, or dead: it is not tried again. */
  outcome: string;
  /** What the receiver answered; absent when it did not. */
  status?: number;
  /** What went wrong. */
  problem?: string;
  /** How long it took. */
  milliseconds: number;
  /** When it is tried again. */
  nextAt?: string;
}

export interface TraceIn {
  /** Name or id of the node. */
  node: string;
  /** Most nodes to answer. Default 50. 1 to 500. */
  limit?: number;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface TraceNode {
  /** The node. */
  id: string;
  /** What it is: an idea, a task, a fact … */
  type: string;
  /** Its name. */
  name?: string;
  /** What it says, on one line; cut, with … at its end, where it is long. */
  text?: string;
  /** Absent while it is current: superseded, canceled or flagged (under review). */
  status?: string;
  /** Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word. */
  state?: string;
  /** Of a claim, when it is not open: confirmed, refuted or inconclusive. */
  verdict?: string;
  /** It is settled knowledge. */
  settled?: boolean;
  /** In awake and overview: the roles of the initiative that it has. */
  roles?: string[];
  /** When it should be done. */
  due?: string;
  /** It should have been done before. */
  overdue?: boolean;
  /** When to be reminded of it. */
  remind?: string;
  /** Of a claim: pieces of evidence that speak for it. */
  for?: number;
  /** Of a claim: pieces of evidence that speak against it. */
  against?: number;
  /** Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed. */
  because?: string;
  /** Name or id of what took its place, or blocks it. */
  by?: string;
  /** Of a chain: it is not what the graph says any more. */
  stale?: boolean;
  /** What last changed it. */
  verb?: string;
  /** Who did that. */
  actor?: string;
  /** When that was recorded. */
  at?: string;
  /** Whose it is: names of its initiatives. */
  initiatives?: string[];
  /** Links between the start and it. */
  depth: number;
  /** The node before it. */
  via?: string;
  /** The link that led to it. */
  link?: LinkOut;
  /** It comes from no other node. */
  root?: boolean;
  /** Links that lead on from it, to what it comes from. */
  links?: LinkOut[];
  /** The places that say it, the first and the newest. */
  events: Citation[];
}

export interface TraceOut {
  /** How many nodes there are, the node itself first. */
  total: number;
  /** The first of them, the nearest first. */
  items: TraceNode[];
  /** The same, to be read. */
  text: string;
}

export interface Trail {
  /** The product of the weights of its links. */
  strength: number;
  /** Its nodes, from one end to the other. */
  nodes: Met[];
  /** The links between them, one fewer. */
  links: LinkOut[];
}

export interface UndoIn {
  /** The event whose change is taken back. */
  event: string;
  /** The initiative that it was done in. */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
}

export interface UnlinkIn {
  /** The node that it comes from. */
  from: string;
  /** The node that it leads to. */
  to: string;
  /** What it means. */
  type: "derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to";
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface UnslotIn {
  /** The role; case does not count. */
  role: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface VerdictIn {
  /** The claim, by name or id. */
  claim: string;
  /** Why; required as long as there is no evidence for it. */
  because?: string;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface VerifierKeysIn {
}

export interface VerifierKeysOut {
  /** The origin of the log of logs, and the name of every key. */
  deployment: string;
  /** The keys that sign now, as C2SP signed-note writes verifier keys. */
  keys: string[];
  /** Every list of keys, the oldest first: signed notes. */
  lists: string[];
}

export interface VisibilityIn {
  /** The node, by name or id. */
  node: string;
  /** private or shared. */
  visibility: "private" | "shared";
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface WalkIn {
  /** Name or id of the node to begin at. */
  from: string;
  /** Only links of these types. At most 12. */
  types?: ("derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to")[];
  /** Which links: from a node, to it, or both. Default "both". */
  direction?: "out" | "in" | "both";
  /** How many links far. Default 2. 1 to 8. */
  depth?: number;
  /** Most nodes to answer. Default 50. 1 to 500. */
  limit?: number;
  /** Over the border of the initiative too: everything that the key sees, each result saying whose it is. */
  across?: boolean;
  /** past: through what ended or is under review too, marked. At most 1. */
  include?: "past"[];
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface WebhookOut {
  /** The webhook. */
  id: string;
  /** Where messages are posted. */
  url: string;
  /** Types of messages that it wants; empty for all. */
  events: string[];
  /** What its maker noted. */
  description?: string;
  /** enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later. */
  status: string;
  /** When it was made. It hears of every change whose job or deed began afterwards. */
  createdAt: string;
  /** When it was disabled. */
  disabledAt?: string;
  /** Why it is disabled. */
  reason?: string;
}

export interface WebhookState {
  /** The webhook. */
  id: string;
  /** Where messages are posted. */
  url: string;
  /** Types of messages that it wants; empty for all. */
  events: string[];
  /** What its maker noted. */
  description?: string;
  /** enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later. */
  status: string;
  /** When it was made. It hears of every change whose job or deed began afterwards. */
  createdAt: string;
  /** When it was disabled. */
  disabledAt?: string;
  /** Why it is disabled. */
  reason?: string;
  /** Attempts that failed since the last message that was taken. */
  failures: number;
  /** When the first of them was. After five days of failures the webhook is disabled. */
  failingSince?: string;
  /** Before which nothing is sent, because the receiver failed. */
  nextAt?: string;
  /** When a message was taken last. */
  deliveredAt?: string;
}

export interface WebhooksIn {
}

export interface WebhooksOut {
  /** The webhooks, at most 10. */
  items: WebhookState[];
}

export interface WeighedIn {
  /** The node that it comes from. */
  from: string;
  /** The node that it leads to. */
  to: string;
  /** What it means. */
  type: "derived_from" | "refers_to" | "supersedes" | "causal" | "temporal" | "contradicts" | "part_of" | "blocks" | "targets" | "verifies" | "falsifies" | "consolidated_to";
  /** How strong it is, from 0 to 1. */
  weight?: number;
  /**
   * The initiative that it is done in. Names mean what they mean there; without one, what they mean in the
   * project as a whole.
   */
  initiative?: string;
  /** Why. */
  reason?: string;
  /** Who does it; the name of the key when absent. */
  actor?: string;
  /** Since when it is so, if it was so before it is said; default now. */
  occurredAt?: TimeInput;
}

export interface WhichWebhook {
  /** The webhook, as webhooks lists it. */
  id: string;
}

export interface Why {
  /** best, score, word, conflict, fill or past. */
  chosen: string;
  /** Words of the question that it bears out. */
  words: string[];
  /** Words that only a derived form matched: they rank and ground nothing. */
  derived: string[];
  /** Score before what sets the best apart. */
  base: number;
  /** How much of what sets the best apart it bears out, 0 to 1. */
  contrast: number;
  /** Score by that of the best. */
  share: number;
  /** Its text was too long and a part of it is quoted. */
  cut: boolean;
}

export interface WhyIn {
  /** Name or id of the chain. */
  chain: string;
  /** Only what is in this initiative, or attached to it; without one, the project as a whole. */
  initiative?: string;
  /** As it was at this time; default now. */
  asOf?: TimeInput;
  /** As it was recorded by this time; default all that is recorded. */
  knownAt?: TimeInput;
}

export interface WhyOut {
  /** The chain; its content is its summary. */
  chain: Node;
  /** What is wrong with it; absent when nothing is. */
  stale?: string;
  /** Its members in order. */
  steps: WhyStep[];
  /** The same, to be read. */
  text: string;
}

export interface WhyStep {
  /** The member; absent when it is not to be seen any more. */
  node?: Node;
  /** What joins it with the member before; absent for the first, and where nothing does any more. */
  link?: LinkOut;
  /** Who made that link, or gave it its weight. */
  actor?: string;
  /** Why. */
  because?: string;
}
