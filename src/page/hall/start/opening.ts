// What was filled in to start a debate, as the hall takes it.
import type { ForecastRequest, StartSeat } from '../../../domain/hall-page/start.ts';
import { ANSWER_KINDS } from '../../../domain/question/choices.ts';
import type { Fields } from '../part/drafts.ts';

const value = (fields: Fields, name: string) => fields[name]?.trim() ?? '';

const linesOf = (fields: Fields, name: string) =>
  value(fields, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const seatField = (seat: string) => `seat ${seat}`;
export const modelField = (seat: string) => `model ${seat}`;

/** Of the chosen format and recipe alone: others keep what was chosen for them, and do not get it. */
function seatsOf(fields: Fields, seats: readonly StartSeat[]): Record<string, string> {
  return Object.fromEntries(
    seats.flatMap(({ seat }) => {
      const [agent, model] = [value(fields, seatField(seat)), value(fields, modelField(seat))];
      return agent === '' ? [] : [[seat, model === '' ? agent : `${agent}:${model}`]];
    }),
  );
}

function limitsOf(fields: Fields): NonNullable<ForecastRequest['limits']> {
  const numbers = (['tokens', 'usd', 'minutes'] as const).map((name) => [name, Number(value(fields, name))] as const);
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

/** `undefined` while there is no question. */
export function toOpening(fields: Fields, offered: readonly StartSeat[]): ForecastRequest | undefined {
  const topic = value(fields, 'topic');
  if (topic === '') return undefined;
  const [format, recipe] = [value(fields, 'format'), value(fields, 'recipe')];
  const answer = ANSWER_KINDS.find((kind) => kind === value(fields, 'answer'));
  const [options, context] = [linesOf(fields, 'options'), linesOf(fields, 'context')];
  const unit = value(fields, 'unit');
  const tags = value(fields, 'tags')
    .split(/[,\s]+/)
    .filter((tag) => tag !== '');
  const [seats, limits] = [seatsOf(fields, offered), limitsOf(fields)];
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
