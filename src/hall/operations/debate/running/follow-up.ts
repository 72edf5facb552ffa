// One more question to the seats of a debate that is over: who can be asked, what it will take, and how much it may take.
import { admitToDebate } from '../../../../domain/admit-event.ts';
import { FOLLOW_UP } from '../../../../domain/calls.ts';
import type { Debate } from '../../../../domain/debate.ts';
import { defined } from '../../../../domain/defined.ts';
import { type AgentRef, isForPeople } from '../../../../domain/event-parts.ts';
import { isEvent } from '../../../../domain/events.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import type { RunEndReason } from '../../../../domain/live-events.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { AMOUNTS } from '../../../../domain/words/describe-limit.ts';
import { listSpecs, readLabels, type Snapshot, snapshotAt } from '../../../../ledger/engine/snapshot.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Hall } from '../../hall.ts';
import { checkNames, readAuthor } from '../../written-names.ts';
import { refuseSecretNames, refuseSecrets } from '../../written-secrets.ts';
import { type CallForecast, forecastDebate } from '../forecast/forecast.ts';
import { type Author, resolveSeat } from '../take-part/manual-turns.ts';
import { type Question, recordQuestion } from './prepare-run.ts';
import { refuseReentry } from './reentry.ts';

/** Characters. */
const MAX_QUESTION = 20_000;

export interface FollowUpInput extends Author {
  readonly threadId: string;
  readonly question: string;
  /** By any of their names; default: all that agents fill. */
  readonly seats?: readonly string[] | undefined;
  /** What the answers may use together; default: what the debate's own limits leave. */
  readonly limits?: Partial<Allowance> | undefined;
  /** Forecast the answers also where no limit needs it. */
  readonly forecast?: true | undefined;
  /** Asked once under it. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Allowance = Question['limits'];

export interface FollowUpPlan {
  readonly threadId: string;
  readonly question: Question;
  readonly seats: readonly { readonly seat: string; readonly label: string; readonly agent: AgentRef }[];
  readonly forecast?: CallForecast;
}

function checkQuestion(raw: string): string {
  const question = cleanText(raw).trim();
  if (question.replace(/[\s\p{Cf}]/gu, '') === '')
    throw new HallError('bad-input', 'The question is empty.', { hint: 'Ask something about the debate.' });
  const { length } = [...question];
  if (length <= MAX_QUESTION) return question;
  throw new HallError('bad-input', `The question has ${length} characters; the limit is ${MAX_QUESTION}.`, {
    hint: 'Ask it in a few sentences.',
  });
}

const getAgent = ({ seats }: Debate, seat: string) => (seats[seat] as Debate['seats'][string]).agent;

/** Everybody that an agent spoke for: not who left, and not who only picks, writes down or judges where the rules come to it. */
function listPanel(snapshot: Snapshot): string[] {
  const { debate } = snapshot;
  const aside = new Set(listSpecs(snapshot).flatMap(({ id, ifNeeded }) => (ifNeeded === true ? [id] : [])));
  return Object.entries(debate.seats).flatMap(([seat, { agent, left }]) =>
    isForPeople(agent) || left !== undefined || aside.has(seat) ? [] : [seat],
  );
}

/** Throws `not-found`, `not-active`, `not-your-turn` for a seat that left, `no-agents` where only people could answer. */
function chooseSeats(snapshot: Snapshot, named: readonly string[] | undefined): FollowUpPlan['seats'] {
  const { debate, threadId } = snapshot;
  const seats = [...new Set(named?.map((name) => resolveSeat(snapshot, name)) ?? listPanel(snapshot))];
  const refused = admitToDebate(debate, { type: 'follow-up-asked', seats });
  if (refused !== undefined) throw problemToError(refused);
  const people = seats.filter((seat) => isForPeople(getAgent(debate, seat)));
  if (people.length > 0) {
    throw new HallError('no-agents', `${people.join(', ')}: filled by a person, who cannot be asked here.`, {
      hint: 'Ask them yourself, or name a seat that an agent fills.',
    });
  }
  if (seats.length === 0) {
    throw new HallError('no-agents', `No seat of "${threadId}" is filled by an agent, so nobody can answer.`, {
      hint: 'Open a new debate about the question: debate-hall run "…".',
    });
  }
  const label = readLabels(snapshot);
  return seats.map((seat) => ({ seat, label: label(seat), agent: getAgent(debate, seat) }));
}

/** The seats that can be asked, with their names; empty where nobody can be. */
export function listAskable(snapshot: Snapshot): readonly { readonly seat: string; readonly label: string }[] {
  const seats = listPanel(snapshot);
  if (admitToDebate(snapshot.debate, { type: 'follow-up-asked', seats }) !== undefined) return [];
  const label = readLabels(snapshot);
  return seats.map((seat) => ({ seat, label: label(seat) }));
}

const FLAGS = { tokens: '--max-tokens', costMicroUsd: '--max-usd' } as const;
const NAMES = { tokens: 'tokens', costMicroUsd: 'money' } as const;

function createSpentError(what: keyof Allowance, message: string): HallError {
  return new HallError('limit-reached', message, { hint: `Allow more for this question with ${FLAGS[what]}.` });
}

/** Throws `limit-reached` where the debate has used up what it may use. */
function findAllowance({ limits, usage }: Debate, given: Partial<Allowance>): Allowance {
  const used = { tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0), costMicroUsd: usage.costMicroUsd ?? 0 };
  const allow = (what: keyof Allowance) => {
    const limit = limits[what];
    const chosen = given[what];
    if (chosen !== undefined || limit === null) return chosen ?? null;
    if (used[what] < limit) return limit - used[what];
    throw createSpentError(what, `The debate has used up its limit on ${NAMES[what]}.`);
  };
  return { tokens: allow('tokens'), costMicroUsd: allow('costMicroUsd') };
}

/** Throws `limit-reached` where the answers will probably take more than they may. */
function refuseDear(forecast: CallForecast, allowance: Allowance): void {
  for (const what of ['tokens', 'costMicroUsd'] as const) {
    const [most, expected] = [allowance[what], forecast[what]?.atMost];
    if (most === null || expected === undefined || expected <= most) continue;
    const show = AMOUNTS[NAMES[what]];
    throw createSpentError(what, `The answers would take about ${show(expected)}, and may take ${show(most)}.`);
  }
}

/**
 * Checks a question and forecasts its answers; asks and records nothing. Throws `bad-input`, `secret-found`, `not-found`,
 * `not-active` while the debate is not over, `no-agents`, `limit-reached`, `reentrant`.
 */
export async function prepareFollowUp(hall: Hall, input: FollowUpInput): Promise<FollowUpPlan> {
  refuseReentry(hall);
  const { threadId, signal } = input;
  const author = readAuthor(input.author);
  const content = checkQuestion(input.question);
  refuseSecrets(hall, [content], 'question');
  checkNames({ key: input.key });
  refuseSecretNames(hall, { author, key: input.key });
  const snapshot = await hall.engine.snapshot(threadId);
  const seats = chooseSeats(snapshot, input.seats);
  const limits = findAllowance(snapshot.debate, defined({ ...input.limits }));
  const question: Question = {
    content,
    seats: seats.map(({ seat }) => seat),
    limits,
    by: author,
    ...defined({ key: input.key }),
  };
  // Reading the past of a hall takes time that nobody waits for without need.
  if (input.forecast !== true && limits.tokens === null && limits.costMicroUsd === null) {
    return { threadId, question, seats };
  }
  const calls = { atLeast: seats.length, atMost: seats.length };
  const forecast = await forecastDebate(hall, { calls, seats }, signal);
  refuseDear(forecast, limits);
  return { threadId, question, seats, forecast };
}

/**
 * The number of the question that this person asked under this key before, so that it is neither checked nor asked again. Throws
 * `key-conflict` where that was another question, or one to other seats.
 */
export async function findAsked(hall: Hall, { threadId, key, ...input }: FollowUpInput): Promise<number | undefined> {
  const by = readAuthor(input.author);
  const snapshot = await hall.engine.snapshot(threadId);
  const asked = snapshot.log
    .filter((event) => isEvent(event, 'follow-up-asked'))
    .find(({ data }) => key !== undefined && data.key === key && data.by === by);
  if (asked === undefined) return undefined;
  await recordQuestion(hall, threadId, {
    content: checkQuestion(input.question),
    seats: chooseSeats(snapshotAt(snapshot, asked.seq - 1), input.seats).map(({ seat }) => seat),
    limits: asked.data.limits,
    by,
    ...defined({ key }),
  });
  return asked.seq;
}

export interface FollowUpAnswer {
  readonly seat: string;
  readonly label: string;
  readonly agent: AgentRef;
  /** Number of the event; null where there is none yet. */
  readonly seq: number | null;
  /** Null where there is no answer, or where it was redacted. */
  readonly text: string | null;
  /** Why there is no answer. */
  readonly problem?: string;
}

/** What became of a question, by the number of its event, or of the one that was asked last; empty where none was asked. */
export function readFollowUp({ entries, seats }: DebateRecord, question?: number): readonly FollowUpAnswer[] {
  const asked = entries.findLast(
    ({ kind, seq }) => kind === 'follow-up' && (question === undefined || seq === question),
  );
  if (asked?.kind !== 'follow-up') return [];
  const next =
    entries.find(({ kind, seq }) => kind === 'follow-up' && seq > asked.seq)?.seq ?? Number.POSITIVE_INFINITY;
  return asked.seats.flatMap((seat): FollowUpAnswer[] => {
    const found = seats.find((each) => each.seat === seat);
    if (found === undefined) return [];
    const { label, agent } = found;
    const reply = entries.find(
      (entry) =>
        entry.seq > asked.seq &&
        entry.seq < next &&
        ((entry.kind === 'follow-up-answer' && entry.question === asked.seq && entry.seat === seat) ||
          (entry.kind === 'failure' && entry.act === FOLLOW_UP && entry.seat === seat)),
    );
    if (reply?.kind === 'follow-up-answer')
      return [{ seat, label, agent: reply.by.agent, seq: reply.seq, text: reply.text }];
    if (reply?.kind === 'failure') {
      return [{ seat, label, agent: reply.agent, seq: reply.seq, text: null, problem: reply.failure.message }];
    }
    return [{ seat, label, agent, seq: null, text: null, problem: 'It has not answered.' }];
  });
}

/** As of a debate: 0 when all have answered, 3 when some have, 4 when none has. */
export function followUpExit(reason: RunEndReason, answers: readonly FollowUpAnswer[]): ExitCode {
  if (reason === 'cancelled') return EXIT.cancelled;
  if (reason === 'limit') return EXIT.limit;
  const failed = answers.filter(({ problem }) => problem !== undefined).length;
  if (failed === 0) return EXIT.ok;
  return failed === answers.length ? EXIT.agent : EXIT.degraded;
}
