// Finds past decisions that resemble a question, and which of them still stand.
import { defined } from '../../../domain/defined.ts';
import type { Relation } from '../../../domain/event-parts.ts';
import { unlessRefused } from '../../../domain/failures/errors.ts';
import type { RelatedDecision } from '../../../domain/hall-page/debate.ts';
import { judgeDebate } from '../../../domain/hindsight/turned-out.ts';
import { type ComparedText, listBeginnings } from '../../../domain/memory/asked.ts';
import { fuseRanks } from '../../../domain/memory/nearness.ts';
import { type Corpus, listWordsInCommon, rankDecisions } from '../../../domain/memory/rank.ts';
import type { AnswerKind } from '../../../domain/question/choices.ts';
import { readAgreedAnswer, readOpinions } from '../../../domain/results/opinions-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { removeSearchLine } from '../../../domain/words/conclusions.ts';
import { assessAuthority } from '../../../ledger/engine/record/authority.ts';
import { getOutcome } from '../../../ledger/engine/record/record.ts';
import { getVisibleResult } from '../../../ledger/engine/record/visibility.ts';
import { getSettled, type Snapshot, showDecision } from '../../../ledger/engine/snapshot.ts';
import { readTags } from '../debate/opening/tags.ts';
import type { Hall } from '../hall.ts';
import { type Glance, readGlance, type VersionedGlance } from '../records/lists/glance.ts';
import { updateSearch } from '../records/lists/search-upkeep.ts';
import { compareMeaning, type Meaning } from './meaning/compare-meaning.ts';

const MOST_RECALLED = 5;
/** Whoever asks for past decisions sees also what is not clear. */
export const LEAST_ALIKE = 0.1;
/** Debates that are checked before the search ends without enough of them. */
const MOST_CHECKED = 30;
/** Decisions of a large hall that are compared with a question: by words, and by meaning, which needs no word in common. */
const MOST_COMPARED = 200;
const MOST_COMPARED_BY_MEANING = 10_000;
/** Whoever asks for past decisions sees so many of the nearest in meaning. */
const NEAREST = 5;
/** What a tag that a decision must have counts there, beside 1 for a word of the question. */
const DEMANDED = 100;

export interface RecallInput {
  readonly topic: string;
  readonly options?: readonly string[];
  /** Of the question: decisions that have them as well resemble it more. */
  readonly tags?: readonly string[];
  /** Only decisions that have all of these tags. */
  readonly tagged?: readonly string[];
  readonly limit?: number;
  /** The lowest score, for whoever wants more or fewer than what is clear. */
  readonly least?: number;
  /** Rehearsals decide nothing; they are recalled only where somebody asks for them. */
  readonly rehearsals?: boolean;
  /** Compares by meaning, too, where `recall.embed` is set. */
  readonly meaning?: Meaning;
  /** A debate, whose own decision is no past one, nor is that of a step before or after it. */
  readonly except?: string;
  /** Default: that of `meaning`. */
  readonly signal?: AbortSignal;
}

export interface RecalledDecision extends RelatedDecision {
  readonly tags?: readonly string[];
  readonly kind: AnswerKind | null;
  readonly options: readonly (string | null)[];
  /** It stands out from what decisions have in common with any question. */
  readonly clear: boolean;
  /** Those of the question that it has as well, in one form or another. */
  readonly words: readonly string[];
  /** Of its meaning, where that was compared: a cosine, from -1 to 1. */
  readonly nearness?: number;
}

/** How much a decision resembles a question, and by what. */
type Likeness = Pick<RecalledDecision, 'score' | 'clear' | 'words' | 'nearness'>;

/** Relations by which a later debate asks the same again, so that its decision takes the place of the earlier one. */
const REPLACES: ReadonlySet<Relation['kind']> = new Set(['escalation', 'recheck']);

/** Every debate that leads to this one or from it. */
function findFamily(threadId: string, glances: readonly Glance[]): ReadonlySet<string> {
  const family = new Set([threadId]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { threadId: id, relation } of glances) {
      if (relation === undefined) continue;
      if (family.has(id)) family.add(relation.of);
      if (family.has(relation.of)) family.add(id);
    }
  }
  return family;
}

interface Related {
  readonly threadId: string;
  readonly relation?: Pick<Relation, 'kind' | 'of'> | undefined;
}

/** What stands of all decisions: none that a later debate of the same question replaced, no votes to compare with, no what-ifs. */
export function listStanding<T extends Related>(glances: readonly T[]): readonly T[] {
  const replaced = new Set(
    glances.flatMap(({ relation }) => (relation !== undefined && REPLACES.has(relation.kind) ? [relation.of] : [])),
  );
  return glances.filter(
    ({ threadId, relation }) => !replaced.has(threadId) && (relation === undefined || REPLACES.has(relation.kind)),
  );
}

/** `undefined` where nothing was decided. */
export function toRecalled(
  snapshot: Snapshot,
  { score, clear, words, nearness }: Likeness = { score: 0, clear: true, words: [] },
): RecalledDecision | undefined {
  const { threadId, debate, log } = snapshot;
  const { topic, tags, question } = debate.opened;
  const outcome = getOutcome(debate);
  const ended = log.findLast(({ type }) => type === 'debate-closed' || type === 'debate-force-closed');
  if (outcome === null || ended === undefined) return undefined;
  const written = showDecision(snapshot);
  const decision = written === undefined ? null : removeSearchLine(written);
  // Read out of every turn, so only where something of it is needed.
  const result = question === undefined && decision !== null ? null : (getVisibleResult(snapshot) ?? null);
  const settled = getSettled(snapshot);
  const { full, imported, rehearsal } = assessAuthority(snapshot);
  return {
    threadId,
    topic: readSealed(topic) ?? null,
    ...defined({ tags }),
    kind: question?.answer ?? null,
    options: question?.options?.map((option) => readSealed(option) ?? null) ?? [],
    outcome,
    answer: readOpinions({ result })?.answer ?? null,
    decision: decision ?? readAgreedAnswer({ outcome, decision, result }) ?? result?.headline ?? null,
    turnedOut: (debate.hindsight && judgeDebate(debate.hindsight.data.turnedOut, settled)) ?? null,
    full,
    ...defined({ imported }),
    rehearsal: rehearsal.length > 0,
    decidedAt: ended.at,
    score: Math.round(score * 1_000) / 1_000,
    clear,
    words,
    ...(nearness === undefined ? {} : { nearness: Math.round(nearness * 1_000) / 1_000 }),
  };
}

/** What cannot be trusted is not recalled. */
export const readChecked = async (hall: Hall, threadId: string): Promise<Snapshot | undefined> =>
  await unlessRefused(() => hall.engine.snapshot(threadId));

/** All decisions of a hall without an index, and of others those that might resemble the question. */
async function listGlances(
  hall: Hall,
  question: Parameters<typeof listBeginnings>[0],
  { tagged = [], except, meaning, signal = meaning?.signal }: RecallInput,
): Promise<{ readonly glances: readonly VersionedGlance[]; readonly corpus?: Corpus }> {
  const { searchIndex } = hall.store;
  if (searchIndex === undefined) return { glances: await hall.summaries.glances(signal) };
  await updateSearch(hall, searchIndex, { running: true });
  const demanded = tagged.map((tag) => ({ text: tag.toLowerCase(), weight: DEMANDED }));
  const words = [...listBeginnings(question), ...demanded];
  const { total, having, glances } = await searchIndex.findAlike(words, {
    except,
    most:
      meaning !== undefined && hall.loaded.config.recall.embed !== undefined ? MOST_COMPARED_BY_MEANING : MOST_COMPARED,
  });
  const counts = new Map(having.map((count, index) => [words[index]?.text ?? '', count]));
  return {
    glances: glances.flatMap(({ glance, version }) => {
      const read = readGlance(glance);
      return read === undefined ? [] : [{ ...read, version }];
    }),
    ...(having.length === 0 ? {} : { corpus: { decisions: total, having: counts } }),
  };
}

/** Those that are wanted, the most alike first. `least`: the lowest score of words; without it only what is clear. */
async function rankCandidates(
  hall: Hall,
  question: ComparedText,
  { others, corpus }: { readonly others: readonly VersionedGlance[]; readonly corpus: Corpus | undefined },
  { least, meaning }: RecallInput,
) {
  const ranked = rankDecisions(question, others, corpus);
  const asked = `${question.topic}\n${question.options}`.trim();
  const near = meaning && (await compareMeaning(hall, asked, others, meaning));
  const nearest = [...(near ?? [])].sort(([, one], [, other]) => other.nearness - one.nearness).map(([id]) => id);
  const isNearest = new Set(nearest.slice(0, NEAREST));
  const byWords = new Map(ranked.map((each) => [each.item.threadId, each]));
  const glances = new Map(others.map((glance) => [glance.threadId, glance]));
  const order = near === undefined ? [...byWords.keys()] : fuseRanks([[...byWords.keys()], nearest]);
  return order.flatMap((id) => {
    const glance = glances.get(id);
    if (glance === undefined) return [];
    const { score = 0, clear: isClear = false } = byWords.get(id) ?? {};
    const { nearness, clear: isNear = false } = near?.get(id) ?? {};
    const clear = isClear || isNear;
    const isWanted = least === undefined ? clear : score >= least || isNearest.has(id);
    return isWanted ? [{ glance, score, clear, ...defined({ nearness }) }] : [];
  });
}

/** The one that resembles it most first. Nothing is written but what was read of ledgers and vectors, and no model or network takes part without `meaning`. Throws `bad-input` for what is not a tag, `cancelled`. */
export async function recallDecisions(hall: Hall, input: RecallInput): Promise<readonly RecalledDecision[]> {
  const { topic, options = [], tags = [], limit = MOST_RECALLED } = input;
  const tagged = readTags(input.tagged ?? []);
  const { rehearsals = false, except } = input;
  const question = { topic, options: options.join(' '), tags: tags.join(' ') };
  const { glances, corpus } = await listGlances(hall, question, { ...input, tagged });
  const family = except === undefined ? new Set<string>() : findFamily(except, glances);
  const others = listStanding(glances).filter(
    (each) => !family.has(each.threadId) && tagged.every((tag) => each.tags.split(' ').includes(tag)),
  );
  const found: RecalledDecision[] = [];
  const candidates = await rankCandidates(hall, question, { others, corpus }, input);
  for (const { glance, ...alike } of candidates.slice(0, MOST_CHECKED)) {
    if (found.length >= limit) break;
    const snapshot = await readChecked(hall, glance.threadId);
    const words = listWordsInCommon(question, glance);
    const recalled = snapshot === undefined ? undefined : toRecalled(snapshot, { ...alike, words });
    if (recalled !== undefined && (rehearsals || !recalled.rehearsal)) found.push(recalled);
  }
  return found;
}

/** Of a debate that is there, with its own question. For a rehearsal only words are compared. Throws `not-found`, `ledger-damaged`, `cancelled`. */
export async function recallFor(
  hall: Hall,
  threadId: string,
  { meaning, ...input }: Pick<RecallInput, 'limit' | 'least' | 'meaning'> = {},
): Promise<readonly RecalledDecision[]> {
  const { debate } = await hall.engine.snapshot(threadId);
  const { tags, question } = debate.opened;
  const topic = readSealed(debate.opened.topic);
  if (topic === undefined) return [];
  const options = question?.options?.flatMap((option) => readSealed(option) ?? []);
  const seats = Object.values(debate.seats);
  const rehearsals = seats.some(({ agent }) => agent.rehearsal === true);
  // Which promises that nothing is asked and nothing is paid.
  const isRehearsal = seats.every(({ agent }) => agent.rehearsal === true);
  return await recallDecisions(hall, {
    ...input,
    topic,
    except: threadId,
    rehearsals,
    ...defined({ options, tags, meaning: isRehearsal ? undefined : meaning }),
  });
}
