// An asymmetric debate in memory: the pure rules alone, with events that have no hash.
import { defined } from '../../src/domain/defined.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventData, EventType, LedgerEvent } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import { format } from '../../src/formats/asymmetric/index.ts';
import type { State } from '../../src/formats/asymmetric/state.ts';
import type { Admission, Contribution, Step } from '../../src/formats/format.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { sealWords } from '../support/seal-words.ts';

const agent = { agent: 'x', kind: 'x' };
const SALT = '0'.repeat(32);
const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;

/** The points of a challenge as an agent answers with them: "agree fresh" is one. */
export function points(...moves: string[]): string {
  return JSON.stringify({
    points: moves.map((move, index) => {
      const [action = '', target = null] = move.split(' ');
      return { point: `Point ${index + 1} of it`, target, action, reason: 'because', resolution: null };
    }),
  });
}

export class AsymmetricPlay {
  readonly log: LedgerEvent[] = [];
  state: State;
  minutes = 0;

  constructor(options: RuleData = {}, documents: readonly string[] = [], seed = 's') {
    const parsed = format.options.parse(options);
    this.state = format.initial(parsed);
    this.add('debate-opened', {
      ...{ threadId: 'd', topic: seal('Should we?', SALT), format: 'asymmetric', options: parsed },
      ...defined({ formatVersion: format.version }),
      rulesVersion: RULES_VERSION,
      ...{ limits: { tokens: null, costMicroUsd: null, wallMs: null }, contextLeftOut: [], prompts: [] },
      context: documents.map((text) => ({ source: 'a.md', bytes: text.length, content: seal(text, SALT) })),
      seats: format
        .seats(parsed)
        .filter(({ joinable }) => joinable !== true)
        .map(({ id }) => ({ seat: id, agent })),
      ...{ seed, hallVersion: '0' },
    });
  }

  /** What is asked for, as `seat act`. */
  get due(): string[] {
    const next = format.next(this.state);
    return next.kind === 'ask' ? next.steps.map(({ seat, act }) => `${seat} ${act}`) : [next.kind];
  }

  get steps(): readonly Step[] {
    const next = format.next(this.state);
    return next.kind === 'ask' ? next.steps : [];
  }

  /** The outcome that the rules give here. */
  get outcome(): string | undefined {
    const next = format.next(this.state);
    return next.kind === 'close' ? next.close.outcome : undefined;
  }

  get result() {
    return format.result?.(this.log, this.state);
  }

  /** Adds it a minute after the one before. */
  add<T extends EventType>(type: T, data: EventData<T>): void {
    const at = new Date(START + this.minutes * MINUTE).toISOString();
    this.minutes += 1;
    const event = { v: 1, seq: this.log.length, at, prev: '', hash: '', type, data } as unknown as LedgerEvent;
    this.log.push(event);
    this.state = format.evolve(this.state, event);
  }

  /** Records the contribution if the rules admit it. */
  say(seat: string, content: string, more: Partial<Contribution> = {}): Admission {
    const step = this.steps.find((each) => each.seat === seat);
    const act = more.act ?? step?.act ?? 'position';
    const { byHand = false } = more;
    const data = more.data ?? step?.data ?? {};
    const admission = format.admit(this.state, { seat, act, content, data, byHand });
    const by = byHand ? { agent, author: 'Ann' } : { agent };
    if (admission.ok) {
      const warnings = admission.warnings.map(sealWords);
      this.add('turn-recorded', { seat, act, content: seal(content, SALT), data: admission.data, warnings, by });
    } else if (admission.problem.code === 'rule-violation' && step !== undefined) {
      const issues = (admission.problem.issues ?? []).map(sealWords);
      this.add('answer-rejected', { seat, act, content: seal(content, SALT), issues, by });
    }
    return admission;
  }

  /** By hand: plain words, which are what `action` says. */
  move(seat: string, action: string, target?: string): Admission {
    const data = { action, ...(target === undefined ? {} : { target }) };
    return this.say(seat, `${seat} moves`, { act: 'challenge', byHand: true, data });
  }

  join(seat: string, data: RuleData = {}): Admission {
    const admission = format.admitSeat?.(this.state, { seat, data });
    if (admission === undefined) throw new Error('The format has no seats to take.');
    if (admission.ok) this.add('seat-taken', { seat, agent, data: admission.data, by: 'Ann' });
    return admission;
  }

  leave(seat: string): void {
    this.add('seat-left', { seat, reason: sealWords('It failed.') });
  }

  /** Everyone who is due takes a position, the semi-fresh ones after the summary. */
  positions(text = (seat: string) => `${seat} says so`): this {
    for (let step = this.steps[0]; step?.act === 'position' || step?.act === 'summary'; step = this.steps[0]) {
      this.say(step.seat, `${text(step.seat)}${step.act === 'summary' ? ' in short' : ''}`);
    }
    return this;
  }

  sees(seat: string, act: string): string {
    return format
      .view(this.log, { seat, act, data: {} })
      .map(({ text }) => text)
      .join('\n');
  }
}

/** The code of the problem. */
export function problemOf(admission: Admission): string | undefined {
  return admission.ok ? undefined : admission.problem.code;
}

export function issuesOf(admission: Admission): readonly string[] {
  return admission.ok ? [] : (admission.problem.issues ?? [admission.problem.message]);
}
