// The claims of a debate as other programs get them: their words, what others did with them, and what became of them.
import type { ClaimResult } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import type { BaseState, Opinionated } from '../base-state.ts';
import { challengeAgreement } from '../opinions/acts/challenge-agreement.ts';
import { opening, pickClaims } from '../opinions/acts/opening.ts';
import { isOpinionAct } from '../opinions/data.ts';
import { countOpeningClaims, findFirstClaim } from '../opinions/state.ts';
import type { EvidenceOf } from './evidence.ts';
import { type ClaimRules, entriesOf, wordsOf } from './rules.ts';
import { type Claim, type ClaimReply, claimName, fateOf, NO_CLAIMS } from './state.ts';

type Turn = EventOf<'turn-recorded'>;

/** The words of claims by number, and those of replies by event and claim. */
interface Words {
  readonly claims: Map<number, string>;
  readonly replies: Map<string, string>;
}

const replyKey = (seq: number, claim: number) => `${seq} ${claim}`;

function collectOpening(words: Words, turn: Turn, state: Opinionated): void {
  const { answer, data } = opening.readTurn(turn, () => state);
  const first = findFirstClaim(state.opinions, turn.data.seat);
  const said = answer === undefined ? [] : pickClaims(answer, data.claims);
  for (const [index, claim] of said.entries()) words.claims.set(first + index, claim);
}

function collectChallenge(words: Words, turn: Turn, state: Opinionated): void {
  const { answer } = challengeAgreement.readTurn(turn, () => state);
  if (answer?.stands === true) words.claims.set(countOpeningClaims(state.opinions) + 1, answer.case);
}

function collectTurn<State>(words: Words, turn: Turn, rules: ClaimRules<State>): void {
  const entries = entriesOf(rules, turn.data);
  const text = entries.length === 0 ? undefined : textOf(turn.data.content);
  if (text === undefined) return;
  const said = wordsOf(rules, turn.data, text);
  entries.forEach(({ as, claim }, index) => {
    const own = said[index];
    if (own === undefined || own === '') return;
    if (as !== undefined) words.claims.set(as, own);
    if (claim !== undefined) words.replies.set(replyKey(turn.seq, claim), own);
  });
}

export interface ClaimsReading<State> {
  readonly rules: ClaimRules<State>;
  /** The debate has ended, so that nobody will answer what has no answer. */
  readonly isOver: boolean;
  /** What the citations in the words of a claim or a reply come to; `seq` is the event in which it was made. */
  readonly evidenceOf: EvidenceOf;
}

function isHeard<State>(turns: readonly Turn[], rules: ClaimRules<State>, claim: Claim): boolean {
  const madeIn = turns.find(({ seq }) => seq === claim.seq);
  return turns.some(
    (turn) =>
      turn.seq > claim.seq &&
      turn.data.seat !== claim.seat &&
      madeIn !== undefined &&
      rules.couldReply(turn, claim, madeIn),
  );
}

function summariseReply({ refinedTo, ...reply }: ClaimReply, text: string | null, evidenceOf: EvidenceOf) {
  const cited = text === null || refinedTo !== null ? [] : evidenceOf(text, reply.seq);
  return {
    ...reply,
    text,
    refinedTo: refinedTo === null ? null : claimName(refinedTo),
    ...defined({ evidence: cited.length === 0 ? undefined : cited }),
  };
}

export function summariseClaims<State extends BaseState>(
  log: readonly LedgerEvent[],
  state: State,
  { rules, isOver, evidenceOf }: ClaimsReading<State>,
): ClaimResult[] {
  const words: Words = { claims: new Map(), replies: new Map() };
  const turns = log.filter((event) => isEvent(event, 'turn-recorded'));
  for (const turn of turns) {
    const { act } = turn.data;
    if (act === 'opening') collectOpening(words, turn, state as unknown as Opinionated);
    else if (act === 'challenge-agreement') collectChallenge(words, turn, state as unknown as Opinionated);
    else if (!isOpinionAct(act)) collectTurn(words, turn, rules);
  }
  return (state.numberedClaims ?? NO_CLAIMS).map((claim) => {
    const { number, seat, seq, round, replies } = claim;
    const text = words.claims.get(number) ?? null;
    return {
      id: claimName(number),
      seat,
      seq,
      round,
      text,
      fate: fateOf(claim, isOver && isHeard(turns, rules, claim)),
      replies: replies.map((reply) =>
        summariseReply(reply, words.replies.get(replyKey(reply.seq, number)) ?? null, evidenceOf),
      ),
      evidence: text === null ? [] : evidenceOf(text, seq),
    };
  });
}
