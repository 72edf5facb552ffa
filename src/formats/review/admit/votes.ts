// Reads votes: only a clear word counts, only on what was asked for, and only once.

import type { Reading } from '../../common/answer-reading.ts';
import { groupVotes } from '../../common/votes.ts';
import { type CrossAnswer, readId, readSeverity, readVote, type ValidateAnswer } from '../answers.ts';
import type { DataOf } from '../data.ts';
import { listOpenFindings } from '../evolve/phases.ts';
import type { Finding } from '../findings/finding.ts';
import { listEntries } from '../findings/report.ts';
import type { State } from '../state.ts';

type Votes = DataOf<'cross'>['votes'];

interface WrittenVote {
  readonly id: string;
  readonly word: string;
  readonly severity: string | null;
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

function readVotes(written: readonly WrittenVote[], votables: readonly Votable[], wording: Wording): Reading<Votes> {
  const { list, field, words } = wording;
  const doubts: string[] = [];
  const warnings: string[] = [];
  const read: { id: string; vote: boolean; severity: string | null }[] = [];
  for (const [index, { id, word, severity }] of written.entries()) {
    const wanted = readId(id);
    const votable = votables.find((each) => each.id === wanted || each.names.includes(wanted));
    const valid = readVote(word);
    if (votable === undefined) warnings.push(`${list}[${index}].id: is none of those that were asked for`);
    else if (valid === undefined) doubts.push(`${list}[${index}].${field}: must be ${words}; it is not counted`);
    else read.push({ id: votable.id, vote: valid, severity });
  }
  const votes: Votes = [];
  const ids = votables.map(({ id }) => id);
  for (const { id, given, vote } of groupVotes<boolean, (typeof read)[number]>(ids, read)) {
    if (given.length === 0) doubts.push(`${list}: has no clear vote on ${id}`);
    else if (vote === undefined) {
      doubts.push(`${list}: has votes on ${id} that contradict each other; none is counted`);
    } else {
      const severities = given.flatMap(({ severity }) => (severity === null ? [] : (readSeverity(severity) ?? [])));
      votes.push({ id, valid: vote, severity: severities[0] ?? null });
    }
  }
  return { data: votes, doubts, warnings };
}

/** Votes on findings, by the id of the finding or of a claim in it. */
export function readJudgments(judgments: CrossAnswer['judgments'], findings: readonly Finding[]): Reading<Votes> {
  const written = judgments.map(({ id, verdict, severity }) => ({ id, word: verdict, severity }));
  const votables = findings.map(({ id, claims }) => ({ id, names: claims.map((claim) => claim.id) }));
  return readVotes(written, votables, { list: 'judgments', field: 'verdict', words: 'valid or invalid' });
}

export function readDispute(state: State, { judgments }: Pick<CrossAnswer, 'judgments'>): Reading {
  const { data, ...rest } = readJudgments(judgments, listOpenFindings(state));
  return { data: { round: state.round, votes: data }, ...rest };
}

/** Votes on the entries of the report, by the id of the entry or of a finding in it. */
export function readReportVotes(state: State, { votes }: ValidateAnswer): Reading {
  const written = votes.map(({ id, vote }) => ({ id, word: vote, severity: null }));
  const votables = listEntries(state).map(({ id, ids }) => ({ id, names: ids }));
  const { data, ...rest } = readVotes(written, votables, { list: 'votes', field: 'vote', words: 'approve or reject' });
  return { data: { votes: data }, ...rest };
}
