// The votes on the report: on each entry, by everybody but the composer.
import * as z from 'zod';
import { isBlank } from '../../../domain/answers/nothing.ts';
import { idText, indentLines, inOneParagraph, optionalText, withOtherNames } from '../../common/wording.ts';
import { defineAct } from '../../define-act.ts';
import { oneOf, REASON } from '../answers.ts';
import { vote } from '../data.ts';
import { readVotes } from '../findings/read-votes.ts';
import { listEntries } from '../findings/report.ts';
import { labelSeat } from '../setup.ts';
import type { State } from '../state.ts';
import { formatSection, formatVote, joinSections, REHEARSED, toJson } from '../words.ts';

const answer = z.object({
  votes: withOtherNames(
    z.array(
      z.object({
        id: idText,
        reason: withOtherNames(optionalText, ...REASON),
        vote: withOtherNames(oneOf(['approve', 'reject']), 'verdict'),
      }),
    ),
    'judgments',
  ),
});

const data = z.strictObject({ votes: z.array(vote) });

function formatEntries(state: State): string {
  const lines = listEntries(state).map(({ id, ids, entry, dropped }) => {
    const others = ids.slice(1);
    const made = state.findings.find((finding) => finding.id === id)?.claims.length !== 0;
    if (dropped !== undefined) return `- ${id}: left out by the composer`;
    if (!made) return `- ${id}: new, entry ${(entry ?? 0) + 1} of the report; no reviewer found it`;
    const place = entry === undefined ? 'not mentioned by the composer' : `entry ${entry + 1} of the report`;
    return `- ${id}: ${place}${others.length > 0 ? `, together with ${others.join(', ')}` : ''}`;
  });
  return lines.join('\n');
}

export const validate = defineAct<State, z.infer<typeof answer>, z.infer<typeof data>>({
  answer,
  data,
  request: (state, seat) => ({
    id: `validate-${seat}`,
    task: 'validate',
    label: `${labelSeat(seat)} votes on the report`,
    values: { entries: formatEntries(state) },
    sample: () =>
      toJson({
        votes: listEntries(state).map(({ id }) => ({ id, vote: 'approve', reason: `It can stay. ${REHEARSED}` })),
      }),
  }),
  /** By the id of the entry or of a finding in it. */
  read(state, given) {
    const written = given.votes.map(({ id, vote, reason }) => ({ id, word: vote, severity: null, reason }));
    const votables = listEntries(state).map(({ id, ids }) => ({ id, names: ids }));
    const wording = { list: 'votes', field: 'vote', words: 'approve or reject' };
    const { data: votes, ...read } = readVotes(written, votables, wording);
    return { ...read, data: { votes } };
  },
  /** A vote on an entry of the report is one on every finding in it. */
  apply(state, { seat, data: { votes } }) {
    const spread = votes.flatMap((vote) => {
      const entry = state.report?.find(({ id }) => id === vote.id);
      return (entry?.ids ?? []).map((id) => ({ ...vote, id }));
    });
    return { ...state, ballots: [...state.ballots, { seat, votes: spread }] };
  },
  title: ({ seat }) => `Vote on the report, ${labelSeat(seat)}`,
  text(given) {
    const votes = given.votes.map(
      ({ id, vote, reason }) =>
        `- ${inOneParagraph(id)}: ${formatVote(vote, ['approve', 'reject'])}${isBlank(reason) ? '' : `. ${indentLines(reason ?? '')}`}`,
    );
    return joinSections(formatSection('Votes', votes));
  },
});
