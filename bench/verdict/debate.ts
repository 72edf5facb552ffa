// One simulated debate: a question is put to a panel, and what comes out is set against what is known.
import { isEvent } from '../../src/domain/events.ts';
import type { RuleData } from '../../src/domain/events.ts';
import { getDecisionText, type Snapshot } from '../../src/engine/snapshot.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { textOf } from '../../src/domain/sealed.ts';
import { Debater } from './debater.ts';
import { playOut } from './play.ts';
import { listModels, type Question, vote } from './question.ts';
import { speakAs } from './speakers.ts';
import { readAnswerIn, readDecision } from './words.ts';

/** A format as it is set for a debate. */
export interface Setting {
  readonly name: string;
  readonly format: AnyFormat;
  readonly options: RuleData;
  readonly rulesVersion?: number;
}

export interface Result {
  /** What a reader takes away. */
  readonly verdict: string;
  readonly outcome: string;
  readonly calls: number;
  /** What the seats that give answers of their own hold in the end. */
  readonly held: readonly string[];
}

/** Seats that only write down what others hold. */
const SCRIBES = ['convergence'];

/** The answer that the record gives; without one, what most said last. */
function readVerdict(snapshot: Snapshot, question: Question): string {
  const decision = getDecisionText(snapshot) ?? '';
  const said = new Map<string, string>();
  for (const event of snapshot.log) {
    if (!isEvent(event, 'turn-recorded')) continue;
    const answer = readAnswerIn(textOf(event.data.content) ?? '');
    if (answer !== undefined) said.set(event.data.seat, answer);
  }
  return readDecision(decision) ?? readAnswerIn(decision) ?? vote(question, [...said.values()]);
}

export function holdDebate(question: Question, { format, options, rulesVersion }: Setting, seed: string): Result {
  const seats = format.seats(format.options.parse(options)).map(({ id }) => id);
  const models = listModels(seats.length);
  const debaters = new Map(
    seats.map((seat, index) => [seat, new Debater(question, seat, models[index] as (typeof models)[number])]),
  );
  const { snapshot, calls } = playOut(
    { format, options, topic: 'Which is it?', seed, ...(rulesVersion === undefined ? {} : { rulesVersion }) },
    (step, entries) => speakAs(debaters.get(step.seat) as Debater, step, entries),
  );
  const held = [...debaters.values()].filter(({ seat }) => !SCRIBES.includes(seat)).map((debater) => debater.held);
  return {
    verdict: readVerdict(snapshot, question),
    outcome: snapshot.debate.closed?.outcome ?? 'not closed',
    calls,
    held,
  };
}
