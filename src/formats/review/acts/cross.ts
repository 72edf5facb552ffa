// The cross-check: what a reviewer holds of the findings of the others, and what all of them missed.
import * as z from 'zod';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { optionalList, withOtherNames } from '../../common/wording.ts';
import { defineAct } from '../../define-act.ts';
import { findingSchema, judgments } from '../answers.ts';
import { claim, vote } from '../data.ts';
import { buildClaims, checkFindings, formatClaimId, toClaims } from '../findings/read-claims.ts';
import { readJudgments } from '../findings/read-votes.ts';
import { listOthersFindings } from '../phases.ts';
import { labelSeat, readNumber } from '../setup.ts';
import type { State } from '../state.ts';
import {
  formatFinding,
  formatJudgments,
  formatSection,
  joinSections,
  listFindings,
  sampleJudgments,
  toJson,
} from '../words.ts';

// Not "findings": there agents repeat what they were asked to judge, and would become its finders.
const answer = z.object({
  judgments,
  missed: withOtherNames(optionalList(findingSchema), 'missed_findings', 'new_findings'),
});

const data = z.strictObject({ votes: z.array(vote), claims: z.array(claim) });

/** How many claims the seat had made in its review. */
function countReviewed(log: readonly LedgerEvent[], seat: string): number {
  const turn = log.filter((event) => isEvent(event, 'turn-recorded')).find(({ data }) => data.seat === seat);
  return turn?.data.act === 'review' ? (turn.data.data['claims'] as unknown as readonly unknown[]).length : 0;
}

export const cross = defineAct<State, z.infer<typeof answer>, z.infer<typeof data>>({
  answer,
  data,
  request(state, seat) {
    const findings = listOthersFindings(state, seat);
    return {
      id: `cross-${seat}`,
      task: 'cross',
      label: `${labelSeat(seat)} cross-checks the findings of the others`,
      values: { findings: listFindings(state, findings), max_findings: String(state.options.maxFindings) },
      sample: () => toJson({ judgments: sampleJudgments(findings, readNumber(seat)), missed: [] }),
    };
  },
  read(state, given, { seat }) {
    const { data: votes, doubts = [], warnings } = readJudgments(given.judgments, listOthersFindings(state, seat));
    const missed = checkFindings(state, 'missed', given.missed ?? []);
    const claims = buildClaims(state, seat, missed.checked, [...state.claims, ...state.missed]);
    return { data: { votes, claims }, doubts: [...doubts, ...missed.doubts], warnings };
  },
  apply: (state, { seat, data: { votes, claims }, answer }) => ({
    ...state,
    ballots: [...state.ballots, { seat, votes }],
    missed: [...state.missed, ...toClaims(state, seat, claims, answer && (answer.missed ?? []))],
  }),
  title: ({ seat }) => `Cross-check, ${labelSeat(seat)}`,
  text(given, { seat, data: { claims } }, { log }) {
    const before = countReviewed(log, seat);
    const missed = (given.missed ?? [])
      .slice(0, claims.length)
      .map((finding, index) => formatFinding(formatClaimId(seat, before + index + 1), finding));
    return joinSections([
      ...formatSection('Judgments', formatJudgments(given.judgments)),
      ...formatSection('Missed', missed),
    ]);
  },
});
