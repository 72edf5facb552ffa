// What was filled in to start a debate, as the hall takes it.
import type { ForecastRequest } from '../../../domain/hall-page/start.ts';
import { ANSWER_KINDS } from '../../../domain/question/choices.ts';
import type { Fields } from '../part/drafts.ts';

const value = (fields: Fields, name: string) => fields[name]?.trim() ?? '';

const linesOf = (fields: Fields, name: string) =>
  value(fields, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** "wall = human" */
function seatsOf(fields: Fields): Record<string, string> {
  const pairs = linesOf(fields, 'seats').map((line) => /^([^=:\s]+)\s*[=:]\s*(.+)$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], pair[2]]])));
}

function limitsOf(fields: Fields): NonNullable<ForecastRequest['limits']> {
  const numbers = (['tokens', 'usd', 'minutes'] as const).map((name) => [name, Number(value(fields, name))] as const);
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

/** `undefined` while there is no question. */
export function toOpening(fields: Fields): ForecastRequest | undefined {
  const topic = value(fields, 'topic');
  if (topic === '') return undefined;
  const [format, recipe] = [value(fields, 'format'), value(fields, 'recipe')];
  const answer = ANSWER_KINDS.find((kind) => kind === value(fields, 'answer'));
  const [options, context] = [linesOf(fields, 'options'), linesOf(fields, 'context')];
  const unit = value(fields, 'unit');
  const tags = value(fields, 'tags')
    .split(/[,\s]+/)
    .filter((tag) => tag !== '');
  const [seats, limits] = [seatsOf(fields), limitsOf(fields)];
  return {
    topic,
    ...(format === '' ? {} : { format }),
    ...(recipe === '' ? {} : { recipe }),
    ...(answer === undefined ? {} : { answer }),
    ...((answer === 'choice' || answer === 'ranking') && options.length > 0 ? { options } : {}),
    ...(answer === 'number' && unit !== '' ? { unit } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(context.length === 0 ? {} : { context }),
    ...(Object.keys(seats).length === 0 ? {} : { seats }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(value(fields, 'rehearse') === '' ? {} : { rehearse: true }),
    ...(value(fields, 'recall') === '' ? {} : { recall: true }),
  };
}
