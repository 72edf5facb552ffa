// Reads what a seat says of the claims: which hold, which do not, and which claims it makes.
import type { RuleData } from '../../../domain/events.ts';
import { accept, refuse, refuseAnswer } from '../../common/admission.ts';
import { admitReading, type Reading } from '../../common/answer-reading.ts';
import { countRefusals } from '../../common/base-state.ts';
import { areEntriesDue, type ClaimEntry } from '../../common/claims/entries.ts';
import { readClaimEntries } from '../../common/claims/prose.ts';
import { type Claim, claimName, countRoom, NO_CLAIMS } from '../../common/claims/state.ts';
import { isBlank } from '../../common/wording.ts';
import type { Admission, Contribution } from '../../format.ts';
import { isPlain, listNewClaims, type ReplyAnswer, readClaimNumber, readMove, readReply } from '../answers.ts';
import { DATA } from '../data.ts';
import { isOpen, listClaims, listDueClaims, roundOf } from '../rounds.ts';
import type { State } from '../state.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });

/** Numbers for claims that a turn makes, while the debate has room for more. */
function createNumbers({ numberedClaims = NO_CLAIMS }: State): () => Pick<ClaimEntry, 'as'> {
  const room = countRoom(numberedClaims);
  let made = 0;
  return () => (made < room ? { as: numberedClaims.length + ++made } : {});
}

const listOpen = (state: State): ReadonlyMap<number, Claim> =>
  new Map(listClaims(state).flatMap((claim) => (isOpen(claim) ? [[claim.number, claim]] : [])));

function sayMissing(missing: readonly Claim[]): readonly string[] {
  return missing.length === 0 ? [] : [`No answer to ${missing.map(({ number }) => claimName(number)).join(', ')}.`];
}

function sayUnanswered([first, ...rest]: readonly Claim[]): string {
  if (first === undefined) return 'No claim is answered.';
  const name = claimName(first.number);
  const names = [name, ...rest.map(({ number }) => claimName(number))].join(', ');
  return `None of the claims ${names} is answered; write a line such as "${name} concede: why".`;
}

/** What an agent says, which does not know which claims are its own: one of those that does not hold is withdrawn. */
function readAgentReply(state: State, answer: ReplyAnswer, seat: string): Reading {
  const claims: ClaimEntry[] = [];
  const holds: number[] = [];
  const fatal: string[] = [];
  const doubts: string[] = [];
  const answered = new Set<number>();
  const takeNumber = createNumbers(state);
  const open = listOpen(state);
  for (const { claim: said, move: way, reason, refined } of answer.replies) {
    const claim = open.get(readClaimNumber(said) ?? 0);
    const move = readMove(way);
    if (claim === undefined) {
      doubts.push(`There is no open claim "${said.slice(0, 20)}".`);
      continue;
    }
    const { number } = claim;
    const isOwn = claim.seat === seat;
    if (answered.has(number)) doubts.push(`${claimName(number)} is answered twice; the first answer counts.`);
    else if (move === undefined) fatal.push(`The "move" on ${claimName(number)} must be concede, rebut or refine.`);
    else if (move === 'refine' && isBlank(refined))
      fatal.push(`${claimName(number)} is refined without its new wording in "refined".`);
    else {
      answered.add(number);
      if (move === 'rebut' && isBlank(reason)) doubts.push(`${claimName(number)} is rebutted without a reason.`);
      if (move === 'refine') claims.push({ claim: number, move, ...takeNumber() });
      else if (!isOwn) claims.push({ claim: number, move });
      else if (move === 'rebut') claims.push({ claim: number, move: 'withdraw' });
      else holds.push(number);
    }
  }
  const most = state.options.newClaims;
  const made = listNewClaims(answer).length;
  const fresh = Array.from({ length: Math.min(made, most) }, takeNumber);
  claims.push(...fresh.filter(({ as }) => as !== undefined));
  const missing = listDueClaims(state, seat).filter(({ number }) => !answered.has(number));
  return {
    data: { round: roundOf(state), claims: claims as RuleData[], holds },
    fatal: [...fatal, ...(answered.size === 0 ? ['No claim is answered.'] : [])],
    doubts: [
      ...doubts,
      ...(made > most ? [`There are ${made} new claims; at most ${most} count in a round.`] : []),
      ...sayMissing(missing),
    ],
  };
}

const WITHDRAWAL = /\b(?:withdr|retract)/i;

/** In other formats whoever concedes their own claim gives it up; here "concede" says that a claim holds, whosever it is. */
function isWithdrawn(text: string, claim: number): boolean {
  const name = new RegExp(`\\b${claimName(claim)}\\b`, 'i');
  return text.split('\n').some((line) => name.test(line) && WITHDRAWAL.test(line));
}

/** What a person writes in plain lines, who knows which claims are their own. */
function readPlainReply(state: State, text: string, seat: string): Reading {
  const read = readClaimEntries(text, state.numberedClaims ?? NO_CLAIMS, seat);
  const isHeld = ({ claim, move }: ClaimEntry) => move === 'withdraw' && !isWithdrawn(text, claim ?? 0);
  const claims = read.filter((entry) => !isHeld(entry));
  const holds = read.filter(isHeld).map(({ claim = 0 }) => claim);
  const open = listOpen(state);
  const closed = claims.filter(({ claim }) => claim !== undefined && !open.has(claim));
  const made = claims.filter(({ claim, as }) => claim === undefined && as !== undefined).length;
  const most = state.options.newClaims;
  const answered = new Set(claims.map(({ claim }) => claim));
  const due = listDueClaims(state, seat);
  const missing = due.filter((claim) => claim.seat !== seat && !answered.has(claim.number));
  return {
    data: { round: roundOf(state), claims: [...claims] as RuleData[], holds },
    fatal: [
      ...closed.map(({ claim = 0 }) => `There is no open claim "${claimName(claim)}".`),
      ...(made > most ? [`There are ${made} new claims; at most ${most} are possible in a round.`] : []),
      ...(read.length === 0 ? [sayUnanswered(due)] : []),
    ],
    doubts: sayMissing(missing),
  };
}

export function admitReply(state: State, { seat, act, content, data, byHand }: Contribution): Admission {
  if (content === undefined) {
    const { success, data: recorded } = DATA.reply.safeParse(data);
    return success && areEntriesDue(state.numberedClaims ?? NO_CLAIMS, recorded.claims) ? accept(data) : MISFIT;
  }
  const judging = { patient: !byHand && countRefusals(state, seat, act) === 0, refuse: refuseAnswer };
  if (isPlain(content, byHand)) {
    const read = { ok: true, value: content, repairs: [] } as const;
    return admitReading(read, (text) => readPlainReply(state, text, seat), judging);
  }
  return admitReading(readReply(content), (answer) => readAgentReply(state, answer, seat), judging);
}
