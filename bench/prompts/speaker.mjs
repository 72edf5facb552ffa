// A scripted speaker: knows nine answers of ten, but leans on whatever its request lets it lean on. Where the example has a figure
// of certainty, it repeats that; where it is asked for its answer before its reasons, it knows fewer.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [name = ''] = process.argv.slice(2);
const asked = readFileSync(0, 'utf8');
const questions = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'));
const question = questions.find(({ topic }) => asked.includes(topic));
const request = asked.slice(asked.lastIndexOf('# What is asked of you now'));

const KNOWS = 0.9;
const KNOWS_HASTILY = 0.75;
const reasons = request.search(/"(?:claims|reason)":/);
const isHasty = reasons > request.indexOf('"answer":');

/** From 0 to 1, the same for this speaker and this question with any texts. */
const luck =
  Number.parseInt(createHash('sha256').update(`${name} ${question.id}`).digest('hex').slice(0, 8), 16) / 2 ** 32;

function findWrong({ answer, options, truth }) {
  if (answer === 'yes-no') return truth === 'Yes' ? 'No' : 'Yes';
  if (answer === 'choice') return options.find((option) => option !== truth);
  return answer === 'number' ? truth * 2 + 1 : 100 - truth;
}

function write({ answer }, value) {
  if (answer === 'number') return `${value} (${value} to ${value})`;
  return answer === 'probability' ? `${value}%` : value;
}

const isRight = luck < (isHasty ? KNOWS_HASTILY : KNOWS);
const answer = write(question, isRight ? question.truth : findWrong(question));
const confidence = Number(
  /(?:"confidence": *|If you say )(\d+)/.exec(request)?.[1] ?? (luck < KNOWS_HASTILY ? 92 : 60),
);
const said = {
  claims: [`It follows from what is known of ${question.id}.`],
  change_mind: 'A source that says otherwise.',
  reason: 'Nothing that was said speaks against it.',
  moved_by: null,
  answer,
  confidence,
  objection: null,
  vote: 'accept',
};
const PROSE = `1. **Decision.** ${answer}. What would change it?\n\n[EVIDENCE] known\n\n[VERDICT] SOUND\n\nANSWER: ${answer}`;
if (/"(?:change_mind|moved_by)":/.test(request)) console.log(JSON.stringify(said));
else console.log(request.includes('"stands":') ? JSON.stringify({ case: 'None.', stands: false }) : PROSE);
