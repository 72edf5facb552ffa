// Holds a debate in memory: the rules, the engine's decisions and its chain, without files, agents or waiting.
import { defined } from '../../src/domain/defined.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { Question as AskedQuestion } from '../../src/domain/question/question.ts';
import type { AnyFormat, Step, TranscriptEntry } from '../../src/formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal } from '../../src/ledger/chain/chain.ts';
import { decide } from '../../src/ledger/engine/decide.ts';
import { draftOpening, type OpenRequest } from '../../src/ledger/engine/opening.ts';
import {
  applyEvent,
  createSnapshot,
  getConsequences,
  getNext,
  type Snapshot,
  sealConsequence,
} from '../../src/ledger/engine/snapshot.ts';

const AT = '2026-11-20T10:00:00.000Z';
const agent = { agent: 'simulated', kind: 'simulated' };
const sealed = (text: string) => seal(text, '0'.repeat(32));

/** What answers for the seats: gets what the seat may see and what it is asked, and nothing else. */
export type Speaker = (step: Step, entries: readonly TranscriptEntry[]) => string;

/** What becomes of the agent of a seat that is asked this: nothing, or it fails for good and somebody takes its place or nobody does. */
export type Fate = (step: Step) => 'leaves' | 'is replaced' | undefined;

export interface Opening {
  readonly format: AnyFormat;
  readonly options: RuleData;
  /** Where seats are asked for answers of their own. */
  readonly question?: AskedQuestion;
  readonly context?: OpenRequest['context'];
  readonly seed: string;
}

export interface Played {
  readonly snapshot: Snapshot;
  /** Questions to seats. */
  readonly calls: number;
}

/** What the debate is opened with, as an engine is asked for it. */
export function toRequest({ format, options, question, context = [], seed }: Opening): OpenRequest {
  const parsed = format.options.parse(options);
  const { answer, options: choices = [] } = question ?? {};
  const asked = answer === undefined ? undefined : { answer, ...(choices.length === 0 ? {} : { options: choices }) };
  return {
    threadId: 'simulated',
    topic: 'Which is it?',
    format: format.id,
    options: parsed,
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: format.seats(parsed).map(({ id }) => ({ seat: id, agent })),
    context,
    contextLeftOut: [],
    prompts: [],
    seed,
    hallVersion: '0',
    ...defined({ formatVersion: format.version, rulesVersion: RULES_VERSION, question: asked }),
  };
}

/** Everyone who is due is asked before anyone is heard, as in a run. */
export function playOut(opening: Opening, speak: Speaker, findFate: Fate = () => undefined): Played {
  const { opening: opened } = draftOpening(toRequest(opening), sealed);
  const log: LedgerEvent[] = [chainEvent(opened, EMPTY_CHAIN, AT)];
  let snapshot = createSnapshot(log[0] as LedgerEvent, opening.format, log);
  let calls = 0;
  const append = (drafts: readonly EventDraft[]) => {
    for (const draft of drafts) {
      const event = chainEvent(draft, chainEnd(log.at(-1) as LedgerEvent), AT);
      log.push(event);
      snapshot = applyEvent(snapshot, event);
    }
  };
  const carryOut = (decision: ReturnType<typeof decide>) => {
    if (!decision.ok) throw new Error(`${decision.problem.message} ${(decision.problem.issues ?? []).join(' ')}`);
    append(decision.drafts);
    for (let due = getConsequences(snapshot); due.length > 0; due = getConsequences(snapshot))
      append(due.map((each) => sealConsequence(each, sealed)));
  };
  const dispatch = (command: Parameters<typeof decide>[1]) => carryOut(decide(snapshot, command, sealed));
  const fail = (step: Step) => {
    const failure = { code: 'crashed', message: 'It failed.' } as const;
    dispatch({ type: 'seat-failed', data: { seat: step.seat, act: step.act, agent, failure, attempts: 1 } });
  };
  for (;;) {
    const isExpendable = ({ seat }: Step) =>
      snapshot.format.expendable?.(snapshot.state).some((each) => each.seat === seat) === true;
    const due = getNext(snapshot);
    for (const step of due.kind === 'ask' ? due.steps : []) {
      const fate = findFate(step);
      if (fate === undefined || (fate === 'leaves' && !isExpendable(step))) continue;
      fail(step);
      if (fate === 'leaves') dispatch({ type: 'seat-left', data: { seat: step.seat, reason: 'It failed.' } });
      else dispatch({ type: 'replace', seat: step.seat, to: agent, reason: 'It failed.' });
    }
    const next = getNext(snapshot);
    if (next.kind !== 'ask') {
      if (next.kind === 'close') dispatch({ type: 'close', by: 'rules' });
      return { snapshot, calls };
    }
    const { format } = snapshot;
    const answers = next.steps.map((step) => ({ step, content: speak(step, format.view(log, step)) }));
    for (const { step, content } of answers) {
      calls += 1;
      const { seat, act, data, id } = step;
      const turn = { type: 'record', seat, act, content, data, by: { agent }, key: id } as const;
      // As in a run: what the rules refuse is asked for once more, and then stands if it has to. These speakers say the same again.
      const decision = decide(snapshot, turn, sealed);
      if (decision.ok || decision.problem.issues === undefined) carryOut(decision);
      else {
        dispatch({
          type: 'answer-rejected',
          data: { seat: step.seat, act: step.act, content, issues: [...decision.problem.issues], by: { agent } },
        });
        calls += 1;
        dispatch(turn);
      }
    }
  }
}
