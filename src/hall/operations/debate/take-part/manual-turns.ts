// What a person or a script says in a debate without running it: turns, picks and interjections.
import { defined } from '../../../../domain/defined.ts';
import { isForPeople, MAX_NAME, OPEN_SEAT, type RuleData } from '../../../../domain/event-parts.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { findSeat } from '../../../../formats/common/seats.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import { listSpecs, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Gate } from '../../../../platform/access/gate.ts';
import { cleanName, cleanText } from '../../../../support/text.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { continueQueued } from '../../queue/queued-run.ts';
import { checkNames, checkSource, readAuthor } from '../../written-names.ts';
import { refuseSecretNames, refuseSecrets } from '../../written-secrets.ts';
import { findJudgment, listPersonSteps } from './person-steps.ts';
import { runCommand, updateFiles } from './run-command.ts';

/** JSON of what becomes of the citations in a turn that a person takes; `undefined` where there are none to check. */
async function checkManualCitations(
  hall: Hall,
  threadId: string,
  turn: { readonly seat: string; readonly text: string },
): Promise<string | undefined> {
  const snapshot = await hall.engine.snapshot(threadId);
  if (snapshot.debate.opened.reading === undefined) return undefined;
  const { openLooks } = await import('../../reading/open-reading.ts');
  const looks = await openLooks(hall, snapshot, neverAborted);
  if (looks === undefined) return undefined;
  const { checkCitations } = await import('../../../../material/reading/check-citations.ts');
  const citations = await checkCitations(looks, snapshot.log, turn);
  return citations.length === 0 ? undefined : JSON.stringify(citations);
}

/** Code points; every later prompt carries it. */
export const MAX_INTERJECTION = 32_000;

/** Who acts, as the record names them. */
export interface Author {
  readonly author: string;
}

export interface SayInput extends Author {
  readonly threadId: string;
  readonly seat: string;
  readonly content: string;
  readonly act?: string;
  /** The ID of the step that it answers, so that it is never recorded as the answer to a later one. */
  readonly step?: string;
  readonly data?: RuleData;
  readonly key?: string;
  /** What taking the seat gave, for a seat that is held. */
  readonly seatKey?: string;
  /** What fills the seat in the author's hands, such as a role file of theirs; "open" unless told. */
  readonly agentRole?: string;
  /** The model that wrote it, as the author says. */
  readonly model?: string;
  /** Where it came from, such as the address of a comment. */
  readonly source?: string;
}

/** Also of what a door made of fields: whoever filled them in never saw it as it is. */
export interface WrittenSay extends SayInput {
  readonly fromFields?: true;
}

/** The seat that someone means by one of its names; the name itself when there is none, so that the engine refuses it. */
export function resolveSeat(snapshot: Snapshot, name: string): string {
  return findSeat(listSpecs(snapshot), name)?.id ?? name.slice(0, MAX_NAME);
}

/** Throws `not-permitted`, unless the words of a person may take the place of the answer of this seat's agent. */
async function permitInPlaceOfAgent(gate: Gate, threadId: string, seat: string): Promise<void> {
  try {
    await gate.permit('speak-for-agent', threadId);
  } catch (error) {
    if (!(error instanceof HallError) || error.code !== 'not-permitted') throw error;
    throw new HallError('not-permitted', `An agent fills the seat "${seat}", and you did not open this debate.`, {
      hint: 'Wait for its turn, or interject. Only admins and whoever opened the debate may speak in its place.',
    });
  }
}

/** Asks for what a turn of this seat needs beyond the permission to speak: it may be an agent's, or the vote or review that decides. */
async function permitTurn(gate: Gate, snapshot: Snapshot, seat: string): Promise<void> {
  const { threadId, debate, format } = snapshot;
  const agent = debate.seats[seat]?.agent;
  if (agent !== undefined && !isForPeople(agent)) await permitInPlaceOfAgent(gate, threadId, seat);
  const due = listPersonSteps(snapshot).filter((step) => step.seat === seat);
  if (due.some(({ act }) => findJudgment(format, act) !== undefined)) await gate.permit('judge-decision', threadId);
}

/**
 * Takes a turn in a seat, under any of its names, for whoever has passed this gate. Throws `not-permitted`, `not-your-turn`,
 * `rule-violation`, `not-active`, `not-found`, `key-conflict`.
 */
export async function say(hall: Hall, gate: Gate, input: WrittenSay): Promise<Dispatched> {
  const { threadId, act, step, data, key, seatKey, agentRole, model, source, fromFields } = input;
  const author = readAuthor(input.author);
  checkNames({ key, 'role of the agent': agentRole, model });
  checkSource(source);
  const snapshot = await hall.engine.snapshot(threadId);
  const seat = resolveSeat(snapshot, input.seat);
  await permitTurn(gate, snapshot, seat);
  const agent = {
    ...OPEN_SEAT,
    ...(agentRole === undefined ? {} : { agent: cleanName(agentRole) }),
    ...(model === undefined ? {} : { model: cleanName(model) }),
  };
  const content = cleanText(input.content);
  refuseSecrets(hall, [content], 'turn');
  refuseSecretNames(hall, { author, key, 'role of the agent': agentRole, model, source });
  const citations = await checkManualCitations(hall, threadId, { seat, text: content });
  const done = await hall.engine.dispatch(threadId, {
    type: 'record',
    seat,
    content,
    by: { agent, author, ...defined({ source }) },
    ...defined({ act, step, data, citations, key, seatKey, fromFields }),
  });
  try {
    await updateFiles(hall, done);
  } finally {
    await continueQueued(hall, threadId);
  }
  return done;
}

const MEDIATOR = 'mediator';
const CLOSE = 'close';

/** Names the next speaker of a mediated debate. Throws `rule-violation` for any other debate, `not-found` for any other seat, and what `say` throws. */
export async function pick(
  hall: Hall,
  gate: Gate,
  input: Author & { threadId: string; seat: string; key?: string },
): Promise<Dispatched> {
  const { threadId, seat, author, key } = input;
  const specs = listSpecs(await hall.engine.snapshot(threadId));
  if (findSeat(specs, MEDIATOR) === undefined) {
    throw new HallError('rule-violation', `Nobody picks who speaks in "${threadId}": its rules say who is next.`, {
      hint: 'Take the turn that is next. Only a debate that was opened in mediated mode has its speakers picked.',
    });
  }
  const speakers = specs.filter(({ id }) => id !== MEDIATOR);
  const word = seat.trim().toLowerCase();
  const next = word === CLOSE ? CLOSE : findSeat(speakers, word)?.id;
  if (next === undefined) {
    throw new HallError('not-found', `This debate has no seat "${seat}" that could speak.`, {
      hint: `Pick one of ${speakers.map(({ id }) => id).join(', ')}, or ${CLOSE}.`,
    });
  }
  const content = `NEXT: ${next}`;
  return await say(hall, gate, {
    threadId,
    seat: MEDIATOR,
    act: 'pick',
    content,
    data: { next },
    author,
    ...defined({ key }),
  });
}

export interface TakeSeatInput extends Author {
  readonly threadId: string;
  readonly seat: string;
  /** For the rules, such as what the seat may be told. */
  readonly data?: RuleData;
  /** With it only who has it may speak for the seat; make it random and long. */
  readonly seatKey?: string;
}

/** Takes a free or a joinable seat. Throws `not-your-seat`, `not-active`, and what the rules refuse. */
export async function takeSeat(hall: Hall, input: TakeSeatInput): Promise<Dispatched> {
  const { threadId, seat, data = {}, seatKey } = input;
  return await runCommand(hall, threadId, {
    type: 'take',
    seat,
    agent: OPEN_SEAT,
    data,
    by: readAuthor(input.author),
    ...defined({ seatKey }),
  });
}

/** Gives up the seats of people whose time to speak is over, if the debate can continue without them. */
export async function continueWithoutSilent(hall: Hall, threadId: string): Promise<Snapshot> {
  for (;;) {
    const snapshot = await hall.engine.snapshot(threadId);
    if (snapshot.debate.status !== 'open') return snapshot;
    const { seats } = snapshot.debate;
    // Agents have time limits of their own, and a pause of the run is not their silence.
    const silent = snapshot.format
      .expendable?.(snapshot.state)
      .filter(({ seat }) => isForPeople(seats[seat]?.agent))
      .find(({ since, deadlineMs }) => deadlineMs !== null && hall.clock.now() >= Date.parse(since) + deadlineMs);
    if (silent === undefined || silent.deadlineMs === null) return snapshot;
    const minutes = Math.round(silent.deadlineMs / 60_000);
    const reason = `It said nothing for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    const leave = { type: 'seat-left', data: { seat: silent.seat, reason } } as const;
    // Someone else has just given it up, it has just spoken, or the debate was ended: look again.
    await unlessRefused(() => hall.engine.dispatch(threadId, leave), 'not-your-turn', 'not-active', 'rule-violation');
  }
}

export interface InterjectInput extends Author {
  readonly threadId: string;
  readonly content: string;
  readonly source?: string;
  readonly key?: string;
}

/** Puts words from outside the seats before every later speaker. */
export async function interject(hall: Hall, input: InterjectInput): Promise<Dispatched> {
  const content = cleanText(input.content);
  if (content.trim() === '')
    throw new HallError('bad-input', 'The interjection is empty.', { hint: 'Pass some text.' });
  const length = [...content].length;
  if (length > MAX_INTERJECTION) {
    throw new HallError('bad-input', `The interjection has ${length} characters; the limit is ${MAX_INTERJECTION}.`, {
      hint: 'Shorten it.',
    });
  }
  refuseSecrets(hall, [content], 'interjection');
  const { threadId, source, key } = input;
  const author = readAuthor(input.author);
  checkNames({ key });
  checkSource(source);
  refuseSecretNames(hall, { author, key, source });
  return await runCommand(hall, threadId, {
    type: 'interjection-added',
    data: { author, content, ...defined({ source, key }) },
  });
}
