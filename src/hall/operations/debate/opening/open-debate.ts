// Opens a debate: settles everything that event 0 fixes, which spends nothing and writes nothing; then writes event 0, and a note for what
// its reader should know.
import { defined } from '../../../../domain/defined.ts';
import { OPEN_SEAT, type RuleData } from '../../../../domain/event-parts.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import { generateThreadId } from '../../../../domain/ids.ts';
import { RULES_VERSION } from '../../../../domain/outcomes.ts';
import type { LanguageCount } from '../../../../domain/words/languages.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { listExtraTexts } from '../../../../runner/build-prompt.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { ALL_SOURCES, listOutside } from '../../reading/outside-sources.ts';
import { findFormatSource, pinReading, withoutReadable } from '../../reading/pin-reading.ts';
import { checkNewId, isFree } from '../../records/own-files.ts';
import {
  refuseSecretNames,
  refuseSecretOptions,
  refuseSecretSources,
  refuseSecrets,
  removeSecrets,
} from '../../written-secrets.ts';
import { refuseReentry } from '../running/reentry.ts';
import { assignSeats, type Seating } from '../seats/assign-seats.ts';
import { choosePerspectives, type Viewed } from '../seats/choose-perspectives.ts';
import { describeWeights, type Weighing, weighSeats } from '../seats/weigh-seats.ts';
import { collectSources, createPageFetcher, gatherMaterial } from './gather-material.ts';
import { ledgerLimits } from './limits.ts';
import type { Kept, OpenInput, Preparation } from './open-input.ts';
import { toQuestion } from './question.ts';
import { chooseRules } from './rules.ts';
import { readTags } from './tags.ts';
import { checkTopic, romanize } from './topic.ts';

export interface PreparedDebate {
  readonly request: OpenRequest & { readonly format: string };
  /** See `Seating.passedOver`. */
  readonly passedOver: Seating['passedOver'];
  /** Of what seats may look up; absent where that is nothing. */
  readonly languages?: readonly LanguageCount[];
  /** What a reader of the record must know of what the answers count. */
  readonly weighing: readonly string[];
  /** Which points of view were chosen for which seats, and why. */
  readonly viewing: readonly string[];
}

interface Asked {
  readonly topic: string;
  readonly tags: readonly string[];
}

/** What comes from another debate was let in there, and has the tags of that one. */
function checkAsked(hall: Hall, { topic: raw, question, relation, tags = [] }: OpenInput): Asked {
  const topic = checkTopic(raw);
  if (relation !== undefined) return { topic, tags: readTags(tags) };
  refuseSecrets(hall, [topic, ...(question?.options ?? []), question?.unit ?? '']);
  return { topic, tags: readTags([...hall.loaded.config.tags, ...tags]) };
}

export interface Rules {
  readonly format: AnyFormat;
  readonly options: RuleData;
  readonly recipe?: string;
}

async function findRules(hall: Hall, input: OpenInput): Promise<Rules> {
  const format = await hall.format(input.format ?? hall.loaded.config.format);
  return { format, ...(await chooseRules(hall, format, input)) };
}

/** In the order of the format; nobody looks for agents for seats that are filled already. */
async function fillSeats({ hall, input, signal }: Preparation, { format, options }: Rules): Promise<Seating> {
  const { seated = [], seating = 'agents' } = input;
  const seats = format.seats(format.options.parse(options)).filter(({ joinable }) => joinable !== true);
  const free = seats.filter(({ id }) => !seated.some(({ seat }) => seat === id));
  const filled: Seating =
    seating === 'agents' && free.length > 0
      ? await assignSeats(hall, free, { ...input, signal })
      : { seats: free.map(({ id }) => ({ seat: id, agent: OPEN_SEAT })), passedOver: [] };
  const order = seats.map(({ id }) => id);
  const inOrder = [...seated, ...filled.seats].sort(
    (one, other) => order.indexOf(one.seat) - order.indexOf(other.seat),
  );
  return { seats: inOrder, passedOver: filled.passedOver };
}

/** What a debate is called where nobody names it: after the day and what it is about, in Latin letters and without secrets. */
async function nameDebate(hall: Hall, { subject, topic }: Pick<OpenInput, 'subject' | 'topic'>, attempt: number) {
  const day = new Date(hall.clock.now()).toISOString();
  return generateThreadId(await romanize(removeSecrets(subject ?? topic)), day, attempt);
}

/** Names for it that neither a debate nor a file beside one has yet. Throws `already-exists` when there are no more. */
async function* eachFreeName(hall: Hall, input: Pick<OpenInput, 'subject' | 'topic'>): AsyncGenerator<string, never> {
  for (let attempt = 1; attempt < MAX_NAMES_PER_DAY; attempt += 1) {
    const threadId = await nameDebate(hall, input, attempt);
    if (await isFree(hall.store, threadId)) yield threadId;
  }
  throw new HallError('already-exists', 'Too many debates have that name today.', {
    hint: 'Choose an ID with --id.',
  });
}

/** Throws what `openDebate` throws, but `already-exists` only where a file is in the way. */
export async function prepareDebate(hall: Hall, input: OpenInput): Promise<PreparedDebate> {
  const { signal = neverAborted, kept, relation, seating = 'agents' } = input;
  if (seating === 'agents') refuseReentry(hall);
  const preparation: Preparation = {
    hall,
    input,
    signal,
    fetchPage: createPageFetcher(hall, signal),
    leaveGone: relation?.kind === 'recheck',
  };

  const { topic, tags } = checkAsked(hall, input);
  const rules = await findRules(hall, input);
  const { format, options } = rules;
  if (relation === undefined) refuseSecretOptions(hall, options);
  const [{ seats: filled, passedOver }, collected] = await Promise.all([
    fillSeats(preparation, rules),
    collectSources(hall, { ...preparation, context: input.context, onlyPages: input.onlyPages, stdin: input.stdin }),
  ]);
  const specs = format.seats(format.options.parse(options));
  const { seats, notes: viewing }: Viewed =
    input.perspectives === 'auto'
      ? choosePerspectives(topic, await hall.perspectives(), specs, filled)
      : { seats: [...filled], notes: [] };
  const question = toQuestion(format, options, topic, input.question);
  const names = eachFreeName(hall, { ...input, topic });
  const threadId = input.threadId ?? (await names.next()).value;
  await checkNewId(hall, threadId);
  refuseSecretNames(hall, { ID: input.threadId });
  const material = await gatherMaterial(hall, input, collected, { topic, tags, options: question?.options, seats });
  if (relation === undefined) refuseSecretSources(hall, [...material.items, ...(material.pictures ?? [])]);
  const ofFormat = findFormatSource(format, options);
  const pinned = await pinReading(preparation, ofFormat, seats, material, collected);

  const texts = await hall.prompts(
    format,
    listExtraTexts({ reading: pinned?.reading, seats }, material.pictures?.length),
  );
  const { weights, notes }: Weighing =
    kept?.weights === undefined
      ? await weighSeats(hall, format, { options, seats })
      : { weights: kept.weights, notes: describeWeights(format, options, kept.weights) };
  const ofDebate: Kept = kept ?? {
    formatVersion: format.version,
    rulesVersion: RULES_VERSION,
    ...defined({ recipe: rules.recipe }),
    seed: hall.random(16),
  };
  const request = {
    threadId,
    topic,
    ...defined({ question, relation, conversation: input.conversation, askedBy: input.askedBy }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    format: format.id,
    ...ofDebate,
    ...(weights === undefined || weights.length === 0 ? {} : { weights }),
    options,
    limits: input.limits ?? ledgerLimits(hall.loaded.config.limits),
    seats: [...seats],
    context: material.items,
    pictures: material.pictures,
    contextLeftOut: withoutReadable(material.leftOut, collected, pinned),
    ...defined({ reading: pinned?.reading, pages: pinned?.pages }),
    prompts: texts.digests.map(({ name, sha256 }) => ({ name, sha256 })),
    hallVersion: hall.version,
  };
  if (signal.aborted) throw new HallError('cancelled', 'Cancelled: no debate was opened.');
  return { request, passedOver, weighing: notes, viewing, ...defined({ languages: pinned?.languages }) };
}

const MAX_NAMES_PER_DAY = 1_000;

/** Notes in the record who could have been seated and was not, what the answers count, and why a seat looks from where it does. */
async function noteChoices(
  hall: Hall,
  opened: Snapshot,
  { passedOver, weighing, viewing }: Pick<PreparedDebate, 'passedOver' | 'weighing' | 'viewing'>,
): Promise<Snapshot> {
  const notes = [
    ...passedOver.map((message) => ({ code: 'agent-not-seated', message })),
    ...weighing.map((message) => ({ code: 'answers-weighed', message })),
    ...viewing.map((message) => ({ code: 'perspective-chosen', message })),
  ];
  let snapshot = opened;
  for (const note of notes) {
    snapshot = (await hall.engine.dispatch(opened.threadId, { type: 'note-recorded', data: note })).snapshot;
  }
  return snapshot;
}

/** Throws `bad-input`, `already-exists`, `no-agents`, `secret-found`, `context-unreadable`, `cancelled`, `storage`. */
export async function openDebate(hall: Hall, input: OpenInput): Promise<Snapshot> {
  const prepared = await prepareDebate(hall, input);
  const { request } = prepared;
  // What comes from another debate was let in there.
  if (input.relation === undefined) await hall.outside.remember(await listOutside(hall, request, ALL_SOURCES));
  const open = async (threadId: string) =>
    await noteChoices(hall, await hall.engine.open({ ...request, threadId }), prepared);
  if (input.threadId !== undefined) return await open(input.threadId);
  const names = eachFreeName(hall, { ...input, topic: request.topic });
  for (;;) {
    const { value: threadId } = await names.next();
    const snapshot = await unlessRefused(() => open(threadId), 'already-exists');
    if (snapshot !== undefined) return snapshot;
  }
}
