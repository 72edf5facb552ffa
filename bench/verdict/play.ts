// Holds a debate in memory: the rules, the engine's decisions and its chain, without files, agents or waiting.
import type { EventDraft, LedgerEvent, RuleData } from '../../src/domain/events.ts';
import { decide } from '../../src/engine/decide.ts';
import { applyEvent, createSnapshot, getConsequences, getNext, type Snapshot } from '../../src/engine/snapshot.ts';
import type { AnyFormat, Step, TranscriptEntry } from '../../src/formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN } from '../../src/ledger/chain.ts';
import { seal } from '../../src/ledger/seal.ts';

const AT = '2026-11-20T10:00:00.000Z';
const agent = { agent: 'simulated', kind: 'simulated' };
const sealed = (text: string) => seal(text, '0'.repeat(32));

/** What answers for the seats: gets what the seat may see and what it is asked, and nothing else. */
export type Speaker = (step: Step, entries: readonly TranscriptEntry[]) => string;

export interface Opening {
  readonly format: AnyFormat;
  readonly options: RuleData;
  /** Left out: the rules before there were versions. */
  readonly rulesVersion?: number;
  readonly topic: string;
  readonly context?: readonly { readonly source: string; readonly text: string }[];
  readonly seed: string;
}

export interface Played {
  readonly snapshot: Snapshot;
  /** Questions to seats. */
  readonly calls: number;
}

function open({ format, options, rulesVersion, topic, context = [], seed }: Opening): EventDraft<'debate-opened'> {
  const parsed = format.options.parse(options);
  return {
    type: 'debate-opened',
    data: {
      threadId: 'simulated',
      topic: sealed(topic),
      format: format.id,
      ...(format.version === undefined ? {} : { formatVersion: format.version }),
      ...(rulesVersion === undefined ? {} : { rulesVersion }),
      options: parsed,
      limits: { tokens: null, costMicroUsd: null, wallMs: null },
      seats: format.seats(parsed).map(({ id }) => ({ seat: id, agent })),
      context: context.map(({ source, text }) => ({ source, bytes: text.length, content: sealed(text) })),
      contextLeftOut: [],
      prompts: [],
      seed,
      hallVersion: '0',
    },
  };
}

/** Everyone who is due is asked before anyone is heard, as in a run. */
export function playOut(opening: Opening, speak: Speaker): Played {
  const log: LedgerEvent[] = [chainEvent(open(opening), EMPTY_CHAIN, AT)];
  let snapshot = createSnapshot(log[0] as LedgerEvent, opening.format, log);
  let calls = 0;
  const append = (drafts: readonly EventDraft[]) => {
    for (const draft of drafts) {
      const event = chainEvent(draft, chainEnd(log.at(-1) as LedgerEvent), AT);
      log.push(event);
      snapshot = applyEvent(snapshot, event);
    }
  };
  const dispatch = (command: Parameters<typeof decide>[1]) => {
    const decision = decide(snapshot, command, sealed);
    if (!decision.ok) throw new Error(`${decision.problem.message} ${(decision.problem.issues ?? []).join(' ')}`);
    append(decision.drafts);
    for (let due = getConsequences(snapshot); due.length > 0; due = getConsequences(snapshot)) append(due);
  };
  for (;;) {
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
      dispatch({ type: 'record', seat, act, content, data, by: { agent }, key: id });
    }
  }
}
