// Oxford with simulated sides and judges: the side that is right has the better arguments on average, the other one writes
// twice as much and better; judges see merit through noise and lean to whatever their world plants in them.
import type { Step, TranscriptEntry } from '../../src/formats/format.ts';
import { normal } from '../random.ts';
import type { Result, Setting } from './debate.ts';
import { type Played, playOut, type Speaker } from './play.ts';
import type { Question } from './question.ts';
import { readClaims, writeClaim } from './words.ts';

const ARGUMENTS = { open: 3, rebut: 1 } as const;
const FLOURISH = 'As every expert will confirm, the matter is beyond dispute.';

/** Standard deviations: of an argument's merit, of what a side is better at arguing, of a judge's error, and of mood. */
const MERIT = 1;
const ELOQUENCE = 0.9;
const ERROR = 0.7;
const MOOD = 0.4;
/** What a merit of 1 is worth as a score, and as a mark from 0 to 10. */
const SCORE = 0.15;
const MARK = 1.2;
const MARKS = ['soundness', 'evidence', 'responsiveness', 'clarity'] as const;

/** The motion is the first option; the proposition is right when that is the truth. */
const answerOf = (side: string, { options }: Question) => options[side === 'proposition' ? 0 : 1] as string;

function argue(question: Question, { seat, task, values }: Step): string {
  const answer = answerOf(seat, question);
  const isRight = answer === question.truth;
  const count = task === 'open' ? ARGUMENTS.open : ARGUMENTS.rebut;
  const given = Array.from({ length: count }, (_, index) => {
    // A claim's name says nothing of its side.
    const id = `claim.${Math.floor(question.draw(`${seat} ${values['exchange']} ${index}`) * 1e9)}`;
    const words = 'word '.repeat(question.world.judging.words * (isRight ? 1 : 2)).trim();
    const style = isRight ? 'So it is.' : FLOURISH;
    return {
      title: 'An argument',
      claim: writeClaim({ id, answer }),
      grounds: [{ source: 'A source', content: words, relevance: style }],
      warrant: 'It follows.',
      backing: null,
      qualifier: null,
      attacks: null,
      defends: null,
    };
  });
  return JSON.stringify({ arguments: given });
}

interface Shown {
  readonly name: string;
  readonly text: string;
}

/** The arguments as a judge is shown them, by the name that it knows them under. */
function listShown(entries: readonly TranscriptEntry[]): readonly Shown[] {
  return entries.flatMap(({ text = '' }) =>
    text.split(/^### /m).flatMap((block) => {
      const name = /^([AB]\d+):/.exec(block)?.[1];
      return name === undefined ? [] : [{ name, text: block }];
    }),
  );
}

const countWords = (shown: readonly Shown[], side: string) =>
  shown.reduce((sum, { name, text }) => sum + (name.startsWith(side) ? text.split(/\s+/).length : 0), 0);

/** Adds up to zero in thousandths, each within its bounds. */
function balance(scores: readonly number[]): readonly number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const most = Math.max(1, ...scores.map((score) => Math.abs(score - mean)));
  const rounded = scores.map((score) => Math.round((1_000 * (score - mean)) / most));
  const rest = rounded.reduce((sum, score) => sum + score, 0);
  const place = rounded.indexOf(rest > 0 ? Math.max(...rounded) : Math.min(...rounded));
  return rounded.map((score, index) => (index === place ? score - rest : score) / 1_000);
}

/** What an argument is worth. */
function meritOf({ truth, world, draw }: Question, { id, answer }: { readonly id: string; readonly answer: string }) {
  const better = ((answer === truth ? 1 : -1) * world.judging.edge) / 2;
  return better + MERIT * normal(draw, `merit of ${id}`) + (ELOQUENCE / 2) * normal(draw, `eloquence for ${answer}`);
}

function judge(question: Question, { id, seat, task, values }: Step, entries: readonly TranscriptEntry[]): string {
  const { position, length, style } = question.world.judging;
  const names = (values['due'] ?? '').split(', ');
  const due = listShown(entries).filter(({ name }) => names.includes(name));
  const longer = Math.log2(countWords(due, 'A') / countWords(due, 'B'));
  const seen = due.map(({ name, text }) => {
    const [claim] = readClaims(text);
    if (claim === undefined) throw new Error(`The argument ${name} has no claim.`);
    const side = name.startsWith('A') ? 1 : -1;
    return (
      meritOf(question, claim) +
      ERROR * normal(question.draw, `${seat} on ${claim.id}`) +
      MOOD * normal(question.draw, `${id} on ${claim.id}`) +
      (side * position) / 2 +
      (side * length * longer) / 2 +
      (text.includes(FLOURISH) ? style : 0)
    );
  });
  const judgments = task.startsWith('mark') ? seen.map(markAll) : scoreAll(seen);
  const scores = due.map(({ name }, index) => ({ argument_id: name, ...judgments[index], reasoning: 'So it is.' }));
  return JSON.stringify({ scores, rescores: [] });
}

/** A judge that leans does so in all that it marks. */
function markAll(merit: number) {
  const mark = Math.min(10, Math.max(0, Math.round(5 + MARK * merit)));
  return Object.fromEntries(MARKS.map((name) => [name, mark]));
}

function scoreAll(merits: readonly number[]) {
  return balance(merits.map((merit) => merit * SCORE)).map((score) => ({ score }));
}

function readWinner({ snapshot }: Played): string | undefined {
  const { data } = snapshot.format.result?.(snapshot.log, snapshot.state) ?? {};
  const winner = data?.['winner'];
  return typeof winner === 'string' ? winner : undefined;
}

/** Sides and judges; none of them has opinions. */
export function seatOxford(question: Question): Speaker {
  return (step, entries) => (step.act === 'argument' ? argue(question, step) : judge(question, step, entries));
}

export function holdOxford(question: Question, setting: Setting, seed: string): Result {
  const played = playOut({ ...setting, seed }, seatOxford(question));
  const winner = readWinner(played);
  return {
    verdict: winner === undefined ? undefined : answerOf(winner, question),
    acts: winner !== undefined,
    outcome: played.snapshot.debate.closed?.outcome ?? 'stopped-by-limit',
    // Sides argue what they were given, and nobody asks what they hold.
    opensAlike: false,
    hidesDissent: false,
    calls: played.calls,
  };
}
