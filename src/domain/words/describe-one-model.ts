// One model in several seats, called what it is.
import type { OneModel } from '../record.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** "one model (claude, opus) with three points of view in a, b and c, which are not independent opinions" */
export function describeOneModel({ agent, seats, perspectives }: OneModel, label = (seat: string) => seat): string {
  const model = [agent.agent, agent.model].filter((part) => part !== undefined).join(', ');
  const count = perspectives.length;
  const views = `${NUMBERS[count] ?? count} ${count === 1 ? 'point' : 'points'} of view`;
  const names = seats.map(label);
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return `one model (${model}) with ${views} in ${listed}, which are not independent opinions`;
}
