// Opens a debate: checks the topic, fixes rules, seats, context and prompts, and writes event 0.

import { defined } from '../../../../domain/defined.ts';
import {
  type Limits,
  OPEN_SEAT,
  type Relation,
  type RuleData,
  type SeatAssignment,
} from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { checkThreadId, generateThreadId } from '../../../../domain/ids.ts';
import { RULES_VERSION } from '../../../../domain/outcomes.ts';
import type { Pin } from '../../../../domain/reading/reading.ts';
import type { LanguageCount } from '../../../../domain/words/languages.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { collectContext } from '../../../../material/context/collect.ts';
import { listExtraTexts } from '../../../../runner/build-prompt.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { neverAborted } from '../../../../support/wait.ts';
import { findProblems } from '../../../config/problems.ts';
import type { SeatSpec as SeatFilling } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';
import { recallMaterial } from '../../memory/recall-material.ts';
import { ALL_SOURCES, listOutside } from '../../reading/outside-sources.ts';
import { findFormatSource, pinReading, withoutReadable } from '../../reading/pin-reading.ts';
import { refuseReentry } from '../running/reentry.ts';
import { assignSeats, type Panel, type Seating } from '../seats/assign-seats.ts';
import { countSeats } from '../seats/count-seats.ts';
import type { Probing } from '../seats/probe-agents.ts';
import { weighSeats } from '../seats/weigh-seats.ts';
import { type Material, NO_MATERIAL } from './material.ts';
import { createPageFetcher } from './page-fetcher.ts';
import { type QuestionInput, settleGate, toQuestion } from './question.ts';
import { romanize } from './romanize.ts';
import { readTags } from './tags.ts';
import { checkTopic } from './topic.ts';
import { refuseSecretWords, removeSecrets } from './topic-secrets.ts';

const MICRO = 1_000_000;
const MINUTE_MS = 60_000;
const MAX_NAMES_PER_DAY = 1_000;

const OPENINGS: RuleData = { openings: true };
const VOTE: RuleData = { consensus: true };

/** What a fork keeps of its parent: rules, draw, and seals. */
export type Kept = Pick<OpenRequest, 'formatVersion' | 'rulesVersion' | 'recipe' | 'weights' | 'seed' | 'seals'>;

export interface OpenInput {
  readonly topic: string;
  /** What kind of answer it asks for, and which answers it offers; left out: the form of the topic says it. */
  readonly question?: QuestionInput;
  /** Without one, a name is made from date and subject. */
  readonly threadId?: string;
  /** What tells it apart from others with the same topic; the topic when it is left out. */
  readonly subject?: string;
  /** The format, instead of the configured one. */
  readonly format?: string;
  /** The recipe, in place of the configured one. */
  readonly recipe?: string;
  /** The earlier debate that this one continues or is compared with. */
  readonly relation?: Relation;
  /** The conversation of a client that it is part of. */
  readonly conversation?: string;
  /** What it can be found by, beside the tags that the configuration gives every debate. */
  readonly tags?: readonly string[];
  /** Options of the format that win over recipe and configuration. */
  readonly options?: RuleData;
  /** What the caller's own caller knows options by, for errors. */
  readonly optionNames?: Readonly<Record<string, string>>;
  /** Files, folders, globs, `-`, `git:RANGE`, addresses of web pages. */
  readonly context?: readonly string[];
  /** What seats may look up: files, folders, globs, `git:REVISION`, `git:A..B`, addresses, `decisions`; the configured ones when left out. */
  readonly read?: readonly string[];
  /** What seats may look up, pinned for an earlier debate that asked the same; wins over `read` and configuration. */
  readonly pins?: readonly Pin[];
  /** The web pages among those. */
  readonly pages?: OpenRequest['pages'];
  /** Also give the seats past decisions that resemble the question. */
  readonly recall?: boolean;
  /** Context that the caller has collected already. */
  readonly material?: Material;
  readonly stdin?: () => Promise<string>;
  /** The agent of every seat that no flag gives to another. */
  readonly everySeat?: string;
  /** The agents of the debating seats, in their order; where the format lets one choose, they say how many seats there are. */
  readonly agents?: readonly SeatFilling[];
  /** Who fills the seats, whatever configuration and flags say of them; a seat that is not named gets an agent as usual. */
  readonly panel?: Panel;
  /** Seats that are filled already; nobody looks for agents for them. */
  readonly seated?: readonly SeatAssignment[];
  readonly kept?: Kept;
  /** by-hand: every seat is open to whoever takes it, and no recipe plans the rounds. */
  readonly seating?: 'agents' | 'by-hand';
  /**
   * Takes the probes of agents that seats are given to by name. Opening then refuses only agents that it can tell at once
   * cannot be used; hand the rest to `runThread`. Without it, opening waits for every probe.
   */
  readonly probing?: Probing;
  readonly signal?: AbortSignal;
}

/** Limits as a ledger has them: whole numbers. */
export function ledgerLimits({ tokens, usd, minutes }: Hall['loaded']['config']['limits']): Limits {
  return {
    tokens,
    costMicroUsd: usd === null ? null : Math.max(1, Math.round(usd * MICRO)),
    wallMs: minutes === null ? null : Math.max(1, Math.round(minutes * MINUTE_MS)),
  };
}

/** Limits on turns and rounds, as options of a format that counts them; the others are finite by their own rules. */
function countedLimits(hall: Hall, format: AnyFormat): RuleData {
  const { config, origins } = hall.loaded;
  const counts = [
    ['turns', 'maxTurns'],
    ['rounds', 'maxRounds'],
  ] as const;
  const options: RuleData = {};
  for (const [limit, option] of counts) {
    const value = config.limits[limit];
    if (value === null) continue;
    if (acceptsOptions(format, { [option]: value })) options[option] = value;
    else if (origins.get(`limits.${limit}`)?.kind === 'flag') {
      const rounds = acceptsOptions(format, { rounds: 1 }) ? 'set its rounds with --rounds; ' : '';
      throw new HallError('bad-input', `The format ${format.id} has no limit on ${limit}.`, {
        hint: `It ends by its own rules: ${rounds}its options are listed in ${packageFile(`docs/formats/${format.id}.md`)}.`,
      });
    }
  }
  return options;
}

function acceptsOptions(format: AnyFormat, options: RuleData): boolean {
  return format.options.safeParse(options).success;
}

/**
 * What was written for manual turns knows no openings, so only whoever asks for them gets them: by a recipe on the command line,
 * or by saying what kind of answer or which gate is wanted. A recipe of the configuration keeps the vote that it had before.
 */
function manualOptions(
  hall: Hall,
  format: AnyFormat,
  { question, options = {} }: OpenInput,
  recipe: RuleData = {},
): RuleData {
  const isNamed = hall.loaded.origins.get('recipe')?.kind === 'flag';
  const { gate = 'off' } = options;
  if (question !== undefined || gate !== 'off')
    return { ...recipe, ...(acceptsOptions(format, OPENINGS) ? OPENINGS : {}) };
  const { openings, gate: _, ballot, ...rest } = recipe;
  if (isNamed || (openings !== true && ballot !== true)) return recipe;
  return { ...rest, ...(ballot === true && acceptsOptions(format, VOTE) ? VOTE : {}) };
}

/** Format defaults < recipe < configuration < the caller. */
function rulesOf(hall: Hall, format: AnyFormat, input: OpenInput): { options: RuleData; recipe?: string } {
  const { config, origins } = hall.loaded;
  const chosen = origins.get('recipe')?.kind !== 'default';
  const usual = input.kept === undefined && (input.seating !== 'by-hand' || chosen) ? config.recipe : undefined;
  const name = input.recipe ?? usual;
  const recipe = name === undefined ? undefined : format.recipes[name];
  if (name !== undefined && recipe === undefined) {
    throw new HallError('not-found', `The format ${format.id} has no recipe "${name}".`, {
      hint: `Its recipes are ${Object.keys(format.recipes).join(', ')}.`,
    });
  }
  const given: RuleData = {
    ...(input.seating === 'by-hand' ? manualOptions(hall, format, input, recipe?.options) : recipe?.options),
    ...((config.formats[format.id] ?? {}) as RuleData),
    ...countedLimits(hall, format),
    ...countSeats(hall, format, input.agents),
    ...input.options,
  };
  const parsed = format.options.safeParse(given);
  if (!parsed.success) throw wrongOptions(format, given, input.optionNames);
  return { options: settleGate(parsed.data as RuleData, input.options), ...defined({ recipe: name }) };
}

function wrongOptions(format: AnyFormat, given: RuleData, names: OpenInput['optionNames']): HallError {
  const problems = findProblems(format.options, given);
  const nameOf = ([option = '', ...rest]: readonly string[]) => [names?.[option] ?? option, ...rest].join('.');
  const issues = problems.map(({ path, message }) => `${nameOf(path)}: ${message.replace(/\.$/, '')}`);
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  // A hint names options as the format does.
  const hint = names === undefined ? problems[0]?.hint : undefined;
  return new HallError('bad-input', `Invalid options for ${format.id}: ${issues[0]}${more}.`, {
    hint: `${hint === undefined ? '' : `${hint} `}The options are explained in ${packageFile(`docs/formats/${format.id}.md`)}.`,
    details: { issues },
  });
}

/** A debate that comes from another one has the tags of that one. */
function tagsOf(hall: Hall, { relation, tags = [] }: OpenInput): readonly string[] {
  return readTags(relation === undefined ? [...hall.loaded.config.tags, ...tags] : tags);
}

export interface PreparedDebate {
  readonly request: OpenRequest & { readonly format: string };
  /** See `Seating.passedOver`. */
  readonly passedOver: Seating['passedOver'];
  /** Of what seats may look up; absent where that is nothing. */
  readonly languages?: readonly LanguageCount[];
  /** What a reader of the record must know of what the answers count. */
  readonly weighing: readonly string[];
}

/** Everything that event 0 fixes; spends nothing and writes nothing. */
export async function prepareDebate(hall: Hall, input: OpenInput): Promise<PreparedDebate> {
  const { seating = 'agents', material = NO_MATERIAL, signal = neverAborted, seated: given = [] } = input;
  if (seating === 'agents') refuseReentry(hall);
  const topic = checkTopic(input.topic);
  const { config } = hall.loaded;
  // What comes from another debate was let in there.
  if (input.relation === undefined && !config.context.allowSecrets)
    refuseSecretWords([topic, ...(input.question?.options ?? []), input.question?.unit ?? '']);
  const tags = tagsOf(hall, input);
  const format = await hall.format(input.format ?? config.format);
  const ruled = rulesOf(hall, format, input);
  const { options } = ruled;
  const seats = format.seats(format.options.parse(options)).filter(({ joinable }) => joinable !== true);
  const fetchPage = createPageFetcher(hall, signal);
  const free = seats.filter(({ id }) => !given.some(({ seat }) => seat === id));
  const open = (): Seating => ({ seats: free.map(({ id }) => ({ seat: id, agent: OPEN_SEAT })), passedOver: [] });
  const [seated, collected] = await Promise.all([
    seating === 'agents' && free.length > 0 ? assignSeats(hall, free, { ...input, signal }) : open(),
    collectContext(input.context ?? [], {
      cwd: hall.cwd,
      maxBytes: config.context.maxBytes,
      allowSecrets: config.context.allowSecrets,
      git: (await hall.gits(signal))(hall.cwd),
      fetchPage,
      signal,
      ...defined({ stdin: input.stdin }),
    }),
  ]);
  const order = seats.map(({ id }) => id);
  const assigned = [...given, ...seated.seats].sort(
    (one, other) => order.indexOf(one.seat) - order.indexOf(other.seat),
  );
  const question = toQuestion(format, options, topic, input.question);
  const subject = async () => await romanize(removeSecrets(input.subject ?? topic));
  const threadId = input.threadId ?? generateThreadId(await subject(), new Date(hall.clock.now()).toISOString());
  checkThreadId(threadId);
  const recalled = await recallMaterial(hall, {
    wanted: input.recall === true,
    except: input.relation?.of,
    topic,
    tags,
    options: question?.options,
    seats: seated.seats,
    bytes: collected.items.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const context = [...material.items, ...collected.items, ...recalled.items];
  const ofFormat = findFormatSource(format, options);
  const specs = input.read ?? (ofFormat === undefined ? config.reading.sources : [ofFormat]);
  const wanted = input.pins === undefined ? { specs } : { pins: input.pins, ...defined({ pages: input.pages }) };
  const contextLeftOut = [...material.leftOut, ...collected.leftOut, ...recalled.leftOut];
  const pinned = await pinReading(hall, {
    ...wanted,
    ifReadable: [...collected.tooLarge.keys()],
    seats: assigned,
    context,
    contextLeftOut,
    fetchPage,
    signal,
  });
  const texts = await hall.prompts(format, listExtraTexts({ reading: pinned?.reading, seats: assigned }));
  const weighed =
    input.kept?.weights === undefined
      ? await weighSeats(hall, format, { options, seats: assigned })
      : { weights: input.kept.weights, notes: [] };
  const { weights, notes: weighing } = weighed;
  const { formatVersion, rulesVersion, recipe, seed, seals }: Kept = input.kept ?? {
    ...defined({ formatVersion: format.version, recipe: ruled.recipe }),
    rulesVersion: RULES_VERSION,
    seed: hall.random(16),
  };
  const request = {
    threadId,
    topic,
    ...defined({ question, relation: input.relation, conversation: input.conversation }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    format: format.id,
    ...defined({ formatVersion, rulesVersion, seals }),
    options,
    ...defined({ recipe }),
    limits: ledgerLimits(config.limits),
    seats: assigned,
    ...defined({ weights }),
    context,
    contextLeftOut: withoutReadable(contextLeftOut, collected, pinned?.reading.pins),
    ...defined({ reading: pinned?.reading, pages: pinned?.pages }),
    prompts: texts.digests.map(({ name, sha256 }) => ({ name, sha256 })),
    seed,
    hallVersion: hall.version,
  };
  return { request, passedOver: seated.passedOver, weighing, ...defined({ languages: pinned?.languages }) };
}

/** Notes in the record who could have been seated and was not, and what the answers count. */
async function noteChoices(
  hall: Hall,
  opened: Snapshot,
  { passedOver, weighing }: Pick<PreparedDebate, 'passedOver' | 'weighing'>,
): Promise<Snapshot> {
  const notes = [
    ...passedOver.map((message) => ({ code: 'agent-not-seated', message })),
    ...weighing.map((message) => ({ code: 'answers-weighed', message })),
  ];
  let snapshot = opened;
  for (const note of notes) {
    snapshot = (await hall.engine.dispatch(opened.threadId, { type: 'note', ...note })).snapshot;
  }
  return snapshot;
}

/** Throws `bad-input`, `already-exists`, `no-agents`, `secret-found`, `context-unreadable`, `cancelled`, `storage`. */
export async function openDebate(hall: Hall, input: OpenInput): Promise<Snapshot> {
  const prepared = await prepareDebate(hall, input);
  const { request } = prepared;
  if (input.signal?.aborted === true) throw new HallError('cancelled', 'Cancelled: nothing was written.');
  // What comes from another debate was let in there.
  if (input.relation === undefined) await hall.outside.remember(await listOutside(hall, request, ALL_SOURCES));
  const open = async (threadId: string) =>
    await noteChoices(hall, await hall.engine.open({ ...request, threadId }), prepared);
  if (input.threadId !== undefined) return await open(input.threadId);
  const now = new Date(hall.clock.now()).toISOString();
  const subject = await romanize(removeSecrets(input.subject ?? request.topic));
  for (let attempt = 1; attempt < MAX_NAMES_PER_DAY; attempt += 1) {
    const threadId = generateThreadId(subject, now, attempt);
    if (await hall.store.exists(threadId)) continue;
    try {
      return await open(threadId);
    } catch (error) {
      if (!(error instanceof HallError) || error.code !== 'already-exists') throw error;
    }
  }
  throw new HallError('already-exists', 'There are too many debates with that name today.', {
    hint: 'Choose an ID with --id.',
  });
}
