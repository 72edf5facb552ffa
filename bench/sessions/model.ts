// What the model says in these measurements: the seats' usual answers, made 3,000 characters long, and no two alike.
import { createHash } from 'node:crypto';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { answerAsSeat } from '../../test/model-server/role-answers.ts';
import { type Behaviour, lastUserText } from '../../test/model-server/server.ts';

const CHARACTERS = 3_000;
const WORDS = (
  'budget team path switch vendor night report queue cache limit shadow output week owner risk price server client ' +
  'release rota alarm user order ledger index backup format parser window session'
).split(' ');
const WORDS_A_SENTENCE = 11;

/** Text without a pattern in it: gemini takes what repeats itself for a model that is stuck. */
function filler(seed: string, length: number): string {
  let text = '';
  for (let sentence = 0; text.length < length; sentence += 1) {
    const draw = createHash('sha256').update(`${seed} ${sentence}`).digest();
    const words = [...draw.subarray(0, WORDS_A_SENTENCE)].map((byte) => WORDS[byte % WORDS.length]);
    text += `The ${words.join(' ')} ${draw.readUInt32BE(20)}.\n`;
  }
  return text.slice(0, length);
}

export function longAnswer(request: RecordedRequest): Behaviour {
  const usual = answerAsSeat(request);
  if (usual.kind !== 'answer' || usual.text.startsWith('VOTE:')) return usual;
  const start = `${usual.text}\n\n`;
  return { kind: 'answer', text: start + filler(lastUserText(request), CHARACTERS - start.length) };
}

/** A document of so many characters. */
export const someDocument = (name: string, characters: number): string => filler(name, characters);
