// The library: open a hall, then do with it what the command line does. docs/library.md shows how, with examples that run.
export type {
  Agent,
  AgentKind,
  AgentPorts,
  AgentSession,
  AskOptions,
  CallPlan,
  PersonPort,
  Probe,
  Prompt,
  Reply,
  ReplyDetails,
} from './agents/agent.ts';
export type { AuditEntry } from './audit/trail.ts';
export { trustRequestOf } from './compose/examine.ts';
export { type OpenHallOptions, openHall } from './compose/hall.ts';
export { type DatabaseState, inspectDatabase, migrateDatabase, openAuditTrail, openFolder } from './compose/store.ts';
export { type AskTrust, type TrustOption, trustStore } from './compose/trust.ts';
export type { ExplainedValue } from './config/explain.ts';
export type { AgentSpec } from './config/seat-spec.ts';
export type { Setting } from './config/sources/variables.ts';
export type { TrustRequest } from './config/trust/trust-request.ts';
export type { Call, Totals } from './domain/calls.ts';
export type {
  AgentRef,
  Copied,
  EventData,
  EventOf,
  EventType,
  LedgerEvent,
  Limits,
  Provenance,
  Relation,
  RuleData,
  SeatAssignment,
  Usage,
} from './domain/events.ts';
export { ERROR_CODES, type ErrorCode, HallError, type HallErrorOptions } from './domain/failures/errors.ts';
export { EXIT, type ExitCode } from './domain/failures/exit-codes.ts';
export { FAILURES, type Failure, type FailureCode } from './domain/failures/failures.ts';
export type { Calibration } from './domain/hindsight/calibration.ts';
export { OUTCOME_WORDS, type OutcomeKind } from './domain/outcomes.ts';
export type { AnswerKind } from './domain/question/choices.ts';
export {
  type Authority,
  type DebateRecord,
  debateRecordSchema,
  type Hindsight,
  type RecordEntry,
  type TurnEntry,
} from './domain/record.ts';
export { type PlanResult, planOf } from './domain/results/plan-result.ts';
export { type Finding, type ReviewResult, reviewOf } from './domain/results/review-result.ts';
export type { Match } from './domain/words/find-words.ts';
export type { Dispatched } from './engine/engine.ts';
export type { CheckedCopies } from './engine/forks/check-copies.ts';
export { toRecord } from './engine/record/record.ts';
export type { Snapshot } from './engine/snapshot.ts';
export type { ExportedFile, Exporter } from './exporters/exporter.ts';
export type { Format, Next, SeatSpec, Step, TranscriptEntry } from './formats/format.ts';
export {
  type CompareInput,
  type Comparison,
  openComparison,
  readComparison,
} from './operations/debate/check/comparison.ts';
export { type EscalateInput, openEscalation } from './operations/debate/check/ladder.ts';
export type { Forecast, SeatForecast } from './operations/debate/forecast/forecast.ts';
export { type OpenInput, openDebate } from './operations/debate/opening/open-debate.ts';
export type { QuestionInput } from './operations/debate/opening/question.ts';
export { type ForkInput, openFork, planFork } from './operations/debate/related/fork-debate.ts';
export { type Recheck, type RecheckOpening, readRecheck, recheckOpening } from './operations/debate/related/recheck.ts';
export type { RedactedFork } from './operations/debate/related/redact-forks.ts';
export { type Asked, type AskInput, askAgent } from './operations/debate/running/ask-agent.ts';
export { exitCodeOf } from './operations/debate/running/outcome-exit.ts';
export { type RunInput, type RunOutput, runThread as runDebate } from './operations/debate/running/run-thread.ts';
export type { Probing } from './operations/debate/seats/probe-agents.ts';
export {
  type Author,
  close as closeDebate,
  type InterjectInput,
  interject,
  kill as killDebate,
  pick,
  type Redacted,
  type RedactInput,
  redact,
  type SayInput,
  say,
} from './operations/debate/take-part/manual-turns.ts';
export { listThreadComments, type ThreadComment, type ThreadCommentsOutput } from './operations/github/comments.ts';
export { githubAvailability, type TargetInput } from './operations/github/input.ts';
export {
  type InterjectFromGitHubInput,
  type InterjectFromGitHubOutput,
  interjectFromGitHub,
} from './operations/github/interject.ts';
export { type RatifyInput, type RatifyOutput, ratify } from './operations/github/ratify.ts';
export { type ReportInput as GitHubReportInput, type ReportOutput, reportDebate } from './operations/github/report.ts';
export { type PostedComment, type SyncInput, type SyncOutput, syncDebate } from './operations/github/sync.ts';
export type { AgentDirectory, Hall } from './operations/hall.ts';
export { findConflicts } from './operations/memory/conflicts.ts';
export { type RecalledDecision, type RecallInput, recallDecisions, recallFor } from './operations/memory/recall.ts';
export { type PlanInput, planOpening } from './operations/planning/make-plan.ts';
export { type DebatePlan, planDebate, type SeatPlan } from './operations/planning/plan-debate.ts';
export { type OrderInput, orderRun } from './operations/queue/order-run.ts';
export { checkEvidence, type EvidenceReport } from './operations/reading/check-evidence.ts';
export { type LookInput, type LookOutput, lookManually } from './operations/reading/look-manually.ts';
export {
  type ComparedAnswers,
  type ComparedTurn,
  compareDebates,
  type DebateComparison,
  type Difference,
  type RedactedTurn,
} from './operations/records/comparison/compare-debates.ts';
export { exportDebate, exportFiles } from './operations/records/copies/export-debate.ts';
export { type ImportInput, type ImportOutput, importDebate } from './operations/records/copies/import-debate.ts';
export { type FolderInput, importFolder } from './operations/records/copies/import-folder.ts';
export { deleteDebate } from './operations/records/delete-debate.ts';
export type {
  DamagedDebate,
  DebateSummary,
  ListedDebate,
  WaitingStep,
} from './operations/records/lists/debate-summary.ts';
export { findDebate } from './operations/records/lists/find-debate.ts';
export { type ListInput, listDebates } from './operations/records/lists/list-debates.ts';
export type { ListFilter } from './operations/records/lists/list-filter.ts';
export { type FoundDebate, type SearchInput, searchDebates } from './operations/records/lists/search-debates.ts';
export { type CalibrationInput, calibrate } from './operations/records/outcomes/calibration.ts';
export { type OutcomeInput, recordOutcome } from './operations/records/outcomes/record-outcome.ts';
export {
  showDebate,
  type VerifiedDebate,
  type VerifyInput,
  type VerifyOutput,
  verifyAll,
  verifyDebate,
  type Watched,
  watchDebate,
} from './operations/records/read-debate.ts';
export {
  type ReplayedDocument,
  type ReplayInput,
  type ReplayOutput,
  replayDebate,
} from './operations/records/replay-debate.ts';
export type {
  CheckedSignature,
  SignatureReport,
  SignatureState,
  SignersInput,
} from './operations/records/signatures/check-signatures.ts';
export { type SignInput, type SignOutput, signDebate } from './operations/records/signatures/sign-debate.ts';
export {
  type AgentStats,
  type CallStats,
  type DebateStats,
  debateStats,
  type HallStats,
  hallStats,
  type SeatStats,
} from './operations/records/statistics/debate-stats.ts';
export { type ReviewInput, reviewOpening } from './operations/review/review-diff.ts';
export {
  type CheckMachineInput,
  checkMachine,
  type MachineCheck,
  type MachineReport,
} from './operations/setup/check-machine.ts';
export { type CopiedDebate, copyHall } from './operations/setup/copy-hall.ts';
export { type ExplainInput, explainHall as explainConfig } from './operations/setup/explain-hall.ts';
export { type InitInput, type InitOutput, initProject } from './operations/setup/init-project.ts';
export { listPerspectives } from './operations/setup/list-perspectives.ts';
export { type SurveyedAgent, surveyAgents } from './operations/setup/survey-agents.ts';
export {
  type ListedWebhook,
  listWebhooks,
  type RetriedWebhooks,
  retryWebhooks,
  testWebhook,
  type WebhookList,
} from './operations/webhooks/manage-webhooks.ts';
export type { Perspective } from './prompts/perspectives.ts';
export type { QueuedRun, RunFilter, RunOrder, RunQueue } from './queues/queue.ts';
export type { LiveEvent, LiveListener, RunEndReason } from './runner/live/live-events.ts';
export type { Store } from './stores/store.ts';
