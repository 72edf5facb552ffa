// Reads votes: only a clear word counts, only on what was asked for, and only once.
import { isBlank, isNothing } from '../../../domain/answers/nothing.ts';
import { defined } from '../../../domain/defined.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { createNameReader } from '../../common/named.ts';
import { groupVotes } from '../../common/votes.ts';
import type { ActReading } from '../../define-act.ts';
import { type Judgments, readSeverity, readVote } from '../answers.ts';
import type { Votes } from '../data.ts';
import { type ClaimGroup, findWorst } from './finding.ts';

interface WrittenVote {
  readonly id: string;
  readonly word: string;
  readonly severity: string | null;
  readonly reason: string | null;
}

/** What may be voted on, with the other names that it goes by. */
interface Votable {
  readonly id: string;
  readonly names: readonly string[];
}

/** A severity that is to stay as it is. */
const UNCHANGED = /^\W*(?:same|unchanged|keep|kept|as is)\W*$/i;

interface Wording {
  readonly list: string;
  readonly field: string;
  readonly words: string;
}

export function readVotes(
  written: readonly WrittenVote[],
  votables: readonly Votable[],
  wording: Wording,
): ActReading<Votes> {
  const { list, field, words } = wording;
  const doubts: string[] = [];
  const warnings: string[] = [];
  const read: { id: string; vote: boolean; severity: Severity | undefined; reason: string | null }[] = [];
  const findId = createNameReader(
    votables.flatMap(({ id, names }) => [id, ...names].map((name) => [name, id] as const)),
  );
  for (const [index, { id: name, word, severity: said, reason }] of written.entries()) {
    const id = findId(name);
    const vote = readVote(word);
    const severity = said === null ? undefined : readSeverity(said);
    if (id === undefined) warnings.push(`${list}[${index}].id: is none of those that were asked for`);
    else if (vote === undefined) doubts.push(`${list}[${index}].${field}: must be ${words}; it is not counted`);
    else {
      if (severity === undefined && said !== null && !isNothing(said) && !UNCHANGED.test(said)) {
        doubts.push(`${list}[${index}].severity: must be P0, P1, P2 or null; it is not counted`);
      }
      read.push({ id, vote, severity, reason });
    }
  }
  const votes: Votes = [];
  const ids = votables.map(({ id }) => id);
  for (const { id, given, vote } of groupVotes<boolean, (typeof read)[number]>(ids, read)) {
    if (given.length === 0) doubts.push(`${list}: has no clear vote on ${id}`);
    else if (vote === undefined) {
      doubts.push(`${list}: has votes on ${id} that contradict each other; none is counted`);
    } else {
      const severities = [...new Set(given.flatMap(({ severity }) => severity ?? []))];
      if (severities.length > 1) doubts.push(`${list}: gives ${id} several severities; the worst counts`);
      const isArgued = given.some(({ reason }) => !isBlank(reason));
      const argued = isArgued ? (true as const) : undefined;
      votes.push({
        id,
        valid: vote,
        severity: severities.length === 0 ? null : findWorst(severities),
        ...defined({ argued }),
      });
    }
  }
  return { data: votes, doubts, warnings };
}

/** Votes on findings, by the id of the finding or of a claim in it. */
export function readJudgments(judgments: Judgments, findings: readonly ClaimGroup[]): ActReading<Votes> {
  const written = judgments.map(({ id, verdict, severity, reason }) => ({ id, word: verdict, severity, reason }));
  const votables = findings.map(({ id, claims }) => ({ id, names: claims.map((claim) => claim.id) }));
  return readVotes(written, votables, { list: 'judgments', field: 'verdict', words: 'valid or invalid' });
}
