// The operations of the library that find, read, check and copy debates.
import { types } from 'node:util';
import * as z from 'zod';
import { debateRequest } from '../../../domain/debate-request.ts';
import { OUTCOMES } from '../../../domain/outcomes.ts';
import { agentSchema } from '../../config/seat-spec.ts';
import { readVoteComparison as readCompared } from '../../operations/debate/check/blind-vote.ts';
import { readRecheck as readRechecked } from '../../operations/debate/related/recheck.ts';
import { type AskRecallInput, askRecall as askForRecall } from '../../operations/memory/ask-recall.ts';
import * as conflicts from '../../operations/memory/conflicts.ts';
import type { Meaning } from '../../operations/memory/meaning/compare-meaning.ts';
import * as memory from '../../operations/memory/recall.ts';
import { checkEvidence as checkCitations } from '../../operations/reading/check-evidence.ts';
import { type LookInput, lookManually as look } from '../../operations/reading/look-manually.ts';
import { compareDebates as compare } from '../../operations/records/comparison/compare-debates.ts';
import * as copies from '../../operations/records/copies/export-debate.ts';
import { type ImportInput, importDebate as importText } from '../../operations/records/copies/import-debate.ts';
import { type FolderInput, importFolder as importFiles } from '../../operations/records/copies/import-folder.ts';
import { deleteDebate as deleteWhole } from '../../operations/records/delete-debate.ts';
import {
  findDebate as find,
  describeUnsearched as tellUnsearched,
} from '../../operations/records/lists/find-debate.ts';
import { type ListInput, listDebates as list } from '../../operations/records/lists/list-debates.ts';
import { type SearchInput, searchDebates as search } from '../../operations/records/lists/search-debates.ts';
import { type CalibrationInput, calibrate as score } from '../../operations/records/outcomes/calibration.ts';
import { type ReplayInput, replayDebate as replay } from '../../operations/records/replay-debate.ts';
import type { SignersInput } from '../../operations/records/signatures/check-signatures.ts';
import { type SignInput, signDebate as sign } from '../../operations/records/signatures/sign-debate.ts';
import * as statistics from '../../operations/records/statistics/debate-stats.ts';
import * as verifying from '../../operations/records/verify-debate.ts';
import { watchDebate as watch } from '../../operations/records/watch-debate.ts';
import {
  abort,
  amount,
  call,
  checked,
  checkedNow,
  flag,
  HALL,
  type Members,
  must,
  SIGNAL,
  seq,
  signal,
  since,
  THREAD_ID,
  text,
  texts,
  toInput,
} from './checks.ts';

const { topic } = debateRequest;
const threadId = z.string();

const listMembers = {
  ...{ format: text, tags: texts, since, limit: amount },
  outcome: z.enum([...OUTCOMES, 'open']).optional(),
} satisfies Members<ListInput>;
const searchInput = z.strictObject({ ...listMembers, words: z.string() } satisfies Members<SearchInput>);
const calibrationInput = z.strictObject({ format: text, agent: text, since } satisfies Members<CalibrationInput>);

const signed = z.strictObject({ signers: text, signal } satisfies Members<SignersInput>).optional();
const verifyInput = z.strictObject({ threadId, head: text, signed } satisfies Members<verifying.VerifyInput>);
const signInput = z.strictObject({ threadId, key: text, signal } satisfies Members<SignInput>);

const replayInput = z.strictObject({
  ...{ threadId, until: seq.optional(), speed: z.number().positive().optional(), signal: abort, listen: call },
} satisfies Members<ReplayInput>);

const exportOptions = z.strictObject({
  ...{ withPaths: flag, withLedger: flag },
} satisfies Members<copies.ExportOptions>);

const importInput = z.strictObject({ text: z.string(), threadId: text, force: flag } satisfies Members<ImportInput>);
const areTexts = (value: unknown) =>
  types.isMap(value) && [...value].flat().every((each: unknown) => typeof each === 'string');
const folderInput = z.strictObject({
  ...{ files: must('a Map of texts by their paths', areTexts), threadId: text, force: flag },
} satisfies Members<FolderInput>);

const lookInput = z.strictObject({
  ...{ threadId, seat: z.string(), seatKey: text, tool: z.string(), signal },
  arguments: z.record(z.string(), z.unknown()),
} satisfies Members<LookInput>);

const meaning = z.strictObject({ signal: abort, notice: call, limitMs: amount } satisfies Members<Meaning>).optional();
const least = z.number().min(0).max(1).optional();
const recallInput = z.strictObject({
  ...{ topic, options: texts, tags: texts, tagged: texts, limit: amount, least },
  ...{ rehearsals: flag, meaning, except: text, signal },
} satisfies Members<memory.RecallInput>);
const recallForInput = z.strictObject({ limit: amount, least, meaning }).optional();
const askRecallInput = z.strictObject({
  ...{ topic, agent: agentSchema, limit: z.int().min(1), tagged: texts, signal },
} satisfies Members<AskRecallInput>);

const WITH_ID = [HALL, THREAD_ID] as const;
const FORMAT = ['format', z.string()] as const;

export const findDebate = checked('findDebate', find, HALL, ['reference', z.string()]);

const listInput = z.strictObject(listMembers).optional();
export const listDebates = checked('listDebates', list, HALL, toInput(listInput));

export const searchDebates = checked('searchDebates', search, HALL, toInput(searchInput));

/** What lists with a filter, searches, recalls and scores know nothing of, in sentences. */
export const describeUnsearched = checked('describeUnsearched', tellUnsearched, HALL);

export const showDebate = checked('showDebate', copies.showDebate, ...WITH_ID);

export const exportDebate = checked('exportDebate', copies.exportDebate, ...WITH_ID, FORMAT);

export const exportFiles = checked('exportFiles', copies.exportFiles, ...WITH_ID, FORMAT, [
  'the options',
  exportOptions.optional(),
]);

export const importDebate = checked('importDebate', importText, HALL, toInput(importInput));

export const importFolder = checked('importFolder', importFiles, HALL, toInput(folderInput));

export const deleteDebate = checked('deleteDebate', deleteWhole, ...WITH_ID);

export const verifyDebate = checked('verifyDebate', verifying.verifyDebate, HALL, toInput(verifyInput));

export const verifyAll = checked('verifyAll', verifying.verifyAll, HALL, [
  'the input',
  z.strictObject({ signed }).optional(),
]);

export const watchDebate = checkedNow('watchDebate', watch, ...WITH_ID, SIGNAL);

export const replayDebate = checked('replayDebate', replay, HALL, toInput(replayInput));

export const signDebate = checked('signDebate', sign, HALL, toInput(signInput));

export const compareDebates = checked('compareDebates', compare, ...WITH_ID, ['otherId', threadId]);

export const debateStats = checked('debateStats', statistics.debateStats, ...WITH_ID);

export const hallStats = checked('hallStats', statistics.hallStats, HALL);

export const calibrate = checked('calibrate', score, HALL, toInput(calibrationInput.optional()));

export const checkEvidence = checked('checkEvidence', checkCitations, ...WITH_ID, SIGNAL);

export const lookManually = checked('lookManually', look, HALL, toInput(lookInput));

export const readVoteComparison = checked('readVoteComparison', readCompared, HALL, ['voteId', threadId]);

export const readRecheck = checked('readRecheck', readRechecked, ...WITH_ID);

export const recallDecisions = checked('recallDecisions', memory.recallDecisions, HALL, toInput(recallInput));

export const recallFor = checked('recallFor', memory.recallFor, ...WITH_ID, toInput(recallForInput));

export const askRecall = checked('askRecall', askForRecall, HALL, toInput(askRecallInput));

export const listContradictions = checked('listContradictions', conflicts.listContradictions, HALL);

export const findConflicts = checked('findConflicts', conflicts.findConflicts, ...WITH_ID);
