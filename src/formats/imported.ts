// A debate that was held elsewhere and cannot go on by the rules here: kept as it is, to be read, closed and written back. Only an
// import opens one, so it is not among the formats that people choose from.
import * as z from 'zod';
import type { Problem } from '../domain/errors.ts';
import { type EventData, OUTCOMES, ruleDataSchema } from '../domain/events.ts';
import { IMPORTED_FORMAT, seatIdSchema } from '../domain/ids.ts';
import { textOf } from '../domain/sealed.ts';
import { accept, EMPTY_SYNTHESIS, refuse } from './admission.ts';
import type { Format, TranscriptEntry } from './format.ts';
import { interjectionEntry } from './interjection.ts';

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

interface State {
  readonly options: Options;
  readonly exhausted: boolean;
}

const NO_MORE: Problem = {
  code: 'not-active',
  message: 'This debate was imported as history and takes no more turns.',
  hint: 'Read it with "debate-hall show", and open a new debate to continue.',
};

/** What every imported turn brings along; no manual turn gives it. */
const isOfFile = (data: object) => Object.hasOwn(data, 'original');

export const format: Format<Options, State> = {
  id: IMPORTED_FORMAT,
  title: 'Imported history',
  summary: 'A debate held elsewhere, kept as it is.',
  options: optionsSchema,
  recipes: {},
  prompts: [],
  seats: ({ roles }) => roles.map(({ seat, label }) => ({ id: seat, label, role: seat, purpose: 'spoke elsewhere' })),
  calls: () => ({ atLeast: 0, atMost: 0 }),
  sampleStep: (_, seat) => ({
    ...{ id: seat, seat, act: 'turn', task: 'turn', label: seat, data: {}, values: {}, corrections: [] },
  }),
  initial: (options) => ({ options, exhausted: false }),
  evolve: (state, { type }) => (type === 'limit-reached' ? { ...state, exhausted: true } : state),
  next: () => ({ kind: 'over' }),
  admit: (_, { data }) => (isOfFile(data) ? accept(data) : refuse(NO_MORE)),
  admitClose: ({ options, exhausted }, { decision, outcome }, text) => {
    const expected = options.outcome ?? (exhausted ? 'stopped-by-limit' : 'decided');
    if (outcome !== expected) return refuse({ code: 'rule-violation', message: `The outcome is "${expected}".` });
    if (options.outcome !== null || decision === null || !('text' in decision)) return accept({});
    return text === undefined || text.trim() !== '' ? accept({}) : refuse(EMPTY_SYNTHESIS);
  },
  consequences: () => [],
  transcript,
  view: transcript,
};

function transcript(log: Parameters<Format['transcript']>[0]): readonly TranscriptEntry[] {
  const [opened] = log;
  const roles = opened?.type === 'debate-opened' ? rolesOf(opened.data) : new Map<string, string>();
  const entries: TranscriptEntry[] = [];
  let turns = 0;
  for (const event of log) {
    if (event.type === 'interjection-added') entries.push(interjectionEntry(event));
    if (event.type !== 'turn-recorded') continue;
    turns += 1;
    const { seat, content } = event.data;
    const title = `Imported turn ${turns}, ${roles.get(seat) ?? seat}`;
    entries.push({ seq: event.seq, title, seat, round: null, text: textOf(content) });
  }
  return entries;
}

function rolesOf({ options }: EventData<'debate-opened'>): ReadonlyMap<string, string> {
  const parsed = optionsSchema.safeParse(options);
  return new Map(parsed.success ? parsed.data.roles.map(({ seat, label }) => [seat, label]) : []);
}
