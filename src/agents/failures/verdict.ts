// What the output of a CLI comes to, and the reply that is made of it.

import { basename } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { MAX_NAME, type Usage } from '../../domain/events.ts';
import { FAILURES, type Failure, type FailureCode } from '../../domain/failures.ts';
import { duration } from '../../domain/figures.ts';
import type { ProcessEnd, ProcessResult } from '../../process/process.ts';
import type { Probe, Reply } from '../agent.ts';
import type { CliCall } from '../cli/cli-call.ts';
import { processFailure } from './process-failure.ts';
import { type Redact, redactArguments } from './redact.ts';

const MAX_SAID = 400;

export interface ReplyFacts {
  readonly sessionId?: string;
  readonly reportedModel?: string;
  readonly usage?: Usage;
  /** The program has replaced the conversation so far by something of its own, such as a summary. */
  readonly forgot?: true;
  readonly notes?: readonly string[];
}

/** What the output alone tells. */
export type Verdict =
  | { readonly status: 'answered'; readonly text: string; readonly facts: ReplyFacts }
  | {
      readonly status: 'failed';
      readonly code: FailureCode;
      /** The program's own words. */
      readonly said?: string;
      /** What the adapter has to say about it, as a full sentence. */
      readonly why?: string;
      readonly retryAfterMs?: number;
      readonly partial?: string;
      readonly facts: ReplyFacts;
    }
  /** Neither an answer nor a reason: the end of the process decides. */
  | { readonly status: 'undecided'; readonly partial?: string; readonly facts: ReplyFacts };

/** How the program ended, as far as that is known: a program that stays has not. */
export type Ended = Pick<ProcessResult, 'end' | 'stderrTail'>;

/** The program's own words on one short line, secrets taken out. */
function quote(program: string, said: string | undefined, redact: Redact): string[] {
  const words = redact((said ?? '').replace(/\s+/g, ' ').trim()).slice(0, MAX_SAID);
  if (words === '') return [];
  // Another sentence may follow.
  return [`${basename(program)} said: ${words}${/[.!?…:]["')\]]?$/.test(words) ? '' : '.'}`];
}

/** What a program reports about itself is whatever it likes; a record takes short names only. */
function nameOf(reported: string | undefined, redact: Redact): string | undefined {
  return redact(reported ?? '').slice(0, MAX_NAME) || undefined;
}

function saidFailure(program: string, verdict: Extract<Verdict, { status: 'failed' }>, redact: Redact): Failure {
  const { meaning } = FAILURES[verdict.code];
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
  const why = verdict.why === undefined ? [] : [verdict.why];
  const { retryAfterMs: ms } = verdict;
  const wait = ms === undefined ? [] : [`The service asks for a wait of ${duration(ms)}.`];
  const parts = [sentence, ...why, ...wait, ...quote(program, verdict.said, redact)];
  return { code: verdict.code, message: parts.join(' ') };
}

/** Ends that the hall brought about, which say more than whatever the program said. */
function isOurs({ reason }: ProcessEnd): boolean {
  return reason === 'not-started' || reason === 'timed-out' || reason === 'too-large' || reason === 'cancelled';
}

/** The failure that a call without an answer ends in: our own limits first, then what the program said. */
function failureOf(
  program: string,
  verdict: Exclude<Verdict, { status: 'answered' }>,
  result: Ended,
  redact: Redact,
): Failure {
  if (!isOurs(result.end) && verdict.status === 'failed') return saidFailure(program, verdict, redact);
  const failure = processFailure(program, result, redact);
  if (result.end.reason !== 'timed-out' || verdict.status !== 'failed') return failure;
  return { ...failure, message: [failure.message, ...quote(program, verdict.said, redact)].join(' ') };
}

function endNotes({ end }: Ended): string[] {
  if (end.reason === 'exited') {
    return end.code === 0 ? [] : [`the answer was complete, but the exit code was ${end.code}`];
  }
  return end.reason === 'stopped' ? [] : [`the answer was complete, then the program was stopped (${end.reason})`];
}

/** What a call is known by, whatever comes of it. */
export interface Called {
  readonly program: string;
  /** Absolute path of the program. */
  readonly path: string;
  readonly call: CliCall;
  readonly version: Probe;
  readonly redact: Redact;
  readonly durationMs: number;
  readonly startUpMs: number | undefined;
  readonly firstTextMs: number | undefined;
  readonly sessionTurn?: number;
  /** See `CliProgram.noise`. */
  readonly noise?: RegExp | undefined;
}

/** Standard error without the lines that say nothing about how the program ended. */
function withoutNoise({ end, stderrTail }: Ended, noise: RegExp | undefined): Ended {
  if (noise === undefined) return { end, stderrTail };
  const lines = stderrTail.split(/\r?\n/).filter((line) => !noise.test(line));
  return { end, stderrTail: lines.join('\n') };
}

/** `ended` is absent while the program stays, which it does only after a verdict that decides. */
export function replyOf(verdict: Verdict, called: Called, ended?: Ended): Reply {
  const { program, path, call, version, redact } = called;
  const { notes = [], usage } = verdict.facts;
  const cliVersion = nameOf(version.version, redact);
  const sessionId = nameOf(verdict.facts.sessionId, redact);
  const reportedModel = nameOf(verdict.facts.reportedModel, redact);
  const details = {
    argv: redactArguments([path, ...(call.shownArgs ?? call.args)], redact),
    ...defined({ cliVersion, sessionId, reportedModel, usage }),
    durationMs: Math.round(called.durationMs),
    ...(called.startUpMs === undefined ? {} : { startUpMs: Math.round(called.startUpMs) }),
    ...(called.firstTextMs === undefined ? {} : { firstTextMs: Math.round(called.firstTextMs) }),
    ...defined({ sessionTurn: called.sessionTurn }),
    notes: [...call.notes, ...version.notes, ...notes].map(redact),
  };
  if (verdict.status === 'answered') {
    const all = ended === undefined ? details : { ...details, notes: [...details.notes, ...endNotes(ended)] };
    return { status: 'answered', text: verdict.text, details: all };
  }
  // What did not end by itself is ended by us because of this very verdict.
  const end = withoutNoise(ended ?? { end: { reason: 'stopped' }, stderrTail: '' }, called.noise);
  return {
    status: 'failed',
    failure: failureOf(program, verdict, end, redact),
    ...(verdict.status === 'failed' && verdict.retryAfterMs !== undefined
      ? { retryAfterMs: verdict.retryAfterMs }
      : {}),
    ...(verdict.partial === undefined || verdict.partial === '' ? {} : { partial: verdict.partial }),
    details,
  };
}
