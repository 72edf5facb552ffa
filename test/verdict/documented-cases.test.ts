// The cases that docs/verdict.md shows are cases of the rule.
import fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Answer } from '../../src/domain/question/answer.ts';
import { type Seated, settleDebate } from '../../src/domain/question/settle.ts';

const [, section = ''] = fs.readFileSync('docs/verdict.md', 'utf8').split('## Cases of the rule\n');
const CASES = section
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| [A?]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

function toAnswer(text: string): Answer | undefined {
  if (text === '-') return undefined;
  return text === '?' ? { kind: 'unsure' } : { kind: 'option', option: 'ABC'.indexOf(text) + 1 };
}

it('are as many as there are rows', () => expect(CASES?.length).toBeGreaterThan(10));

it.each(CASES ?? [])('%s%s in the end %s: %s', (_, blind = '', end = '', outcome = '') => {
  const ends = end.split(' ');
  const seated = blind.split(' ').map((opening, index): Seated => {
    const last = ends[index] ?? '';
    return {
      seat: `seat ${index}`,
      weights: { opening: 1, last: 1 },
      opening: toAnswer(opening),
      final: toAnswer(last.charAt(0)),
      hasReason: last.endsWith('*'),
      vote: undefined,
      hasLeft: last === '-',
      isReplaced: false,
      people: [],
    };
  });
  expect(`\`${settleDebate({ seated, isClosed: true }).label}\``).toBe(outcome);
});
