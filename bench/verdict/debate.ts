// One simulated debate: a question is put to a panel, and what comes out is set against what the seats hold.
import type { RuleData } from '../../src/domain/event-parts.ts';
import { isEvent } from '../../src/domain/events.ts';
import type { OutcomeKind } from '../../src/domain/outcomes.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { getDecisionText, type Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { toAsked, toName } from './answers.ts';
import { Debater } from './debater.ts';
import { type Fate, type Opening, playOut, type Speaker } from './play.ts';
import { listModels, type Model, type Question, vote } from './question.ts';
import { CHANGE, speakAs } from './speakers.ts';
import { readAnswerIn, readDecision } from './words.ts';

/** A format as it is set for a debate. */
export interface Setting {
  readonly name: string;
  readonly format: AnyFormat;
  readonly options: RuleData;
}

export interface Result {
  /** What a reader takes away who has to choose: the debate's answer, or where it names none, what most openings were. */
  readonly verdict: string | undefined;
  readonly outcome: OutcomeKind;
  /** It names an answer that somebody may act on: exit code 0 but for the authority. */
  readonly acts: boolean;
  /** All opened with the same answer. */
  readonly opensAlike: boolean;
  /** A seat that has opinions of its own holds something else in the end. */
  readonly hidesDissent: boolean;
  readonly calls: number;
}

/** Seats that only write down what others hold. */
const SCRIBES = ['convergence', 'writer'];
/** Outcomes after which the debate names an answer. */
const ACTING: readonly OutcomeKind[] = ['agreed', 'accepted', 'majority', 'judged', 'decided'];

/** The answer of the decision; without one, what most seats said last. */
function readDecidedAnswer(snapshot: Snapshot, question: Question): string {
  const decision = getDecisionText(snapshot) ?? '';
  const said = new Map<string, string>();
  for (const event of snapshot.log) {
    if (!isEvent(event, 'turn-recorded')) continue;
    const answer = readAnswerIn(readSealed(event.data.content) ?? '');
    if (answer !== undefined) said.set(event.data.seat, answer);
  }
  return readDecision(decision) ?? readAnswerIn(decision) ?? vote(question, [...said.values()]);
}

/** The answer that the rules come to from what the seats hold; `undefined` where nobody is asked, or none stands. */
function readSettledAnswer({ format, state }: Snapshot, question: Question): string | undefined {
  const answer = format.answer?.(state);
  return answer === undefined ? undefined : toName(question, answer);
}

/** A review says that the suspicious place is a bug when its report holds it. */
function readReport({ format, log, state }: Snapshot): string {
  const findings = format.result?.(log, state)?.data['findings'];
  return Array.isArray(findings) && findings.length > 0 ? 'A' : 'B';
}

/** Seats that hold an opinion of their own. */
export function listHolders({ format, options }: Setting): readonly string[] {
  const seats = format.seats(format.options.parse(options)).map(({ id }) => id);
  return seats.filter((seat) => !SCRIBES.includes(seat));
}

export interface Panel {
  readonly debaters: Map<string, Debater>;
  readonly speak: Speaker;
  readonly findFate: Fate;
}

/** Debaters for the seats of the format, of different vendors as far as there are any. */
export function seatPanel(question: Question, { format, options }: Setting): Panel {
  const seats = format.seats(format.options.parse(options));
  const models = listModels(question.world, seats.length);
  const debaters = new Map(seats.map(({ id }, index) => [id, new Debater(question, id, models[index] as Model)]));
  const settled = new Set<string>();
  const { departure, replacement } = question.world;
  return {
    debaters,
    speak: (step, entries) => speakAs(debaters.get(step.seat) as Debater, step, entries),
    // An agent fails at most once, at what it is asked first after its opening.
    findFate: ({ seat, act }) => {
      if (act === 'opening' || SCRIBES.includes(seat) || settled.has(seat)) return undefined;
      settled.add(seat);
      if (question.draw(`${seat} leaves`) < departure) return 'leaves';
      if (question.draw(`${seat} is replaced`) >= replacement) return undefined;
      const model = models[[...debaters.keys()].indexOf(seat)] as Model;
      const other = { vendor: (model.vendor + 1) % 3, number: model.number + seats.length };
      debaters.set(seat, new Debater(question, seat, other));
      return 'is replaced';
    },
  };
}

/** Seats that are asked for answers of their own are asked to choose one. */
export function toOpening(question: Question, setting: Setting, seed: string): Opening {
  const { openings, ballot } = setting.format.options.parse(setting.options);
  const asksForOpinions = openings === true || ballot === true;
  const context = setting.format.id === 'review' ? [CHANGE] : [];
  return { ...setting, context, seed, ...(asksForOpinions ? { question: toAsked(question) } : {}) };
}

export function holdDebate(question: Question, setting: Setting, seed: string): Result {
  const { debaters, speak, findFate } = seatPanel(question, setting);
  const holders = listHolders(setting).map((seat) => debaters.get(seat) as Debater);
  const openings = holders.map(({ opening }) => opening);
  const opening = toOpening(question, setting, seed);
  const { snapshot, calls } = playOut(opening, speak, findFate);
  const outcome = snapshot.debate.closed?.outcome ?? 'stopped-by-limit';
  const settled = readSettledAnswer(snapshot, question);
  const isAsked = opening.question !== undefined;
  const isReview = setting.format.id === 'review';
  const acts = ACTING.includes(outcome) && (settled !== undefined || !isAsked);
  const verdict = isReview
    ? readReport(snapshot)
    : acts
      ? (settled ?? readDecidedAnswer(snapshot, question))
      : vote(question, openings);
  return {
    verdict,
    outcome,
    acts,
    opensAlike: new Set(openings).size === 1,
    hidesDissent: [...holders, ...debaters.values()].some(
      ({ seat, held }) => !SCRIBES.includes(seat) && held !== verdict,
    ),
    calls,
  };
}
