// Opens a fork: a new debate that keeps turns of an earlier one and asks only what changes.
import { noEventProblem } from '../../../../domain/admit-event.ts';
import { defined } from '../../../../domain/defined.ts';
import { isForPeople, type Relation, type RuleData, type SeatAssignment } from '../../../../domain/event-parts.ts';
import type { EventData } from '../../../../domain/events.ts';
import { HallError, problemToError } from '../../../../domain/failures/errors.ts';
import { listSealed, type OpenSealed } from '../../../../domain/sealed/sealed.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import { type RecordedFork, type Recording, recordSteps, toFork } from '../../../../ledger/engine/forks/recording.ts';
import { findBlindStart, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { listOutside } from '../../reading/outside-sources.ts';
import { type DebatePlan, planDebate } from '../forecast/plan-debate.ts';
import { openDebate } from '../opening/open-debate.ts';
import type { Kept, OpenInput } from '../opening/open-input.ts';
import { findSeated } from '../running/prepare-run.ts';
import type { Probing } from '../seats/probe-agents.ts';
import { type Fillings, keepPerspectives, nameSeats } from '../seats/requested-seats.ts';
import { reopen } from './reopening.ts';

export interface ForkInput {
  /** The debate to fork. */
  readonly threadId: string;
  /** ID of the fork. */
  readonly id?: string;
  /** Number of the last event to keep; everything after it is asked again. */
  readonly at?: number;
  /** Agents that take seats; their turns are asked for again, or with `at` those after it. */
  readonly seats?: Readonly<Record<string, SeatFilling>>;
  /** Options of the format that differ. */
  readonly options?: RuleData;
  readonly optionNames?: Readonly<Record<string, string>>;
  /** Who asks a shared hall for it. */
  readonly askedBy?: string | undefined;
  /** See `OpenInput`. */
  readonly outputs?: readonly string[];
  readonly probing?: Probing;
  readonly signal?: AbortSignal;
}

/** Throws `not-found` for an event that is not there, `bad-input` for one in a blind phase that is not over. */
function findLastEvent(parent: Snapshot, at: number | undefined): Pick<RecordedFork, 'head' | 'event'> {
  const { threadId, log } = parent;
  const event = at ?? log.length - 1;
  const last = log[event];
  if (last === undefined) throw problemToError(noEventProblem(parent.debate, event));
  const blindFrom = findBlindStart(parent);
  if (event >= blindFrom) {
    throw new HallError('bad-input', `The phase of "${threadId}" from event ${blindFrom} on is blind and not over.`, {
      hint: `Wait until it ends, or fork before it: --at ${blindFrom - 1}`,
    });
  }
  return { head: last.hash, event };
}

/** Options that say more than what the others and the defaults make of them, so that a change reaches what depends on it. */
export function listWritten(format: AnyFormat, recorded: RuleData): RuleData {
  const written: RuleData = { ...recorded };
  for (const [name, value] of Object.entries(recorded)) {
    const { [name]: _, ...others } = written;
    const parsed = format.options.safeParse(others);
    if (parsed.success && JSON.stringify(parsed.data[name]) === JSON.stringify(value)) delete written[name];
  }
  return written;
}

/** What the format makes of them; what it cannot use is left for the opening to refuse. */
function changeOptions(format: AnyFormat, recorded: RuleData, changes: RuleData = {}): RuleData {
  if (Object.keys(changes).length === 0) return recorded;
  const given = { ...listWritten(format, recorded), ...changes };
  const parsed = format.options.safeParse(given);
  return parsed.success ? (parsed.data as RuleData) : given;
}

/** Without a number of rounds somebody has to close it. */
export const isClosedByPerson = (options: RuleData): boolean => options['rounds'] === null;

/** Throws `bad-input` where agents alone would speak until a limit stops them. */
function refuseEndless(threadId: string, options: RuleData, kinds: readonly string[]): void {
  if (!isClosedByPerson(options) || kinds.some((kind) => isForPeople({ kind }))) return;
  throw new HallError('bad-input', `"${threadId}" has no number of rounds, so agents alone would never end its fork.`, {
    hint: 'Say how many rounds it has, such as --rounds 1, or leave a seat to a person.',
  });
}

/** The seats as they are filled now, without those that change. */
function keepSeats({ debate }: Snapshot, format: AnyFormat, options: RuleData, changed: Fillings): SeatAssignment[] {
  const parsed = format.options.safeParse(options);
  const wanted = new Set((parsed.success ? format.seats(parsed.data) : []).map(({ id }) => id));
  const opened = debate.opened.seats.filter(({ seat }) => wanted.has(seat) && !Object.hasOwn(changed, seat));
  return opened.flatMap(({ seat }) => {
    const record = debate.seats[seat];
    if (record === undefined) return [];
    const { agent, standIn, perspective, replaced } = record;
    return [{ seat, agent, ...defined({ standIn: replaced ? undefined : standIn, perspective }) }];
  });
}

/** What its answers counted from the start, and of whose past that is, whoever fills the seats by now. */
const keepWeights = ({ weights = [], seats }: EventData<'debate-opened'>): Kept['weights'] =>
  weights.map((each) => ({ ...defined({ agent: seats.find(({ seat }) => seat === each.seat)?.agent }), ...each }));

/** Of what a debate was opened with, as far as it was not redacted. */
export function listSeals({ debate, log }: Snapshot): readonly OpenSealed[] {
  const { topic, question, context, pages } = debate.opened;
  const pictures = log.slice(1, debate.pictures + 1).map(({ data }) => data);
  return listSealed({ topic, question, context, pages, pictures }).flatMap(({ sealed }) =>
    'text' in sealed ? [sealed] : [],
  );
}

/** Throws `not-found` for an agent that is gone and has to be asked, since its seat said nothing that could be copied. */
async function refuseGone(
  hall: Hall,
  { threadId, format, options }: Pick<Snapshot, 'threadId' | 'format' | 'options'>,
  kept: readonly SeatAssignment[],
  { steps }: Recording,
): Promise<void> {
  const agents = await hall.agents();
  const spoken = new Set([...steps.values()].map(({ step }) => step.seat));
  const spared = new Set(format.seats(options).flatMap(({ id, ifNeeded }) => (ifNeeded === true ? [id] : [])));
  for (const { seat, agent } of kept)
    if (!spoken.has(seat) && !spared.has(seat)) findSeated(agents, `debate-hall fork ${threadId}`, seat, agent);
}

interface PreparedFork {
  readonly input: OpenInput;
  readonly recording: Recording;
}

async function prepareFork(hall: Hall, input: ForkInput): Promise<PreparedFork> {
  const parent = await hall.engine.snapshot(input.threadId);
  const { format, threadId, debate } = parent;
  const { opened } = debate;
  await hall.outside.require(await listOutside(hall, opened, {}));
  const last = findLastEvent(parent, input.at);
  const options = changeOptions(format, opened.options, input.options);
  const seats = nameSeats(format, options, input.seats ?? {});
  const kept = keepSeats(parent, format, options, seats);
  const { agents } = await hall.loaded.agents();
  refuseEndless(threadId, options, [
    ...kept.map(({ agent }) => agent.kind),
    ...Object.values(seats).map(({ agent }) => agents[agent]?.kind ?? agent),
  ]);
  const anew = input.at === undefined ? Object.keys(seats) : [];
  const relation: Relation = { kind: 'fork', of: threadId, ...last, ...(anew.length === 0 ? {} : { anew }) };
  const recording = recordSteps(parent, { of: threadId, anew, ...last });
  await refuseGone(hall, parent, kept, recording);
  const { formatVersion, rulesVersion, seed, recipe } = opened;
  const { signal, probing, outputs, optionNames, id, askedBy } = input;
  // Another agent has another past.
  const isWeighedAlike = Object.keys(seats).length === 0 && options['weigh'] === opened.options['weigh'];
  const weights = isWeighedAlike ? keepWeights(opened) : undefined;
  return {
    input: {
      ...reopen(parent),
      format: format.id,
      options,
      relation,
      seated: kept,
      panel: keepPerspectives(parent, seats),
      kept: { ...defined({ formatVersion, rulesVersion, recipe, weights }), seed, seals: listSeals(parent) },
      ...defined({ threadId: id, signal, probing, outputs, optionNames, askedBy }),
    },
    recording,
  };
}

/** Spends nothing and writes nothing; throws what opening the fork would throw. */
export async function planFork(hall: Hall, input: ForkInput): Promise<DebatePlan> {
  const prepared = await prepareFork(hall, input);
  return await planDebate(hall, prepared.input, prepared.recording);
}

/** Throws what opening a debate throws, `not-found`, and `bad-input` where the topic was redacted. */
export async function openFork(hall: Hall, input: ForkInput): Promise<Snapshot> {
  return await openDebate(hall, (await prepareFork(hall, input)).input);
}

/** What a fork takes over from its parent; `undefined` for a debate that is no fork. Throws `bad-input` without the parent. */
export async function findRecording(hall: Hall, { threadId, debate }: Snapshot): Promise<Recording | undefined> {
  const fork = toFork(debate.opened.relation);
  if (fork === undefined) return undefined;
  const parent = (await hall.store.exists(fork.of)) ? await hall.engine.snapshot(fork.of) : undefined;
  if (parent?.log[fork.event]?.hash === fork.head) return recordSteps(parent, fork);
  const why = parent === undefined ? 'is not in this hall' : 'is another debate of this name';
  throw new HallError('bad-input', `"${threadId}" is a fork of "${fork.of}", which ${why}, so nothing can be copied.`, {
    hint: `Restore the ledger of "${fork.of}", or open a new debate.`,
  });
}
