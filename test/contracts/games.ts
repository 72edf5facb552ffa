// Games of any format: random legal play as the engine and the runner hold it, and forks of what was played.
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventData, EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal } from '../../src/ledger/chain/chain.ts';
import type { Command } from '../../src/ledger/engine/commands.ts';
import { decide } from '../../src/ledger/engine/decide.ts';
import { listCopiedSteps } from '../../src/ledger/engine/forks/next-copy.ts';
import { recordSteps } from '../../src/ledger/engine/forks/recording.ts';
import {
  applyEvent,
  createSnapshot,
  findRefusal,
  getConsequences,
  getNext,
  type Snapshot,
  sealConsequence,
} from '../../src/ledger/engine/snapshot.ts';
import { DIFF, marked } from '../support/answers.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { sealWords } from '../support/seal-words.ts';

export const agent = { agent: 'fake', kind: 'fake' };
const MOST_EVENTS = 200;
/** A run asks a seat twice and then gives up. */
const REFUSALS = 3;
/** Of a seat that the debate can go on without. */
const FATES = ['answers', 'answers', 'answers', 'answers', 'answers', 'answers', 'leaves'] as const;

/** Answers that fit one act or another of the formats that there are, and some that fit none. */
const ANSWERS = [
  '1. Is it so?\n2. A tension. [VERDICT] yes [EVIDENCE] none',
  'VOTE: APPROVE\nbecause',
  'VOTE: REJECT\nbecause',
  'NEXT: wind\nplease',
  'NEXT: wall',
  'NEXT: door',
  'NEXT: close',
  ' ',
  'x'.repeat(40_000),
];

/** Most answers are usable, so that debates get somewhere: three of four are the sample of the step. */
const ANSWERS_AND_SAMPLES = [...ANSWERS, ...ANSWERS.flatMap(() => [undefined, undefined, undefined])];

/** Asked of every event of every game, so without the machinery of `expect`. */
function refuseNothing(snapshot: Snapshot, draft: EventDraft): void {
  const problem = findRefusal(snapshot, draft);
  if (problem !== undefined) throw new Error(`${draft.type}: ${problem.message}`);
}

export function begin(
  format: AnyFormat,
  options: RuleData,
  more: Partial<EventData<'debate-opened'>> = {},
): { snapshot: Snapshot; log: LedgerEvent[] } {
  const event = chainEvent(
    {
      type: 'debate-opened',
      data: {
        ...{ threadId: 'd', topic: seal('Should we?', 'a'.repeat(32)), format: format.id, options },
        ...{ limits: { tokens: null, costMicroUsd: null, wallMs: null }, contextLeftOut: [], prompts: [] },
        context: [{ source: 'git:HEAD', bytes: DIFF.length, content: seal(DIFF, 'd'.repeat(32)) }],
        ...{
          seats: format
            .seats(options)
            .filter(({ joinable }) => joinable !== true)
            .map(({ id }) => ({ seat: id, agent })),
          seed: 's',
          hallVersion: '0',
        },
        ...more,
      },
    },
    EMPTY_CHAIN,
    '2026-11-20T10:00:00.000Z',
  );
  const log: LedgerEvent[] = [event];
  return { snapshot: createSnapshot(event, format, log), log };
}

export interface Watcher {
  /** Sees each question before it is answered, and says what the answer ends with. */
  asked(snapshot: Snapshot, step: Step): string;
  answered(step: Step, content: string): void;
  /** The answer to a step; left out, or `undefined`: as chance has it. */
  answer?(step: Step): string | undefined;
}

export interface Game {
  readonly options: RuleData;
  readonly snapshot: Snapshot;
  readonly log: readonly LedgerEvent[];
  /** In the order in which seats were asked. */
  readonly steps: readonly Step[];
}

/** Plays as the engine does: a step gets an answer; what the rules refuse is recorded as rejected. */
export function play(
  format: AnyFormat,
  options: RuleData,
  choices: readonly number[],
  watcher?: Watcher,
  more?: Partial<EventData<'debate-opened'>>,
): Game {
  let { snapshot, log } = begin(format, options, more);
  let choice = 0;
  const pick = <T>(from: readonly T[]): T => from[(choices[choice++ % choices.length] as number) % from.length] as T;
  const add = (draft: EventDraft) => {
    refuseNothing(snapshot, draft);
    const event = chainEvent(draft, chainEnd(log.at(-1) as LedgerEvent), '2026-11-20T10:00:00.000Z');
    log.push(event);
    snapshot = applyEvent(snapshot, event);
    for (let due = getConsequences(snapshot)[0]; due !== undefined; due = getConsequences(snapshot)[0]) {
      const consequence = chainEvent(
        sealConsequence(due, sealWords),
        chainEnd(log.at(-1) as LedgerEvent),
        '2026-11-20T10:00:00.000Z',
      );
      log.push(consequence);
      snapshot = applyEvent(snapshot, consequence);
    }
  };
  const answer = (step: Step) => {
    const words = watcher?.answer?.(step) ?? pick(ANSWERS_AND_SAMPLES) ?? step.sample?.(REHEARSAL) ?? '';
    const content = marked(words, watcher?.asked(snapshot, step) ?? '');
    watcher?.answered(step, content);
    const admission = format.admit(snapshot.state, {
      seat: step.seat,
      act: step.act,
      content,
      data: step.data,
      byHand: false,
    });
    const by = { agent };
    const sealed = seal(content, 'b'.repeat(32));
    const { seat, act } = step;
    if (admission.ok) {
      const { data, warnings } = admission;
      add({
        type: 'turn-recorded',
        data: { seat, act, content: sealed, data, warnings: warnings.map(sealWords), by, key: step.id },
      });
    } else {
      const issues = [...(admission.problem.issues ?? [admission.problem.message])];
      add({ type: 'answer-rejected', data: { seat, act, content: sealed, issues: issues.map(sealWords), by } });
    }
  };
  const steps: Step[] = [];
  const givenUp = () => log.slice(-REFUSALS).every(({ type }) => type === 'answer-rejected');
  while (log.length < MOST_EVENTS && !givenUp()) {
    const next = getNext(snapshot);
    if (next.kind === 'over') break;
    if (next.kind === 'limit') throw new Error('A limit is recorded as a consequence.');
    if (next.kind === 'close') {
      add({ type: 'debate-closed', data: next.close });
      continue;
    }
    const step = pick(next.steps);
    steps.push(step);
    const leaves = format.expendable?.(snapshot.state).some(({ seat }) => seat === step.seat) === true;
    if (leaves && pick(FATES) === 'leaves')
      add({ type: 'seat-left', data: { seat: step.seat, reason: sealWords('It failed.') } });
    else answer(step);
  }
  return { options, snapshot, log, steps };
}

/** A fork of it that takes over all that it can, as a run does; `ask` answers what it cannot take over. */
export function copyAll(
  parent: Snapshot,
  options: RuleData,
  anew: readonly string[] = [],
  ask: (step: Step) => string | undefined = () => undefined,
): Snapshot {
  const answer = (now: Snapshot): Command | undefined => {
    const next = getNext(now);
    const copied = listCopiedSteps(recording, now);
    const due = next.kind === 'ask' ? next.steps.filter(({ id }) => !copied.has(id)) : [];
    for (const { id: key, seat, act, data, ...step } of due) {
      const content = ask({ id: key, seat, act, data, ...step });
      if (content !== undefined) return { type: 'record', seat, act, content, data, by: { agent }, key };
    }
    return undefined;
  };
  const last = parent.log.at(-1) as LedgerEvent;
  const relation = { kind: 'fork' as const, of: 'd', head: last.hash, event: last.seq, anew: [...anew] };
  let { snapshot, log } = begin(parent.format, options, { relation });
  const recording = recordSteps(parent, { ...relation, anew });
  const demanded = () => getConsequences(snapshot).map((due) => sealConsequence(due, sealWords))[0];
  for (let command: Command | undefined = { type: 'copy', recording }; command !== undefined; ) {
    const decision = decide(snapshot, command, (text) => seal(text, 'e'.repeat(32)));
    if (!decision.ok) throw new Error(decision.problem.message);
    const [draft = demanded()] = decision.drafts;
    const isOver: boolean = draft === undefined && command.type !== 'copy';
    command = draft === undefined && !isOver ? answer(snapshot) : { type: 'copy', recording };
    if (isOver) break;
    for (let due: EventDraft | undefined = draft; due !== undefined; due = demanded()) {
      refuseNothing(snapshot, due);
      const event = chainEvent(due, chainEnd(log.at(-1) as LedgerEvent), '2026-11-20T10:00:00.000Z');
      log.push(event);
      snapshot = applyEvent(snapshot, event);
    }
  }
  return snapshot;
}

/** What the rules made of a debate: every turn with its data, who left, what they noted, and the state of the panel. */
export function whatHappened({ log, debate }: Snapshot) {
  const events = log.flatMap(({ type, data }): unknown[] => {
    if (type === 'turn-recorded') return [[data.seat, data.act, data.content.sha256, data.data, data.warnings]];
    if (type === 'seat-left') return [[data.seat, data.reason]];
    return type === 'note-recorded' || type === 'limit-reached' ? [data] : [];
  });
  return {
    events,
    seats: Object.entries(debate.seats).map(([seat, { left, contributions }]) => [seat, left, contributions]),
  };
}
