// Reads votes: only a clear word counts, only on what was asked for, and only once.
import { defined } from '../../../domain/defined.ts';
import { groupVotes } from '../../common/votes.ts';
import { isBlank } from '../../common/wording.ts';
import type { ActReading } from '../../define-act.ts';
import { type Judgments, readId, readSeverity, readVote } from '../answers.ts';
import type { Votes } from '../data.ts';
import type { ClaimGroup } from './finding.ts';

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
  const read: { id: string; vote: boolean; severity: string | null; reason: string | null }[] = [];
  for (const [index, { id, word, severity, reason }] of written.entries()) {
    const wanted = readId(id);
    const votable = votables.find((each) => each.id === wanted || each.names.includes(wanted));
    const valid = readVote(word);
    if (votable === undefined) warnings.push(`${list}[${index}].id: is none of those that were asked for`);
    else if (valid === undefined) doubts.push(`${list}[${index}].${field}: must be ${words}; it is not counted`);
    else read.push({ id: votable.id, vote: valid, severity, reason });
  }
  const votes: Votes = [];
  const ids = votables.map(({ id }) => id);
  for (const { id, given, vote } of groupVotes<boolean, (typeof read)[number]>(ids, read)) {
    if (given.length === 0) doubts.push(`${list}: has no clear vote on ${id}`);
    else if (vote === undefined) {
      doubts.push(`${list}: has votes on ${id} that contradict each other; none is counted`);
    } else {
      const severities = given.flatMap(({ severity }) => (severity === null ? [] : (readSeverity(severity) ?? [])));
      const isArgued = given.some(({ reason }) => !isBlank(reason));
      const argued = isArgued ? (true as const) : undefined;
      votes.push({ id, valid: vote, severity: severities[0] ?? null, ...defined({ argued }) });
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
