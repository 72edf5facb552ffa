// One model in several seats, called what it is.
import type { OneModel } from '../record.ts';
import { joinWords, spellNumber } from './format-figures.ts';

/** "one model (claude, opus) with three points of view in a, b and c, which are not independent opinions" */
export function describeOneModel({ agent, seats, perspectives }: OneModel, label = (seat: string) => seat): string {
  const model = [agent.agent, agent.model].filter((part) => part !== undefined).join(', ');
  const count = perspectives.length;
  const views = `${spellNumber(count)} ${count === 1 ? 'point' : 'points'} of view`;
  const listed = joinWords(seats.map(label));
  return `one model (${model}) with ${views} in ${listed}, which are not independent opinions`;
}
