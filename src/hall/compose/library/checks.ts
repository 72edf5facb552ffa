// How the library checks what callers without types pass: each argument once, before anything happens. The doors have schemas of
// their own.
import { isAbsolute } from 'node:path';
import { types } from 'node:util';
import * as z from 'zod';
import { debateRequest } from '../../../domain/debate-request.ts';
import { limitsSchema, nameSchema, relationSchema } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { shownError } from '../../../domain/failures/storage-error.ts';
import { pinSchema } from '../../../domain/reading/reading.ts';
import { findProblems, joinHints, problemSentence } from '../../../domain/values/problems.ts';
import { type Gate, OPEN_GATE } from '../../../platform/access/gate.ts';
import { seatFillingSchema } from '../../config/seat-spec.ts';
import { type OpenInput, SEATINGS } from '../../operations/debate/opening/open-input.ts';
import type { Hall } from '../../operations/hall.ts';

/** A schema for each member, so that a new member without one does not compile. */
export type Members<Input> = Record<keyof Input, z.ZodType>;

/** What an argument is called where it is wrong as a whole, and what it must be. */
type Argument = readonly [name: string, schema: z.ZodType];
type Arguments<Given extends unknown[]> = { readonly [At in keyof Required<Given>]: Argument };

export const must = (be: string, isRight: (value: unknown) => boolean) => z.custom(isRight, { error: `must be ${be}` });

/** What an operation or a part of the hall made; `members` are some that it always has. */
export const madeBy = (maker: string, members: z.ZodRawShape) => {
  const shape = z.looseObject(members);
  return must(`what ${maker} returns`, (value) => shape.safeParse(value).success);
};

export const text = z.string().optional();
/** A relative home would be in whatever folder the caller works in. */
export const home = z.string().refine(isAbsolute, { error: 'must be an absolute path' }).optional();
export const texts = z.array(z.string()).optional();
export const flag = z.boolean().optional();
export const made = z.looseObject({}).optional();
export const manyMade = z.array(z.looseObject({})).optional();
export const call = must('a function', (value) => typeof value === 'function');
export const abort = must('of the class AbortSignal', (value) => value instanceof AbortSignal);
export const signal = abort.optional();
export const amount = z.int().min(1).optional();
/** Also of another realm: some test runners have classes of their own, and Node's functions return those of Node. */
export const map = must('of the class Map', types.isMap).optional();
export const since = must('a valid Date', (value) => types.isDate(value) && !Number.isNaN(value.getTime())).optional();
export const seq = z.int().min(0);
export const names = z.record(z.string(), z.string());

const objects = z.array(z.looseObject({}));
const count = z.int().min(1).optional();

const { topic, threadId, format, recipe, tags, context, read, perspectives, recall } = debateRequest;
const { answer, options, unit } = debateRequest;

export const openMembers = {
  ...{ topic, threadId, format, recipe, tags, context, read, perspectives, recall },
  question: z.strictObject({ answer, options, unit }).optional(),
  subject: text,
  relation: relationSchema.optional(),
  conversation: text,
  askedBy: nameSchema.optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  optionNames: names.optional(),
  onlyPages: map,
  pins: z.array(pinSchema()).optional(),
  pages: manyMade,
  material: z.looseObject({ items: objects, leftOut: objects, pictures: manyMade }).optional(),
  stdin: call.optional(),
  everySeat: text,
  agents: z.array(seatFillingSchema).optional(),
  panel: z.union([z.record(z.string(), seatFillingSchema), z.array(seatFillingSchema)]).optional(),
  onUnknownSeat: call.optional(),
  seated: manyMade,
  kept: z.looseObject({ formatVersion: count, rulesVersion: count, seed: z.string() }).optional(),
  limits: limitsSchema.optional(),
  seating: z.enum(SEATINGS).optional(),
  outputs: z.array(z.string()).optional(),
  probing: map,
  signal,
} satisfies Members<OpenInput>;

const hallSchema = madeBy('openHall', { loaded: z.object(), engine: z.object() }).refine(
  (hall) => (hall as Partial<Hall> | null | undefined)?.closed?.aborted !== true,
  { error: 'must be open, and was closed' },
);
export const HALL: Argument = ['the hall', hallSchema];
export const THREAD_ID: Argument = ['threadId', z.string()];
export const SIGNAL: Argument = ['signal', signal];
export const toInput = (schema: z.ZodType): Argument => ['the input', schema];

function refuse(called: string, expected: readonly Argument[], given: readonly unknown[]): void {
  for (const [index, [name, schema]] of expected.entries()) {
    const problems = findProblems(schema, given[index], 5);
    if (problems.length === 0) continue;
    const sentences = problems.map(({ path, message }) =>
      problemSentence({ path: name.startsWith('the ') ? path : [name, ...path], message }, name),
    );
    throw new HallError('bad-input', `${called} cannot use what it was given: ${sentences.join('; ')}.`, {
      hint: joinHints(problems) ?? 'Pass what the types of the package say.',
    });
  }
}

type Operation = (...given: never[]) => unknown;

/** For what asks who acts: the program that uses the library decides that. */
export const withOpenGate =
  <Input, Output>(operation: (hall: Hall, gate: Gate, input: Input) => Promise<Output>) =>
  async (hall: Hall, input: Input): Promise<Output> =>
    await operation(hall, OPEN_GATE, input);

/** For what returns at once, or makes a generator. */
export function checkedNow<Given extends Operation>(
  called: string,
  operation: Given,
  ...expected: Arguments<Parameters<NoInfer<Given>>>
): Given {
  const checkedOperation = (...given: never[]) => {
    refuse(called, expected, given);
    return operation(...given);
  };
  return checkedOperation as Given;
}

/** For what returns a promise, which also says what was wrong, as every door does. */
export function checked<Given extends (...given: never[]) => Promise<unknown>>(
  called: string,
  operation: Given,
  ...expected: Arguments<Parameters<NoInfer<Given>>>
): Given {
  const now = checkedNow(called, operation, ...expected);
  const told = async (...given: never[]) => {
    try {
      return await now(...given);
    } catch (error) {
      throw shownError(error);
    }
  };
  return told as Given;
}
