// Puts past decisions in order for a question: by words, and by meaning where that is wanted and possible.
import { defined } from '../../../domain/defined.ts';
import type { ComparedText } from '../../../domain/memory/asked.ts';
import { fuseRanks } from '../../../domain/memory/nearness.ts';
import { type Corpus, rankDecisions } from '../../../domain/memory/rank.ts';
import type { Hall } from '../hall.ts';
import type { Glance, VersionedGlance } from '../records/lists/glance.ts';
import { compareMeaning, type Meaning } from './meaning/compare-meaning.ts';

/** Whoever asks for past decisions sees so many of the nearest in meaning. */
const NEAREST = 5;

interface Candidate {
  readonly glance: Glance;
  readonly score: number;
  readonly clear: boolean;
  readonly nearness?: number;
}

interface Compared {
  readonly others: readonly VersionedGlance[];
  readonly corpus: Corpus | undefined;
}

/** Those that are wanted, the most alike first. `least`: the lowest score of words; without it only what is clear. */
export async function rankCandidates(
  hall: Hall,
  question: ComparedText,
  { others, corpus }: Compared,
  { least, meaning }: { readonly least?: number; readonly meaning?: Meaning },
): Promise<readonly Candidate[]> {
  const ranked = rankDecisions(question, others, corpus);
  const asked = `${question.topic}\n${question.options}`.trim();
  const near = meaning && (await compareMeaning(hall, asked, others, meaning));
  const nearest = [...(near ?? [])].sort(([, one], [, other]) => other.nearness - one.nearness).map(([id]) => id);
  const isNearest = new Set(nearest.slice(0, NEAREST));
  const byWords = new Map(ranked.map((each) => [each.item.threadId, each]));
  const glances = new Map(others.map((glance) => [glance.threadId, glance]));
  const order = near === undefined ? [...byWords.keys()] : fuseRanks([[...byWords.keys()], nearest]);
  return order.flatMap((id): Candidate[] => {
    const glance = glances.get(id);
    if (glance === undefined) return [];
    const { score = 0, clear: isClear = false } = byWords.get(id) ?? {};
    const { nearness, clear: isNear = false } = near?.get(id) ?? {};
    const clear = isClear || isNear;
    const isWanted = least === undefined ? clear : score >= least || isNearest.has(id);
    return isWanted ? [{ glance, score, clear, ...defined({ nearness }) }] : [];
  });
}
