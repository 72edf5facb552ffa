// One simulated debate: a question is put to a panel, and what comes out is set against what the seats hold.
import { isEvent, type RuleData } from '../../src/domain/events.ts';
import type { OutcomeKind } from '../../src/domain/outcomes.ts';
import { textOf } from '../../src/domain/sealed/sealed.ts';
import { getDecisionText, type Snapshot } from '../../src/engine/snapshot.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { Debater } from './debater.ts';
import { type Opening, playOut, type Speaker } from './play.ts';
import { listModels, type Model, type Question, vote } from './question.ts';
import { CHANGE, speakAs } from './speakers.ts';
import { readAnswerIn, readDecision } from './words.ts';

/** A format as it is set for a debate. */
export interface Setting {
  readonly format: AnyFormat;
  readonly options: RuleData;
  /** Left out: the rules before there were versions. */
  readonly rulesVersion?: number;
}

export interface Result {
  /** What a reader takes away; `undefined` when the debate gives no answer. */
  readonly verdict: string | undefined;
  readonly outcome: OutcomeKind;
  /** A seat that has opinions of its own holds something else in the end. */
  readonly hidesDissent: boolean;
  readonly calls: number;
}

/** Seats that only write down what others hold. */
const SCRIBES = ['convergence', 'writer'];

/** The answer of the decision; without one, what most seats said last. */
function readDecidedAnswer(snapshot: Snapshot, question: Question): string {
  const decision = getDecisionText(snapshot) ?? '';
  const said = new Map<string, string>();
  for (const event of snapshot.log) {
    if (!isEvent(event, 'turn-recorded')) continue;
    const answer = readAnswerIn(textOf(event.data.content) ?? '');
    if (answer !== undefined) said.set(event.data.seat, answer);
  }
  return readDecision(decision) ?? readAnswerIn(decision) ?? vote(question, [...said.values()]);
}

/** The answer that the rules come to from what the seats hold; `undefined` where nobody is asked, or no answer is ahead. */
function readSettledAnswer({ format, log, state }: Snapshot): string | undefined {
  const answer = format.result?.(log, state)?.data['answer'];
  return typeof answer === 'string' ? answer : undefined;
}

/** A review says that the suspicious place is a bug when its report holds it. */
function readReport({ format, log, state }: Snapshot): string {
  const findings = format.result?.(log, state)?.data['findings'];
  return Array.isArray(findings) && findings.length > 0 ? 'A' : 'B';
}

export interface Panel {
  readonly debaters: ReadonlyMap<string, Debater>;
  readonly speak: Speaker;
}

/** Debaters for the seats of the format, of different vendors as far as there are any. */
export function seatPanel(question: Question, { format, options }: Setting): Panel {
  const seats = format.seats(format.options.parse(options));
  const models = listModels(seats.length);
  const debaters = new Map(seats.map(({ id }, index) => [id, new Debater(question, id, models[index] as Model)]));
  return { debaters, speak: (step, entries) => speakAs(debaters.get(step.seat) as Debater, step, entries) };
}

/** Seats that are asked for answers of their own are asked to choose one. */
export function toOpening({ options: answers }: Question, setting: Setting, seed: string): Opening {
  const { openings, ballot } = setting.format.options.parse(setting.options);
  const asksForOpinions = openings === true || ballot === true;
  const context = setting.format.id === 'review' ? [CHANGE] : [];
  return { ...setting, context, seed, ...(asksForOpinions ? { answers } : {}) };
}

export function holdDebate(question: Question, setting: Setting, seed: string): Result {
  const { debaters, speak } = seatPanel(question, setting);
  const isReview = setting.format.id === 'review';
  const { snapshot, calls } = playOut(toOpening(question, setting, seed), speak);
  const verdict = isReview
    ? readReport(snapshot)
    : (readSettledAnswer(snapshot) ?? readDecidedAnswer(snapshot, question));
  const own = [...debaters.values()].filter(({ seat }) => !SCRIBES.includes(seat));
  return {
    verdict,
    outcome: snapshot.debate.closed?.outcome ?? 'stopped-by-limit',
    hidesDissent: own.some(({ held }) => held !== verdict),
    calls,
  };
}
