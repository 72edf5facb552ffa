// A debate in memory: the pure rules alone, with events that have neither hash nor time.
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventData, EventType, LedgerEvent } from '../../src/domain/events.ts';
import type { Speaker } from '../../src/domain/speakers.ts';
import type { Admission, Contribution, Format, Next, Step, TranscriptEntry } from '../../src/formats/format.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import type { Options } from '../../src/formats/wind-wall-door/setup.ts';
import type { State } from '../../src/formats/wind-wall-door/state.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { sealConsequence } from '../../src/ledger/engine/snapshot.ts';
import { sealWords } from '../support/seal-words.ts';

const BY: Speaker = { agent: { agent: 'x', kind: 'x' } };

export class PlayOf<Options, State> {
  readonly log: LedgerEvent[] = [];
  readonly format: Format<Options, State>;
  state: State;

  constructor(format: Format<Options, State>, options: RuleData = {}) {
    this.format = format;
    this.state = format.initial(format.options.parse(options));
  }

  get next(): Next {
    return this.format.next(this.state);
  }

  /** What is asked for, as `seat act`. */
  get due(): string[] {
    const { next } = this;
    return next.kind === 'ask' ? next.steps.map(({ seat, act }) => `${seat} ${act}`) : [next.kind];
  }

  get steps(): readonly Step[] {
    return this.next.kind === 'ask' ? this.next.steps : [];
  }

  get notes(): string[] {
    return this.log.flatMap((event) => (event.type === 'note-recorded' ? [event.data.code] : []));
  }

  add<T extends EventType>(type: T, data: EventData<T>): void {
    const event = { v: 1, seq: this.log.length + 1, at: '', prev: '', hash: '', type, data } as unknown as LedgerEvent;
    this.log.push(event);
    this.state = this.format.evolve(this.state, event);
    const [due] = this.format.consequences(this.state);
    if (due === undefined) return;
    const draft = sealConsequence(due, sealWords);
    this.add(draft.type, draft.data as EventData<typeof draft.type>);
  }

  /** Records the contribution if the rules admit it. */
  say(seat: string, content: string, more: Partial<Contribution> & { readonly by?: Speaker } = {}): Admission {
    const { by = BY } = more;
    const due = this.steps.find((step) => step.seat === seat);
    const act = more.act ?? due?.act ?? 'turn';
    const data = more.data ?? due?.data ?? {};
    const admission = this.format.admit(this.state, { seat, act, content, data, byHand: more.byHand ?? false });
    if (admission.ok) {
      const { data, warnings } = admission;
      const sealed = seal(content, '0'.repeat(32));
      this.add('turn-recorded', { seat, act, content: sealed, data, warnings: warnings.map(sealWords), by });
    } else if (admission.problem.code === 'rule-violation' && due !== undefined) {
      const issues = (admission.problem.issues ?? []).map(sealWords);
      this.add('answer-rejected', { seat, act, content: seal(content, '0'.repeat(32)), issues, by });
    }
    return admission;
  }

  view(step: Pick<Step, 'seat' | 'act'>): readonly TranscriptEntry[] {
    return this.format.view(this.log, { ...step, data: {} });
  }
}

/** Of wind-wall-door. */
export class Play extends PlayOf<Options, State> {
  constructor(options: RuleData = {}) {
    super(format, options);
  }
}
