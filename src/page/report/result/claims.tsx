// Who moved whom with which claim, and what became of every claim.
import type { ClaimResult, Influence } from '../../../domain/claims.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { describeAlarm } from '../../../domain/words/describe-authority.ts';
import { formatCited } from '../../../domain/words/describe-reading.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { SeatMark } from '../seat-mark.tsx';
import { createLabels, plain, safe } from '../words.ts';

const MOVES: Readonly<Record<ClaimResult['replies'][number]['move'], string>> = {
  rebut: 'rebuts it',
  concede: 'concedes it',
  refine: 'refines it',
  withdraw: 'withdraws it',
};

export const FATE_LABELS: Readonly<Record<ClaimResult['fate'], string>> = {
  answered: 'answered',
  conceded: 'conceded',
  refined: 'refined',
  withdrawn: 'withdrawn',
  replaced: 'replaced',
  dropped: 'unanswered',
  open: 'open',
};

function describeMovement({ opening, final, moved, movedBy }: Influence['seats'][number], label: LabelSeat): string {
  const mover = movedBy === null ? undefined : `${safe(movedBy.claim)} of ${label(movedBy.seat)}`;
  if (moved === null) {
    const said = mover === undefined ? '' : `; in its own words, ${mover} moved it`;
    return `answers in words, so nobody can tell whether it moved${said}`;
  }
  const by = mover === undefined ? '' : `, moved by ${mover} in its own words`;
  return `${moved ? `moved from ${safe(opening ?? '?')} to ${safe(final ?? '?')}` : 'did not move'}${by}`;
}

export function InfluenceList({ record, influence }: { readonly record: DebateRecord; readonly influence: Influence }) {
  const label = createLabels(record);
  const { seats, conformists, byOpeningsAlone, changedByDebate } = influence;
  return (
    <>
      {changedByDebate !== null && (
        <p>
          {changedByDebate ? 'The debate changed the answer' : 'The debate did not change the answer'}
          {byOpeningsAlone === null
            ? '; the openings alone had no majority.'
            : `; the openings alone: ${safe(byOpeningsAlone)}.`}
        </p>
      )}
      {conformists.length > 0 && (
        <p class="banner">
          <strong>Conformity alarm:</strong> {describeAlarm(influence, label)} That may be conformity rather than
          persuasion.
        </p>
      )}
      <ul class="influence">
        {seats.map((seat) => (
          <li key={seat.seat}>
            <SeatMark record={record} seat={seat.seat} />
            <span dir="auto">
              <strong>{label(seat.seat)}</strong> {describeMovement(seat, label)}
              {seat.toward.length > 0 && `, toward ${seat.toward.map(label).join(', ')}`}
              {seat.withoutClaim && '; names no claim that can have moved it'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const EVIDENCE = {
  read: '✓ read',
  unread: '? not read before',
  unreadable: '? cannot be read',
  wrong: '✗ wrong',
} as const;

function CitationList({ evidence }: { readonly evidence: ClaimResult['evidence'] }) {
  return (
    <>
      {evidence.map((citation) => (
        <li key={formatCited(citation)} class={`citation ${citation.status}`} dir="auto">
          {EVIDENCE[citation.status]}: {safe(formatCited(citation))}
          {citation.why === undefined ? '' : ` (${safe(citation.why)})`}
        </li>
      ))}
    </>
  );
}

export function ClaimList({
  record,
  claims,
}: {
  readonly record: DebateRecord;
  readonly claims: readonly ClaimResult[];
}) {
  const label = createLabels(record);
  return (
    <ol class="claim-list">
      {claims.map((claim) => (
        <li key={claim.id}>
          <p>
            <SeatMark record={record} seat={claim.seat} /> <a href={`#t${claim.seq}`}>{safe(claim.id)}</a>{' '}
            <span dir="auto">{claim.text === null ? 'redacted' : plain(claim.text)}</span>{' '}
            <em class={`fate ${claim.fate}`}>{FATE_LABELS[claim.fate]}</em>
          </p>
          <ul>
            {claim.replies.map((reply) => (
              <li key={`${reply.seq} ${reply.seat} ${reply.move}`} dir="auto">
                <a href={`#t${reply.seq}`}>{label(reply.seat)}</a> {MOVES[reply.move]}
                {reply.text === null ? '' : `: ${plain(reply.text)}`}
                {reply.refinedTo === null ? '' : ` → ${safe(reply.refinedTo)}`}
                {reply.evidence !== undefined && (
                  <ul>
                    <CitationList evidence={reply.evidence} />
                  </ul>
                )}
              </li>
            ))}
            <CitationList evidence={claim.evidence} />
          </ul>
        </li>
      ))}
    </ol>
  );
}
