// An Oxford debate in memory: the pure rules alone, with events that have neither hash nor chain.
import type { EventData, EventType, LedgerEvent } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { Admission, Next, Step, TranscriptEntry } from '../../src/formats/format.ts';
import { format } from '../../src/formats/oxford/index.ts';
import type { Side } from '../../src/formats/oxford/setup.ts';
import { argumentsDue, type Options } from '../../src/formats/oxford/setup.ts';
import type { State } from '../../src/formats/oxford/state.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { sealWords } from '../support/seal-words.ts';

const agent = { agent: 'x', kind: 'x' };

export type Words = Record<string, unknown>;

/** An argument without fault; what is given takes the place of its fields. */
export function argument(fields: Words = {}): Words {
  return {
    title: 'A title',
    claim: 'A claim.',
    grounds: [{ source: 'A source', content: 'A content.', relevance: 'It matters.' }],
    warrant: 'A warrant.',
    backing: null,
    qualifier: null,
    attacks: null,
    defends: null,
    ...fields,
  };
}

export const attack = (target: string, type = 'claim_attack', content = 'It fails.') => ({
  target_id: target,
  attack_type: type,
  content,
});

export const defence = (target: string, type = 'reinforce', content = 'It holds.') => ({
  target_id: target,
  defense_type: type,
  content,
});

export interface Marks {
  readonly soundness: number;
  readonly evidence: number;
  readonly responsiveness: number;
  readonly clarity: number;
}

/** The same mark in every dimension. */
export const flat = (mark: number): Marks => ({ soundness: mark, evidence: mark, responsiveness: mark, clarity: mark });

/** Points of ten by which an earlier argument is to move. */
export type Change = readonly [id: string, points: number];

/** A judgment that names arguments by their own ids. */
export function assessment(marks: Readonly<Record<string, Marks>>, changes: readonly Change[] = []): string {
  return JSON.stringify({
    scores: Object.entries(marks).map(([argument_id, each]) => ({ argument_id, ...each, reasoning: 'So it is.' })),
    rescores: changes.map(([argument_id, change]) => ({ argument_id, change, reasoning: 'It looks different now.' })),
  });
}

/** Marks of an argument that is this much above the middle: in hundredths, up to 50 either way. */
function marksFor(score: number): Marks {
  let left = Math.round(score * 100) + 50;
  const mark = (weight: number) => {
    const points = Math.min(10, Math.floor(left / weight));
    left -= points * weight;
    return points;
  };
  return { soundness: mark(4), evidence: mark(3), responsiveness: mark(2), clarity: mark(1) };
}

/** A judgment whose marks come to these scores, which sum to zero. */
export function judgment(scores: Readonly<Record<string, number>>, changes?: readonly Change[]): string {
  return assessment(Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, marksFor(score)])), changes);
}

export class OxfordPlay {
  readonly log: LedgerEvent[] = [];
  readonly options: Options;
  state: State;

  constructor(options: Partial<Options> = {}, seed = 'seed') {
    this.options = format.options.parse(options);
    this.state = format.initial(this.options);
    this.add('debate-opened', {
      threadId: 'd',
      topic: seal('The motion', '0'.repeat(32)),
      format: 'oxford',
      rulesVersion: RULES_VERSION,
      options: this.options,
      limits: { tokens: null, costMicroUsd: null, wallMs: null },
      seats: format.seats(this.options).map(({ id }) => ({ seat: id, agent })),
      context: [],
      contextLeftOut: [],
      prompts: [],
      seed,
      hallVersion: '0',
    });
  }

  get next(): Next {
    return format.next(this.state);
  }

  get steps(): readonly Step[] {
    return this.next.kind === 'ask' ? this.next.steps : [];
  }

  /** What is asked for, as `seat act`. */
  get due(): string[] {
    const { next } = this;
    return next.kind === 'ask' ? next.steps.map(({ seat, act }) => `${seat} ${act}`) : [next.kind];
  }

  add<T extends EventType>(type: T, data: EventData<T>): void {
    const seq = this.log.length;
    const at = '2026-11-20T10:00:00.000Z';
    const event = { v: 1, seq, at, prev: null, hash: '', type, data } as unknown as LedgerEvent;
    this.log.push(event);
    this.state = format.evolve(this.state, event);
  }

  /** Records the contribution if the rules admit it. */
  say(seat: string, act: string, content: string): Admission {
    const due = this.steps.find((step) => step.seat === seat && step.act === act);
    const admission = format.admit(this.state, { seat, act, content, data: due?.data ?? {}, byHand: false });
    const sealed = seal(content, '0'.repeat(32));
    const by = { agent };
    if (admission.ok) {
      const { data, warnings } = admission;
      this.add('turn-recorded', { seat, act, content: sealed, data, warnings: warnings.map(sealWords), by });
    } else if (admission.problem.code === 'rule-violation') {
      this.add('answer-rejected', {
        seat,
        act,
        content: sealed,
        issues: (admission.problem.issues ?? []).map(sealWords),
        by,
      });
    }
    return admission;
  }

  argue(side: Side, given?: readonly Words[]): Admission {
    const due = argumentsDue(this.state.exchange);
    const all = given ?? Array.from({ length: due }, () => argument());
    return this.say(side, 'argument', JSON.stringify({ arguments: all }));
  }

  /** Both sides argue without clash. */
  argueBoth(): void {
    this.argue('proposition');
    this.argue('opposition');
  }

  step(seat: string, act: string): Step {
    const step = this.steps.find((each) => each.seat === seat && each.act === act);
    if (step === undefined) throw new Error(`Not due: ${seat} ${act}; due is ${this.due.join(', ')}`);
    return step;
  }

  view(seat: string, act: string): readonly TranscriptEntry[] {
    return format.view(this.log, { seat, act, data: {} });
  }

  /** Issues of a refusal; throws for what was admitted. */
  static issues(admission: Admission): readonly string[] {
    if (admission.ok) throw new Error('It was admitted.');
    return admission.problem.issues ?? [];
  }
}
