// The turns that the measurements write: English prose with quotes and line ends.

const SEATS = ['wind', 'wall', 'door'];
const WORDS =
  'the backend keeps its contract while we measure the hot path, and "what would change our mind" is written down first;\n';

/** Rules under which a debate can go on for ever. */
export const ENDLESS = { maxTurns: 100_000, maxRounds: 100_000 };

/** The command that records one turn; a "typographic" one holds a character that makes V8 use two bytes for each. */
export function turn(number, characters, letters = 'plain') {
  const start = `${letters === 'typographic' ? '— ' : ''}Turn ${number}: `;
  const content = (start + WORDS.repeat(Math.ceil(characters / WORDS.length))).slice(0, characters);
  return {
    type: 'record',
    seat: SEATS[number % SEATS.length],
    content,
    by: { agent: { agent: 'open', kind: 'open' }, author: 'Ada' },
  };
}
