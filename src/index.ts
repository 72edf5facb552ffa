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
export type { Call, Totals } from './domain/calls.ts';
export type {
  DebateSummary,
  ListedDebate,
  UnreadableDebate,
  WaitingStep,
} from './domain/debate-summary.ts';
export { PRESETS as EVALUATION_PRESETS } from './domain/evaluation/arms.ts';
export type { Merging } from './domain/evaluation/merge.ts';
export type { EvaluationQuestion } from './domain/evaluation/question.ts';
export { type Evaluation, evaluationSchema } from './domain/evaluation/result.ts';
export type {
  AgentRef,
  Copied,
  Limits,
  Provenance,
  Relation,
  RuleData,
  SeatAssignment,
  Usage,
} from './domain/event-parts.ts';
export type { EventData, EventOf, EventType, LedgerEvent } from './domain/events.ts';
export { ERROR_CODES, type ErrorCode, HallError, type HallErrorOptions } from './domain/failures/errors.ts';
export { EXIT, type ExitCode } from './domain/failures/exit-codes.ts';
export { FAILURES, type Failure, type FailureCode } from './domain/failures/failures.ts';
export type { Calibration } from './domain/hindsight/scores.ts';
export type { LiveEvent, LiveListener, RunEndReason } from './domain/live-events.ts';
export { OUTCOME_WORDS, type OutcomeKind } from './domain/outcomes.ts';
export type { AnswerKind } from './domain/question/choices.ts';
export {
  type Authority,
  type DebateRecord,
  debateRecordSchema,
  type Hindsight,
  type RecordEntry,
} from './domain/record.ts';
export type { TurnEntry } from './domain/record-entries.ts';
export type {
  ComparedAnswers,
  ComparedTurn,
  DebateComparison,
  Difference,
  RedactedTurn,
} from './domain/results/comparison.ts';
export type { PlanResult } from './domain/results/plan-result.ts';
export type { Finding, ReviewResult } from './domain/results/review-result.ts';
export type { Match } from './domain/words/find-words.ts';
export type { InspectLog } from './exchange/evaluation/inspect-log.ts';
export type { ExportedFile, Exporter } from './exchange/exporters/exporter.ts';
export type { Format, Next, SeatSpec, Step, TranscriptEntry } from './formats/format.ts';
export type { OpenHallOptions } from './hall/compose/hall.ts';
export * from './hall/compose/library/asking.ts';
export * from './hall/compose/library/changes.ts';
export * from './hall/compose/library/reading.ts';
export * from './hall/compose/library/surroundings.ts';
export type { DatabaseState } from './hall/compose/store.ts';
export type { AskTrust, TrustOption } from './hall/compose/trust.ts';
export type { AgentSpec } from './hall/config/seat-spec.ts';
export type { Setting } from './hall/config/sources/variables.ts';
export type { TrustRequest } from './hall/config/trust/trust-request.ts';
export type { BlindVoteInput, VoteComparison } from './hall/operations/debate/check/blind-vote.ts';
export type { EscalateInput } from './hall/operations/debate/check/ladder.ts';
export type { CallForecast, SeatForecast } from './hall/operations/debate/forecast/forecast.ts';
export type { DebatePlan, SeatPlan } from './hall/operations/debate/forecast/plan-debate.ts';
export type { OpenInput } from './hall/operations/debate/opening/open-input.ts';
export type { QuestionInput } from './hall/operations/debate/opening/question.ts';
export type { ForkInput } from './hall/operations/debate/related/fork-debate.ts';
export type { Recheck, RecheckOpening } from './hall/operations/debate/related/recheck.ts';
export type { Redacted, RedactedFork, RedactInput } from './hall/operations/debate/related/redact.ts';
export type { AgentAnswer, AskInput } from './hall/operations/debate/running/ask-agent.ts';
export type { FollowUpAnswer, FollowUpInput, FollowUpPlan } from './hall/operations/debate/running/follow-up.ts';
export type { RunInput } from './hall/operations/debate/running/prepare-run.ts';
export type { RunOutput } from './hall/operations/debate/running/run-output.ts';
export type { Probing } from './hall/operations/debate/seats/probe-agents.ts';
export type { Author, InterjectInput, SayInput } from './hall/operations/debate/take-part/manual-turns.ts';
export type { Evaluated, EvaluateInput } from './hall/operations/evaluation/evaluate.ts';
export type { QuestionFile } from './hall/operations/evaluation/load-questions.ts';
export type { EvaluationInput, EvaluationPlan } from './hall/operations/evaluation/plan-evaluation.ts';
export type { VerifiedEvaluation } from './hall/operations/evaluation/verify-evaluation.ts';
export type { ThreadComment, ThreadCommentsOutput } from './hall/operations/github/comments.ts';
export type { TargetInput } from './hall/operations/github/input.ts';
export type { InterjectFromGitHubInput, InterjectFromGitHubOutput } from './hall/operations/github/interject.ts';
export type { RatifyInput, RatifyOutput } from './hall/operations/github/ratify.ts';
export type { ReportInput as GitHubReportInput, ReportOutput } from './hall/operations/github/report.ts';
export type { PostedComment, SyncInput, SyncOutput } from './hall/operations/github/sync.ts';
export type { AgentDirectory, Hall } from './hall/operations/hall.ts';
export type { AskRecallInput } from './hall/operations/memory/ask-recall.ts';
export type { Contradiction } from './hall/operations/memory/conflicts.ts';
export type { RecalledDecision, RecallInput } from './hall/operations/memory/recall.ts';
export type { ErasedPerson } from './hall/operations/people/erase-person.ts';
export type { ExportedPerson } from './hall/operations/people/export-person.ts';
export type { PeopleDesk } from './hall/operations/people/find-person.ts';
export type { OrderInput } from './hall/operations/queue/order-run.ts';
export type { EvidenceReport } from './hall/operations/reading/check-evidence.ts';
export type { LookInput, LookOutput } from './hall/operations/reading/look-manually.ts';
export type { ImportInput, ImportOutput } from './hall/operations/records/copies/import-debate.ts';
export type { FolderInput } from './hall/operations/records/copies/import-folder.ts';
export type { LeftCopies } from './hall/operations/records/delete-debate.ts';
export type { ListFilter, ListInput } from './hall/operations/records/lists/list-debates.ts';
export type { FoundDebate, SearchInput } from './hall/operations/records/lists/search-debates.ts';
export type { CalibrationInput } from './hall/operations/records/outcomes/calibration.ts';
export type { OutcomeInput } from './hall/operations/records/outcomes/record-outcome.ts';
export type { ReplayedDocument, ReplayInput, ReplayOutput } from './hall/operations/records/replay-debate.ts';
export type {
  CheckedSignature,
  SignatureReport,
  SignatureState,
  SignersInput,
} from './hall/operations/records/signatures/check-signatures.ts';
export type { SignInput, SignOutput } from './hall/operations/records/signatures/sign-debate.ts';
export type {
  AgentStats,
  CallStats,
  DebateStats,
  HallStats,
  SeatStats,
} from './hall/operations/records/statistics/debate-stats.ts';
export type { VerifiedDebate, VerifyInput, VerifyOutput } from './hall/operations/records/verify-debate.ts';
export type { Watched } from './hall/operations/records/watch-debate.ts';
export type { ReviewInput } from './hall/operations/review/review-diff.ts';
export type { CheckMachineInput, MachineCheck, MachineReport } from './hall/operations/setup/check-machine.ts';
export type { CopiedDebate } from './hall/operations/setup/copy-hall.ts';
export type { ExplainedValue, ExplainInput } from './hall/operations/setup/explain-hall.ts';
export type { InitInput, InitOutput } from './hall/operations/setup/init-project.ts';
export type { SurveyedAgent } from './hall/operations/setup/survey-agents.ts';
export type { Pruned, PruneInput, UpkeepDesk } from './hall/operations/upkeep/prune-hall.ts';
export type { ListedWebhook, RetriedWebhooks, WebhookList } from './hall/operations/webhooks/manage-webhooks.ts';
export type { Dispatched } from './ledger/engine/engine.ts';
export type { CheckedCopies } from './ledger/engine/forks/copies.ts';
export type { Snapshot } from './ledger/engine/snapshot.ts';
export type { Store } from './ledger/stores/store.ts';
export type { Perspective } from './material/prompts/perspectives.ts';
export type { AuditEntry } from './platform/audit/trail.ts';
export type { QueuedRun, RunFilter, RunOrder, RunQueue } from './platform/queues/queue.ts';
