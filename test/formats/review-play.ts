// A review in memory: the rules behind the same gate as in the engine, with a real chain of events and no model.
import { defined } from '../../src/domain/defined.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { RULES_VERSION } from '../../src/domain/outcomes.ts';
import type { ReviewResult } from '../../src/domain/results/review-result.ts';
import type { Admission, Step } from '../../src/formats/format.ts';
import { format } from '../../src/formats/review/index.ts';
import type { State } from '../../src/formats/review/state.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, seal } from '../../src/ledger/chain/chain.ts';
import {
  applyEvent,
  checkAdmission,
  createSnapshot,
  findRefusal,
  getNext,
  type Snapshot,
} from '../../src/ledger/engine/snapshot.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { sealWords } from '../support/seal-words.ts';

const AT = '2026-11-20T10:00:00.000Z';
const agent = { agent: 'fake', kind: 'fake' };
const sealed = (text: string) => seal(text, 'a'.repeat(32));

export const DIFF = `diff --git a/src/cart.ts b/src/cart.ts
index 1111111..2222222 100644
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -10,3 +10,7 @@ import type { Item } from './types.ts';
 export function total(items: Item[]): number {
-  return items.reduce((sum, item) => sum + item.price, 0);
+  let sum = 0;
+  for (let i = 0; i <= items.length; i++) {
+    sum += items[i].price;
+  }
+  return sum;
 }
diff --git a/src/pay.ts b/src/pay.ts
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ b/src/pay.ts
@@ -0,0 +1,4 @@
+export async function pay(order: Order) {
+  const card = await loadCard(order.userId);
+  charge(card, order.total);
+}
diff --git "a/docs/caf\\303\\251.md" "b/docs/caf\\303\\251.md"
index 4444444..5555555 100644
--- "a/docs/caf\\303\\251.md"
+++ "b/docs/caf\\303\\251.md"
@@ -1 +1 @@
-Alt
+Neue Preise
`;

const AROUND = { source: 'src/types.ts', text: 'export interface Item {\n  price: number;\n}\n' };

export interface Written {
  readonly severity: string;
  readonly title: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly detail: string;
  readonly fix: string;
  readonly evidence: string | null;
}

export function written(severity: string, more: Partial<Written> = {}): Written {
  return { severity, title: 'Title', file: null, line: null, detail: 'Detail', fix: '', evidence: null, ...more };
}

/** The loop in `total` that runs one too far, in the words of two reviewers. */
export const OVERRUN = [
  written('P0', {
    title: 'Loop reads past the end of items',
    file: 'src/cart.ts',
    line: 12,
    detail: 'With i equal to items.length the element is undefined and reading price throws.',
    fix: 'Use `i < items.length`.',
    evidence: 'for (let i = 0; i <= items.length; i++) {',
  }),
  written('P1', {
    title: 'Off by one: last element of items is undefined',
    file: 'cart.ts',
    line: 13,
    detail: 'The loop goes up to items.length, where reading price of undefined throws.',
    fix: 'Stop before `items.length`.',
    evidence: 'sum += items[i].price;',
  }),
] as const;

export const UNAWAITED = written('P1', {
  title: 'Charge is not awaited',
  file: 'src/pay.ts',
  line: 3,
  detail: 'When charging fails, pay has returned and the rejection is handled by nobody.',
  fix: 'Write `await charge(card, order.total)`.',
  evidence: 'charge(card, order.total);',
});

export const INVENTED = written('P0', {
  title: 'SQL injection in findUser',
  file: 'src/users.ts',
  line: 7,
  detail: 'The name is put into the query.',
  fix: 'Bind it.',
  evidence: 'db.query("select * from users where name = " + name)',
});

export class ReviewPlay {
  readonly log: LedgerEvent[];
  snapshot: Snapshot;

  constructor(options: RuleData = {}, context = [{ source: 'git:HEAD', text: DIFF }, AROUND]) {
    const parsed = format.options.parse(options);
    const opened = chainEvent(
      {
        type: 'debate-opened',
        data: {
          threadId: 'd',
          topic: sealed('Is it right?'),
          format: format.id,
          ...defined({ formatVersion: format.version }),
          rulesVersion: RULES_VERSION,
          options: parsed,
          limits: { tokens: null, costMicroUsd: null, wallMs: null },
          seats: format.seats(parsed).map(({ id }) => ({ seat: id, agent })),
          context: context.map(({ source, text }) => ({ source, bytes: text.length, content: sealed(text) })),
          contextLeftOut: [{ source: 'big.bin', reason: 'It is binary | not text.', missed: true }],
          prompts: [],
          seed: 's',
          hallVersion: '0',
        },
      },
      EMPTY_CHAIN,
      AT,
    );
    this.log = [opened];
    this.snapshot = createSnapshot(opened, format, this.log);
  }

  get state(): State {
    return this.snapshot.state as State;
  }

  get steps(): readonly Step[] {
    const next = getNext(this.snapshot);
    return next.kind === 'ask' ? next.steps : [];
  }

  /** What is asked for, as "1 review"; or "close agreed". */
  get due(): string[] {
    const next = getNext(this.snapshot);
    if (next.kind === 'close') return [`close ${next.close.outcome}`];
    return next.kind === 'ask' ? next.steps.map(({ seat, act }) => `${seat.slice(-1)} ${act}`) : [next.kind];
  }

  get data(): ReviewResult {
    return this.result.data as unknown as ReviewResult;
  }

  get result() {
    const result = format.result?.(this.log, this.state);
    if (result === undefined) throw new Error('A review always has a result.');
    return result;
  }

  add(draft: EventDraft): void {
    const problem = findRefusal(this.snapshot, draft);
    if (problem !== undefined) throw new Error(problem.message);
    const event = chainEvent(draft, chainEnd(this.log.at(-1) as LedgerEvent), AT);
    this.log.push(event);
    this.snapshot = applyEvent(this.snapshot, event);
  }

  /** Answers what the reviewer of this number is asked; a refusal is recorded as the runner does. */
  say(reviewer: number, answer: unknown): Admission {
    const step = this.steps.find(({ seat }) => seat === `reviewer-${reviewer}`);
    if (step === undefined) throw new Error(`Reviewer ${reviewer} is asked nothing; due: ${this.due.join(', ')}.`);
    const { seat, act } = step;
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const admission = format.admit(this.state, { seat, act, content, data: step.data, byHand: false });
    const by = { agent };
    if (admission.ok) {
      const { data, warnings } = admission;
      this.add({
        type: 'turn-recorded',
        data: { seat, act, content: sealed(content), data, warnings: warnings.map(sealWords), by, key: step.id },
      });
    } else {
      const issues = (admission.problem.issues ?? [admission.problem.message]).map(sealWords);
      this.add({ type: 'answer-rejected', data: { seat, act, content: sealed(content), issues, by } });
    }
    return admission;
  }

  review(reviewer: number, ...findings: readonly Written[]): Admission {
    return this.say(reviewer, { findings, residual_risks: [], open_questions: [] });
  }

  /** "F1 valid", "F2 invalid P2" */
  judge(reviewer: number, votes: readonly string[], missed: readonly Written[] = []): Admission {
    const judgments = votes.map((vote) => {
      const [id, verdict, severity = null] = vote.split(' ');
      return { id, verdict, reason: 'because', severity };
    });
    return this.say(reviewer, { judgments, missed });
  }

  vote(reviewer: number, votes: readonly string[]): Admission {
    return this.say(reviewer, {
      votes: votes.map((each) => {
        const [id, vote] = each.split(' ');
        return { id, vote, reason: 'because' };
      }),
    });
  }

  /** Fails for good; says whether the debate goes on without it. */
  fail(reviewer: number): boolean {
    const seat = `reviewer-${reviewer}`;
    const step = this.steps.find((each) => each.seat === seat);
    if (step === undefined) throw new Error('It is asked nothing.');
    const failure = { code: 'not-logged-in', message: sealWords('It is not logged in.') } as const;
    this.add({ type: 'seat-failed', data: { seat, act: step.act, agent, failure, attempts: 1 } });
    const draft: EventDraft = { type: 'seat-left', data: { seat, reason: failure.message } };
    if (!checkAdmission(this.snapshot, draft).ok) return false;
    this.add(draft);
    return true;
  }

  close(): void {
    const next = getNext(this.snapshot);
    if (next.kind !== 'close') throw new Error(`Due: ${this.due.join(', ')}.`);
    this.add({ type: 'debate-closed', data: next.close });
  }

  /** Everyone still asked gives the answers that a rehearsal would, until it is closed. */
  finish(): void {
    while (this.steps.length > 0) {
      const step = this.steps[0] as Step;
      this.say(Number(step.seat.slice(-1)), step.sample?.(REHEARSAL) ?? '');
    }
    this.close();
  }
}
