// The verdict on a CLI's output, and the reply built from it.
import { basename } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { MAX_NAME } from '../../domain/event-parts.ts';
import { FAILURES, type Failure, type FailureCode } from '../../domain/failures/failures.ts';
import { formatDuration } from '../../domain/words/format-figures.ts';
import { endSentence } from '../../domain/words/sentence.ts';
import type { ProcessEnd, ProcessResult } from '../../process/process.ts';
import type { Probe, Reply, ReplyDetails } from '../agent.ts';
import type { CliCall } from '../cli/cli-call.ts';
import type { Misread } from '../cli/json-events.ts';
import { readUsage } from '../usage.ts';
import { findLastWords } from './last-words.ts';
import { findUnknownOption, processFailure } from './process-failure.ts';
import { type Redact, redactArguments } from './redact.ts';
import { classifyError, parseRetryAfter } from './service-failure.ts';

const MAX_QUOTE = 400;

export interface ReplyFacts extends Partial<Pick<ReplyDetails, 'sessionId' | 'reportedModel' | 'usage' | 'notes'>> {
  /** The program replaced the conversation, for example with a summary. */
  readonly compacted?: true;
  /** Characters of reasoning that were left out while the answer came. */
  readonly thoughts?: number;
}

/** The outcome of a question, judged by the output alone. */
export type CallResult =
  | { readonly status: 'answered'; readonly text: string; readonly facts: ReplyFacts }
  | {
      readonly status: 'failed';
      readonly code: FailureCode;
      /** The program's own words. */
      readonly message?: string;
      /** The adapter's explanation, as a full sentence. */
      readonly explanation?: string;
      readonly retryAfterMs?: number;
      /** Empty where nothing came, as below. */
      readonly partial?: string;
      readonly facts: ReplyFacts;
    }
  /** Neither an answer nor a failure; how the process ended decides. */
  | { readonly status: 'undecided'; readonly partial?: string; readonly facts: ReplyFacts };

export type ProgramEnd = Pick<ProcessResult, 'end' | 'stderrTail'>;

/** Of a program that ended without saying what became of the question; `misread`: what it said instead of messages that can be read. */
export function judgeExit(
  { end, stderrTail }: ProgramEnd,
  misread: Misread | undefined,
  { partial, facts }: { readonly partial: string; readonly facts: ReplyFacts },
): CallResult {
  const isUnknown = misread?.kind === 'unknown';
  const undecided = { status: 'undecided', partial, facts } as const;
  if (misread === undefined || !(end.reason === 'exited' || (isUnknown && end.reason === 'timed-out')))
    return undecided;
  const { line: message } = misread;
  // What a message of an unknown kind speaks of may be no failure.
  const code = isUnknown ? undefined : classifyError(message);
  if (code !== undefined) return { status: 'failed', code, message, ...parseRetryAfter(code, message), facts };
  // A notice of whatever started it says less than its own last words.
  if (end.reason === 'exited' && end.code !== 0 && findLastWords(stderrTail) !== undefined) return undecided;
  const explanation = isUnknown
    ? 'It printed only messages that this version of Debate Hall does not know.'
    : undefined;
  return { status: 'failed', code: 'unreadable', message, ...defined({ explanation }), partial, facts };
}

/** "opus" and "openai/gpt-5" are part of the full names that are reported; behind ":" and in brackets stand variants. */
const plainModel = (name: string) => name.toLowerCase().replace(/^.*\/|:.*$|\[.*\]/g, '');

/** What to note where another model answered than was asked. */
export function noteOtherModel(asked: string | undefined, reported: string | undefined): string[] {
  if (asked === undefined || reported === undefined) return [];
  const [wanted, given] = [plainModel(asked), plainModel(reported)];
  if (given.includes(wanted) || wanted.startsWith(given)) return [];
  return [`the reported model is "${reported}", not the requested "${asked}"`];
}

/** The program's own words on one short line, secrets taken out. */
function quoteProgram(program: string, message: string | undefined, redact: Redact): string[] {
  const words = redact((message ?? '').replace(/\s+/g, ' ').trim()).slice(0, MAX_QUOTE);
  if (words === '') return [];
  // Another sentence may follow.
  return [`${basename(program)} said: ${words}${/[.!?…:]["')\]]?$/.test(words) ? '' : '.'}`];
}

/** A program may report a name of any length; a record takes short names only. */
function shortName(reported: string | undefined, redact: Redact): string | undefined {
  return redact(reported ?? '').slice(0, MAX_NAME) || undefined;
}

function reportedFailure(program: string, verdict: Extract<CallResult, { status: 'failed' }>, redact: Redact): Failure {
  const { meaning } = FAILURES[verdict.code];
  const sentence = endSentence(meaning);
  const why = verdict.explanation === undefined ? [] : [verdict.explanation];
  const { retryAfterMs: ms } = verdict;
  const wait = ms === undefined ? [] : [`The service asks for a wait of ${formatDuration(ms)}.`];
  const parts = [sentence, ...why, ...wait, ...quoteProgram(program, verdict.message, redact)];
  return { code: verdict.code, message: parts.join(' ') };
}

/** The reply to a question that was never asked. */
export const failedCall = (failure: Failure): Reply => ({
  status: 'failed',
  failure,
  details: { durationMs: 0, notes: [] },
});

/** Whether the hall ended the program; then the reason for that matters more than the program's output. */
function isEndedByHall({ reason }: ProcessEnd): boolean {
  return reason === 'not-started' || reason === 'timed-out' || reason === 'too-large' || reason === 'cancelled';
}

/** The failure of a call without an answer: the hall's own limits first, then the program's message. */
function buildFailure(
  program: string,
  verdict: Exclude<CallResult, { status: 'answered' }>,
  result: ProgramEnd,
  redact: Redact,
): Failure {
  if (!isEndedByHall(result.end) && verdict.status === 'failed') return reportedFailure(program, verdict, redact);
  const failure = processFailure(program, result, redact);
  if (result.end.reason !== 'timed-out' || verdict.status !== 'failed') return failure;
  const { message, explanation } = verdict;
  const more = [...(explanation === undefined ? [] : [explanation]), ...quoteProgram(program, message, redact)];
  return { ...failure, message: [failure.message, ...more].join(' ') };
}

function endNotes({ end }: ProgramEnd): string[] {
  if (end.reason === 'exited') {
    return end.code === 0 ? [] : [`the answer was complete, but the exit code was ${end.code}`];
  }
  return end.reason === 'stopped' ? [] : [`the answer was complete, then the call was stopped (${end.reason})`];
}

/** Facts about a call that do not depend on its outcome. */
export interface CallDetails {
  readonly program: string;
  /** Absolute path of the program. */
  readonly path: string;
  readonly sandbox?: ReplyDetails['sandbox'];
  readonly call: CliCall;
  readonly version: Probe;
  readonly redact: Redact;
  readonly durationMs: number;
  readonly startUpMs: number | undefined;
  readonly firstTextMs: number | undefined;
  readonly sessionTurn?: number;
  /** See `CliProgram.stderrNoise`. */
  readonly stderrNoise?: RegExp | undefined;
}

/** Removes lines from standard error that the program prints in every run. */
function withoutNoise({ end, stderrTail }: ProgramEnd, noise: RegExp | undefined): ProgramEnd {
  if (noise === undefined) return { end, stderrTail };
  const lines = stderrTail.split(/\r?\n/).filter((line) => !noise.test(line));
  return { end, stderrTail: lines.join('\n') };
}

const round = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms));

/** Tags in which models reason before they answer, whoever passed it on. */
const THINKING = '(think|thinking|thought|reasoning)';
/** What nothing ends lasts to the end, under the names that are no words of an answer. */
const IN_FRONT = new RegExp(`^\\s*<${THINKING}>(?:([^]*?)</\\1>|(?<=<think(?:ing)?>)([^]*))`, 'i');
/** Many servers put the first tag into the prompt. The last one begins or ends a line; one that somebody writes about does not. */
const THINKING_END = new RegExp(`(?<![^\\n])[ \\t]*</${THINKING}>|</${THINKING}>(?=[ \\t]*\\r?(?:\\n|$))`, 'i');
const THINKING_BEGIN = new RegExp(`<${THINKING}>`, 'i');

/** `thoughts`: how many characters it thought. */
function dropThinking(text: string): { readonly answer: string; readonly thoughts: number } {
  let answer = text;
  let thoughts = 0;
  for (let front = IN_FRONT.exec(answer); front !== null; front = IN_FRONT.exec(answer)) {
    const [whole, , closed, open = closed] = front;
    thoughts += open?.length ?? 0;
    answer = answer.slice(whole.length);
  }
  const end = THINKING_END.exec(answer);
  if (end !== null && !THINKING_BEGIN.test(answer.slice(0, end.index))) {
    thoughts += end.index;
    answer = answer.slice(end.index + end[0].length);
  }
  return answer === text ? { answer, thoughts } : { answer: answer.trimStart(), thoughts };
}

/** Without reasoning; an answer that is nothing else is none. */
function withoutThinking(verdict: CallResult): { readonly verdict: CallResult; readonly notes: readonly string[] } {
  const { text = '', partial = text } = verdict as { readonly text?: string; readonly partial?: string };
  const { answer, thoughts } = dropThinking(partial);
  const { facts } = verdict;
  const all = (facts.thoughts ?? 0) + thoughts;
  const notes = all === 0 ? [] : [`${all} characters of reasoning before the answer were left out`];
  if (verdict.status !== 'answered') return { verdict: { ...verdict, partial: answer }, notes };
  const isEmpty = thoughts > 0 && answer === '';
  return { verdict: isEmpty ? { status: 'failed', code: 'empty', facts } : { ...verdict, text: answer }, notes };
}

/** `ended` is absent while the program keeps running, which requires a verdict other than "undecided". */
export function buildReply(given: CallResult, called: CallDetails, ended?: ProgramEnd): Reply {
  const { program, path, sandbox, call, version, redact } = called;
  const { verdict, notes: thoughts } = withoutThinking(given);
  const { notes = [], usage } = verdict.facts;
  const cliVersion = shortName(version.version, redact);
  const sessionId = shortName(verdict.facts.sessionId, redact);
  const reportedModel = shortName(verdict.facts.reportedModel, redact);
  const details = {
    argv: redactArguments([path, ...(call.shownArgs ?? call.args)], redact),
    ...defined({ cliVersion, sandbox, sessionId, reportedModel, usage: usage && readUsage(usage) }),
    durationMs: Math.round(called.durationMs),
    ...defined({ startUpMs: round(called.startUpMs), firstTextMs: round(called.firstTextMs) }),
    ...defined({ sessionTurn: called.sessionTurn }),
    notes: [...call.notes, ...version.notes, ...notes, ...thoughts].map(redact),
  };
  if (verdict.status === 'answered') {
    const all = ended === undefined ? details : { ...details, notes: [...details.notes, ...endNotes(ended)] };
    return { status: 'answered', text: verdict.text, details: all };
  }
  // A program that still runs is stopped because of this verdict.
  const end = withoutNoise(ended ?? { end: { reason: 'stopped' }, stderrTail: '' }, called.stderrNoise);
  const unknown = findUnknownOption(end, call.args);
  const { facts } = verdict;
  const judged =
    unknown === undefined ? verdict : ({ status: 'failed', code: 'unknown-option', message: unknown, facts } as const);
  return {
    status: 'failed',
    failure: buildFailure(program, judged, end, redact),
    ...defined({
      retryAfterMs: verdict.status === 'failed' ? verdict.retryAfterMs : undefined,
      partial: verdict.partial || undefined,
    }),
    details,
  };
}
