// Everything that event 0 fixes, in five steps: what is asked, by which rules, who sits where, what they are given, what they may
// look up. Spends nothing and writes nothing.
import { defined } from '../../../../domain/defined.ts';
import { OPEN_SEAT, type RuleData, type SeatAssignment } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { checkThreadId, generateThreadId } from '../../../../domain/ids.ts';
import { RULES_VERSION } from '../../../../domain/outcomes.ts';
import type { OpenPicture } from '../../../../domain/pictures.ts';
import { requireObject } from '../../../../domain/values/problems.ts';
import type { LanguageCount } from '../../../../domain/words/languages.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import type { CollectedContext } from '../../../../material/context/collect.ts';
import { checkTogether } from '../../../../material/context/take-pictures.ts';
import type { FetchPage } from '../../../../net/fetch/fetch-page.ts';
import { listExtraTexts } from '../../../../runner/build-prompt.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { recallDecisions } from '../../memory/recall.ts';
import { toMaterial } from '../../memory/recalled-documents.ts';
import { findFormatSource, type PinnedReading, pinReading, withoutReadable } from '../../reading/pin-reading.ts';
import { refuseReentry } from '../running/reentry.ts';
import { assignSeats, type Seating } from '../seats/assign-seats.ts';
import { choosePerspectives, type Viewed } from '../seats/choose-perspectives.ts';
import { type Weighing, weighSeats } from '../seats/weigh-seats.ts';
import { collectSources, createPageFetcher } from './collect-sources.ts';
import { ledgerLimits } from './limits.ts';
import { type Material, NO_MATERIAL } from './material.ts';
import { type Kept, type OpenInput, SEATINGS } from './open-input.ts';
import { toQuestion } from './question.ts';
import { romanize } from './romanize.ts';
import { chooseRules } from './rules.ts';
import { readTags } from './tags.ts';
import { checkTopic } from './topic.ts';
import { refuseSecretWords, removeSecrets } from './topic-secrets.ts';

interface Recalling {
  readonly wanted: boolean;
  readonly topic: string;
  readonly tags: readonly string[];
  readonly options: readonly string[] | undefined;
  readonly seats: readonly SeatAssignment[];
  /** The earlier debate that is asked again. */
  readonly except: string | undefined;
  /** Of the budget for material that is used up. */
  readonly bytes: number;
}

/** Past decisions as material of a new debate, where whoever opens it wants them. */
async function recallMaterial(
  hall: Hall,
  { wanted, topic, tags, options, seats, except, bytes }: Recalling,
): Promise<Material> {
  if (!wanted) return NO_MATERIAL;
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const rehearsals = seats.every(({ agent }) => agent.rehearsal === true);
  const found = await recallDecisions(hall, { topic, tags, rehearsals, ...defined({ options, except }) });
  return toMaterial(found, { maxBytes: maxBytes - bytes, allowSecrets });
}

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

/** What the later steps share. */
interface Preparation {
  readonly hall: Hall;
  readonly input: OpenInput;
  readonly signal: AbortSignal;
  /** Fetches each web page once, whoever names it. */
  readonly fetchPage: FetchPage;
}

interface Asked {
  readonly topic: string;
  readonly tags: readonly string[];
}

/** What comes from another debate was let in there, and has the tags of that one. */
function checkAsked({ loaded: { config } }: Hall, { topic: raw, question, relation, tags = [] }: OpenInput): Asked {
  const topic = checkTopic(raw);
  if (relation !== undefined) return { topic, tags: readTags(tags) };
  if (!config.context.allowSecrets) refuseSecretWords([topic, ...(question?.options ?? []), question?.unit ?? '']);
  return { topic, tags: readTags([...config.tags, ...tags]) };
}

interface Rules {
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

/** Each name once, since who saw a picture is recorded by it. Throws `context-unreadable` for more than a debate may have. */
function joinPictures(pictures: readonly OpenPicture[]): readonly OpenPicture[] {
  const joined: OpenPicture[] = [];
  for (const picture of pictures) {
    if (joined.some(({ source }) => source === picture.source)) continue;
    joined.push(picture);
    const problem = checkTogether(joined);
    if (problem !== undefined)
      throw new HallError('context-unreadable', `"${picture.source}" ${problem.why}.`, { hint: problem.hint });
  }
  return joined;
}

/** What the caller had, what the sources hold, and past decisions as far as there is room for them. */
async function gatherMaterial(
  { hall, input }: Preparation,
  collected: CollectedContext,
  recalling: Pick<Parameters<typeof recallMaterial>[1], 'topic' | 'tags' | 'options' | 'seats'>,
): Promise<Material> {
  const recalled = await recallMaterial(hall, {
    ...recalling,
    wanted: input.recall === true,
    except: input.relation?.of,
    bytes: collected.items.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const parts = [input.material ?? NO_MATERIAL, collected, recalled];
  return {
    items: parts.flatMap(({ items }) => items),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
    pictures: joinPictures(parts.flatMap(({ pictures = [] }) => pictures)),
  };
}

async function pinSources(
  { hall, input, signal, fetchPage }: Preparation,
  { format, options }: Rules,
  seats: readonly SeatAssignment[],
  { items, leftOut }: Material,
  collected: CollectedContext,
): Promise<PinnedReading | undefined> {
  const ofFormat = findFormatSource(format, options);
  const specs = input.read ?? (ofFormat === undefined ? hall.loaded.config.reading.sources : [ofFormat]);
  return await pinReading(hall, {
    ...(input.pins === undefined ? { specs } : { pins: input.pins, ...defined({ pages: input.pages }) }),
    ifReadable: [...collected.tooLarge.keys()],
    seats,
    context: items,
    contextLeftOut: leftOut,
    fetchPage,
    signal,
  });
}

/** What a debate is called where nobody names it: after the day and what it is about, in Latin letters and without secrets. */
export async function nameDebate(
  hall: Hall,
  { subject, topic }: Pick<OpenInput, 'subject' | 'topic'>,
  attempt?: number,
) {
  const day = new Date(hall.clock.now()).toISOString();
  return generateThreadId(await romanize(removeSecrets(subject ?? topic)), day, attempt);
}

/** Throws what `openDebate` throws, but for `already-exists` and `storage`. */
export async function prepareDebate(hall: Hall, input: OpenInput): Promise<PreparedDebate> {
  requireObject('A new debate', input);
  const { signal = neverAborted, kept, relation, seating = 'agents' } = input;
  if (!SEATINGS.includes(seating)) {
    throw new HallError('bad-input', `There is no seating "${seating}".`, { hint: `Use ${SEATINGS.join(' or ')}.` });
  }
  if (seating === 'agents') refuseReentry(hall);
  const preparation: Preparation = { hall, input, signal, fetchPage: createPageFetcher(hall, signal) };

  const { topic, tags } = checkAsked(hall, input);
  const rules = await findRules(hall, input);
  const { format, options } = rules;
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
  const threadId = input.threadId ?? (await nameDebate(hall, { ...input, topic }));
  checkThreadId(threadId);
  const material = await gatherMaterial(preparation, collected, { topic, tags, options: question?.options, seats });
  const pinned = await pinSources(preparation, rules, seats, material, collected);

  const texts = await hall.prompts(
    format,
    listExtraTexts({ reading: pinned?.reading, seats }, material.pictures?.length),
  );
  const { weights, notes }: Weighing =
    kept?.weights === undefined
      ? await weighSeats(hall, format, { options, seats })
      : { weights: kept.weights, notes: [] };
  const ofDebate: Kept = kept ?? {
    formatVersion: format.version,
    rulesVersion: RULES_VERSION,
    ...defined({ recipe: rules.recipe }),
    seed: hall.random(16),
  };
  const request = {
    threadId,
    topic,
    ...defined({ question, relation, conversation: input.conversation }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    format: format.id,
    ...ofDebate,
    ...defined({ weights }),
    options,
    limits: ledgerLimits(hall.loaded.config.limits),
    seats: [...seats],
    context: material.items,
    pictures: material.pictures,
    contextLeftOut: withoutReadable(material.leftOut, collected, pinned?.reading.pins),
    ...defined({ reading: pinned?.reading, pages: pinned?.pages }),
    prompts: texts.digests.map(({ name, sha256 }) => ({ name, sha256 })),
    hallVersion: hall.version,
  };
  return { request, passedOver, weighing: notes, viewing, ...defined({ languages: pinned?.languages }) };
}
