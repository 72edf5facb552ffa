// What a panel came to beside the opinions: what became of each claim, round by round, and who is in the minority.
import { type ClaimResult, type ClaimMove } from '../../domain/claims.ts';
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { textOf } from '../../domain/sealed.ts';
import { plain } from '../../domain/words/markdown-safe.ts';
import { type Claim, fateOf } from '../common/claims/state.ts';
import { claimName } from '../common/opinions/claims.ts';
import { listClaims as listOpeningClaims } from '../common/opinions/transcript.ts';
import { REDACTED, countNoun } from '../common/text.ts';
import { readBoard, type SaidTurn } from './board.ts';
import { listDisputed } from './rounds.ts';
import { labelOf, listPanelists } from './seats.ts';
import { listClaims, type State } from './state.ts';
import { listMinority } from './verdict.ts';

type Texts = ReadonlyMap<number, string | null>;

/** The words of every claim, by its number; null when they were redacted. */
function readTexts(log: readonly LedgerEvent[], state: State, board: ReadonlyMap<number, SaidTurn>): Texts {
  const texts = new Map<number, string | null>();
  const question = state.opinions?.question;
  const opened = new Map<number, readonly string[]>();
  for (const event of log) {
    if (!isEvent(event, 'turn-recorded') || event.data.act !== 'opening' || question === undefined) continue;
    const text = textOf(event.data.content);
    const byHand = event.data.by.author !== undefined;
    if (text !== undefined) opened.set(event.seq, listOpeningClaims(text, { question }, byHand, Number(event.data.data['claims'])));
  }
  const places = new Map<number, number>();
  for (const { number, seq, round } of listClaims(state)) {
    if (round !== null) continue;
    const place = places.get(seq) ?? 0;
    places.set(seq, place + 1);
    texts.set(number, opened.get(seq)?.[place] ?? null);
  }
  for (const { replies, newClaims } of board.values()) {
    for (const { made, said } of replies) if (made !== null) texts.set(made, said?.refined ?? null);
    for (const { number, text } of newClaims) texts.set(number, text ?? null);
  }
  return texts;
}

function describeClaim(claim: Claim, texts: Texts, board: ReadonlyMap<number, SaidTurn>): ClaimResult {
  const { number, seat, seq, round } = claim;
  return {
    id: claimName(number),
    seat,
    seq,
    round,
    text: texts.get(number) ?? null,
    fate: fateOf(claim),
    replies: claim.replies.map((reply) => ({
      seat: reply.seat,
      seq: reply.seq,
      move: reply.move,
      text: board.get(reply.seq)?.replies.find((each) => each.claim === number)?.said?.reason ?? null,
      refinedTo: reply.refinedTo === null ? null : claimName(reply.refinedTo),
    })),
    evidence: [],
  };
}

const VERBS: Readonly<Record<ClaimMove, string>> = {
  concede: 'conceded',
  rebut: 'rebutted',
  refine: 'refined',
  withdraw: 'withdrawn',
};

/** The last word of each seat on it: "conceded by Seat A; rebutted by Seat C". */
function describeReplies({ replies }: ClaimResult): string {
  const last = new Map(replies.map((reply) => [reply.seat, reply]));
  const words = [...last.values()].map(
    ({ seat, move, refinedTo }) => `${VERBS[move]}${refinedTo === null ? '' : ` as ${refinedTo}`} by ${labelOf(seat)}`,
  );
  return words.length === 0 ? 'dropped: nobody said anything to it' : words.join('; ');
}

const listNames = (ids: readonly string[]) => ids.join(', ');

/** Silence at the end of a round is no agreement, so it is said what is left open. */
function describeRounds({ rounds, options }: State, disputed: readonly string[]): string {
  if (rounds.length === 0) return '';
  const held = `The seats answered the claims in ${countNoun(rounds.length, 'round')} of at most ${options.rounds}.`;
  const still = rounds.at(-1) === false ? ` In round ${rounds.length} nobody moved, which is not agreement.` : '';
  const open =
    disputed.length === 0
      ? ' No claim is disputed in the end.'
      : ` Disputed in the end: ${listNames(disputed)}.`;
  return `${held}${still}${open}`;
}

function renderClaims(claims: readonly ClaimResult[], rounds: string): string {
  if (claims.length === 0) return '';
  const lines = claims.map(
    (claim) =>
      `- **${claim.id}**, ${labelOf(claim.seat)}: ${plain((claim.text ?? REDACTED).trim())} (${describeReplies(claim)})`,
  );
  return ['### What became of the claims', ...(rounds === '' ? [] : [rounds]), lines.join('\n')].join('\n\n');
}

/** Adds the claims to what the opinions come to. */
export function addClaims(opinions: FormatResult, log: readonly LedgerEvent[], state: State): FormatResult {
  const board = readBoard(log);
  const texts = readTexts(log, state, board);
  const isDebated = state.rounds.length > 0;
  const claims = isDebated ? listClaims(state).map((claim) => describeClaim(claim, texts, board)) : [];
  const disputed = isDebated ? listDisputed(state).map(({ number }) => claimName(number)) : [];
  const dropped = claims.filter(({ fate }) => fate === 'dropped').map(({ id }) => id);
  const present = listPanelists(state.options);
  const minority = listMinority(state);
  const facts = [
    ...(claims.length === 0 ? [] : [`${countNoun(claims.length, 'claim')}, ${disputed.length} disputed in the end`]),
    ...(minority.length === 0 ? [] : [`${minority.length} of ${present.length} in the minority`]),
  ];
  return {
    ...opinions,
    data: {
      ...opinions.data,
      claims: claims.map((claim) => ({ ...claim })),
      disputed,
      dropped,
      rounds: state.rounds.map((moved, index) => ({ round: index + 1, moved })),
      minority: minority.map((seat) => ({ seat, report: state.reports[seat] ?? null })),
    },
    headline: [opinions.headline, ...facts].join('; '),
    markdown: [opinions.markdown, renderClaims(claims, describeRounds(state, disputed))].filter((part) => part !== '').join('\n\n'),
  };
}
