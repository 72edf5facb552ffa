// Claims and influence of a debate, as far as its rules and its opinions give them.
import type { ClaimResult, Influence } from '../../../domain/claims.ts';
import { defined } from '../../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { isSameValue } from '../../../domain/question/answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import type { FormatResult } from '../../../domain/record.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { addDetails } from '../../../domain/words/conclusions.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import type { BaseState, Opinionated } from '../base-state.ts';
import { challengeAgreement } from '../opinions/acts/challenge-agreement.ts';
import { opening, pickClaims } from '../opinions/acts/opening.ts';
import { type BallotData, isOpinionAct } from '../opinions/data.ts';
import { settleOpinions } from '../opinions/settlement.ts';
import { countOpeningClaims, findFirstClaim, isReplaced, type OpinionState } from '../opinions/state.ts';
import { createEvidence, type FindEvidence } from './evidence.ts';
import { type ClaimRules, claimsOfOpenings, listEntries, listWords } from './keep.ts';
import { countFates, renderClaims, renderInfluence } from './render.ts';
import { type Claim, type ClaimReply, type Claims, claimName, judgeFate, NO_CLAIMS } from './state.ts';

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

/** Claims are read as sentences; as for `2**3`, what adjoins a word marks nothing. */
const BOLD = /(?<![\p{L}\p{N}*])\*\*(?=\S)(.+?)(?<=\S)\*\*(?![\p{L}\p{N}*])/gu;

function collectTurn<State>(words: Words, turn: Turn, rules: ClaimRules<State>): void {
  const entries = listEntries(rules, turn.data);
  const text = entries.length === 0 ? undefined : readSealed(turn.data.content);
  if (text === undefined) return;
  const said = listWords(rules, turn.data, text);
  entries.forEach(({ as, claim }, index) => {
    const own = said[index]?.replace(BOLD, '$1');
    if (own === undefined || own === '') return;
    if (as !== undefined) words.claims.set(as, own);
    if (claim !== undefined) words.replies.set(replyKey(turn.seq, claim), own);
  });
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

function summariseReply({ refinedTo, ...reply }: ClaimReply, text: string | null, findEvidence: FindEvidence) {
  const cited = text === null || refinedTo !== null ? [] : findEvidence(text, reply.seq);
  return {
    ...reply,
    text,
    refinedTo: refinedTo === null ? null : claimName(refinedTo),
    ...defined({ evidence: cited.length === 0 ? undefined : cited }),
  };
}

/** The claims of a debate as other programs get them: their words, what others did with them, and what became of them. */
function summariseClaims<State extends BaseState>(
  log: readonly LedgerEvent[],
  state: State,
  rules: ClaimRules<State>,
): ClaimResult[] {
  // Then nobody will answer what has no answer.
  const isOver = state.ended !== undefined;
  const findEvidence = createEvidence(log);
  const words: Words = { claims: new Map(), replies: new Map() };
  const turns = log.filter((event) => isEvent(event, 'turn-recorded'));
  for (const turn of turns) {
    const { act } = turn.data;
    if (act === 'opening') collectOpening(words, turn, state as unknown as Opinionated);
    else if (act === 'challenge-agreement') collectChallenge(words, turn, state as unknown as Opinionated);
    else if (!isOpinionAct(act)) collectTurn(words, turn, rules);
  }
  const isReplaced = (said: Pick<Claim, 'seat' | 'seq'>) => rules.isReplaced?.(state, said) === true;
  return (state.numberedClaims ?? NO_CLAIMS).map((claim) => {
    const { number, seat, seq, round } = claim;
    const replies = claim.replies.filter((reply) => !isReplaced(reply));
    const text = words.claims.get(number) ?? null;
    return {
      id: claimName(number),
      seat,
      seq,
      round,
      text,
      fate:
        round !== null && isReplaced(claim)
          ? 'replaced'
          : judgeFate({ ...claim, replies }, isOver && isHeard(turns, rules, claim)),
      replies: replies.map((reply) =>
        summariseReply(reply, words.replies.get(replyKey(reply.seq, number)) ?? null, findEvidence),
      ),
      evidence: text === null ? [] : findEvidence(text, seq),
    };
  });
}

/** The turn in which the seat conceded what moved it, else its final answer. */
function findMoment(claims: Claims, seat: string, movedBy: BallotData['movedBy'], ballotSeq: number): number {
  const claim = movedBy === null ? undefined : claims[movedBy.claim - 1];
  const concession = claim?.replies.find((reply) => reply.seat === seat && reply.move !== 'rebut');
  return concession === undefined || concession.seq > ballotSeq ? ballotSeq : concession.seq;
}

const findAnswer = ({ seats }: OpinionsResult['openings'] | OpinionsResult['ballot'], seat: string) =>
  seats.find((each) => each.seat === seat)?.answer ?? null;

/** `undefined` without both openings and final answers, which are what it compares. `summary`: the same opinions as people read them. */
function computeInfluence(opinions: OpinionState, claims: Claims, summary: OpinionsResult): Influence | undefined {
  const { openings, ballot, question } = opinions;
  if (!Object.keys(openings).some((seat) => ballot[seat] !== undefined)) return undefined;
  const isComparable = isClosed(question);
  const { moves, openings: first, answer } = settleOpinions({ opinions, numberedClaims: claims });
  const seats = opinions.holders.flatMap((seat): Influence['seats'] => {
    const [opening, final] = [openings[seat], ballot[seat]];
    if (opening === undefined || final === undefined) return [];
    const move = moves.find((each) => each.seat === seat);
    const moved = isComparable && !isReplaced(opinions, seat) ? move !== undefined : null;
    const { movedBy, seq } = final;
    return [
      {
        seat,
        opening: findAnswer(summary.openings, seat),
        final: findAnswer(summary.ballot, seat),
        moved,
        toward: [...(move?.toward ?? [])],
        movedBy: movedBy === null ? null : { seat: movedBy.seat, claim: claimName(movedBy.claim) },
        movedAt: moved === true ? findMoment(claims, seat, movedBy, seq) : null,
        withoutClaim: move !== undefined && !move.hasReason,
      },
    ];
  });
  return {
    seats,
    conformists: moves.flatMap(({ seat, isAlarm }) => (isAlarm ? [seat] : [])),
    neverMoved: seats.flatMap(({ seat, moved }) => (moved === false ? [seat] : [])),
    byOpeningsAlone: summary.openings.majority,
    changedByDebate:
      first.majority === undefined || answer === undefined || summary.answer === null
        ? null
        : !isSameValue(first.majority, answer),
  };
}

export interface Argumentation {
  /** `undefined` where nobody was asked to answer claims. */
  readonly claims?: readonly ClaimResult[] | undefined;
  readonly influence?: Influence | undefined;
}

/** What is optional in it is absent and never undefined, so it is JSON. */
export const toClaimsData = (given: Argumentation) => defined(given) as unknown as FormatResult['data'];

export function addArgumentation(
  own: FormatResult | undefined,
  { claims, influence }: Argumentation,
  label: LabelSeat,
): FormatResult | undefined {
  const hasClaims = claims !== undefined && claims.length > 0;
  if (!hasClaims && (own === undefined || (claims === undefined && influence === undefined))) return own;
  const page = [
    influence === undefined ? '' : renderInfluence(influence, label),
    hasClaims ? renderClaims(claims, label) : '',
  ];
  const data = toClaimsData({ claims, influence });
  if (own === undefined) {
    const headline = countFates(claims ?? []);
    return addDetails({ data, headline, markdown: '', besideDecision: true }, page);
  }
  return addDetails({ ...own, data: { ...own.data, ...data } }, page);
}

/** Under rules that ask nobody to answer claims there are none to list; who moved is known all the same. */
export function summariseArgumentation<State extends BaseState>(
  log: readonly LedgerEvent[],
  state: State,
  rules: ClaimRules<State> | undefined,
  summary: OpinionsResult | undefined,
): Argumentation {
  const { opinions, numberedClaims } = state;
  const influence =
    opinions === undefined || summary === undefined
      ? undefined
      : computeInfluence(opinions, numberedClaims ?? claimsOfOpenings(opinions), summary);
  if (rules === undefined || numberedClaims === undefined) return { influence };
  return { claims: summariseClaims(log, state, rules), influence };
}
