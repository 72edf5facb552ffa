// A debate that was held elsewhere and cannot go on by the rules here: kept as it is, to be read, closed and written back. Only an
// import opens one, so it is not among the formats that people choose from.
import * as z from 'zod';
import { ruleDataSchema } from '../domain/event-parts.ts';
import type { EventData, LedgerEvent } from '../domain/events.ts';
import type { Problem } from '../domain/failures/errors.ts';
import { IMPORTED_FORMAT, seatIdSchema } from '../domain/ids.ts';
import { getManualOutcome, OUTCOMES } from '../domain/outcomes.ts';
import { labelSeats } from '../domain/words/label-seats.ts';
import { accept, refuse } from './common/admission.ts';
import type { BaseState } from './common/base-state.ts';
import { admitSynthesis } from './common/closing.ts';
import { findOpening } from './common/transcript.ts';
import { defineFormat } from './define-format.ts';
import type { Format, TranscriptEntry } from './format.ts';

const optionsSchema = z.strictObject({
  /** The program that held the debate. */
  source: z.string().min(1),
  /** The roles that speak in it, as it calls them. */
  roles: z.array(z.strictObject({ seat: seatIdSchema, label: z.string().min(1) })).min(1),
  /** How it had ended; null when it had not. */
  outcome: z.enum(OUTCOMES).nullable(),
  /** What else its file says, for the way back. */
  file: ruleDataSchema,
});

type Options = z.infer<typeof optionsSchema>;

interface State extends BaseState {
  readonly options: Options;
  /** A limit was reached, even if it was raised since. */
  readonly exhausted: boolean;
}

const NO_MORE: Problem = {
  code: 'not-active',
  message: 'This debate was imported as history and takes no more turns.',
  hint: 'Read it with "debate-hall show", or start a new debate to continue.',
};

/** What every imported turn brings along; no manual turn gives it. */
const isOfFile = (data: object) => Object.hasOwn(data, 'original');

const history = defineFormat<Options, State>({
  id: IMPORTED_FORMAT,
  title: 'Imported history',
  summary: 'A debate held elsewhere, kept as it is.',
  options: optionsSchema,
  prompts: [],
  seats: ({ roles }) => roles.map(({ seat, label }) => ({ id: seat, label, role: seat })),
  calls: () => ({ atLeast: 0, atMost: 0 }),
  acts: {},
  initial: (options) => ({ options, exhausted: false }),
  evolve: (state, { type }) => (type === 'limit-reached' ? { ...state, exhausted: true } : state),
  next: () => ({ kind: 'over' }),
});

/** Nothing of it is asked for, so what is legal is what its file says. */
export const format: Format<Options, State> = {
  ...history,
  sampleStep: (_, seat) => ({
    ...{ id: seat, seat, act: 'turn', task: 'turn', label: seat, data: {}, values: {}, corrections: [] },
  }),
  admit: (_, { data }) => (isOfFile(data) ? accept(data) : refuse(NO_MORE)),
  admitClose: ({ options, exhausted }, { decision, outcome }, text) => {
    const expected = options.outcome ?? getManualOutcome(exhausted);
    if (outcome !== expected) return refuse({ code: 'rule-violation', message: `The outcome is "${expected}".` });
    if (options.outcome !== null || decision === null || !('text' in decision)) return accept({});
    return admitSynthesis(text);
  },
  transcript,
  view: transcript,
};

function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  const opening = findOpening(log);
  const label = labelSeats(opening === undefined ? [] : readRoles(opening));
  let turns = 0;
  return history.transcript(log).map((entry) => {
    if (entry.seat === undefined) return entry;
    turns += 1;
    return Object.assign(entry, {
      title: `Imported turn ${turns}, ${label(entry.seat)}`,
      round: null,
    });
  });
}

function readRoles({ options }: EventData<'debate-opened'>): z.output<typeof optionsSchema>['roles'] {
  const parsed = optionsSchema.safeParse(options);
  return parsed.success ? parsed.data.roles : [];
}
