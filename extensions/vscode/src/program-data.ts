// What `debate-hall` prints for programs, read leniently: the program may be newer than the extension.
import * as z from 'zod';

const waitingStep = z.looseObject({
  step: z.string().optional(),
  seat: z.string(),
  label: z.string(),
  form: z.string().optional(),
  blankForm: z.string().optional(),
});
export type WaitingStep = z.infer<typeof waitingStep>;

const debateSchema = z.looseObject({
  threadId: z.string(),
  topic: z.string().nullable(),
  format: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  running: z.boolean(),
  full: z.boolean().default(true),
  rehearsal: z.boolean().default(false),
  importProblems: z.number().default(0),
  waitsFor: z.array(waitingStep).optional(),
});
export type Debate = z.infer<typeof debateSchema>;

const readRows = <T>(text: string, row: z.ZodType<T>): readonly T[] =>
  z
    .array(z.unknown())
    .parse(JSON.parse(text))
    .flatMap((each) => row.safeParse(each).data ?? []);

/** The rows of `list --json`, without those of debates that cannot be read. */
export const readDebates = (text: string): readonly Debate[] => readRows(text, debateSchema);

const unreadableSchema = z.looseObject({ threadId: z.string(), unreadable: z.string() });

/** Those, such as damaged ones. */
export const readUnreadable = (text: string) => readRows(text, unreadableSchema);

const eventSchema = z.looseObject({
  type: z.string(),
  threadId: z.string().optional(),
  label: z.string().optional(),
  title: z.string().optional(),
  message: z.string().optional(),
  round: z.string().optional(),
});
export type RunEvent = z.infer<typeof eventSchema>;

/** A line of `--events`; `undefined` for any other. */
export function readEvent(line: string): RunEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** What a run does now, for a progress message; `undefined` where nothing changed that a person wants to see. */
export function progressText({ type, label, title, round, message }: RunEvent): string | undefined {
  if (type === 'seat-started' && label !== undefined) return round === undefined ? label : `${label}, round ${round}`;
  if (type === 'turn-recorded' && title !== undefined) return `${title}: recorded`;
  return type === 'phase-ended' ? message : undefined;
}

/** The folder of the debates, out of `config explain --all --json`. */
export function readHallFolder(text: string): string | undefined {
  const rows = z.array(z.looseObject({ path: z.string(), value: z.unknown() })).parse(JSON.parse(text));
  const value = rows.find(({ path }) => path === 'hall')?.value;
  return typeof value === 'string' ? value : undefined;
}
