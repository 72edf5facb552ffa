// What a recorded answer changes. It is decided from the data of the turn; words are kept to show and to compare.

import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { pathOf } from '../../../domain/diffs/diff.ts';
import type { EventOf } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import { type AnswerReading, crossAnswer, reviewAnswer, wordsIn } from '../answers.ts';
import { type DataOf, dataOf, isAct } from '../data.ts';
import type { Claim, ClaimData, ClaimWords } from '../findings/finding.ts';
import { toComparable } from '../findings/similarity.ts';
import { numberOf } from '../seats.ts';
import type { Ballot, Entry, State } from '../state.ts';

type Turn = EventOf<'turn-recorded'>;

/** The words of the claims in an answer; `undefined` when they were redacted. */
function readClaimWords(
  act: 'review' | 'cross',
  text: string | undefined,
  how: AnswerReading,
): readonly ClaimWords[] | undefined {
  if (text === undefined) return undefined;
  const read = act === 'review' ? readAnswer(text, reviewAnswer, how) : readAnswer(text, crossAnswer, how);
  if (!read.ok) return undefined;
  const written = 'findings' in read.value ? read.value.findings : (read.value.missed ?? []);
  return written.map(wordsIn);
}

export function formatClaimId(seat: string, number: number): string {
  return `${numberOf(seat)}.${number}`;
}

/** How many claims a seat has made so far. */
export function countClaims({ claims, missed }: Pick<State, 'claims' | 'missed'>, seat: string): number {
  return [...claims, ...missed].filter((claim) => claim.seat === seat).length;
}

function readClaims(state: State, event: Turn, act: 'review' | 'cross', claims: readonly ClaimData[]): Claim[] {
  const { seat, content } = event.data;
  const words = readClaimWords(act, textOf(content), state.reading);
  const before = countClaims(state, seat);
  return claims.map((claim, index) => {
    const file = claim.file === null ? undefined : state.material.diff.files[claim.file];
    const said = words?.[index];
    return {
      ...claim,
      id: formatClaimId(seat, before + index + 1),
      seat,
      words: said,
      comparable: said === undefined ? undefined : toComparable(said, file && pathOf(file), claim.line),
    };
  });
}

/** A vote on an entry of the report is one on every finding in it. */
function spreadVotes({ report }: State, votes: DataOf<'validate'>['votes']): Ballot['votes'] {
  return votes.flatMap((vote) => {
    const entry = report?.find(({ id }) => id === vote.id);
    return (entry?.ids ?? []).map((id) => ({ ...vote, id }));
  });
}

/**
 * What the composer lost is put back; what no reviewer found becomes a finding without claims. Leaving a finding out is a vote
 * against it; keeping one, as it must, is no vote for it.
 */
function applyComposition(state: State, seat: string, { entries, dropped }: DataOf<'compose'>): State {
  let number = state.findings.length;
  const made: Entry[] = entries.map(({ ids, entry }) => {
    if (ids.length > 0) return { id: ids[0] as string, ids, entry };
    number += 1;
    return { id: `F${number}`, ids: [`F${number}`], entry };
  });
  const out: Entry[] = dropped.map(({ id, entry }) => ({ id, ids: [id], dropped: entry }));
  const known = new Set([...made, ...out].flatMap(({ ids }) => ids));
  const lost: Entry[] = state.findings.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, ids: [id] }));
  const invented = made.filter(({ id }) => !state.findings.some((finding) => finding.id === id));
  const votes = (which: readonly Entry[], valid: boolean) =>
    which.flatMap(({ ids }) => ids.map((id) => ({ id, valid, severity: null })));
  const against = votes(out, false).map((vote) => ({ ...vote, argued: true }) as const);
  return {
    ...state,
    ballots: [...state.ballots, { seat, votes: [...votes(invented, true), ...against] }],
    composer: seat,
    findings: [...state.findings, ...invented.map(({ id }) => ({ id, claims: [] }))],
    report: [...made, ...lost, ...out],
  };
}

/** The state after this turn, as far as the phase it belongs to goes. */
export function applyTurn(state: State, event: Turn): State {
  const { seat, act, data } = event.data;
  if (!isAct(act)) return state;
  const next = { ...state, answered: [...state.answered, seat] };
  const withVotes = (votes: Ballot['votes']): State => ({ ...next, ballots: [...state.ballots, { seat, votes }] });
  switch (act) {
    case 'review': {
      const { claims, score } = dataOf(act, data);
      return {
        ...next,
        scores: { ...state.scores, [seat]: score },
        claims: [...state.claims, ...readClaims(state, event, act, claims)],
      };
    }
    case 'cross': {
      const { votes, claims } = dataOf(act, data);
      return { ...withVotes(votes), missed: [...state.missed, ...readClaims(state, event, act, claims)] };
    }
    case 'dispute':
      return withVotes(dataOf(act, data).votes);
    case 'compose':
      return applyComposition(next, seat, dataOf(act, data));
    case 'validate':
      return withVotes(spreadVotes(state, dataOf(act, data).votes));
  }
}
