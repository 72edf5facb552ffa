// The answers that the model server gives when a test names no others: what each seat of a debate might say, without a model.
import { createHash } from 'node:crypto';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import {
  answerOpinion,
  finalOf,
  namedSeatOf,
  type Opinions,
  seatOf,
  taskOf,
  USUAL_OPINIONS,
} from './opinion-answers.ts';
import { type Behaviour, lastUserText } from './server.ts';

const SEATS = ['wind', 'wall', 'door'] as const;

const ANSWERS: Readonly<Record<string, (mark: string) => string>> = {
  wind: (mark) =>
    [
      `1. **Small slice** (${mark}): build the part that a user notices first, and keep the old path beside it.`,
      '2. **Buy**: take the commodity part from a vendor and build only what makes us different.',
      '3. **Leave it**: change nothing for a year, and spend the time on what breaks today.',
      '',
      'My bet is the small slice. What would have to be true for doing nothing to be the best choice?',
    ].join('\n'),
  wall: (mark) =>
    [
      '[VERDICT] CONDITIONAL - the small slice holds if both paths run side by side first.',
      '',
      `[EVIDENCE] Given: the topic names no deadline. Assumed: the team has no rota for nights; ask them. (${mark})`,
      '',
      'Small slice: the comparison of both paths breaks first. Opportunity: a shadow run, done when it shows no difference.',
      'Leave it: the present failures stay. Risk, likelihood high, damage serious: people stop reporting them.',
      'What would change this verdict: two weeks of the shadow run without a difference.',
    ].join('\n'),
  door: (mark) =>
    [
      `1. Decision: build the small slice behind a switch within two weeks. (${mark})`,
      '2. The tension it resolves: speed against a way back; a shadow run keeps both.',
      '3. Rejected: buying, because nobody named a vendor; leaving it, because the failures stay.',
      '4. This rests on one assumption: the paths can be compared by their output.',
      '5. Reverse it when the shadow run still differs after two weeks.',
      '6. Next step: list the outputs to compare, tomorrow.',
    ].join('\n'),
};

const VOTE = 'VOTE: APPROVE\n\n- The decision keeps a way back, and its conditions for reversal can be observed.';

/** The seat that has spoken least, or the end once all have spoken equally often. */
function pick(task: string): string {
  const turns = SEATS.map((seat) => Number(new RegExp(`${seat} \\(has spoken (\\d+) times?`).exec(task)?.[1] ?? 0));
  const fewest = Math.min(...turns);
  const next = fewest > 0 && fewest === Math.max(...turns) ? 'close' : SEATS[turns.indexOf(fewest)];
  return `NEXT: ${next}\n\nThat is what is missing.`;
}

/** Answers as the seat that the system prompt names; what it holds itself, a vote or a pick where the end of the prompt asks for one. */
export function answerWith(opinions: Opinions): (request: RecordedRequest) => Behaviour {
  return (request) => {
    const task = taskOf(request);
    if (/^VOTE: APPROVE$/m.test(task)) return { kind: 'answer', text: VOTE };
    if (/^NEXT: wind$/m.test(task)) return { kind: 'answer', text: pick(task) };
    const opinion = answerOpinion(request, opinions);
    if (opinion !== undefined) return opinion;
    const mark = createHash('sha256').update(lastUserText(request)).digest('hex').slice(0, 8);
    const answer = ANSWERS[namedSeatOf(request) ?? '']?.(mark) ?? `This is the answer to prompt ${mark}.`;
    const line = task.includes('`ANSWER: …`') ? `ANSWER: ${finalOf(opinions, seatOf(request))}\n\n` : '';
    return { kind: 'answer', text: line + answer };
  };
}

export const answerAsSeat = answerWith(USUAL_OPINIONS);
