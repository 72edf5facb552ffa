// Claims and influence as a page for people; texts of seats are escaped.
import { CLAIM_FATES, type ClaimResult, type Influence } from '../../../domain/claims.ts';
import { REDACTED } from '../../../domain/sealed/sealed.ts';
import { describeAlarm } from '../../../domain/words/describe-authority.ts';
import { formatCited } from '../../../domain/words/describe-reading.ts';
import { countNoun, joinWords } from '../../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { escapePlain } from '../../../domain/words/markdown-safe.ts';

const MOVES = {
  rebut: 'rebuts it',
  concede: 'concedes it',
  refine: 'refines it',
  withdraw: 'withdraws it',
} as const;

const textOrRedacted = (text: string | null) => (text === null ? REDACTED : escapePlain(text.trim()));
const joinIds = (claims: readonly ClaimResult[]) => claims.map(({ id }) => escapePlain(id)).join(', ');

type Reply = ClaimResult['replies'][number];

function renderReply({ seat, seq, move, text, refinedTo, evidence = [] }: Reply, label: LabelSeat): string {
  const to = refinedTo === null ? '' : ` to ${escapePlain(refinedTo)}`;
  const words = refinedTo !== null || text === null ? '' : `: ${escapePlain(text.trim())}`;
  const reply = `  - ${escapePlain(label(seat))} ${MOVES[move]}${to} (#${seq})${words}`;
  return [reply, ...evidence.map((each) => `  ${renderEvidence(each)}`)].join('\n');
}

const CITES = {
  read: 'cites',
  unread: 'cites, without having read it,',
  unreadable: 'cites what cannot be read:',
  wrong: 'cites wrongly',
} as const;

function renderEvidence(citation: ClaimResult['evidence'][number]): string {
  const { status, why } = citation;
  return `  - ${CITES[status]} ${escapePlain(formatCited(citation))}${why === undefined ? '' : `: ${escapePlain(why)}`}`;
}

function renderClaim({ id, seat, text, fate, replies, evidence }: ClaimResult, label: LabelSeat): string {
  return [
    `- **${escapePlain(id)}**, ${escapePlain(label(seat))}, ${fate}: ${textOrRedacted(text)}`,
    ...evidence.map(renderEvidence),
    ...replies.map((reply) => renderReply(reply, label)),
  ].join('\n');
}

/** "8 claims: 3 answered, 2 conceded, 3 dropped" */
export function countFates(claims: readonly ClaimResult[]): string {
  const counts = CLAIM_FATES.flatMap((fate) => {
    const count = claims.filter((claim) => claim.fate === fate).length;
    return count === 0 ? [] : [`${count} ${fate}`];
  });
  return `${countNoun(claims.length, 'claim')}: ${counts.join(', ')}`;
}

export function renderClaims(claims: readonly ClaimResult[], label: LabelSeat): string {
  if (claims.length === 0) return '';
  const dropped = claims.filter(({ fate }) => fate === 'dropped');
  return [
    '### Claims',
    `${countFates(claims)}.`,
    ...(dropped.length === 0 ? [] : [`**Dropped (nobody answered):** ${joinIds(dropped)}`]),
    claims.map((claim) => renderClaim(claim, label)).join('\n'),
  ].join('\n\n');
}

function renderMove({ seat, opening, final, toward, movedBy, movedAt }: Influence['seats'][number], label: LabelSeat) {
  const list = (seats: readonly string[]) => joinWords(seats.map((each) => escapePlain(label(each))));
  const by = movedBy === null ? '' : `${escapePlain(label(movedBy.seat))}, ${movedBy.claim}`;
  const joined = toward.length === 0 ? '' : `, toward ${list(toward)}`;
  const when = movedAt === null ? '' : ` (#${movedAt})`;
  return `- **${escapePlain(label(seat))}** moved from ${textOrRedacted(opening)} to ${textOrRedacted(final)}${joined}${when}; ${
    by === '' ? 'it names no claim that moved it' : `moved by ${by}`
  }`;
}

export function renderInfluence(influence: Influence, label: LabelSeat): string {
  const { seats, neverMoved, byOpeningsAlone, changedByDebate } = influence;
  const moved = seats.filter((each) => each.moved === true);
  // Answers in words cannot be compared, so there is nothing to tell.
  if (seats.every((each) => each.moved === null)) return '';
  const alarm = describeAlarm(influence, (seat) => escapePlain(label(seat)));
  const effect = changedByDebate === true ? 'the debate changed that' : 'the debate did not change that';
  return [
    '### Influence',
    ...(alarm === undefined ? [] : [`**Conformity alarm:** ${alarm}`]),
    [
      ...moved.map((each) => renderMove(each, label)),
      ...(neverMoved.length === 0
        ? []
        : [`- Never moved: ${neverMoved.map((seat) => escapePlain(label(seat))).join(', ')}`]),
      `- By the openings alone: ${byOpeningsAlone === null ? 'no majority' : escapePlain(byOpeningsAlone)}${
        changedByDebate === null ? '' : `; ${effect}`
      }`,
    ].join('\n'),
  ].join('\n\n');
}
