// A planning debate in memory: the pure rules alone, with events that have neither hash nor time, and short forms of answers.
import type { RuleData } from '../../../src/domain/event-parts.ts';
import type { EventData, EventType, LedgerEvent } from '../../../src/domain/events.ts';
import { RULES_VERSION } from '../../../src/domain/outcomes.ts';
import type { FormatResult } from '../../../src/domain/record.ts';
import type { PlanResult } from '../../../src/domain/results/plan-result.ts';
import type { Admission, Contribution, Next, Step, TranscriptEntry } from '../../../src/formats/format.ts';
import { format } from '../../../src/formats/plan/index.ts';
import type { State } from '../../../src/formats/plan/state.ts';
import { seal } from '../../../src/ledger/chain/chain.ts';
import { sealWords } from '../../support/seal-words.ts';

const agent = { agent: 'x', kind: 'x' };
const NONE = { tokens: null, costMicroUsd: null, wallMs: null };
const SALT = '0'.repeat(32);

/** "2 Build it < 1, Measure": phase, title, and what it needs. */
function stepOf(short: string): object {
  const [, phase, title, needs] = /^(\d+) ([^<]+?)(?: < (.+))?$/.exec(short) as unknown as [
    string,
    string,
    string,
    string?,
  ];
  const dependencies = needs?.split(', ') ?? [];
  return { phase: Number(phase), title, description: `${title}, so that it can be seen.`, files: [], dependencies };
}

export function planOf(...steps: string[]): string {
  const parts = { steps: steps.map(stepOf), risks: ['It may rain.'], open_questions: ['Who pays?'] };
  return JSON.stringify({ summary: 'By the shortest route that can be undone.', ...parts });
}

type Votes = Readonly<Record<string, string>>;

export function critiqueOf(votes: Votes, more: object = {}): string {
  const reviews = Object.entries(votes).map(([step, vote]) => ({
    step,
    vote,
    reason: `why ${step}`,
    suggestion: 'another way',
  }));
  const first = { weakest: { step: Object.keys(votes)[0], attack: 'It breaks on Monday.' }, missing_steps: [] };
  return JSON.stringify({ reviews, ...first, overall: 'Well.', common_ground: 'All want it done.', ...more });
}

/** Keys are ids of sources, "P1.1 P2.1", values steps; `left` are those that are eliminated. */
export function compositionOf(steps: readonly (readonly [from: string, step: string])[], left: Votes = {}): string {
  return JSON.stringify({
    summary: 'Together.',
    steps: steps.map(([from, step]) => ({ ...stepOf(step), from: from === '' ? [] : from.split(' ') })),
    eliminated: Object.entries(left).map(([step, reason]) => ({ step, reason })),
    risks: ['It may snow.'],
    open_questions: [],
  });
}

export function verdictOf(votes: Votes): string {
  return JSON.stringify({
    votes: Object.entries(votes).map(([step, vote]) => ({ step, vote, reason: `why ${step}` })),
  });
}

export class Table {
  readonly log: LedgerEvent[] = [];
  state: State;

  constructor(options: RuleData = {}, context: EventData<'debate-opened'>['context'] = []) {
    const rules = format.options.parse(options);
    this.state = format.initial(rules);
    const seats = format.seats(rules).map(({ id }) => ({ seat: id, agent }));
    this.add('debate-opened', {
      ...{
        threadId: 'd',
        topic: seal('Build it', SALT),
        format: 'plan',
        rulesVersion: RULES_VERSION,
        options: { ...rules },
        limits: NONE,
        seats,
      },
      ...{ context, contextLeftOut: [], prompts: [], seed: 's', hallVersion: '0' },
    });
  }

  get next(): Next {
    return format.next(this.state);
  }

  get steps(): readonly Step[] {
    return this.next.kind === 'ask' ? this.next.steps : [];
  }

  /** What is asked for, as step ids, or what else comes next. */
  get due(): string[] {
    return this.next.kind === 'ask' ? this.steps.map(({ id }) => id) : [this.next.kind];
  }

  get result(): PlanResult {
    return this.resultOf().data as unknown as PlanResult;
  }

  resultOf(): FormatResult {
    return format.result?.(this.log, this.state) as FormatResult;
  }

  add<T extends EventType>(type: T, data: EventData<T>): void {
    const event = { v: 1, seq: this.log.length, at: '', prev: '', hash: '', type, data } as unknown as LedgerEvent;
    this.log.push(event);
    this.state = format.evolve(this.state, event);
  }

  /** Records the contribution if the rules admit it, else that it was refused. */
  say(planner: number, content: string, more: Partial<Contribution> = {}): Admission {
    const seat = `planner-${planner}`;
    const due = this.steps.find((step) => step.seat === seat);
    const act = more.act ?? due?.act ?? 'plan';
    const byHand = more.byHand ?? false;
    const admission = format.admit(this.state, { seat, act, content, data: due?.data ?? {}, byHand });
    const by = byHand ? { agent, author: 'Ada' } : { agent };
    const sealed = seal(content, SALT);
    if (admission.ok) {
      const { data, warnings } = admission;
      this.add('turn-recorded', { seat, act, content: sealed, data, warnings: warnings.map(sealWords), by });
    } else if (admission.problem.code === 'rule-violation') {
      this.add('answer-rejected', {
        seat,
        act,
        content: sealed,
        issues: (admission.problem.issues ?? ['?']).map(sealWords),
        by,
      });
    }
    return admission;
  }

  leave(planner: number, reason = 'It is not logged in.'): void {
    this.add('seat-left', { seat: `planner-${planner}`, reason: sealWords(reason) });
  }

  view(planner: number): readonly TranscriptEntry[] {
    const step = this.steps.find(({ seat }) => seat === `planner-${planner}`) as Step;
    return format.view(this.log, step);
  }
}

export const issuesOf = (admission: Admission): readonly string[] =>
  admission.ok ? [] : (admission.problem.issues ?? []);
export const warningsOf = (admission: Admission): readonly string[] =>
  admission.ok ? admission.warnings : ['refused'];
