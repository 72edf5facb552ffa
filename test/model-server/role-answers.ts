// The answers that the model server gives unless told otherwise: what each seat of a debate might say, without a model.
import { createHash } from 'node:crypto';
import { type Behaviour, lastUserText, type RecordedRequest } from './behaviour.ts';

/** Where a prompt says what it asks for: at its end, after all fenced data. */
const REQUEST_CHARACTERS = 2_000;

const ANSWERS: Readonly<Record<string, (mark: string) => string>> = {
  wind: (mark) =>
    [
      `What if we treated this as three separate bets instead of one? (${mark})`,
      '',
      '- Start with the smallest slice that a user would notice, and keep the old path beside it.',
      '- Buy the part that is a commodity and build only what makes us different.',
      '- Turn the question round: what would make doing nothing the best choice?',
    ].join('\n'),
  wall: (mark) =>
    [
      '[VERDICT] CONDITIONAL',
      '',
      `[EVIDENCE] The team has four people and no on-call rota; two of the three bets need one. (${mark})`,
      '',
      'Hard constraint: the data may not leave the region. Could be built: a shadow run that compares both paths.',
      'What would change my mind: two weeks of the shadow run without a difference.',
    ].join('\n'),
  door: (mark) =>
    [
      `The tension is between speed and a way back; the structure that holds both is a shadow run. (${mark})`,
      '',
      '1. Build the smallest slice behind a switch within two weeks.',
      '2. Run both paths side by side for two weeks and compare.',
      '3. Rejected: a full rewrite, because nothing of it can be taken back.',
    ].join('\n'),
};

const VOTE = 'VOTE: APPROVE\n\nThe decision keeps a way back and names its evidence; the next steps can be checked.';

/** Answers as the seat that the system prompt names; a vote where the end of the prompt asks for one. */
export function answerAsSeat(request: RecordedRequest): Behaviour {
  const prompt = lastUserText(request);
  if (/VOTE:\s*\W*(APPROVE|REJECT)/.test(prompt.slice(-REQUEST_CHARACTERS))) return { kind: 'answer', text: VOTE };
  const mark = createHash('sha256').update(prompt).digest('hex').slice(0, 8);
  const answer = ANSWERS[request.seat ?? ''];
  return { kind: 'answer', text: answer?.(mark) ?? `This is the answer to prompt ${mark}.` };
}
