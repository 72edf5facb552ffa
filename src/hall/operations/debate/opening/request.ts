// Turns a request for a debate into what opens it: settings of the configuration, and what belongs to this debate alone. And whether
// material that it names lies on the machine that reads it.
import type { DebateRequest } from '../../../../domain/debate-request.ts';
import { defined } from '../../../../domain/defined.ts';
import { isPageAddress } from '../../../../net/fetch/page-address.ts';
import { parseSeatSpec } from '../../../config/seat-spec.ts';
import type { Setting } from '../../../config/sources/variables.ts';
import type { OpenInput } from './open-input.ts';

type Settings = Pick<DebateRequest, 'format' | 'recipe' | 'preset' | 'seats' | 'limits'>;

const joinPath = (path: readonly string[]) => path.join('.');

/** What wins over the configuration. `namePath` says what the caller calls the member at a path, for errors. */
export function requestedSettings(
  { format, recipe, preset, seats = {}, limits = {} }: Settings,
  namePath: (path: readonly string[]) => string = joinPath,
): Setting[] {
  const toSetting = (value: unknown, path: readonly string[]) =>
    value === undefined ? [] : [{ name: namePath(path), path, value }];
  return [
    ...Object.entries({ format, recipe, preset }).flatMap(([key, value]) => toSetting(value, [key])),
    ...Object.entries(seats).flatMap(([seat, value]) => toSetting(value, ['seats', seat])),
    ...Object.entries(limits).flatMap(([limit, value]) => toSetting(value, ['limits', limit])),
  ];
}

type OfCaller = Pick<OpenInput, 'stdin' | 'optionNames' | 'material' | 'signal' | 'seating'>;

/** Throws `bad-input` for an agent that cannot be read. */
export function toOpenInput(request: DebateRequest, caller: OfCaller): OpenInput {
  const { topic, answer, options, unit, agents, rehearse, rules } = request;
  const { threadId, tags, context, read, recall, perspectives } = request;
  const question = defined({ answer, options, unit });
  return {
    topic,
    ...(Object.keys(question).length === 0 ? {} : { question }),
    ...defined({ threadId, tags, context, read, recall, perspectives, options: rules }),
    ...defined({ agents: agents?.map(parseSeatSpec), everySeat: rehearse === true ? 'rehearsal' : undefined }),
    ...caller,
  };
}

export interface NamedMaterial {
  readonly context?: readonly string[] | undefined;
  readonly read?: readonly string[] | undefined;
}

/** Among context, a file may be called so. */
const PAST_DECISIONS = 'decisions';

export function namesFiles({ context = [], read = [] }: NamedMaterial): boolean {
  const isElsewhere = (source: string) => source === PAST_DECISIONS || isPageAddress(source);
  return !context.every(isPageAddress) || !read.every(isElsewhere);
}
